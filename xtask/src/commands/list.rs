//! `list`: the puzzles, in order of publication.

use anyhow::Result;
use serde::Serialize;

use crate::output::{Column, TableFormat, print_json, print_table};
use crate::workspace::Workspace;

/// A puzzle as `list --format json` shows it.
#[derive(Serialize)]
struct Entry<'a> {
    puzzle: &'a str,
    #[serde(flatten)]
    metadata: &'a protocol::Metadata,
    /// The folder of its crate, from the workspace's root.
    folder: String,
}

pub(crate) fn run(format: TableFormat) -> Result<u8> {
    let workspace = Workspace::load()?;
    let entries = workspace.puzzles.iter();
    let entries = entries.map(|puzzle| Entry {
        puzzle: &puzzle.slug,
        metadata: &puzzle.metadata,
        folder: workspace.shown(&puzzle.folder).to_string(),
    });
    if format == TableFormat::Json {
        print_json(&entries.collect::<Vec<_>>())?;
        return Ok(0);
    }
    let rows = entries.map(|Entry { puzzle, metadata, .. }| {
        [
            puzzle.to_owned(),
            metadata.title.clone(),
            metadata.published.map_or(String::new(), |month| month.to_string()),
            metadata.source.clone().unwrap_or_default(),
            metadata.url.clone().unwrap_or_default(),
        ]
    });
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Title", 4),
        Column::text("Published", 3),
        Column::text("Source", 2),
        Column::text("Address", 1),
    ];
    print_table(format, &columns, rows)?;
    Ok(0)
}
