//! `solve-all`: every puzzle, each in a process of its own, one row each.

use std::time::{Duration, Instant};

use anyhow::Result;
use protocol::{Comparison, Row, count, duration};

use crate::FALLS_SHORT;
use crate::output::{Column, TableFormat, print_json, print_table, print_text, shown_answer};
use crate::results;
use crate::workspace::Workspace;

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
        TableFormat::Json => print_json(&rows.iter().map(Row::flat).collect::<Vec<_>>())?,
        TableFormat::Table | TableFormat::Markdown => print(&rows, format, start.elapsed())?,
    }
    let good = rows.iter().all(|row| row.reaches_goal() && is_safe(row));
    Ok(if good { 0 } else { FALLS_SHORT })
}

/// Returns true if the snapshot could be read, and the result does not differ from it.
fn is_safe(row: &Row) -> bool {
    row.error.is_none() && row.snapshot != Some(Comparison::Changed)
}

fn print(rows: &[Row], format: TableFormat, elapsed: Duration) -> Result<()> {
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Title", 2),
        Column::text("Published", 1),
        Column::text("Answer", 7),
        Column::text("Verdict", 6),
        Column::figure("Nodes", 3),
        Column::figure("Time", 5),
        Column::text("Snapshot", 4),
    ];
    let cells = rows.iter().map(|row| {
        [
            row.puzzle.clone(),
            row.title.clone(),
            row.published.map_or(String::new(), |month| month.to_string()),
            shown_answer(row.answer()),
            row.verdict(),
            row.report().map_or(String::new(), |report| report.nodes.to_string()),
            row.report().map_or(String::new(), |report| duration(report.seconds)),
            row.snapshot.map_or(String::new(), |snapshot| snapshot.word().to_owned()),
        ]
    });
    print_table(format, &columns, cells)?;
    let solved = rows.iter().filter(|row| row.reaches_goal()).count();
    let searching: f64 = rows.iter().filter_map(Row::report).map(|report| report.seconds).sum();
    print_text(&format!(
        "\n{solved} of {} solved; {} of search, {} in all\n",
        count(rows.len() as u128, "puzzle"),
        duration(searching),
        duration(elapsed.as_secs_f64())
    ))?;
    for row in rows {
        if let Some(error) = &row.error {
            eprintln!("\n{}: {}: {error}", row.puzzle, row.status());
        }
        match row.snapshot {
            Some(Comparison::Changed) => eprintln!(
                "\n{0}: the result differs from its snapshot; `cargo xtask accept {0}` shows the difference and accepts it",
                row.puzzle
            ),
            Some(Comparison::New) if row.reaches_goal() => {
                eprintln!(
                    "\n{0}: `cargo xtask accept {0}` saves this result as its snapshot",
                    row.puzzle
                );
            }
            _ => {}
        }
    }
    Ok(())
}
