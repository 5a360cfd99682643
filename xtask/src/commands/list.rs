//! `list`: the puzzles, in order of publication.

use anyhow::Result;
use protocol::Grade;
use serde::Serialize;

use super::grade;
use crate::output::{Column, TableFormat, print_json, print_table_within};
use crate::workspace::Workspace;

/// A puzzle as `list --format json` shows it.
#[derive(Serialize)]
struct Entry<'a> {
    puzzle: &'a str,
    #[serde(flatten)]
    metadata: &'a protocol::Metadata,
    /// How hard its explanation is, from the table of all explanations.
    grade: Option<Grade>,
    /// The folder of its crate, from the workspace's root.
    folder: String,
}

/// Width of the table where it is not printed on a terminal.
const PIPED: u16 = 100;

pub(crate) fn run(format: TableFormat) -> Result<u8> {
    let workspace = Workspace::load()?;
    let grades = grade::known(&workspace)?;
    let entries = workspace.puzzles.iter();
    let entries = entries.map(|puzzle| Entry {
        puzzle: &puzzle.slug,
        metadata: &puzzle.metadata,
        grade: grades.get(&puzzle.slug).copied(),
        folder: workspace.shown(&puzzle.folder).to_string(),
    });
    if format == TableFormat::Json {
        print_json(&entries.collect::<Vec<_>>())?;
        return Ok(0);
    }
    let rows = entries.map(|Entry { puzzle, metadata, grade, .. }| {
        [
            puzzle.to_owned(),
            metadata.title.clone(),
            metadata.published.map_or(String::new(), |month| month.to_string()),
            grade.map_or(String::new(), |grade| grade.to_string()),
            metadata.source.clone().unwrap_or_default(),
            metadata.url.clone().unwrap_or_default(),
        ]
    });
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Title", 5),
        Column::text("Published", 4),
        Column::text("Grade", 3),
        Column::text("Source", 2),
        Column::text("Address", 1),
    ];
    print_table_within(Some(PIPED), format, &columns, rows)?;
    Ok(0)
}
