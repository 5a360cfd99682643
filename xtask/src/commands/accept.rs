//! `accept`: takes results over into their snapshots, and shows what changes: answers, which
//! `solve-all` compares, and what programs say of their cases, which the tests compare.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::Row;

use crate::FALLS_SHORT;
use crate::cargo::cargo;
use crate::difference::difference;
use crate::results;
use crate::snapshots;
use crate::workspace::{PuzzleCrate, Workspace};

pub(crate) fn run(slugs: &[String], timeout: Duration) -> Result<u8> {
    let workspace = Workspace::load()?;
    // To overwrite a snapshot one has to name it in full.
    let puzzles = slugs.iter().map(|slug| workspace.named(slug)).collect::<Result<Vec<_>>>()?;
    let mut all_accepted = true;
    for (puzzle, row) in puzzles.iter().zip(results::solve(&workspace, &puzzles, timeout, None)?) {
        all_accepted &= accept_answer(&workspace, &row)? && accept_cases(&workspace, puzzle)?;
    }
    Ok(if all_accepted { 0 } else { FALLS_SHORT })
}

/// Whether the result was worth keeping.
fn accept_answer(workspace: &Workspace, row: &Row) -> Result<bool> {
    let slug = &row.puzzle;
    let Some(text) = row.snapshot_text.as_ref().filter(|_| row.reaches_goal()) else {
        let why = row.error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        eprintln!("{slug}: not accepted, it is {}{why}", row.status.word());
        return Ok(false);
    };
    let path = workspace.snapshot_path(slug);
    let kept = snapshots::read(&path)?;
    if kept.as_ref() != Some(text) {
        snapshots::write(&path, text)?;
    }
    show(slug, workspace, &path, kept.as_deref(), text);
    Ok(true)
}

/// Whether the cases are as they should be, so what the program says of them was kept. The tests
/// try them and write the snapshot.
fn accept_cases(workspace: &Workspace, puzzle: &PuzzleCrate) -> Result<bool> {
    let name = format!("cases::{}", puzzle.slug);
    let path = workspace.cases_snapshot_path(&puzzle.slug);
    let kept = snapshots::read(&path)?;
    let mut command = cargo();
    command.current_dir(&workspace.root).env("INSTA_UPDATE", "always");
    command.args(["test", "--release", "--quiet", "--test", "puzzles", "--", "--exact", &name]);
    let output = command.output().context("cannot run cargo")?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        eprintln!("{name}: not accepted:\n{}", String::from_utf8_lossy(&said).trim_end());
        return Ok(false);
    }
    let Some(text) = snapshots::read(&path)? else {
        eprintln!("{name}: not accepted: no test of this name was run");
        return Ok(false);
    };
    show(&name, workspace, &path, kept.as_deref(), &text);
    Ok(true)
}

/// Shows what was accepted in place of what was kept.
fn show(name: &str, workspace: &Workspace, path: &Path, kept: Option<&str>, text: &str) {
    if kept == Some(text) {
        println!("{name}: nothing has changed");
        return;
    }
    print!("{}", difference(kept.unwrap_or_default(), text));
    println!("{name}: accepted into {}", workspace.shown(path));
}
