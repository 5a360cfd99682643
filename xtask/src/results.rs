//! Solving puzzles in processes of their own, and the results: one row per puzzle.

use std::path::Path;
use std::process::ExitStatus;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use protocol::{Report, Row, RowStatus, Status};

use crate::INTERRUPT;
use crate::outputs::Outputs;
use crate::process::{self, ProcessOutput};
use crate::programs::{self, Program};
use crate::progress::Progress;
use crate::snapshots;
use crate::workspace::{PuzzleCrate, Workspace};

/// The arguments with which a program prints its report.
pub(crate) const SOLVE: [&str; 3] = ["solve", "--format", "json"];

/// Exit code of a panic in a Rust program.
const PANIC: i32 = 101;
/// The last lines of what a failed process said are enough to see why.
const ERROR_LINES: usize = 30;

/// Builds and solves `puzzles`, at most `jobs` at the same time, and returns a row for each in the
/// same order.
pub(crate) fn solve(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    timeout: Duration,
    jobs: Option<usize>,
) -> Result<Vec<Row>> {
    ensure!(!puzzles.is_empty(), "this workspace has no puzzle yet; `cargo xtask new` adds one");
    let programs = programs::build(workspace, puzzles)?;
    let solve =
        |puzzle: &PuzzleCrate| solve_one(workspace, puzzle, &programs[&puzzle.slug], timeout);
    Ok(for_each(puzzles, jobs, solve))
}

/// Does `work` for each of `puzzles`, at most `jobs` at the same time (default: one per core), and
/// returns the results in the same order. Shows how far it is.
pub(crate) fn for_each<'a, T: Send>(
    puzzles: &[&'a PuzzleCrate],
    jobs: Option<usize>,
    work: impl Fn(&'a PuzzleCrate) -> T + Sync,
) -> Vec<T> {
    for_each_task(puzzles, jobs, |puzzle| puzzle.slug.clone(), |puzzle| work(puzzle))
}

/// The same for other tasks than puzzles; each has a name to be shown.
pub(crate) fn for_each_task<Task: Sync, T: Send>(
    tasks: &[Task],
    jobs: Option<usize>,
    name: impl Fn(&Task) -> String + Sync,
    work: impl Fn(&Task) -> T + Sync,
) -> Vec<T> {
    let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let progress = Progress::of(tasks.len());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.min(tasks.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { break };
                    progress.at(name(task));
                    let result = work(task);
                    done.lock().expect("no thread panics").push((index, result));
                    progress.step();
                }
            });
        }
    });
    drop(progress);
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs the program of a puzzle, if it was built.
pub(crate) fn solve_one(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    program: &Program,
    timeout: Duration,
) -> Row {
    let program = match program {
        Ok(program) => program,
        Err(error) => return failed(puzzle, RowStatus::Unbuilt, error.to_string()),
    };
    if INTERRUPT.load(Ordering::Relaxed) {
        let status = RowStatus::Verdict(Status::Unproved);
        return failed(puzzle, status, "interrupted before it was started");
    }
    run_program(workspace, puzzle, program, timeout)
}

/// The result that is kept from the last time the program ran, or that of running it.
pub(crate) fn solved(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    program: &Program,
    timeout: Duration,
) -> Row {
    let outputs =
        program.as_ref().ok().map(|program| Outputs::of(workspace, &puzzle.slug, program));
    let kept = outputs.and_then(|outputs| outputs.kept(&SOLVE));
    match kept.and_then(|text| serde_json::from_str(&text).ok()) {
        Some(report) => reported(workspace, puzzle, report),
        None => solve_one(workspace, puzzle, program, timeout),
    }
}

fn run_program(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    program: &Path,
    timeout: Duration,
) -> Row {
    let seconds = timeout.as_secs_f64().to_string();
    let arguments: Vec<_> =
        SOLVE.iter().chain(&["--timeout", &seconds]).map(ToString::to_string).collect();
    let ended = match process::run(program, &arguments, Some(timeout)) {
        Ok(ended) => ended,
        Err(error) => return failed(puzzle, RowStatus::Crashed, format!("{error:#}")),
    };
    match read_report(puzzle, &ended) {
        Ok(report) => {
            let row = reported(workspace, puzzle, report);
            if row.reaches_goal() {
                Outputs::of(workspace, &puzzle.slug, program).keep(&SOLVE, &ended.stdout.text());
            }
            row
        }
        Err((status, error)) => failed(puzzle, status, error),
    }
}

fn failed(puzzle: &PuzzleCrate, status: RowStatus, error: impl Into<String>) -> Row {
    Row::failed(&puzzle.slug, &puzzle.metadata, status, error.into())
}

fn reported(workspace: &Workspace, puzzle: &PuzzleCrate, report: Report) -> Row {
    let mut row = Row::reported(&puzzle.metadata, report);
    let path = workspace.snapshot_path(&puzzle.slug);
    match snapshots::compare(&path, row.snapshot_text.as_deref().unwrap_or_default()) {
        Ok(comparison) => row.snapshot = Some(comparison),
        Err(error) => row.error = Some(format!("{error:#}")),
    }
    row
}

/// The report that a process printed, if it ended as one that reports does.
fn read_report(puzzle: &PuzzleCrate, ended: &ProcessOutput) -> Result<Report, (RowStatus, String)> {
    let said = last_lines(&ended.stderr.text());
    let Some(status) = ended.status else {
        let why = "it did not stop when its time was up and was killed";
        return Err((RowStatus::TimedOut, join(why, &said)));
    };
    match status.code() {
        Some(0 | 1) => {}
        _ => return Err((RowStatus::Crashed, join(&how_it_ended(status), &said))),
    }
    if ended.stdout.was_cut {
        let why = format!("it printed more than {} MiB", process::MOST_OUTPUT >> 20);
        return Err((RowStatus::Garbled, join(&why, &said)));
    }
    let text = ended.stdout.text();
    let garbled = |why: &str| {
        let start: String = text.chars().take(200).collect();
        (RowStatus::Garbled, join(&format!("{why}; it printed: {start:?}"), &said))
    };
    let report: Report = serde_json::from_str(&text)
        .map_err(|error| garbled(&format!("its output is no report ({error})")))?;
    if report.puzzle != puzzle.slug {
        return Err(garbled(&format!("it reports on `{}`", report.puzzle)));
    }
    if status.code() != Some(i32::from(report.status.exit_code(puzzle.metadata.goal))) {
        return Err(garbled(&format!("it reports `{}` with {status}", report.status.word())));
    }
    Ok(report)
}

fn how_it_ended(status: ExitStatus) -> String {
    match status.code() {
        Some(PANIC) => "it panicked".to_owned(),
        _ => format!("it ended with {status}"),
    }
}

fn join(why: &str, said: &str) -> String {
    if said.is_empty() { why.to_owned() } else { format!("{why}: {said}") }
}

fn last_lines(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(ERROR_LINES)..].join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let numbers: Vec<_> = (0..100).map(|line| line.to_string()).collect();
        let long = numbers.join("\n");
        assert!(last_lines(&long).starts_with("70\n") && last_lines(&long).ends_with("\n99"));
        assert_eq!(last_lines("one\n"), "one");
        assert_eq!(last_lines(""), "");
    }
}
