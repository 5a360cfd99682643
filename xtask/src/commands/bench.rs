//! `bench`: how long the searches take, each measured in a process of its own, one after the other.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use protocol::{Figures, Row, duration};
use serde::Serialize;

use crate::FALLS_SHORT;
use crate::callgrind;
use crate::output::{TableFormat, print_json, print_table, table};
use crate::process;
use crate::programs::{self, BuildError};
use crate::results;
use crate::workspace::{PuzzleCrate, Workspace};

/// What to measure.
pub(crate) struct Options {
    pub(crate) settings: Vec<String>,
    pub(crate) count: bool,
    pub(crate) seconds: Duration,
    pub(crate) instructions: bool,
}

/// What a puzzle's own `bench` prints, and what is added to it here.
#[derive(Serialize)]
struct Measured {
    #[serde(flatten)]
    figures: Figures,
    /// Instructions of one search, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<u64>,
}

pub(crate) fn run(
    patterns: &[String],
    options: &Options,
    save_readme: bool,
    format: TableFormat,
) -> Result<u8> {
    if options.instructions {
        callgrind::check_installed()?;
    }
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    // Solved before they are measured: the README shows answers, and those are checked.
    let solved = if save_readme { solved(&workspace, &puzzles)? } else { Vec::new() };
    let measured = measure(&workspace, &puzzles, options)?;
    if save_readme {
        save(&workspace, &puzzles, &solved, &measured)?;
    }
    if format == TableFormat::Json {
        print_json(&measured)?;
    } else {
        print_figures(format, &measured)?;
    }
    Ok(if measured.len() == puzzles.len() { 0 } else { FALLS_SHORT })
}

fn print_figures(format: TableFormat, measured: &[Measured]) -> Result<()> {
    let header =
        ["Puzzle", "Verdict", "Nodes", "Minimum", "Median", "First call", "Runs", "Instructions"];
    let rows = measured.iter().map(|Measured { figures, instructions }| {
        [
            figures.puzzle.clone(),
            figures.status.word().to_owned(),
            figures.nodes.to_string(),
            duration(figures.minimum),
            duration(figures.median),
            duration(figures.first),
            figures.runs.to_string(),
            instructions.map_or(String::new(), |number| number.to_string()),
        ]
    });
    print_table(format, header, rows, &[2, 3, 4, 5, 6, 7])
}

/// The figures of every puzzle that can be measured; what is wrong with the others goes to
/// standard error.
fn measure(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    options: &Options,
) -> Result<Vec<Measured>> {
    let mut arguments = vec!["bench".to_owned(), "--format".to_owned(), "json".to_owned()];
    arguments.extend(options.count.then(|| "--count".to_owned()));
    for setting in &options.settings {
        arguments.extend(["--set".to_owned(), setting.clone()]);
    }
    let programs = programs::build(workspace, puzzles)?;
    let mut measured = Vec::new();
    for puzzle in puzzles {
        let figures = match &programs[&puzzle.slug] {
            Ok(program) => measure_one(program, &arguments, options),
            Err(BuildError(messages)) => bail!("{}: {}", puzzle.slug, messages.trim_end()),
        };
        match figures {
            Ok(figures) => measured.push(figures),
            Err(error) => eprintln!("{}: {error:#}", puzzle.slug),
        }
    }
    Ok(measured)
}

fn measure_one(program: &Path, arguments: &[String], options: &Options) -> Result<Measured> {
    let time = ["--seconds".to_owned(), options.seconds.as_secs_f64().to_string()];
    let ended = process::run(program, &[arguments, &time].concat(), None)?;
    let said = ended.stderr.text();
    let status = ended.status.context("it was stopped")?;
    ensure!(matches!(status.code(), Some(0 | 1)), "{status}: {}", said.trim_end());
    let figures = serde_json::from_str(&ended.stdout.text())
        .with_context(|| format!("its figures cannot be read: {}", said.trim_end()))?;
    let instructions = options
        .instructions
        .then(|| callgrind::instructions_per_search(program, arguments))
        .transpose()?;
    Ok(Measured { figures, instructions })
}

fn solved(workspace: &Workspace, puzzles: &[&PuzzleCrate]) -> Result<Vec<Row>> {
    let rows = results::solve(workspace, puzzles, Duration::from_secs(60), None)?;
    for row in &rows {
        ensure!(
            row.reaches_goal(),
            "{} is {}: the README shows solved puzzles alone",
            row.puzzle,
            row.status.word()
        );
    }
    Ok(rows)
}

const README: &str = "README.md";

/// Writes the headline and the table into the README.
fn save(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    solved: &[Row],
    measured: &[Measured],
) -> Result<()> {
    ensure!(measured.len() == puzzles.len(), "the README was left alone: a puzzle has no figures");
    let path = workspace.root.join(README);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {README}"))?;
    let text = replace_section(&text, "headline", &headline(solved, measured))?;
    let text = replace_section(&text, "puzzles", &readme_table(puzzles, solved, measured))?;
    fs::write(&path, text).with_context(|| format!("cannot write {README}"))?;
    eprintln!("wrote the headline and the table of puzzles in {README}");
    Ok(())
}

fn headline(solved: &[Row], measured: &[Measured]) -> String {
    let proved = solved.iter().filter(|row| row.complete == Some(true)).count();
    let total: f64 = measured.iter().map(|measured| measured.figures.median).sum();
    format!(
        "**{} puzzles solved, {proved} of them with the proof that there is no other solution, in {} on one core.**",
        solved.len(),
        duration(total)
    )
}

fn readme_table(puzzles: &[&PuzzleCrate], solved: &[Row], measured: &[Measured]) -> String {
    let header = ["Puzzle", "Published", "Source", "Answer", "Verdict", "Nodes", "Time"];
    let rows = puzzles.iter().zip(solved).zip(measured).map(|((puzzle, row), measured)| {
        let metadata = &puzzle.metadata;
        let title = format!("[{}](crates/puzzles/{})", metadata.title, puzzle.slug);
        let source = metadata.source.clone().unwrap_or_default();
        [
            title,
            metadata.published.map_or(String::new(), |month| month.to_string()),
            metadata.url.as_ref().map_or(source.clone(), |url| format!("[{source}]({url})")),
            row.answer.clone().unwrap_or_default(),
            row.verdict(),
            measured.figures.nodes.to_string(),
            duration(measured.figures.median),
        ]
    });
    table(TableFormat::Markdown, header, rows, &[5, 6])
}

/// Replaces what stands between `<!-- NAME -->` and `<!-- end of NAME -->`.
fn replace_section(text: &str, name: &str, section: &str) -> Result<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let expected = || format!("{README}: expected a section between {start:?} and {end:?}");
    let (before, rest) = text.split_once(&start).with_context(expected)?;
    let (_, after) = rest.split_once(&end).with_context(expected)?;
    Ok([before, &start, section, "\n", &end, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_the_rest_kept() {
        let page = "a\n<!-- x -->\nold\nold\n<!-- end of x -->\nb\n";
        let replaced = replace_section(page, "x", "new").unwrap();
        assert_eq!(replaced, "a\n<!-- x -->\nnew\n<!-- end of x -->\nb\n");
        let empty = "<!-- x -->\n<!-- end of x -->";
        assert_eq!(
            replace_section(empty, "x", "new").unwrap(),
            "<!-- x -->\nnew\n<!-- end of x -->"
        );
        assert!(replace_section(page, "y", "new").is_err());
    }
}
