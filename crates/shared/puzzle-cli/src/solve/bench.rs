//! `bench`: the search's time, measured in this process.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use protocol::{Figures, duration, parse_seconds, whole_number};

use puzzle::{Goal, Outcome, Status, Stop, count, solve_each};

use crate::{Format, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Time counting all solutions
    #[arg(long)]
    count: bool,
    /// How long to measure, after a warm-up of a fifth of that
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
    seconds: Duration,
    /// Measure N runs, without a warm-up, instead of as many as the time allows
    #[arg(long, value_name = "N", conflicts_with = "seconds",
        value_parser = whole_number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    runs: Option<NonZeroUsize>,
}

/// Most runs; more would add nothing.
const MOST_RUNS: usize = 100_000;

/// Measures the search of `solve`: as many solutions as the goal needs, including tables. Boards
/// are neither checked nor printed, which `solve` does outside its reported time.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let goal = if arguments.count { Goal::Count } else { session.goal() };
    let search = || {
        // The remaining time shrinks from run to run.
        let limits = session.limits(None, goal.default_limit());
        if goal == Goal::Count {
            count(&*session.puzzle, &limits)
        } else {
            solve_each(&*session.puzzle, &limits, &mut |_| ControlFlow::Continue(Duration::ZERO))
        }
    };
    let first = search();
    let stopped = |outcome: &Outcome| {
        Status::of(goal, outcome.solutions, outcome.stopped) == Status::Unproved
    };
    let mut seconds = if stopped(&first) {
        vec![first.seconds]
    } else if let Some(runs) = arguments.runs {
        repeat(session, None, runs.get(), &search, &stopped)
    } else {
        let left = session.clock.remaining().map_or(Duration::MAX, |left| left.mul_f64(0.8));
        let budget = arguments.seconds.min(left);
        repeat(session, Some(budget.div_f64(5.0)), MOST_RUNS, &search, &stopped);
        repeat(session, Some(budget), MOST_RUNS, &search, &stopped)
    };
    if seconds.is_empty() {
        seconds.push(first.seconds);
    }
    seconds.sort_by(f64::total_cmp);
    let figures = Figures {
        puzzle: session.slug.clone(),
        status: Status::of(goal, first.solutions, first.stopped),
        first: first.seconds,
        minimum: seconds[0],
        median: seconds[seconds.len() / 2],
        runs: seconds.len(),
        nodes: first.nodes,
        dead_ends: first.dead_ends,
        solutions: first.solutions,
        complete: first.complete(),
    };
    print(session, &figures)?;
    let is_interrupted = session.clock.stopped() == Some(Stop::Interrupt);
    Ok(if stopped(&first) || is_interrupted { SHORT_OF_THE_GOAL } else { 0 })
}

/// Returns the seconds of each of `runs` searches, or of as many as fit into `budget` and the
/// session's time; at least one, unless stopped.
fn repeat(
    session: &Session,
    budget: Option<Duration>,
    runs: usize,
    search: &impl Fn() -> Outcome,
    stopped: &impl Fn(&Outcome) -> bool,
) -> Vec<f64> {
    let start = Instant::now();
    let mut seconds = Vec::new();
    while seconds.len() < runs {
        let outcome = search();
        if stopped(&outcome) {
            break;
        }
        seconds.push(outcome.seconds);
        let is_over = budget.is_some_and(|budget| start.elapsed() >= budget);
        if is_over || session.clock.stopped().is_some() {
            break;
        }
    }
    seconds
}

fn print(session: &Session, figures: &Figures) -> Result<()> {
    if session.format != Some(Format::Text) {
        session.clock.print_json(figures)?;
        return Ok(());
    }
    let Figures { puzzle, first, minimum, median, runs, nodes, .. } = figures;
    session.clock.print(&format!(
        "{puzzle}: median {}, minimum {}, first call {}, {} ({})\n",
        duration(*median),
        duration(*minimum),
        duration(*first),
        protocol::count(*nodes, "node"),
        protocol::count(*runs, "run"),
    ))?;
    Ok(())
}
