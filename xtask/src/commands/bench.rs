//! `bench`: how long the searches take, each measured in a process of its own, one after the other.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use itertools::{Either, Itertools};
use protocol::{Figures, Row, duration};
use serde::Serialize;

use crate::FALLS_SHORT;
use crate::callgrind;
use crate::output::{Column, TableFormat, markdown_table, print_json, print_table};
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
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Verdict", 3),
        Column::figure("Nodes", 6),
        Column::figure("Minimum", 5),
        Column::figure("Median", Column::ALWAYS),
        Column::figure("First call", 4),
        Column::figure("Runs", 1),
        Column::figure("Instructions", 2),
    ];
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
    print_table(format, &columns, rows)
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

/// The columns of the README's table, and a row of it.
const COLUMNS: [Column; 7] = [
    Column::text("Puzzle", 0),
    Column::text("Published", 0),
    Column::text("Source", 0),
    Column::text("Answer", 0),
    Column::text("Verdict", 0),
    Column::figure("Nodes", 0),
    Column::figure("Time", 0),
];
type ReadmeRow = [String; COLUMNS.len()];
const VERDICT: usize = 4;
const TIME: usize = 6;

/// Writes the figures of the puzzles that were measured into the README's table, where the other
/// puzzles keep theirs, and the headline that sums the table up.
fn save(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    solved: &[Row],
    measured: &[Measured],
) -> Result<()> {
    ensure!(measured.len() == puzzles.len(), "the README was left alone: a puzzle has no figures");
    let path = workspace.root.join(README);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {README}"))?;
    let mut rows = kept_rows(section(&text, "puzzles")?.1);
    for ((puzzle, row), measured) in puzzles.iter().zip(solved).zip(measured) {
        rows.insert(puzzle.slug.clone(), readme_row(puzzle, row, measured));
    }
    let (rows, missing): (Vec<_>, Vec<_>) =
        workspace.puzzles.iter().partition_map(|puzzle| match rows.remove(&puzzle.slug) {
            Some(row) => Either::Left(row),
            None => Either::Right(puzzle.slug.as_str()),
        });
    let text = replace_section(&text, "headline", &headline(&rows)?)?;
    let text = replace_section(&text, "puzzles", &markdown_table(&COLUMNS, rows))?;
    fs::write(&path, text).with_context(|| format!("cannot write {README}"))?;
    eprintln!("wrote the headline and the table of puzzles in {README}");
    if !missing.is_empty() {
        eprintln!("not in the table yet: {}", missing.join(", "));
    }
    Ok(())
}

/// The times in the README's table, in seconds, by the slugs of their puzzles.
pub(crate) fn readme_times(workspace: &Workspace) -> Result<HashMap<String, f64>> {
    let path = workspace.root.join(README);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {README}"))?;
    let rows = kept_rows(section(&text, "puzzles")?.1);
    let time = |(slug, row): (String, ReadmeRow)| Some((slug, parse_duration(&row[TIME])?));
    Ok(rows.into_iter().filter_map(time).collect())
}

/// The rows of a table of puzzles, by their slugs, which the links to their folders name.
fn kept_rows(table: &str) -> HashMap<String, ReadmeRow> {
    let slug = |row: &ReadmeRow| {
        let (_, link) = row[0].rsplit_once("](crates/puzzles/")?;
        Some(link.strip_suffix(')')?.to_owned())
    };
    let rows = table.lines().filter_map(cells_of);
    rows.filter_map(|row| Some((slug(&row)?, row))).collect()
}

/// The cells of a line of a Markdown table, if it has as many as the README's.
fn cells_of(line: &str) -> Option<ReadmeRow> {
    const BAR: &str = "\u{0}";
    let line = line.trim().replace("\\|", BAR);
    let cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|');
    let cells: Vec<_> = cells.map(|cell| cell.trim().replace(BAR, "|")).collect();
    cells.try_into().ok()
}

fn readme_row(puzzle: &PuzzleCrate, row: &Row, measured: &Measured) -> ReadmeRow {
    let metadata = &puzzle.metadata;
    let source = metadata.source.clone().unwrap_or_default();
    [
        format!("[{}](crates/puzzles/{})", metadata.title, puzzle.slug),
        metadata.published.map_or(String::new(), |month| month.to_string()),
        metadata.url.as_ref().map_or(source.clone(), |url| format!("[{source}]({url})")),
        row.answer.as_deref().map_or(String::new(), folded),
        row.verdict(),
        measured.figures.nodes.to_string(),
        duration(measured.figures.median),
    ]
}

/// An answer that shows when it is asked for: some readers want to solve first.
fn folded(answer: &str) -> String {
    format!("<details><summary>show</summary>{answer}</details>")
}

/// What the table says in all.
fn headline(rows: &[ReadmeRow]) -> Result<String> {
    let proved = rows.iter().filter(|row| row[VERDICT].contains("proved")).count();
    let mut total = 0.0;
    for row in rows {
        let read = parse_duration(&row[TIME]);
        total += read.with_context(|| format!("{README}: no time in the row of {}", row[0]))?;
    }
    Ok(format!(
        "**{} puzzles solved, {proved} of them with the proof that no other solution is there, or no \
         better one, in {} on one core: the sum of the times in the [table](#the-puzzles).**",
        rows.len(),
        duration(total)
    ))
}

/// The seconds that [`duration`] has written.
fn parse_duration(text: &str) -> Option<f64> {
    let (number, unit) = text.split_once(' ')?;
    let (_, unit) = [("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0)]
        .into_iter()
        .find(|(name, _)| *name == unit)?;
    Some(number.parse::<f64>().ok()? * unit)
}

/// What stands before, in and after the section `<!-- NAME -->` to `<!-- end of NAME -->`.
fn section<'a>(text: &'a str, name: &str) -> Result<(&'a str, &'a str, &'a str)> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let expected = || format!("{README}: expected a section between {start:?} and {end:?}");
    let (before, rest) = text.split_once(&start).with_context(expected)?;
    let (section, after) = rest.split_once(&end).with_context(expected)?;
    Ok((
        &text[..before.len() + start.len()],
        section,
        &rest[rest.len() - after.len() - end.len()..],
    ))
}

/// The text with another section `name`.
fn replace_section(text: &str, name: &str, new: &str) -> Result<String> {
    let (before, _, after) = section(text, name)?;
    Ok([before, new, "\n", after].concat())
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

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let row = |slug: &str, time: &str| {
            let link = format!("[Title](crates/puzzles/{slug})");
            [&link, "2021-02", "", "a|b", "solved, proved unique", "76", time].map(str::to_owned)
        };
        let rows = [row("hooks-7", "28.7 us"), row("hooks-8", "1.20 ms")];
        let kept = kept_rows(&markdown_table(&COLUMNS, rows.clone()));
        assert_eq!(kept.len(), 2);
        assert_eq!(kept["hooks-7"], rows[0]);
        assert_eq!(kept["hooks-8"], rows[1]);
        let headline = headline(&rows).unwrap();
        assert!(headline.starts_with("**2 puzzles solved, 2 of them"), "{headline}");
        assert!(headline.contains(" 1.23 ms on one core: the sum"), "{headline}");
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
