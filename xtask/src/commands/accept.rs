//! `accept`: updates the snapshots of answers and of the programs' output on their cases, and shows
//! the changes. The tests write the snapshots.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::Row;

use crate::FALLS_SHORT;
use crate::cargo::cargo;
use crate::difference::difference;
use crate::output::print_text;
use crate::programs;
use crate::progress::Progress;
use crate::results;
use crate::snapshots;
use crate::workspace::{PuzzleCrate, Workspace};

pub(crate) fn run(slugs: &[String], timeout: Duration) -> Result<u8> {
    let workspace = Workspace::load()?;
    // Overwriting a snapshot requires its full name.
    let puzzles = slugs.iter().map(|slug| workspace.named(slug)).collect::<Result<Vec<_>>>()?;
    let mut all_accepted = true;
    for (puzzle, row) in puzzles.iter().zip(results::solve(&workspace, &puzzles, timeout, None)?) {
        all_accepted &= accept_answer(&workspace, &row)? && accept_cases(&workspace, puzzle)?;
    }
    Ok(if all_accepted { 0 } else { FALLS_SHORT })
}

/// Accepts the answer; returns false if it falls short of the puzzle's goal.
fn accept_answer(workspace: &Workspace, row: &Row) -> Result<bool> {
    let slug = &row.puzzle;
    if !row.reaches_goal() {
        let why = row.error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        eprintln!("{slug}: not accepted, it is {}{why}", row.status());
        return Ok(false);
    }
    accept(workspace, slug, &workspace.snapshot_path(slug))
}

/// Accepts the program's output on its cases; returns false if a case fails.
fn accept_cases(workspace: &Workspace, puzzle: &PuzzleCrate) -> Result<bool> {
    let path = workspace.cases_snapshot_path(&puzzle.slug);
    accept(workspace, &format!("cases::{}", puzzle.slug), &path)
}

/// Runs the test of this name, which writes the snapshot at `path`, and shows what has changed;
/// returns false if the test fails.
fn accept(workspace: &Workspace, test: &str, path: &Path) -> Result<bool> {
    let kept = snapshots::read(path)?;
    let mut command = cargo();
    command.current_dir(&workspace.root).env("INSTA_UPDATE", "always");
    command.args([
        "test",
        "--release",
        "--color",
        "never",
        "--test",
        "puzzles",
        "--",
        "--exact",
        test,
    ]);
    command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "120");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let progress = Progress::open(format!("building the tests and running {test}"));
    let mut child = command.spawn().context("cannot run cargo")?;
    let stderr = child.stderr.take().expect("the errors are piped");
    // Errors of the compiler are shown, and that cargo waits for another one.
    let shown = thread::scope(|scope| {
        scope.spawn(|| programs::show(stderr, &progress));
        child.wait_with_output()
    });
    let output = shown.context("cannot wait for cargo")?;
    drop(progress);
    let text = snapshots::read(path)?;
    let Some(text) = text.filter(|_| output.status.success()) else {
        let said = String::from_utf8_lossy(&output.stdout);
        eprintln!("{test}: not accepted, the test failed ({}):\n{}", output.status, said.trim());
        return Ok(false);
    };
    show(test, workspace, path, kept.as_deref(), &text)?;
    Ok(true)
}

/// Shows the difference between the accepted and the previous snapshot.
fn show(
    name: &str,
    workspace: &Workspace,
    path: &Path,
    kept: Option<&str>,
    text: &str,
) -> Result<()> {
    if kept == Some(text) {
        return print_text(&format!("{name}: nothing has changed\n"));
    }
    let difference = difference(kept.unwrap_or_default(), text);
    print_text(&format!("{difference}{name}: accepted into {}\n", workspace.shown(path)))
}
