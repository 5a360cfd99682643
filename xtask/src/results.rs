//! Solving puzzles in processes of their own, and the results: one row per puzzle.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use itertools::Itertools;
use protocol::{Failure, Report, Row, duration};

use crate::INTERRUPT;
use crate::commands::bench;
use crate::output::shown_answer;
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
/// Number of last output lines shown of a failed process.
const ERROR_LINES: usize = 30;

/// Programs that are built before all others: those that will search longest, so that their
/// searches and the rest of the build run at the same time.
const BUILT_FIRST: usize = 4;

/// Builds and solves `puzzles`, at most `jobs` at the same time, and returns a row for each in the
/// same order. A puzzle is solved as soon as its program is built, the longest search first. While
/// others are being built, one worker takes the longest searches and one the shortest.
pub(crate) fn solve(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    timeout: Duration,
    jobs: Option<usize>,
) -> Result<Vec<Row>> {
    ensure!(!puzzles.is_empty(), "this workspace has no puzzle yet; `cargo xtask new` adds one");
    let jobs = jobs.unwrap_or_else(cores);
    let progress = Progress::of(puzzles.len());
    progress.at("building");
    let queue = Queue::default();
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; puzzles.len()]);
    let work = |worker: usize| {
        while let Some((index, program)) = queue.take(worker) {
            let puzzle = puzzles[index];
            progress.at(&puzzle.slug);
            let row = solve_one(workspace, puzzle, &program, timeout);
            if queue.is_open() && io::stderr().is_terminal() {
                progress.say(&line(&row));
            }
            rows.lock().expect("no thread panics")[index] = Some(row);
            progress.step();
        }
    };
    thread::scope(|scope| {
        for worker in 0..jobs.min(puzzles.len()) {
            scope.spawn(move || work(worker));
        }
        let built = build_longest_first(workspace, puzzles, &progress, &queue);
        queue.close();
        built
    })?;
    let rows = rows.into_inner().expect("no thread panics");
    Ok(rows.into_iter().map(|row| row.expect("cargo reports on each program")).collect())
}

/// Builds the programs of `puzzles` and puts each into the queue once it is built.
fn build_longest_first(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
    progress: &Progress,
    queue: &Queue,
) -> Result<()> {
    // Puzzles without figures may take long.
    let figures = bench::kept(workspace).unwrap_or_default();
    let seconds = |slug: &str| figures.get(slug).map_or(f64::INFINITY, |kept| kept.seconds);
    let slugs: Vec<_> = puzzles.iter().map(|puzzle| puzzle.slug.as_str()).collect();
    let places: HashMap<_, _> =
        slugs.iter().enumerate().map(|(place, &slug)| (slug, place)).collect();
    let put = |slug: &str, program| queue.put(places[slug], seconds(slug), program);

    let longest = slugs.iter().copied().sorted_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    let longest: Vec<_> = longest.take(BUILT_FIRST).collect();
    let is_missing = |slug: &&str| !workspace.program_path(slug).exists();
    if slugs.len() > BUILT_FIRST && longest.iter().any(is_missing) {
        programs::build_each(workspace, &longest, progress, put)?;
        let others: Vec<_> = slugs.into_iter().filter(|slug| !longest.contains(slug)).collect();
        return programs::build_each(workspace, &others, progress, put);
    }
    programs::build_each(workspace, &slugs, progress, put)
}

/// Returns a row as it is shown before the table.
fn line(row: &Row) -> String {
    let time = row.report().map_or(String::new(), |it| format!(" ({})", duration(it.seconds)));
    format!("{}: {}{time} {}", row.puzzle, row.verdict(), shown_answer(row.answer()))
}

/// The programs that are built and not yet started.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Seconds that the search is expected to take, and the puzzle's place.
    waiting: Vec<(f64, usize, Program)>,
    is_closed: bool,
}

impl Queue {
    fn put(&self, place: usize, seconds: f64, program: Program) {
        let mut state = self.state.lock().expect("no thread panics");
        let after = state.waiting.partition_point(|&(other, ..)| other <= seconds);
        state.waiting.insert(after, (seconds, place, program));
        self.changed.notify_all();
    }

    /// Closes the queue.
    fn close(&self) {
        self.state.lock().expect("no thread panics").is_closed = true;
        self.changed.notify_all();
    }

    fn is_open(&self) -> bool {
        !self.state.lock().expect("no thread panics").is_closed
    }

    /// Takes the program with the longest search, and for worker 1, as long as the queue is open,
    /// the one with the shortest. The first two workers wait for a program, the others until the
    /// queue is closed. Returns `None` when it is closed and empty.
    fn take(&self, worker: usize) -> Option<(usize, Program)> {
        let state = self.state.lock().expect("no thread panics");
        let waits =
            |state: &mut State| !state.is_closed && (worker > 1 || state.waiting.is_empty());
        let mut state = self.changed.wait_while(state, waits).expect("no thread panics");
        let place = state.waiting.len().checked_sub(1)?;
        let place = if worker == 1 && !state.is_closed { 0 } else { place };
        let (_, place, program) = state.waiting.remove(place);
        Some((place, program))
    }
}

/// Returns the default number of parallel jobs.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work` for each of `puzzles`, at most `jobs` at the same time (default: one per core), and
/// returns the results in the same order. Shows progress.
pub(crate) fn for_each<'a, T: Send>(
    puzzles: &[&'a PuzzleCrate],
    jobs: Option<usize>,
    work: impl Fn(&'a PuzzleCrate) -> T + Sync,
) -> Vec<T> {
    for_each_task(puzzles, jobs, |puzzle| puzzle.slug.clone(), |puzzle| work(puzzle))
}

/// Returns the same for other tasks than puzzles; each has a name to be shown.
pub(crate) fn for_each_task<Task: Sync, T: Send>(
    tasks: &[Task],
    jobs: Option<usize>,
    name: impl Fn(&Task) -> String + Sync,
    work: impl Fn(&Task) -> T + Sync,
) -> Vec<T> {
    let jobs = jobs.unwrap_or_else(cores);
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
        Err(error) => return failed(puzzle, Failure::Unbuilt, error.to_string()),
    };
    if INTERRUPT.load(Ordering::Relaxed) {
        return failed(puzzle, Failure::NotStarted, "interrupted before it was started");
    }
    run_program(workspace, puzzle, program, timeout)
}

/// Returns the kept result of the program's last run, or runs it.
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
        Err(error) => return failed(puzzle, Failure::Crashed, format!("{error:#}")),
    };
    match read_report(puzzle, &ended) {
        Ok(report) => {
            let row = reported(workspace, puzzle, report);
            if row.reaches_goal() {
                Outputs::of(workspace, &puzzle.slug, program).keep(&SOLVE, &ended.stdout.text());
            }
            row
        }
        Err((failure, error)) => failed(puzzle, failure, error),
    }
}

fn failed(puzzle: &PuzzleCrate, failure: Failure, error: impl Into<String>) -> Row {
    let row = Row::new(&puzzle.slug, &puzzle.metadata, Err(failure));
    Row { error: Some(error.into()), ..row }
}

fn reported(workspace: &Workspace, puzzle: &PuzzleCrate, report: Report) -> Row {
    let text = report.snapshot(puzzle.metadata.goal);
    let mut row = Row::new(&puzzle.slug, &puzzle.metadata, Ok(report));
    match snapshots::compare(&workspace.snapshot_path(&puzzle.slug), &text) {
        Ok(comparison) => row.snapshot = Some(comparison),
        Err(error) => row.error = Some(format!("{error:#}")),
    }
    row
}

/// Returns the report that a process printed, if its exit code matches.
fn read_report(puzzle: &PuzzleCrate, ended: &ProcessOutput) -> Result<Report, (Failure, String)> {
    let said = last_lines(&ended.stderr.text());
    let Some(status) = ended.status else {
        let why = "it did not stop when its time was up and was killed";
        return Err((Failure::TimedOut, join(why, &said)));
    };
    match status.code() {
        Some(0 | 1) => {}
        _ => return Err((Failure::Crashed, join(&how_it_ended(status), &said))),
    }
    if ended.stdout.was_cut {
        let why = format!("it printed more than {} MiB", process::MOST_OUTPUT >> 20);
        return Err((Failure::Garbled, join(&why, &said)));
    }
    let text = ended.stdout.text();
    let garbled = |why: &str| {
        let start: String = text.chars().take(200).collect();
        (Failure::Garbled, join(&format!("{why}; it printed: {start:?}"), &said))
    };
    let report: Report = serde_json::from_str(&text)
        .map_err(|error| garbled(&format!("its output is not a report ({error})")))?;
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
    fn the_longest_search_starts_first_and_beside_it_the_shortest() {
        let queue = Queue::default();
        for (place, seconds) in [0.5, 7.0, f64::INFINITY, 2.0].into_iter().enumerate() {
            queue.put(place, seconds, Ok("program".into()));
        }
        let mut started = vec![queue.take(0).unwrap().0, queue.take(1).unwrap().0];
        queue.close();
        started.extend(std::iter::from_fn(|| queue.take(2)).map(|(place, _)| place));
        assert_eq!(started, [2, 0, 1, 3]);
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
