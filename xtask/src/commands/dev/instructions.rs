//! `dev instructions`: the instructions of a search, counted by valgrind's callgrind. They do not
//! depend on what else the machine is doing.

use std::path::Path;

use anyhow::{Result, ensure};
use serde::Serialize;

use super::Subject;
use crate::FALLS_SHORT;
use crate::output::{Column, TableFormat, print_json, print_table};
use crate::process;
use crate::programs;
use crate::results;
use crate::workspace::Workspace;

/// Number of searches whose instructions are averaged. Those of the first search and of the start
/// of the process, which are in each measurement, are subtracted.
const SEARCHES: u64 = 4;

/// The figures of one puzzle.
#[derive(Serialize)]
struct Counted {
    puzzle: String,
    instructions: u64,
}

pub(super) fn run(subject: &Subject) -> Result<u8> {
    let Subject { patterns, settings, format } = subject;
    ensure!(
        process::counts_instructions(),
        "valgrind is not installed: `apt install valgrind` or `brew install valgrind` installs it"
    );
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let programs = programs::build(&workspace, &puzzles)?;
    let settings = settings.iter().flat_map(|line| ["--set".to_owned(), line.clone()]);
    let arguments: Vec<String> =
        ["bench", "--format", "json"].map(str::to_owned).into_iter().chain(settings).collect();
    let counted = results::for_each(&puzzles, None, |puzzle| match &programs[&puzzle.slug] {
        Ok(program) => instructions_per_search(program, &arguments),
        Err(error) => Err(error.clone().into()),
    });
    let mut rows = Vec::new();
    for (puzzle, counted) in puzzles.iter().zip(counted) {
        match counted {
            Ok(instructions) => rows.push(Counted { puzzle: puzzle.slug.clone(), instructions }),
            Err(error) => eprintln!("{}: {error:#}", puzzle.slug),
        }
    }
    if *format == TableFormat::Json {
        print_json(&rows)?;
    } else {
        let columns = [
            Column::text("Puzzle", Column::ALWAYS),
            Column::figure("Instructions", Column::ALWAYS),
        ];
        let cells = rows.iter().map(|row| [row.puzzle.clone(), row.instructions.to_string()]);
        print_table(*format, &columns, cells)?;
    }
    Ok(if rows.len() == puzzles.len() { 0 } else { FALLS_SHORT })
}

/// Returns the instructions of one search, including its tables.
fn instructions_per_search(program: &Path, arguments: &[String]) -> Result<u64> {
    let few = instructions(program, arguments, 1)?;
    let more = instructions(program, arguments, 1 + SEARCHES)?;
    Ok(more.saturating_sub(few) / SEARCHES)
}

/// Counts the instructions of a process that searches `runs` times after the first search.
fn instructions(program: &Path, arguments: &[String], runs: u64) -> Result<u64> {
    process::instructions_of(
        program,
        &[arguments, &["--runs".to_owned(), runs.to_string()]].concat(),
    )
}
