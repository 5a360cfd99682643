//! `solve-all`: every puzzle, each in a process of its own, one row each.

use std::io::{self, ErrorKind, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle, presets};
use puzzle::cli::duration;
use serde::Serialize;

use crate::results::{self, Row, RowStatus};
use crate::snapshots::Comparison;
use crate::workspace::Workspace;
use crate::{FALLS_SHORT, TableFormat};

pub(crate) fn run(
    patterns: &[String],
    format: TableFormat,
    timeout: Duration,
    jobs: Option<usize>,
) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let start = Instant::now();
    let rows = results::solve(&workspace, &puzzles, timeout, jobs)?;
    match format {
        TableFormat::Json => print_json(&rows)?,
        TableFormat::Table | TableFormat::Markdown => print(&rows, format, start.elapsed())?,
    }
    let good = rows.iter().all(|row| row.reaches_goal() && is_safe(row));
    Ok(if good { 0 } else { FALLS_SHORT })
}

/// Whether nothing stands against the result: it is not other than its snapshot, and the snapshot
/// could be read.
fn is_safe(row: &Row) -> bool {
    row.error.is_none() && row.snapshot != Some(Comparison::Changed)
}

fn print(rows: &[Row], format: TableFormat, elapsed: Duration) -> Result<()> {
    let header = ["Puzzle", "Published", "Answer", "Verdict", "Nodes", "Time", "Snapshot"];
    let cells = rows.iter().map(|row| {
        [
            row.title.clone(),
            row.published.map_or(String::new(), |month| month.to_string()),
            row.answer.clone().unwrap_or_default(),
            verdict(row),
            row.nodes.map_or(String::new(), |nodes| nodes.to_string()),
            row.seconds.map_or(String::new(), duration),
            row.snapshot.map_or(String::new(), |snapshot| snapshot.word().to_owned()),
        ]
    });
    print_table(format, header, cells, &[4, 5])?;
    let solved = rows.iter().filter(|row| row.reaches_goal()).count();
    let searching: f64 = rows.iter().filter_map(|row| row.seconds).sum();
    println!(
        "\n{solved} of {} solved; {} of search, {} in all",
        count(rows.len(), "puzzle"),
        duration(searching),
        duration(elapsed.as_secs_f64())
    );
    for row in rows {
        if let Some(error) = &row.error {
            eprintln!("\n{}: {}: {error}", row.puzzle, row.status.word());
        }
        match row.snapshot {
            Some(Comparison::Changed) => eprintln!(
                "\n{0}: the result is not what its snapshot says; `cargo xtask accept {0}` shows how, and takes it over",
                row.puzzle
            ),
            Some(Comparison::New) if row.reaches_goal() => {
                eprintln!("\n{0}: `cargo xtask accept {0}` keeps this result safe", row.puzzle);
            }
            _ => {}
        }
    }
    Ok(())
}

/// The status, with what was proved where a puzzle is solved.
pub(crate) fn verdict(row: &Row) -> String {
    use puzzle::{Goal, Status};
    let word = row.status.word();
    let RowStatus::Verdict(Status::Solved) = row.status else { return word.to_owned() };
    let proved = match row.goal {
        Goal::Unique => ", proved unique",
        Goal::Best => ", proved best",
        Goal::Count => ", exact",
        Goal::First | Goal::Record => "",
    };
    format!("{word}{proved}")
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Prints a table for people or for a Markdown page; the columns in `figures` are right-aligned.
pub(crate) fn print_table<const COLUMNS: usize>(
    format: TableFormat,
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
    figures: &[usize],
) -> Result<()> {
    print_text(&format!("{}\n", table(format, header, rows, figures)))
}

/// Lines around the table and below its header, none between rows.
const PLAIN: TableStyle = presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none());

/// The table that [`print_table`] prints.
pub(crate) fn table<const COLUMNS: usize>(
    format: TableFormat,
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
    figures: &[usize],
) -> String {
    let markdown = format == TableFormat::Markdown;
    let mut table = Table::new();
    table.load_style(if markdown { presets::ASCII_MARKDOWN } else { PLAIN });
    table.set_header(header);
    for row in rows {
        // A bar would end the cell of a Markdown table.
        table.add_row(row.map(|cell| if markdown { cell.replace('|', "\\|") } else { cell }));
    }
    for &column in figures {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// Prints one JSON document.
pub(crate) fn print_json(document: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(document).context("cannot write JSON")?;
    print_text(&format!("{text}\n"))
}

/// Prints at once; a reader that has seen enough is no error.
fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
