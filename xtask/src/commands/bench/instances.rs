//! `bench --instances`: the effort of the rules' solver on every instance of a puzzle, beside the
//! effort that was kept. Nodes and instructions do not depend on the load of the machine, so a loss
//! is seen.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use protocol::{Report, Status, Stop};
use serde::{Deserialize, Serialize};

use crate::FALLS_SHORT;
use crate::output::{Column, TableFormat, print_json, print_table};
use crate::process;
use crate::programs;
use crate::results;
use crate::workspace::{PuzzleCrate, Workspace};

/// The file of kept efforts: a line of JSON for each instance.
const KEPT: &str = "docs/instances.jsonl";
/// CPU seconds above which instructions are not counted: valgrind takes fifty times as long.
const LONGEST: f64 = 5.0;
/// Growth above which an effort counts as a loss.
const LOSS: f64 = 1.1;

/// The effort on one instance.
#[derive(Clone, Serialize, Deserialize)]
struct Effort {
    puzzle: String,
    instance: String,
    status: Status,
    nodes: u64,
    /// Instructions of the whole process; `None` if they were not counted.
    instructions: Option<u64>,
}

impl Effort {
    fn key(&self) -> (String, String) {
        (self.puzzle.clone(), self.instance.clone())
    }

    /// Returns the instructions, or else the nodes, as a multiple of those of `kept`.
    fn growth(&self, kept: &Effort) -> f64 {
        let [own, kept] = match (self.instructions, kept.instructions) {
            (Some(own), Some(kept)) => [own, kept],
            _ => [self.nodes, kept.nodes],
        };
        own as f64 / kept.max(1) as f64
    }
}

/// An instance to be measured.
struct Task<'a> {
    puzzle: &'a PuzzleCrate,
    program: &'a Path,
    name: String,
    path: PathBuf,
}

impl Task<'_> {
    fn title(&self) -> String {
        format!("{} {}", self.puzzle.slug, self.name)
    }
}

/// Measures all instances of the puzzles, or of the genres if none is named.
pub(crate) fn run(
    patterns: &[String],
    timeout: Duration,
    save: bool,
    format: TableFormat,
) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?.into_iter();
    let is_chosen =
        |puzzle: &&PuzzleCrate| !patterns.is_empty() || puzzle.metadata.published.is_none();
    let puzzles = puzzles.filter(is_chosen).collect_vec();
    let programs = programs::build(&workspace, &puzzles)?;
    let mut tasks = Vec::new();
    for &puzzle in &puzzles {
        let program = programs[&puzzle.slug].as_ref().map_err(Clone::clone)?;
        let instances = instances(puzzle)?.into_iter();
        tasks.extend(instances.map(|(name, path)| Task { puzzle, program, name, path }));
    }
    let counts = process::counts_instructions();
    if !counts {
        eprintln!("valgrind is not installed: instructions are not counted");
    }
    let measured = results::for_each_task(&tasks, Some(1), Task::title, |task| {
        measure(task, timeout, counts).with_context(|| task.title())
    });
    let (efforts, errors): (Vec<_>, Vec<_>) = measured.into_iter().partition_result();
    for error in &errors {
        eprintln!("{error:#}");
    }
    let file = workspace.root.join(KEPT);
    let mut kept = read(&file)?;
    if format == TableFormat::Json {
        print_json(&efforts)?;
    } else {
        print(&efforts, &kept, format)?;
    }
    let lost =
        |effort: &&Effort| kept.get(&effort.key()).is_some_and(|kept| effort.growth(kept) > LOSS);
    let losses = efforts.iter().filter(lost).count();
    if losses > 0 {
        eprintln!("more effort than kept in {KEPT}: {losses} of {}", efforts.len());
    }
    if save {
        kept.extend(efforts.into_iter().map(|effort| (effort.key(), effort)));
        write(&file, kept.values())?;
        eprintln!("wrote {KEPT}");
    }
    Ok(if errors.is_empty() && (losses == 0 || save) { 0 } else { FALLS_SHORT })
}

/// Returns the files of a puzzle's instances with their names, such as `natural/empty-10-by-10`.
fn instances(puzzle: &PuzzleCrate) -> Result<Vec<(String, PathBuf)>> {
    let folder = puzzle.folder.join("instances");
    let mut found = Vec::new();
    for prefix in ["", "natural/"] {
        let folder = folder.join(prefix);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            read => read.with_context(|| format!("cannot read {}", folder.display()))?,
        };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                found.push((format!("{prefix}{stem}"), path));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn measure(task: &Task, timeout: Duration, counts: bool) -> Result<Effort> {
    let Task { puzzle, program, name, path } = task;
    let path = path.display().to_string();
    let arguments = ["solve", "--strategy", "rules", "--format", "json", "--instance", &path]
        .map(str::to_owned);
    let time = ["--timeout".to_owned(), timeout.as_secs_f64().to_string()];
    let (seconds, ran) = process::cpu_of(program, &[&arguments[..], &time].concat())?;
    let said = ran.stderr.text();
    let report: Report = serde_json::from_str(&ran.stdout.text())
        .with_context(|| format!("no result: {}", said.trim()))?;
    let stopped = report.stopped.map_or("it was not proved", Stop::reason);
    ensure!(report.status != Status::Unproved, "not solved: {stopped}");
    let instructions = (counts && seconds <= LONGEST)
        .then(|| process::instructions_of(program, &arguments))
        .transpose()?;
    Ok(Effort {
        puzzle: puzzle.slug.clone(),
        instance: name.clone(),
        status: report.status,
        nodes: report.nodes,
        instructions,
    })
}

fn read(file: &Path) -> Result<BTreeMap<(String, String), Effort>> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("cannot read {KEPT}"))?,
    };
    let effort = |(number, line): (usize, &str)| {
        let effort: Effort =
            serde_json::from_str(line).with_context(|| format!("{KEPT}: line {}", number + 1))?;
        Ok((effort.key(), effort))
    };
    text.lines().enumerate().map(effort).collect()
}

fn write<'a>(file: &Path, efforts: impl Iterator<Item = &'a Effort>) -> Result<()> {
    let mut text = String::new();
    for effort in efforts {
        writeln!(text, "{}", serde_json::to_string(effort)?)?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {KEPT}"))
}

fn print(
    efforts: &[Effort],
    kept: &BTreeMap<(String, String), Effort>,
    format: TableFormat,
) -> Result<()> {
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Instance", Column::ALWAYS),
        Column::text("Verdict", 1),
        Column::figure("Nodes", 3),
        Column::figure("Million instructions", 2),
        Column::figure("Of the kept effort", Column::ALWAYS),
    ];
    let rows = efforts.iter().map(|effort| {
        let millions = |count: u64| (count / 1_000_000).to_string();
        let growth = kept.get(&effort.key()).map(|kept| effort.growth(kept));
        [
            effort.puzzle.clone(),
            effort.instance.clone(),
            effort.status.word().to_owned(),
            effort.nodes.to_string(),
            effort.instructions.map_or(String::new(), millions),
            growth.map_or("new".to_owned(), |growth| format!("{growth:.2}")),
        ]
    });
    print_table(format, &columns, rows)
}
