//! `grade`: explains every puzzle that has rules, and grades the steps.

use std::collections::HashMap;
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use itertools::Itertools;
use protocol::{Effort, Grade};

use crate::output::{Column, TableFormat, markdown_table, print_json, print_table};
use crate::page::{Page, link};
use crate::process;
use crate::programs;
use crate::results;
use crate::workspace::{PuzzleCrate, Workspace};

/// The page with the table of all puzzles.
const PAGE: &str = "docs/explanations.md";

const COLUMNS: [Column; 8] = [
    Column::text("Puzzle", Column::ALWAYS),
    Column::text("Grade", Column::ALWAYS),
    Column::figure("Cost", 6),
    Column::text("Hardest step", 5),
    Column::figure("Steps", 6),
    Column::text("Techniques", 3),
    Column::figure("Known", 6),
    Column::figure("Conflicts", 2),
];
type TableRow = [String; COLUMNS.len()];
const GRADE: usize = 1;
const COST: usize = 2;
const STEPS: usize = 4;
const KNOWN: usize = 6;

/// Most techniques named in a row.
const MOST_TECHNIQUES: usize = 4;

/// What is searched and written.
#[derive(Clone, Copy)]
pub(crate) struct Saved {
    /// The table is written.
    pub(crate) docs: bool,
    /// Steps are searched, and written if the table is.
    pub(crate) anew: bool,
}

pub(crate) fn run(
    patterns: &[String],
    timeout: Duration,
    jobs: Option<usize>,
    Saved { docs, anew }: Saved,
    format: TableFormat,
) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let programs = programs::build(&workspace, &puzzles)?;
    let graded = results::for_each(&puzzles, jobs, |puzzle| match &programs[&puzzle.slug] {
        Ok(program) => {
            let steps = puzzle.folder.join("instances/published.steps");
            let steps = Some(steps).filter(|steps| docs && anew && steps.is_file());
            grade(program, timeout, anew, steps)
        }
        Err(error) => Err(error.clone().into()),
    });
    let mut found = Vec::new();
    for (puzzle, graded) in puzzles.iter().zip(graded) {
        match graded {
            Ok(effort) => found.push((*puzzle, effort)),
            Err(error) => eprintln!("{}: {error:#}", puzzle.slug),
        }
    }
    if docs {
        save(&workspace, &found)?;
    }
    if format == TableFormat::Json {
        print_json(&found.iter().map(|(_, effort)| effort).collect::<Vec<_>>())?;
    } else {
        let rows = found.iter().map(|(puzzle, effort)| row(puzzle.slug.clone(), effort));
        print_table(format, &COLUMNS, rows)?;
    }
    Ok(0)
}

/// Returns the difficulty of a puzzle's explanation; its steps go to a file, if there is one.
fn grade(program: &Path, timeout: Duration, anew: bool, steps: Option<PathBuf>) -> Result<Effort> {
    let seconds = timeout.as_secs_f64().to_string();
    let mut arguments = ["explain", "--figures", "--timeout", &seconds].map(str::to_owned).to_vec();
    if anew {
        arguments.push("--anew".to_owned());
    }
    if let Some(steps) = steps {
        arguments.extend(["--keep".to_owned(), steps.display().to_string()]);
    }
    let ended = process::run(program, &arguments, Some(timeout))?;
    ended.status.context("it did not stop in time")?;
    let (stdout, stderr) = (ended.stdout.text(), ended.stderr.text());
    let said = stderr.trim().trim_start_matches("error: ");
    serde_json::from_str(&stdout).map_err(|_| anyhow::anyhow!("{said}"))
}

fn row(puzzle: String, effort: &Effort) -> TableRow {
    let Effort { difficulty, techniques, cost, hardest, hardest_cost, .. } = effort;
    let Effort { known, fixed, conflicts, stopped, .. } = effort;
    let grade = match (difficulty.grade, stopped) {
        (Some(grade), _) => grade.to_string(),
        (None, Some(stop)) => format!("stopped: {}", stop.reason()),
        (None, None) => "unknown".to_owned(),
    };
    let by_count = techniques.iter().sorted_by_key(|(_, count)| std::cmp::Reverse(**count));
    let most = by_count.take(MOST_TECHNIQUES).map(|(name, count)| format!("{name} {count}"));
    let hardest = hardest.as_ref().map(|name| format!("{name}, {hardest_cost}"));
    [
        puzzle,
        grade,
        cost.to_string(),
        hardest.unwrap_or_default(),
        difficulty.steps.to_string(),
        most.collect::<Vec<_>>().join(", "),
        if effort.complete { format!("all {fixed}") } else { format!("{known} of {fixed}") },
        conflicts.to_string(),
    ]
}

/// Returns the grades in the table, by the slugs of their puzzles.
pub(crate) fn known(workspace: &Workspace) -> Result<HashMap<String, Grade>> {
    let grade = |(slug, kept): (String, Kept)| Some((slug, kept.grade?));
    Ok(kept(workspace)?.into_iter().filter_map(grade).collect())
}

/// A puzzle's entry in the table.
pub(crate) struct Kept {
    /// `None`: the time was up.
    pub(crate) grade: Option<Grade>,
    /// Whether the steps explain the whole board, or a non-trivial part of it.
    pub(crate) is_explained: bool,
}

/// Returns the entries of the table by slug.
pub(crate) fn kept(workspace: &Workspace) -> Result<HashMap<String, Kept>> {
    let rows: HashMap<String, TableRow> = Page::read(workspace, PAGE)?.rows("grades")?;
    let kept =
        |row: TableRow| Kept { grade: row[GRADE].parse().ok(), is_explained: is_explained(&row) };
    Ok(rows.into_iter().map(|(slug, row)| (slug, kept(row))).collect())
}

/// Returns whether all of the board's numbers are known in the end (`all 81`), or some of them (`40
/// of 121`, not `0 of 12`).
fn is_explained(row: &TableRow) -> bool {
    let known = &row[KNOWN];
    known.starts_with("all ") || !known.starts_with("0 of ") && row[STEPS].len() > 1
}

/// Writes the figures into the table, where the other puzzles keep theirs, the easiest first.
fn save(workspace: &Workspace, found: &[(&PuzzleCrate, Effort)]) -> Result<()> {
    let mut page = Page::read(workspace, PAGE)?;
    let mut rows: HashMap<String, TableRow> = page.rows("grades")?;
    for (puzzle, effort) in found {
        rows.insert(puzzle.slug.clone(), row(link(puzzle), effort));
    }
    let rows = workspace.puzzles.iter().filter_map(|puzzle| rows.remove(&puzzle.slug));
    // Stopped explanations are sorted after all graded ones.
    let grade = |row: &TableRow| {
        let grade = row[GRADE].parse::<Grade>().ok();
        (grade.is_none(), grade, row[COST].parse::<u32>().unwrap_or(0))
    };
    let rows = rows.sorted_by_key(grade);
    page.replace("grades", &markdown_table(&COLUMNS, rows))?;
    page.write()?;
    eprintln!("wrote the table in {PAGE}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_without_numbers_or_thought_is_none() {
        let is_explained = |steps: &str, known: &str| {
            let mut row = TableRow::default();
            row[STEPS] = steps.to_owned();
            row[KNOWN] = known.to_owned();
            is_explained(&row)
        };
        assert!(is_explained("5", "all 81") && is_explained("0", "all 0"));
        assert!(is_explained("17", "40 of 121"));
        assert!(!is_explained("17", "0 of 12") && !is_explained("2", "322 of 30175"));
    }
}
