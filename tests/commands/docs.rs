//! Checks that the pages in `docs` show the commands' output, and link to files that exist.

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

#[test]
fn links_of_the_pages_lead_to_files() {
    let folder = fs::read_dir(root().join("docs")).unwrap();
    let docs = folder.map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    for page in
        pages.chain(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|name| root().join(name)))
    {
        let text = fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.contains("://")) {
            let file = page.parent().unwrap().join(link);
            assert!(file.exists(), "{} links to {link}", page.display());
        }
    }
}

#[test]
fn the_page_of_shared_crates_lists_all_of_them() {
    let page = fs::read_to_string(root().join("docs/crates.md")).unwrap();
    for entry in fs::read_dir(root().join("crates/shared")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains(&format!(" {name}/ ")), "{name} is missing");
    }
}
