//! `certify`: every puzzle proved by its rules alone, and each proof verified by an independent
//! program.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use protocol::{Certificate, Certified, CertifiedStatus, Proved, Report, duration};

use crate::FALLS_SHORT;
use crate::cargo::cargo;
use crate::output::{Column, TableFormat, print_json, print_table, shown_answer};
use crate::process::{self, ProcessOutput};
use crate::programs::{self, Program};
use crate::results;
use crate::temporary::TemporaryFolder;
use crate::workspace::{PuzzleCrate, Workspace};

/// The checker's program.
const CHECKER: &str = "veripb";
const INSTALL: [&str; 3] = ["install", CHECKER, "--locked"];
/// Time in which the checker must say its version.
const LONGEST_GREETING: Duration = Duration::from_secs(10);

pub(crate) fn run(
    patterns: &[String],
    out: Option<&Path>,
    format: TableFormat,
    timeout: Duration,
) -> Result<u8> {
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let checker = match checker() {
        Ok(checker) => checker,
        Err(error) => {
            eprintln!("{error:#}");
            return Ok(FALLS_SHORT);
        }
    };
    let temporary;
    let folder = if let Some(folder) = out {
        folder
    } else {
        temporary = TemporaryFolder::new(&std::env::temp_dir(), "certify-")
            .context("cannot make a temporary folder")?;
        temporary.path()
    };
    let programs = programs::build(&workspace, &puzzles)?;
    // Sequentially, so that times are those of an otherwise idle machine.
    let rows: Vec<Certified> = results::for_each(&puzzles, Some(1), |puzzle| {
        certify(puzzle, &programs[&puzzle.slug], folder, checker.as_deref(), timeout)
    });
    if format == TableFormat::Json {
        print_json(&rows)?;
    } else {
        print(&rows, format)?;
    }
    if checker.is_none() {
        eprintln!("\nthe checker is missing: `cargo {}` installs it", INSTALL.join(" "));
    }
    let is_good = |row: &Certified| {
        matches!(row.status, CertifiedStatus::Certified | CertifiedStatus::NoRules)
    };
    Ok(if rows.iter().all(is_good) { 0 } else { FALLS_SHORT })
}

/// Returns name and version of the checker; `None` if it is not installed. On a terminal, offers to
/// install it.
///
/// # Errors
/// If it fails or cannot be installed.
fn checker() -> Result<Option<String>> {
    if let Some(version) = version()? {
        return Ok(Some(version));
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(None);
    }
    eprint!(
        "The checker {CHECKER} is not installed. Run `cargo {}` now? It takes some minutes. [y/N] ",
        INSTALL.join(" ")
    );
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        return Ok(None);
    }
    let status = cargo().args(INSTALL).status().context("cannot run cargo")?;
    ensure!(status.success(), "cargo could not install {CHECKER}");
    version()
}

/// Returns name and version of the checker; `None` if it is not installed.
///
/// # Errors
/// If it fails or hangs.
pub(crate) fn version() -> Result<Option<String>> {
    let ran = process::run(Path::new(CHECKER), &["--version".to_owned()], Some(LONGEST_GREETING));
    let is_missing = |error: &anyhow::Error| {
        let cause = error.root_cause().downcast_ref::<io::Error>();
        cause.is_some_and(|cause| cause.kind() == io::ErrorKind::NotFound)
    };
    let ran = match ran {
        Err(error) if is_missing(&error) => return Ok(None),
        ran => ran?,
    };
    let status = ran.status.with_context(|| {
        format!("the checker {CHECKER} failed: no answer within {LONGEST_GREETING:?}")
    })?;
    let said = ran.stdout.text();
    ensure!(
        status.success() && !said.trim().is_empty(),
        "the checker {CHECKER} failed: {status}: {}{}",
        said.trim(),
        ran.stderr.text().trim()
    );
    Ok(Some(said.trim().to_owned()))
}

/// Has one puzzle proved and its proof checked.
pub(crate) fn certify(
    puzzle: &PuzzleCrate,
    program: &Program,
    folder: &Path,
    checker: Option<&str>,
    timeout: Duration,
) -> Certified {
    let mut row = Certified {
        puzzle: puzzle.slug.clone(),
        status: CertifiedStatus::Refuted,
        claim: None,
        answer: None,
        variables: None,
        constraints: None,
        steps: None,
        solve_seconds: None,
        check_seconds: None,
        checker: checker.map(ToOwned::to_owned),
        error: None,
    };
    let certified = match program {
        Ok(program) => fill(&mut row, program, folder, checker.is_some(), timeout),
        Err(error) => Err(error.clone().into()),
    };
    match certified {
        Ok(status) => row.status = status,
        Err(error) => row.error = Some(format!("{error:#}")),
    }
    row
}

/// Fills in the results; an error is a refutation.
fn fill(
    row: &mut Certified,
    program: &Path,
    folder: &Path,
    is_checked: bool,
    timeout: Duration,
) -> Result<CertifiedStatus> {
    let seconds = timeout.as_secs_f64().to_string();
    let out = folder.to_str().context("the name of the folder is not valid Unicode")?;
    let arguments = ["certify", "--out", out, "--format", "json", "--timeout", &seconds];
    let Some(ran) = ended(program, &arguments, timeout)? else {
        return Ok(CertifiedStatus::TimedOut);
    };
    let certificate: Certificate = json(&ran)?;
    match certificate.status {
        Proved::Proved => {}
        Proved::NoRules => return Ok(CertifiedStatus::NoRules),
        Proved::Stopped => return Ok(CertifiedStatus::TimedOut),
        Proved::Refuted => bail!("the rules have several solutions"),
    }
    row.claim = certificate.claim;
    row.answer.clone_from(&certificate.answer);
    row.variables = Some(certificate.variables);
    row.constraints = Some(certificate.constraints);
    row.steps = Some(certificate.steps);
    row.solve_seconds = Some(certificate.seconds);

    // The claim concerns the board of the rules; the search must have found the same one.
    let arguments = ["solve", "--format", "json", "--timeout", &seconds];
    let Some(ran) = ended(program, &arguments, timeout)? else {
        return Ok(CertifiedStatus::TimedOut);
    };
    let report: Report = json(&ran)?;
    ensure!(
        report.answer == certificate.answer,
        "the search has the answer {}, the rules {}",
        report.answer.as_deref().unwrap_or("none"),
        certificate.answer.as_deref().unwrap_or("none")
    );

    if !is_checked {
        return Ok(CertifiedStatus::NoChecker);
    }
    let file = |kind: &str| folder.join(&row.puzzle).with_extension(kind).display().to_string();
    let start = Instant::now();
    let checker = PathBuf::from(CHECKER);
    let Some(ran) = ended(&checker, &[&file("opb"), &file("pbp")], timeout)? else {
        return Ok(CertifiedStatus::TimedOut);
    };
    row.check_seconds = Some(start.elapsed().as_secs_f64());
    let expected = certificate.verdict.context("the certificate names no verdict")?;
    let said = ran.stdout.text();
    ensure!(
        said.lines().any(|line| line == expected),
        "expected `{expected}`, and the checker said: {}{}",
        said.trim(),
        ran.stderr.text().trim()
    );
    Ok(CertifiedStatus::Certified)
}

/// Runs a program; `None` if its time was up.
fn ended(program: &Path, arguments: &[&str], timeout: Duration) -> Result<Option<ProcessOutput>> {
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    let ran = process::run(program, &arguments, Some(timeout))?;
    Ok(ran.status.is_some().then_some(ran))
}

fn json<T: serde::de::DeserializeOwned>(ran: &ProcessOutput) -> Result<T> {
    let text = ran.stdout.text();
    serde_json::from_str(&text).with_context(|| format!("no result: {}", ran.stderr.text().trim()))
}

fn print(rows: &[Certified], format: TableFormat) -> Result<()> {
    let columns = [
        Column::text("Puzzle", Column::ALWAYS),
        Column::text("Status", Column::ALWAYS),
        Column::text("Claim", 6),
        Column::text("Answer", 5),
        Column::figure("Variables", 2),
        Column::figure("Constraints", 2),
        Column::figure("Steps", 1),
        Column::figure("Prove", 4),
        Column::figure("Check", 3),
    ];
    // The text after a colon describes the proof.
    let claim = |claim: &str| claim.split_once(": ").map_or(claim, |(claim, _)| claim).to_owned();
    let number = |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
    let seconds = |seconds: Option<f64>| seconds.map_or(String::new(), duration);
    let cells = rows.iter().map(|row| {
        [
            row.puzzle.clone(),
            row.status.word().to_owned(),
            row.claim.as_deref().map_or(String::new(), claim),
            shown_answer(row.answer.as_deref()),
            number(row.variables),
            number(row.constraints),
            number(row.steps),
            seconds(row.solve_seconds),
            seconds(row.check_seconds),
        ]
    });
    print_table(format, &columns, cells)?;
    for row in rows {
        if let Some(error) = &row.error {
            eprintln!("\n{}: {}: {error}", row.puzzle, row.status.word());
        }
    }
    Ok(())
}
