//! Checks that the pages in `docs` show the commands' output.

use std::fs;

use workspace_tests::{root, run, scratch, shell};

/// The command prints each line below it, in this order; `...` matches anything.
#[test]
fn the_tour_shows_what_is_printed() {
    let page = fs::read_to_string(root().join("docs/tour.md")).unwrap();
    let folder = scratch("tour");
    fs::create_dir_all(&folder).unwrap();
    let mut commands = 0;
    for console in page.split("```console").skip(1) {
        let (console, _) = console.split_once("```").unwrap();
        for sample in console.split("\n$ ").skip(1) {
            let (command, shown) = sample.split_once('\n').unwrap_or((sample, ""));
            let ran = run(shell(&folder, command));
            let mut printed = ran.stdout.lines().chain(ran.stderr.lines());
            for line in shown.lines().filter(|&line| line != "...") {
                let is_printed = match line.strip_suffix("...") {
                    Some(begin) => printed.any(|printed| printed.starts_with(begin)),
                    None => printed.any(|printed| printed == line),
                };
                assert!(is_printed, "expected the line {line:?}\n{ran}");
            }
            commands += 1;
        }
    }
    assert!(commands > 5, "{commands} commands");
}
