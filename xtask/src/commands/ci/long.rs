//! `ci --long`: all commands of all programs on mutated instances and boards, for hours.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use protocol::count;
use serde::Deserialize;

use crate::output::{Column, TableFormat, print_table, print_text};
use crate::workspace::Workspace;
use crate::{FALLS_SHORT, INTERRUPT, process, programs, results};

/// Mutated instances of a puzzle in a round of all puzzles.
const INSTANCES: u32 = 2;

/// Time of a puzzle in a round: all of its commands at their time limits take a tenth of this.
const TIME: Duration = Duration::from_secs(600);

/// What a puzzle's program prints of its commands, or the sum of several.
#[derive(Clone, Default, Deserialize)]
struct Watched {
    mutated: u64,
    commands: u64,
    /// CPU seconds past a time limit, at most.
    latest: f64,
    /// Largest memory in bytes.
    memory: u64,
    failures: Vec<Failure>,
}

#[derive(Clone, Deserialize)]
struct Failure {
    fault: String,
    instance: Option<String>,
}

impl Watched {
    fn add(&mut self, other: Self) {
        self.mutated += other.mutated;
        self.commands += other.commands;
        self.latest = self.latest.max(other.latest);
        self.memory = self.memory.max(other.memory);
        self.failures.extend(other.failures);
    }
}

/// Runs rounds with other seeds until the time is up; failures are printed at once.
pub(crate) fn run(minutes: u32, patterns: &[String]) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let programs = programs::build(&workspace, &puzzles)?;
    let end = Instant::now() + Duration::from_secs(60 * u64::from(minutes));
    let is_over = || Instant::now() >= end || INTERRUPT.load(Ordering::Relaxed);
    // Another run tries other instances.
    let first = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs());
    let mut sums = vec![Watched::default(); puzzles.len()];
    for seed in first.. {
        if is_over() {
            break;
        }
        let round = results::for_each(&puzzles, None, |puzzle| {
            if is_over() {
                return Ok(Watched::default());
            }
            let watched = match &programs[&puzzle.slug] {
                Ok(program) => watch(program, seed),
                Err(error) => Err(error.clone().into()),
            };
            let repeat = format!(
                "cargo xtask solve {} selfcheck --commands {INSTANCES} --seed {seed}",
                puzzle.slug
            );
            match &watched {
                Ok(watched) => {
                    for Failure { fault, instance } in &watched.failures {
                        let instance = instance.as_deref().unwrap_or_default();
                        eprintln!("\n{repeat}\n{fault}\n{instance}");
                    }
                }
                Err(error) => eprintln!("\n{repeat}\n{error:#}"),
            }
            watched
        });
        for (sum, watched) in sums.iter_mut().zip(round) {
            sum.add(watched.unwrap_or_else(|error| Watched {
                failures: vec![Failure { fault: format!("{error:#}"), instance: None }],
                ..Watched::default()
            }));
        }
    }
    print(puzzles.iter().map(|puzzle| puzzle.slug.as_str()).zip(&sums))?;
    let is_good = sums.iter().all(|sum| sum.failures.is_empty());
    Ok(if is_good { 0 } else { FALLS_SHORT })
}

/// Lets a program run its commands.
fn watch(program: &Path, seed: u64) -> Result<Watched> {
    let arguments = format!("selfcheck --commands {INSTANCES} --seed {seed} --format json");
    let arguments: Vec<_> = arguments.split(' ').map(str::to_owned).collect();
    let ended = process::run(program, &arguments, Some(TIME))?;
    ended.status.with_context(|| format!("it does not end within {} s", TIME.as_secs()))?;
    let watched = serde_json::from_str(&ended.stdout.text());
    watched.with_context(|| ended.stderr.text().trim().to_owned())
}

fn print<'a>(rows: impl Iterator<Item = (&'a str, &'a Watched)> + Clone) -> Result<()> {
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::figure("Instances", 2),
        Column::figure("Commands", 3),
        Column::figure("Latest", 4),
        Column::figure("Memory", 4),
        Column::figure("Failures", Column::ALWAYS),
    ];
    let cells = |(puzzle, watched): (&str, &Watched)| {
        [
            puzzle.to_owned(),
            watched.mutated.to_string(),
            watched.commands.to_string(),
            format!("{:.2} s", watched.latest),
            format!("{} MiB", watched.memory >> 20),
            watched.failures.len().to_string(),
        ]
    };
    print_table(TableFormat::Table, &columns, rows.clone().map(cells))?;
    let mut sum = Watched::default();
    rows.for_each(|(_, watched)| sum.add(watched.clone()));
    print_text(&format!(
        "\n{} on {}: the largest takes {} MiB, the last ends {:.2} s after its time limit; {}\n",
        count(sum.commands, "command"),
        count(sum.mutated, "mutated instance"),
        sum.memory >> 20,
        sum.latest,
        count(sum.failures.len() as u128, "failure"),
    ))
}
