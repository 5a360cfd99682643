//! The pages with figures: the table of all puzzles in `docs/puzzles.md`, and the README's headline
//! and newest puzzles, which are taken from that table.

use std::collections::HashMap;

use anyhow::{Context, Result};
use itertools::{Either, Itertools};
use protocol::{Figures, Kept, Row, count, duration};

use crate::output::{Column, markdown_table, shown_answer};
use crate::page::{Page, link};
use crate::workspace::{PuzzleCrate, Workspace};

const README: &str = "README.md";
const TABLE: &str = "docs/puzzles.md";

/// Number of puzzles in the README.
const NEWEST: usize = 10;

/// The columns of the table, and one of its rows.
const COLUMNS: [Column; 7] = [
    Column::text("Puzzle", 0),
    Column::text("Published", 0),
    Column::text("Source", 0),
    Column::text("Answer", 0),
    Column::text("Verdict", 0),
    Column::figure("Nodes", 0),
    Column::figure("Time", 0),
];
type TableRow = [String; COLUMNS.len()];
const PUZZLE: usize = 0;
const PUBLISHED: usize = 1;
const ANSWER: usize = 3;
const VERDICT: usize = 4;
const NODES: usize = 5;
const TIME: usize = 6;

/// Writes the figures of the measured puzzles into the table, where the others keep theirs, and
/// updates the README's parts of the table.
pub(super) fn save(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    solved: &[Row],
    measured: &[Figures],
) -> Result<()> {
    let (mut table, mut readme) = (Page::read(workspace, TABLE)?, Page::read(workspace, README)?);
    let mut rows: HashMap<_, TableRow> = table.rows("puzzles")?;
    for ((puzzle, row), measured) in puzzles.iter().zip(solved).zip(measured) {
        rows.insert(puzzle.slug.clone(), table_row(puzzle, row, measured));
    }
    let (rows, missing): (Vec<_>, Vec<_>) =
        workspace.puzzles.iter().partition_map(|puzzle| match rows.remove(&puzzle.slug) {
            Some(row) => Either::Left(row),
            None => Either::Right(puzzle.slug.as_str()),
        });
    readme.replace("headline", &headline(&rows)?)?;
    readme.replace("newest", &newest(&rows))?;
    table.replace("puzzles", &markdown_table(&COLUMNS, rows))?;
    table.write()?;
    readme.write()?;
    eprintln!("wrote the table in {TABLE}, the headline and the newest puzzles in {README}");
    if !missing.is_empty() {
        eprintln!("not in the table yet: {}", missing.join(", "));
    }
    Ok(())
}

/// Returns the figures in the table, by the slugs of their puzzles.
pub(crate) fn kept(workspace: &Workspace) -> Result<HashMap<String, Kept>> {
    let rows = Page::read(workspace, TABLE)?.rows("puzzles")?;
    let kept = |(slug, row): (String, TableRow)| {
        let (nodes, seconds) = (row[NODES].parse().ok()?, parse_duration(&row[TIME])?);
        Some((slug, Kept { nodes, seconds }))
    };
    Ok(rows.into_iter().filter_map(kept).collect())
}

fn table_row(puzzle: &PuzzleCrate, row: &Row, measured: &Figures) -> TableRow {
    let metadata = &puzzle.metadata;
    let source = metadata.source.clone().unwrap_or_default();
    [
        link(puzzle),
        metadata.published.map_or(String::new(), |month| month.to_string()),
        metadata.url.as_ref().map_or(source.clone(), |url| format!("[{source}]({url})")),
        row.answer().map_or(String::new(), |answer| folded(&shown_answer(Some(answer)))),
        row.verdict(),
        measured.nodes.to_string(),
        duration(measured.median),
    ]
}

/// Returns an answer hidden until it is clicked, for readers who want to solve first.
fn folded(answer: &str) -> String {
    format!("<details><summary>show</summary>{answer}</details>")
}

/// Returns the README's summary of the table.
fn headline(rows: &[TableRow]) -> Result<String> {
    let verdicts = |words: &[&str]| {
        rows.iter().filter(|row| words.iter().any(|word| row[VERDICT].contains(word))).count()
    };
    let (proved, numbers) = (verdicts(&["proved"]), verdicts(&["exact", "enclosed"]));
    let records = match verdicts(&["record"]) {
        0 => String::new(),
        records => format!(", {records} with a record, which is not proved to be the best"),
    };
    let time = |row: &TableRow| {
        let read = parse_duration(&row[TIME]);
        read.with_context(|| format!("{TABLE}: no time in the row of {}", row[PUZZLE]))
    };
    let mut times: Vec<f64> = rows.iter().map(time).try_collect()?;
    times.sort_by(f64::total_cmp);
    // A few hard ones take nearly all of the time.
    let half = times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default();
    Ok(format!(
        "**{} solved in {} on one core, half of them in {} each at most: {proved} with a proof that \
         there is no other solution, or no better one, {numbers} with a number that is exact, or \
         enclosed to every digit asked for{records}.**\n\
         The time is the sum over the [table of all puzzles]({TABLE}).",
        count(rows.len() as u128, "puzzle"),
        duration(times.iter().sum()),
        duration(half)
    ))
}

/// Returns the most recently published puzzles, the newest first, for the README.
fn newest(rows: &[TableRow]) -> String {
    let shown = [PUZZLE, PUBLISHED, ANSWER, VERDICT, TIME];
    let published = rows.iter().rev().filter(|row| !row[PUBLISHED].is_empty());
    // The README is not in a folder below the root.
    let cells = |row: &TableRow| shown.map(|column| row[column].replace("](../", "]("));
    markdown_table(&shown.map(|column| COLUMNS[column]), published.take(NEWEST).map(cells))
}

/// Parses seconds written by [`duration`].
fn parse_duration(text: &str) -> Option<f64> {
    let (number, unit) = text.split_once(' ')?;
    let (_, unit) = [("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0)]
        .into_iter()
        .find(|(name, _)| *name == unit)?;
    Some(number.parse::<f64>().ok()? * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(slug: &str, published: &str, verdict: &str, time: &str) -> TableRow {
        let link = format!("[Title](../crates/puzzles/{slug})");
        [&link, published, "", "a|b", verdict, "76", time].map(str::to_owned)
    }

    #[test]
    fn the_headline_adds_up_the_times() {
        let rows = [
            row("hooks-7", "2021-02", "solved, proved unique", "28.7 us"),
            row("expelled", "2014-07", "solved, exact", "1.20 ms"),
        ];
        let text = headline(&rows).unwrap();
        let starts = "**2 puzzles solved in 1.23 ms on one core, half of them in ";
        assert!(text.starts_with(starts), "{text}");
        assert!(text.contains("1 with a number that is exact"), "{text}");
        assert!(!text.contains("record"), "{text}");
        let text = headline(&[row("eldrow", "2022-02", "solved, a record", "2.00 s")]).unwrap();
        assert!(text.contains(", 1 with a record"), "{text}");
    }

    #[test]
    fn the_readme_shows_the_newest_puzzles() {
        let dated =
            (1..=12).map(|month| row(&format!("p-{month}"), &format!("2024-{month:02}"), "", ""));
        let rows: Vec<_> = dated.chain([row("undated", "", "", "")]).collect();
        let table = newest(&rows);
        let shown: Vec<_> = table.lines().skip(2).map(|line| line.split('|').collect()).collect();
        let cell = |row: &Vec<&str>, column: usize| row[column].trim().to_owned();
        assert_eq!(shown.len(), 10);
        assert_eq!(cell(&shown[0], 1), "[Title](crates/puzzles/p-12)");
        assert_eq!(cell(&shown[9], 1), "[Title](crates/puzzles/p-3)");
        assert_eq!(cell(&shown[9], 2), "2024-03");
    }

    #[test]
    fn times_are_read_as_they_were_written() {
        for seconds in [3.34e-7, 2.87e-5, 4.06e-3, 12.34] {
            let read = parse_duration(&duration(seconds)).unwrap();
            assert!((read - seconds).abs() < 1e-3 * seconds, "{read}");
        }
        assert_eq!(parse_duration("soon"), None);
    }
}
