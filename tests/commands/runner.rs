//! Tests of the runner from a user's perspective, which do not change this workspace.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use workspace_tests::{cargo, root, run, scratch, solve, xtask};

fn puzzles() -> Vec<Value> {
    xtask(&["list", "--format", "json"]).ends_with(0).json().as_array().unwrap().clone()
}

#[test]
fn list_is_in_order_of_publication() {
    let months: Vec<_> =
        puzzles().iter().map(|row| row["published"].as_str().map(ToOwned::to_owned)).collect();
    let mut sorted = months.clone();
    sorted.sort_by_key(|month| (month.is_none(), month.clone()));
    assert_eq!(months, sorted);
    let table = xtask(&["list"]).ends_with(0).stdout;
    assert!(table.contains("hooks-7") && table.contains("Hooks #7"), "{table}");
}

#[test]
fn list_has_the_grades_of_the_table_of_explanations() {
    let page = std::fs::read_to_string(root().join("docs/explanations.md")).unwrap();
    for puzzle in puzzles() {
        let link = format!("](../{})", puzzle["folder"].as_str().unwrap());
        let row = page.lines().find(|line| line.starts_with("| [") && line.contains(&link));
        let grade = row.and_then(|row| row.split('|').nth(2)).map(str::trim);
        let grade = grade.filter(|grade| !grade.starts_with("stopped") && *grade != "unknown");
        assert_eq!(puzzle["grade"].as_str(), grade, "{puzzle}");
    }
}

#[test]
fn solve_all_takes_substrings_and_an_exact_slug_beats_them() {
    let chosen = |patterns: &[&str]| {
        let rows = xtask(&[&["solve-all", "--format", "json"], patterns].concat()).ends_with(0);
        let slug = |row: &Value| row["puzzle"].as_str().unwrap().to_owned();
        rows.json().as_array().unwrap().iter().map(slug).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&["hooks-7"]), ["hooks-7"]);
    let both = chosen(&["agony", "olympic"]);
    assert!(both.iter().all(|slug| slug.contains("agony") || slug.contains("olympic")), "{both:?}");
    let place = |slug: &str| both.iter().position(|other| other == slug).unwrap();
    assert!(place("olympic-rings") < place("die-agony"), "in order of publication: {both:?}");
}

#[test]
fn a_pattern_without_a_puzzle_is_exit_code_2() {
    let ran = xtask(&["solve-all", "no-such-puzzle"]).ends_with(2);
    assert!(ran.stderr.contains("no puzzle is called `no-such-puzzle`"), "{}", ran.stderr);
    assert!(ran.stdout.is_empty());
    for command in ["solve", "accept", "draw", "bench"] {
        let ran = xtask(&[command, "no-such-puzzle"]).ends_with(2);
        assert!(ran.stderr.contains("cargo xtask list"), "{}", ran.stderr);
    }
}

#[test]
fn wrong_arguments_are_exit_code_2() {
    for arguments in [
        &["solve-all", "--timeout", "0"][..],
        &["solve-all", "--timeout", "soon"],
        &["solve-all", "--jobs", "0"],
        &["solve-all", "--format", "yaml"],
        &["accept"],
        &["sing"],
        &["new", "hooks-99"],
        &["new", "hooks-99", "--title", "T", "--published", "2026-13"],
        &["bench", "--save-readme", "--set", "order=5"],
        &["completions", "tcsh"],
        &["ci", "--long", "0"],
        &["ci", "hooks-7"],
    ] {
        let ran = xtask(arguments).ends_with(2);
        assert!(ran.stderr.contains("error:"), "{}", ran.stderr);
    }
    let ran = xtask(&["solve-all", "--jobs", "-1"]).ends_with(2);
    assert!(ran.stderr.contains("'--jobs <N>': expected a whole number from 1"), "{}", ran.stderr);
}

#[test]
fn new_refuses_bad_and_taken_names() {
    for (slug, why) in [
        ("7-up", "cannot be a puzzle's name"),
        ("Hooks", "cannot be a puzzle's name"),
        ("match", "cannot be a puzzle's name"),
        ("test", "cannot be a puzzle's name"),
        ("serde", "a dependency is called that"),
        ("hooks-7", "has a crate `hooks-7` already"),
        ("workspace-tests", "has a crate `workspace-tests` already"),
    ] {
        let ran = xtask(&["new", slug, "--title", "T"]).ends_with(2);
        assert!(ran.stderr.contains(why), "{slug}: {}", ran.stderr);
    }
    let ran = xtask(&["new", "fine-name", "--title", "two\nlines"]).ends_with(2);
    assert!(ran.stderr.contains("--title must be one line"), "{}", ran.stderr);
    assert!(!root().join("crates/puzzles/fine-name").exists());
}

#[test]
fn solve_passes_arguments_and_exit_code_on() {
    let ran = xtask(&["solve", "hooks-7", "--format", "json", "--limit", "1"]).ends_with(1);
    assert_eq!(ran.json()["status"], "unproved");
    let help = xtask(&["solve", "hooks-7", "--help"]).ends_with(0);
    assert!(help.stdout.contains("--instance"), "{}", help.stdout);
    let before = xtask(&["solve", "--limit", "1", "--format", "json", "hooks-7"]).ends_with(1);
    assert_eq!(before.json()["status"], "unproved");
}

#[test]
fn solve_explains_itself_without_a_puzzle_and_each_puzzle_what_it_can_do() {
    for help in [&["solve", "--help"][..], &["solve", "-h"], &["help", "solve"]] {
        let help = xtask(help).ends_with(0).stdout;
        assert!(help.contains("cargo xtask solve <PUZZLE>"), "{help}");
        assert!(help.contains("cargo xtask solve hooks-7 "), "{help}");
    }
    let help = xtask(&["solve", "hooks-7", "check", "--help"]).ends_with(0).stdout;
    assert!(help.contains("Usage: cargo xtask solve hooks-7 check [OPTIONS]"), "{help}");
    let help = xtask(&["solve", "hooks-7", "--help"]).ends_with(0).stdout;
    let examples = help.lines().filter(|line| line.starts_with("  cargo xtask solve hooks-7"));
    assert!(examples.count() >= 4, "{help}");
}

#[test]
fn puzzles_may_be_named_as_people_write_them() {
    for name in ["hooks7", "Hooks-7", "Hooks #7", "HOOKS_7"] {
        let solved = xtask(&["solve", name, "--format", "json"]).ends_with(0);
        assert_eq!(solved.json()["puzzle"], "hooks-7", "{name}");
    }
    let rows = xtask(&["solve-all", "Die Agony", "--format", "json"]).ends_with(0).json();
    assert_eq!(rows[0]["puzzle"], "die-agony");
    let ran = xtask(&["watch", "die-agnoy"]).ends_with(2);
    assert!(ran.stderr.contains("did you mean `die-agony`?"), "{}", ran.stderr);
    let ran = xtask(&["accept", "poetry"]).ends_with(2);
    assert!(ran.stderr.contains("did you mean `poetry-in-motion`?"), "{}", ran.stderr);
}

#[test]
fn shells_are_told_commands_and_puzzles() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = xtask(&["completions", shell]).ends_with(0).stdout;
        for word in ["cargo xtask", "solve-all", "hooks-7", "--save-readme"] {
            // In fish, options are listed without hyphens.
            assert!(script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
    }
    let fish = xtask(&["completions", "fish"]).ends_with(0).stdout;
    for command in ["solve", "accept", "draw"] {
        let completed = format!("using_subcommand {command}\" -f -a \"");
        let line = fish.lines().find(|line| line.contains(&completed)).expect(command);
        assert!(line.contains(" hooks-7 "), "{line}");
    }
    assert!(!fish.contains("using_subcommand new\" -f -a"), "a new puzzle has a name of its own");
    assert!(fish.contains("complete -c cargo -n \"__fish_seen_subcommand_from xtask\""), "{fish}");
}

#[test]
fn what_a_failing_test_shows_of_a_command_can_be_repeated() {
    let ran = solve("hooks-7", &["check", "--set", "x = 'y'"]).ends_with(2);
    let shown = ran.to_string();
    let command = r"hooks-7 check --set 'x = '\''y'\'''";
    assert!(shown.starts_with("$ ") && shown.contains(command), "{shown}");
    assert!(shown.contains("\nexit code 2\nerrors:\nerror: "), "{shown}");
}

#[test]
fn a_reader_that_closes_the_pipe_early_is_no_error() {
    let mut command = cargo(root(), &["--quiet", "xtask", "solve-all", "olympic"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && !errors.contains("panicked"), "{errors}");
}

#[test]
fn draw_writes_a_file() {
    let path = scratch("draw-writes-a-file.svg");
    let out = path.to_str().unwrap();
    let printed = solve("tile-and-trouble", &["draw", "--empty"]).ends_with(0).stdout;
    for arguments in [
        ["tile-and-trouble", "--out", out, "--empty"],
        ["tile-and-trouble", "--empty", "--out", out],
        ["--empty", "--out", out, "tile-and-trouble"],
    ] {
        let _ = std::fs::remove_file(&path);
        let ran = xtask(&[&["draw"], &arguments[..]].concat()).ends_with(0);
        assert!(ran.stdout.is_empty());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), printed, "{arguments:?}");
    }
}

#[test]
fn bench_measures_every_instance_of_a_genre() {
    let ran = xtask(&["bench", "akari", "--instances", "--format", "json"]);
    let rows = ran.json();
    let row = |name| rows.as_array().unwrap().iter().find(|row| row["instance"] == name).unwrap();
    assert_eq!(row("example")["status"], "solved");
    assert_eq!(row("natural/empty-20-by-20")["status"], "ambiguous");
    let _ = xtask(&["bench", "expelled", "--instances"]).ends_with(1);
    let _ = xtask(&["bench", "--save"]).ends_with(2);
}

#[test]
fn bench_prints_figures_for_programs_too() {
    let ran = xtask(&["bench", "olympic", "--seconds", "0.01", "--format", "json"]).ends_with(0);
    let rows = ran.json();
    let row = &rows.as_array().unwrap()[0];
    assert_eq!(row["puzzle"], "olympic-rings");
    for key in ["first", "minimum", "median", "runs", "nodes"] {
        assert!(row[key].as_f64().is_some_and(|figure| figure > 0.0), "{key} of {row:#}");
    }
    let settings = ["bench", "latin", "--seconds", "0.01", "--set", "order=5"];
    let table = xtask(&settings).ends_with(0).stdout;
    assert!(table.contains("diagonal-latin-square") && table.contains("Median"), "{table}");
}

#[test]
fn the_readme_names_what_the_runner_does() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let page = std::fs::read_to_string(root().join("docs/commands.md")).unwrap();
    let help = xtask(&["--help"]).ends_with(0).stdout;
    let commands = ["new", "list", "solve", "solve-all", "accept", "bench", "draw", "ci"];
    for command in commands.into_iter().chain(["explain", "hint", "grade"]) {
        assert!(help.contains(&format!("  {command} ")), "{command}: {help}");
        assert!(readme.contains(&format!("cargo xtask {command}")), "{command}");
        assert!(page.contains(&format!("| `cargo xtask {command}")), "{command}");
    }
    for command in ["cargo xtask solve-all", "cargo test --release"] {
        assert!(readme.contains(&format!("\n{command}")), "{command}");
    }
}

#[test]
fn the_runner_works_from_any_folder_of_the_workspace() {
    let folder = root().join("crates/puzzles").join("hooks-7");
    let ran = run(cargo(&folder, &["xtask", "solve-all", "hooks-7"]));
    assert!(ran.ends_with(0).stdout.contains("Hooks #7"));
}

/// With other features a dependency and all its dependents would be rebuilt.
#[test]
fn a_dependency_has_the_same_features_whatever_is_built() {
    let features = |selection: &[&str]| {
        let tree = ["tree", "--offline", "--prefix", "none", "--format", "{p} {f}"];
        let edges = ["--edges", "normal,build"];
        let tree = run(cargo(root(), &[&tree, &edges[..], selection].concat())).ends_with(0).stdout;
        let lines = tree.lines().map(|line| line.trim_end_matches(" (*)"));
        let lines = lines.filter_map(|line| line.split_once(" v"));
        lines.map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect::<BTreeSet<_>>()
    };
    let all = features(&["--edges", "normal,build,dev"]);
    for package in ["hooks-5", "xtask"] {
        let other: Vec<_> = features(&["--package", package]).difference(&all).cloned().collect();
        assert!(other.is_empty(), "built with {package} alone: {other:#?}");
    }
}

#[test]
fn make_writes_an_instance_and_a_picture_of_it_without_its_solution() {
    let path = scratch("made-by-the-runner.toml");
    let out = path.to_str().unwrap();
    let ran = xtask(&["make", "hooks-10", "--size", "4", "--seed", "1", "--out", out]).ends_with(0);
    let title = "In the manner of Hooks 10: size 4, seed 1";
    let made = format!("{title}; one solution, no clue can go; ");
    assert!(ran.stdout.starts_with(&made), "{}", ran.stdout);
    let report = solve("hooks-10", &["--instance", out, "--format", "json"]).json();
    assert_eq!(report["status"], "solved");
    let picture = std::fs::read_to_string(path.with_extension("svg")).unwrap();
    let empty = solve("hooks-10", &["draw", "--empty", "--title", title, "--instance", out]);
    assert_eq!(picture, empty.stdout);
    assert!(picture.contains(&format!("<title>{title}</title>")), "{picture}");

    let refused = xtask(&["make", "hooks-10", "--out", "made.txt"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("expected a name that ends in .toml"), "{}", refused.stderr);
}

#[test]
fn a_book_that_cannot_be_is_refused_before_anything_is_made() {
    for (arguments, expected) in [
        (&["--out", "book.txt"][..], "expected a name that ends in .pdf or .html"),
        (&["--out", "none/book.pdf"], "expected a file in an existing folder"),
        (
            &["--out", "book.pdf", "--from", "hard", "--to", "easy"],
            "expected a hardest grade that is not easier",
        ),
        (&["--out", "book.pdf", "--from", "so-so"], "trivial, easy, moderate"),
        (&["--out", "book.pdf", "hooks-5:large"], "expected PUZZLE:SIZE, such as hooks-5:9"),
        (&["--out", "book.pdf", "hooks-5", "hooks-5:9"], "hooks-5 is named twice"),
    ] {
        let ran = xtask(&[&["book"], arguments].concat()).ends_with(2);
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn a_puzzle_of_which_nothing_can_be_made_ends_the_book() {
    let start = Instant::now();
    let grades = ["--from", "fiendish", "--to", "fiendish"];
    let book = ["book", "hooks-4:3", "expelled", "--count", "2", "--out", "book.pdf"];
    let ran = xtask(&[&book[..], &grades, &["--timeout", "600"]].concat()).ends_with(2);
    assert!(ran.stderr.contains("expelled: instances are made of puzzles"), "{ran:?}");
    assert!(start.elapsed() < Duration::from_secs(300), "the others were looked for on");
}
