//! `bench`: measures the searches, each in a process of its own, one after the other.

mod instances;
mod pages;

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use protocol::{Figures, Row, duration};

use crate::FALLS_SHORT;
use crate::output::{Column, TableFormat, print_json, print_table};
use crate::process;
use crate::programs;
use crate::results;
use crate::workspace::{PuzzleCrate, Workspace};

pub(crate) use instances::run as run_instances;
pub(crate) use pages::kept;

/// What to measure.
pub(crate) struct Options {
    pub(crate) settings: Vec<String>,
    pub(crate) count: bool,
    pub(crate) seconds: Duration,
}

pub(crate) fn run(
    patterns: &[String],
    options: &Options,
    save_readme: bool,
    format: TableFormat,
) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    // Solved before they are measured: the table shows answers, and those are checked.
    let solved = if save_readme { solved(&workspace, &puzzles)? } else { Vec::new() };
    let measured = measure(&workspace, &puzzles, options)?;
    if save_readme {
        ensure!(
            measured.len() == puzzles.len(),
            "the table was left as it is: a puzzle has no figures"
        );
        pages::save(&workspace, &puzzles, &solved, &measured)?;
    }
    if format == TableFormat::Json {
        print_json(&measured)?;
    } else {
        print_figures(format, &measured)?;
    }
    Ok(if measured.len() == puzzles.len() { 0 } else { FALLS_SHORT })
}

fn print_figures(format: TableFormat, measured: &[Figures]) -> Result<()> {
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Verdict", 3),
        Column::figure("Nodes", 6),
        Column::figure("Minimum", 5),
        Column::figure("Median", Column::ALWAYS),
        Column::figure("First call", 4),
        Column::figure("Runs", 1),
    ];
    let rows = measured.iter().map(|figures| {
        [
            figures.puzzle.clone(),
            figures.status.word().to_owned(),
            figures.nodes.to_string(),
            duration(figures.minimum),
            duration(figures.median),
            duration(figures.first),
            figures.runs.to_string(),
        ]
    });
    print_table(format, &columns, rows)
}

/// Returns the figures of every puzzle that can be measured; errors of the others go to standard
/// error.
fn measure(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    options: &Options,
) -> Result<Vec<Figures>> {
    let mut arguments = vec!["bench".to_owned(), "--format".to_owned(), "json".to_owned()];
    arguments.extend(options.count.then(|| "--count".to_owned()));
    for setting in &options.settings {
        arguments.extend(["--set".to_owned(), setting.clone()]);
    }
    let programs = programs::build(workspace, puzzles)?;
    let mut built = HashMap::new();
    for puzzle in puzzles {
        match &programs[&puzzle.slug] {
            Ok(program) => built.insert(&puzzle.slug, program),
            Err(error) => bail!("{}: {error}", puzzle.slug),
        };
    }
    let figures = results::for_each(puzzles, Some(1), |puzzle| {
        measure_one(built[&puzzle.slug], &arguments, options)
    });
    let mut measured = Vec::new();
    for (puzzle, figures) in puzzles.iter().zip(figures) {
        match figures {
            Ok(figures) => measured.push(figures),
            Err(error) => eprintln!("{}: {error:#}", puzzle.slug),
        }
    }
    Ok(measured)
}

fn measure_one(program: &Path, arguments: &[String], options: &Options) -> Result<Figures> {
    let time = ["--seconds".to_owned(), options.seconds.as_secs_f64().to_string()];
    let ended = process::run(program, &[arguments, &time].concat(), None)?;
    let said = ended.stderr.text();
    let status = ended.status.context("it was stopped")?;
    ensure!(matches!(status.code(), Some(0 | 1)), "{status}: {}", said.trim_end());
    serde_json::from_str(&ended.stdout.text())
        .with_context(|| format!("its figures cannot be read: {}", said.trim_end()))
}

fn solved(workspace: &Workspace, puzzles: &[&PuzzleCrate]) -> Result<Vec<Row>> {
    let rows = results::solve(workspace, puzzles, Duration::from_secs(60), None)?;
    for row in &rows {
        ensure!(
            row.reaches_goal(),
            "{} is {}: the table holds solved puzzles only",
            row.puzzle,
            row.status()
        );
    }
    Ok(rows)
}
