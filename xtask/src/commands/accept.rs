//! `accept`: takes results over into their snapshots, after showing what changes.

use std::time::Duration;

use anyhow::{Result, bail};
use protocol::Row;

use crate::FALLS_SHORT;
use crate::difference::difference;
use crate::results;
use crate::snapshots;
use crate::workspace::{PuzzleCrate, Workspace};

pub(crate) fn run(slugs: &[String], timeout: Duration) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = slugs.iter().map(|slug| exact(&workspace, slug)).collect::<Result<Vec<_>>>()?;
    let mut all_accepted = true;
    for row in results::solve(&workspace, &puzzles, timeout, None)? {
        all_accepted &= accept(&workspace, &row)?;
    }
    Ok(if all_accepted { 0 } else { FALLS_SHORT })
}

/// To overwrite a snapshot one has to name it in full.
fn exact<'a>(workspace: &'a Workspace, slug: &str) -> Result<&'a PuzzleCrate> {
    match workspace.puzzles.iter().find(|puzzle| puzzle.slug == slug) {
        Some(puzzle) => Ok(puzzle),
        None => bail!("no puzzle is called `{slug}`; `cargo xtask list` shows them all"),
    }
}

/// Whether the result was worth keeping.
fn accept(workspace: &Workspace, row: &Row) -> Result<bool> {
    let slug = &row.puzzle;
    let Some(text) = row.snapshot_text.as_ref().filter(|_| row.reaches_goal()) else {
        let why = row.error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        eprintln!("{slug}: not accepted, it is {}{why}", row.status.word());
        return Ok(false);
    };
    let path = workspace.snapshot_path(slug);
    match snapshots::read(&path)? {
        Some(kept) if kept == *text => println!("{slug}: nothing has changed"),
        kept => {
            let kept = kept.unwrap_or_default();
            print!("{}", difference(&kept, text));
            snapshots::write(&path, text)?;
            println!("{slug}: accepted into {}", workspace.shown(&path));
        }
    }
    Ok(true)
}
