//! `dev compare`: the solver of the rules and clasp, on the same constraints.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;
use protocol::{Certificate, Proved, Report, Status, duration};
use serde::Serialize;

use super::Subject;
use crate::FALLS_SHORT;
use crate::output::{Column, TableFormat, print_json, print_table, print_text};
use crate::process::{self, ProcessOutput};
use crate::programs;
use crate::results;
use crate::temporary::TemporaryFolder;
use crate::workspace::Workspace;

/// Time limit of a process, which is not measured again after exceeding it.
const LONGEST: Duration = Duration::from_secs(20);
/// Least number of runs of a process that takes at most a second.
const RUNS: usize = 5;
/// The program of the other solver.
const CLASP: &str = "clasp";

/// The times of both solvers on one puzzle.
#[derive(Serialize)]
struct Pair {
    puzzle: String,
    variables: usize,
    constraints: usize,
    /// Median CPU seconds of our processes.
    ours: f64,
    /// The same of the other solver; if it did not finish, the time until it was stopped.
    other: f64,
    /// Whether the other solver finished.
    is_ended: bool,
    ratio: f64,
    /// Largest number of runs of either.
    runs: usize,
}

pub(super) fn run(subject: &Subject, seconds: Duration) -> Result<u8> {
    let Subject { patterns, settings, format } = subject;
    if !Command::new(CLASP).arg("--version").output().is_ok_and(|ran| ran.status.success()) {
        bail!("{CLASP} is not installed: `apt install clasp` or `brew install clasp` installs it");
    }
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let programs = programs::build(&workspace, &puzzles)?;
    let folder = TemporaryFolder::new(&std::env::temp_dir(), "compare-")
        .context("cannot make a temporary folder")?;
    let settings: Vec<String> =
        settings.iter().flat_map(|line| ["--set".to_owned(), line.clone()]).collect();
    let mut pairs = Vec::new();
    let mut is_complete = true;
    let compared = results::for_each(&puzzles, Some(1), |puzzle| match &programs[&puzzle.slug] {
        Ok(program) => compare(&puzzle.slug, program, folder.path(), &settings, seconds),
        Err(error) => Err(error.clone().into()),
    });
    for (puzzle, pair) in puzzles.iter().zip(compared) {
        match pair {
            Ok(Some(pair)) => pairs.push(pair),
            Ok(None) => {}
            Err(error) => {
                is_complete = false;
                eprintln!("{}: {error:#}", puzzle.slug);
            }
        }
    }
    if *format == TableFormat::Json {
        print_json(&pairs)?;
    } else {
        print(&pairs, *format)?;
    }
    Ok(if is_complete { 0 } else { FALLS_SHORT })
}

/// Measures both on one puzzle; `None` if its rules are not stated as constraints.
fn compare(
    slug: &str,
    program: &Path,
    folder: &Path,
    settings: &[String],
    seconds: Duration,
) -> Result<Option<Pair>> {
    let out = folder.to_str().context("the name of the folder is not valid Unicode")?;
    let timeout = (3 * LONGEST).as_secs().to_string();
    let certify = ["certify", "--out", out, "--format", "json", "--timeout", &timeout];
    let certified = process::run(program, &joined(&certify, settings), None)?;
    let certificate: Certificate = read(&certified)?;
    match certificate.status {
        Proved::Proved => {}
        Proved::NoRules => return Ok(None),
        Proved::Stopped => bail!("it is not proved within {timeout} s"),
        Proved::Refuted => bail!("the rules have several solutions"),
    }
    let longest = LONGEST.as_secs().to_string();
    let opb = folder.join(slug).with_extension("opb").display().to_string();
    let solve = ["solve", "--strategy", "rules", "--format", "json", "--timeout", &longest];
    let [solve, clasp] =
        [joined(&solve, settings), joined(&["--quiet=2", "--time-limit", &longest, &opb], &[])];
    let clasp_program = PathBuf::from(CLASP);

    let start = Instant::now();
    let (mut ours, mut others, mut is_ended) = (Vec::new(), Vec::new(), true);
    while ours.len() < RUNS || start.elapsed() < seconds {
        let (took, ran) = process::cpu_of(program, &solve)?;
        let report: Report = read(&ran)?;
        ensure!(report.status != Status::Unproved, "the rules are not solved within {longest} s");
        ours.push(took);
        // Long runs vary little and would take too long to repeat.
        if others.first().is_none_or(|&took| took < 1.0) {
            let (took, ran) = process::cpu_of(&clasp_program, &clasp)?;
            is_ended = agrees(&ran.stdout.text(), &certificate)?;
            others.push(took);
        }
    }
    let runs = ours.len();
    let [ours, other] = [median(&ours), median(&others)];
    Ok(Some(Pair {
        puzzle: slug.to_owned(),
        variables: certificate.variables,
        constraints: certificate.constraints,
        ours,
        other,
        is_ended,
        ratio: ours / other,
        runs,
    }))
}

/// Returns true if clasp finished; an error if it has another result.
fn agrees(said: &str, certificate: &Certificate) -> Result<bool> {
    let line = |begin: &str| said.lines().find_map(|line| line.strip_prefix(begin));
    let claim = certificate.verdict.as_deref().unwrap_or_default();
    let shown = match line("s ").map(str::trim) {
        Some("OPTIMUM FOUND") => {
            let value = line("c Optimization").unwrap_or_default().trim_start_matches([' ', ':']);
            format!("s VERIFIED BOUNDS {value} <= obj <= {value}")
        }
        Some("SATISFIABLE") if claim.ends_with("VERIFIED SATISFIABLE") => return Ok(true),
        Some("UNSATISFIABLE") if claim.contains("INF") => return Ok(true),
        Some("UNSATISFIABLE") => "s VERIFIED UNSATISFIABLE".to_owned(),
        _ => return Ok(false),
    };
    ensure!(shown == claim, "clasp has `{shown}`, and the rules `{claim}`");
    Ok(true)
}

fn joined(arguments: &[&str], settings: &[String]) -> Vec<String> {
    arguments.iter().map(ToString::to_string).chain(settings.iter().cloned()).collect()
}

fn read<T: serde::de::DeserializeOwned>(ran: &ProcessOutput) -> Result<T> {
    serde_json::from_str(&ran.stdout.text())
        .with_context(|| format!("no result: {}", ran.stderr.text().trim()))
}

/// Returns the median; of an even number, the larger of the middle two.
fn median(seconds: &[f64]) -> f64 {
    seconds
        .iter()
        .sorted_by(|one, other| one.total_cmp(other))
        .nth(seconds.len() / 2)
        .copied()
        .expect("everything is run at least once")
}

fn print(pairs: &[Pair], format: TableFormat) -> Result<()> {
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::figure("Variables", 2),
        Column::figure("Constraints", 2),
        Column::figure("Ours", Column::ALWAYS),
        Column::figure("clasp", Column::ALWAYS),
        Column::figure("Ratio", Column::ALWAYS),
        Column::figure("Runs", 1),
    ];
    let rows = pairs.iter().map(|pair| {
        let [least, most] = if pair.is_ended { ["", ""] } else { ["> ", "< "] };
        [
            pair.puzzle.clone(),
            pair.variables.to_string(),
            pair.constraints.to_string(),
            duration(pair.ours),
            format!("{least}{}", duration(pair.other)),
            format!("{most}{:.2}", pair.ratio),
            pair.runs.to_string(),
        ]
    });
    print_table(format, &columns, rows)?;
    let mean = |pairs: &mut dyn Iterator<Item = &Pair>| {
        let logarithms: Vec<f64> = pairs.map(|pair| pair.ratio.ln()).collect();
        (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
    };
    if pairs.is_empty() {
        return Ok(());
    }
    let mut all = pairs.iter();
    let mut text = format!("\ngeometric mean of {} ratios: {:.2}\n", pairs.len(), mean(&mut all));
    let ended = pairs.iter().filter(|pair| pair.is_ended);
    let count = ended.clone().count();
    if (1..pairs.len()).contains(&count) {
        print_text(&text)?;
        text = format!("of the {count} that clasp finished: {:.2}\n", mean(&mut ended.clone()));
    }
    print_text(&text)
}
