//! One test per puzzle: what `cargo xtask solve-all` finds is what the puzzle's snapshot says. And
//! one per snapshot: it belongs to a puzzle.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use insta::Settings;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use workspace_tests::{root, xtask};

/// The results of all puzzles, found once and only if a test needs them.
static RESULTS: LazyLock<Vec<Value>> =
    LazyLock::new(|| rows(&["solve-all", "--format", "json"], &[0, 1]));

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let puzzles: BTreeSet<_> =
        rows(&["list", "--format", "json"], &[0]).iter().map(|row| text(row, "puzzle")).collect();
    let orphans = snapshots().into_iter().filter(|slug| !puzzles.contains(slug));
    let mut trials: Vec<_> = orphans
        .map(|slug| Trial::test(format!("snapshot_of_{slug}"), move || Err(orphan(&slug))))
        .collect();
    trials.extend(puzzles.iter().cloned().map(|slug| {
        Trial::test(slug.clone(), move || {
            is_known(&slug);
            Ok(())
        })
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The rows that a command of the runner prints as JSON.
fn rows(arguments: &[&str], exit_codes: &[i32]) -> Vec<Value> {
    let ran = xtask(arguments);
    assert!(ran.code.is_some_and(|code| exit_codes.contains(&code)), "{ran:#?}");
    ran.json().as_array().expect("a list of puzzles").clone()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

fn folder() -> PathBuf {
    root().join("tests").join("snapshots")
}

/// The slugs of all snapshots.
fn snapshots() -> BTreeSet<String> {
    let Ok(files) = fs::read_dir(folder()) else { return BTreeSet::new() };
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    names.filter_map(|name| Some(name.strip_suffix(".snap")?.to_owned())).collect()
}

fn orphan(slug: &str) -> Failed {
    format!("there is no puzzle {slug}; `git rm tests/snapshots/{slug}.snap` removes its snapshot")
        .into()
}

/// Compares a result with its snapshot, as insta does it.
fn is_known(slug: &str) {
    let row = RESULTS.iter().find(|row| row["puzzle"] == slug).expect("every puzzle has a row");
    let status = text(row, "status");
    let Some(result) = row["snapshot_text"].as_str() else {
        panic!("{slug} is {status}: {}", text(row, "error"));
    };
    assert_ne!(status, "unwritten", "{slug}: write its search, then `cargo xtask accept {slug}`");
    let command = format!("`cargo xtask accept {slug}` takes the result over");
    assert!(
        text(row, "snapshot") != "new"
            || std::env::var_os("INSTA_UPDATE").is_some_and(|how| how != "no"),
        "{slug} has no snapshot; {command}"
    );
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description("");
    settings.bind(|| {
        eprintln!("if the difference is right, {command}");
        insta::assert_snapshot!(slug, result);
    });
}
