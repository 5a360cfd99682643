//! Solving puzzles in processes of their own, and what comes of it: one row per puzzle.

use std::path::Path;
use std::process::ExitStatus;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use puzzle::{Goal, Month, Report, Status, Stop};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::INTERRUPT;
use crate::process::{self, Ended};
use crate::programs::{self, BuildError, Program};
use crate::snapshots::{self, Comparison};
use crate::workspace::{PuzzleCrate, Workspace};

/// Exit code of a panic in a Rust program.
const PANIC: i32 = 101;
/// The last lines of what a failed process said are enough to see why.
const ERROR_LINES: usize = 30;

/// The status of a row: a verdict, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RowStatus {
    Crashed,
    TimedOut,
    Garbled,
    Unbuilt,
    #[serde(untagged)]
    Verdict(Status),
}

impl RowStatus {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::TimedOut => "timed-out",
            Self::Garbled => "garbled",
            Self::Unbuilt => "unbuilt",
            Self::Verdict(status) => status.word(),
        }
    }
}

/// What became of one puzzle. Without a report, all that a report would tell is null.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) puzzle: String,
    pub(crate) title: String,
    pub(crate) published: Option<Month>,
    pub(crate) goal: Goal,
    pub(crate) status: RowStatus,
    pub(crate) answer: Option<String>,
    pub(crate) remarks: Option<Map<String, Value>>,
    pub(crate) boards: Option<Vec<String>>,
    pub(crate) solutions: Option<u128>,
    pub(crate) complete: Option<bool>,
    pub(crate) stopped: Option<Stop>,
    pub(crate) nodes: Option<u64>,
    pub(crate) dead_ends: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) snapshot: Option<Comparison>,
    pub(crate) error: Option<String>,
    /// What the snapshot of this result holds.
    pub(crate) snapshot_text: Option<String>,
}

impl Row {
    /// Whether the puzzle's goal is reached.
    pub(crate) fn reaches_goal(&self) -> bool {
        matches!(self.status, RowStatus::Verdict(status) if status.exit_code(self.goal) == 0)
    }

    fn failed(puzzle: &PuzzleCrate, status: RowStatus, error: impl Into<String>) -> Self {
        Self {
            puzzle: puzzle.slug.clone(),
            title: puzzle.metadata.title.clone(),
            published: puzzle.metadata.published,
            goal: puzzle.metadata.goal,
            status,
            answer: None,
            remarks: None,
            boards: None,
            solutions: None,
            complete: None,
            stopped: None,
            nodes: None,
            dead_ends: None,
            seconds: None,
            snapshot: None,
            error: Some(error.into()),
            snapshot_text: None,
        }
    }

    fn reported(workspace: &Workspace, puzzle: &PuzzleCrate, report: Report) -> Self {
        let goal = puzzle.metadata.goal;
        let text = report.snapshot(goal);
        let snapshot = snapshots::compare(&workspace.snapshot_path(&puzzle.slug), &text);
        let mut row = Self::failed(puzzle, RowStatus::Verdict(report.status), "");
        row.error = None;
        match snapshot {
            Ok(comparison) => row.snapshot = Some(comparison),
            Err(error) => row.error = Some(format!("{error:#}")),
        }
        Self {
            answer: report.answer,
            remarks: Some(report.remarks),
            boards: Some(report.boards),
            solutions: Some(report.solutions),
            complete: Some(report.complete),
            stopped: report.stopped,
            nodes: Some(report.nodes),
            dead_ends: Some(report.dead_ends),
            seconds: Some(report.seconds),
            snapshot_text: Some(text),
            ..row
        }
    }
}

/// Builds and solves `puzzles`, at most `jobs` at the same time, and returns a row for each in the
/// same order. Progress is shown on a terminal, and only there.
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
/// returns what comes of it in the same order. Progress is shown on a terminal, and only there.
pub(crate) fn for_each<'a, T: Send>(
    puzzles: &[&'a PuzzleCrate],
    jobs: Option<usize>,
    work: impl Fn(&'a PuzzleCrate) -> T + Sync,
) -> Vec<T> {
    let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let progress = progress_bar(puzzles.len());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.min(puzzles.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(index) else { break };
                    progress.set_message(puzzle.slug.clone());
                    let result = work(puzzle);
                    done.lock().expect("no thread panics").push((index, result));
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn progress_bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
    ProgressBar::new(length as u64).with_style(style.expect("the template is well-formed"))
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
        Err(BuildError(messages)) => {
            return Row::failed(puzzle, RowStatus::Unbuilt, messages.trim_end());
        }
    };
    if INTERRUPT.load(Ordering::Relaxed) {
        let status = RowStatus::Verdict(Status::Unproved);
        return Row::failed(puzzle, status, "interrupted before it was started");
    }
    run_program(workspace, puzzle, program, timeout)
}

fn run_program(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    program: &Path,
    timeout: Duration,
) -> Row {
    let arguments = ["solve", "--format", "json", "--timeout", &timeout.as_secs_f64().to_string()]
        .map(ToOwned::to_owned);
    let ended = match process::run(program, &arguments, Some(timeout)) {
        Ok(ended) => ended,
        Err(error) => return Row::failed(puzzle, RowStatus::Crashed, format!("{error:#}")),
    };
    match read_report(puzzle, &ended) {
        Ok(report) => Row::reported(workspace, puzzle, report),
        Err((status, error)) => Row::failed(puzzle, status, error),
    }
}

/// The report that a process printed, if it ended as one that reports does.
fn read_report(puzzle: &PuzzleCrate, ended: &Ended) -> Result<Report, (RowStatus, String)> {
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
    fn a_status_is_one_word_in_json() {
        let json = |status: RowStatus| serde_json::to_string(&status).unwrap();
        assert_eq!(json(RowStatus::TimedOut), "\"timed-out\"");
        assert_eq!(json(RowStatus::Verdict(Status::Solved)), "\"solved\"");
        for status in [RowStatus::TimedOut, RowStatus::Verdict(Status::Unwritten)] {
            assert_eq!(json(status), format!("{:?}", status.word()));
        }
    }

    #[test]
    fn the_last_lines_are_kept() {
        let numbers: Vec<_> = (0..100).map(|line| line.to_string()).collect();
        let long = numbers.join("\n");
        assert!(last_lines(&long).starts_with("70\n") && last_lines(&long).ends_with("\n99"));
        assert_eq!(last_lines("one\n"), "one");
        assert_eq!(last_lines(""), "");
    }
}
