//! `trace`: the steps of the search.

use std::mem;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use protocol::trace::{self, End, Start};
use protocol::{Event, whole_number};
use serde::Serialize;

use crate::output::{Clock, json_line};
use crate::watch::on_giving_up;
use crate::{Session, SolutionLimit};
use puzzle::{Limits, Status, Step, Stop, trace_judged};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) limit: SolutionLimit,
    /// Keep a uniform sample of at most N steps; fewer if boards are large
    #[arg(long, value_name = "N", default_value = "2000",
        value_parser = whole_number(2..=1_000_000_u32))]
    max_steps: u32,
    /// Stop after about N nodes: the steps are those of the beginning
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    nodes: Option<u64>,
    /// Print the steps of `explain` instead of the search's, no more than N of them
    #[arg(long)]
    explain: bool,
    /// With --explain: stop after N conflicts of the search for steps
    #[arg(long, value_name = "N", requires = "explain", value_parser = whole_number(0..=u64::MAX))]
    conflicts: Option<u64>,
    /// With --explain: print the steps kept with the puzzle, if there are any, without searching
    /// for more
    #[arg(long, requires = "explain")]
    kept: bool,
}

/// Average bytes of a printed step; if pictures are larger, fewer steps are kept.
const STEP_BYTES: usize = 32 << 10;
/// Extra time to print the steps of a stopped search; it ends before the command is killed.
const GRACE: Duration = Duration::from_millis(150);

/// Searches, then prints the steps as JSON Lines. The first line comes before the search. A trace
/// that is stopped while printing also ends with its last line, marked as incomplete.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    if arguments.explain {
        let most_steps = usize::try_from(arguments.max_steps)?;
        return crate::explain::trace(session, most_steps, arguments.conflicts, arguments.kept);
    }
    let (Session { slug, instance, puzzle, clock, .. }, goal) = (session, session.goal());
    let mut lines = Lines { clock, text: String::new() };
    let (slug, instance) = (slug.clone(), instance.clone());
    let start = Start {
        puzzle: slug,
        instance,
        base: session.picture(None),
        given: Vec::new(),
        lemmas: Vec::new(),
    };
    lines.add(&start)?;
    lines.flush()?;

    on_giving_up(|_| json_line(&End { steps: 0, kept: 0, complete: false, known: None }));
    let limits = session.limits(arguments.limit.limit, goal.default_limit());
    let limits = Limits { nodes: arguments.nodes, ..limits };
    let most_steps = usize::try_from(arguments.max_steps)?;
    let mut kept = 0;
    let mut cut_short = None;
    let (outcome, trace) = trace_judged(&**puzzle, goal, &limits, most_steps)?;
    clock.grant(GRACE);
    let begun = Instant::now();
    let drawn = |step: &Step| {
        let mut picture = session.picture(Some(&step.board));
        step.beyond.draw(&mut picture);
        let picture = picture.difference(&start.base);
        let board = session.form.write(&step.board);
        let &Step { number, depth, nodes, event, .. } = step;
        let (why, told) = (step.why.clone(), None);
        trace::Step { number, depth, event, why, told, nodes, board, picture }
    };
    let middle = trace.kept.get(trace.kept.len() / 2);
    let bytes = middle.map_or(0, |step| json_line(&drawn(step)).len());
    let stride = (trace.kept.len() * bytes).div_ceil(most_steps * STEP_BYTES).max(1);
    for (left, step) in (0..trace.kept.len()).rev().zip(&trace.kept) {
        cut_short = clock.stopped().filter(|_| begun.elapsed() > GRACE);
        if cut_short.is_some() {
            break;
        }
        if left % stride == 0 || step.event == Event::Solution {
            kept += 1;
            lines.add(&drawn(step))?;
        }
    }
    let steps = trace.steps;
    let complete = outcome.complete() && cut_short.is_none();
    lines.add(&End { steps, kept, complete, known: None })?;
    lines.flush()?;

    // If the search found what it was asked for, the remaining steps do not affect the verdict.
    let is_beginning = arguments.nodes.is_some_and(|most| outcome.nodes >= most);
    let stopped = outcome.stopped.map(|stop| if is_beginning { Stop::Limit } else { stop });
    let stopped = stopped.or(cut_short);
    let status = Status::of(goal, outcome.solutions, stopped);
    if let (Status::Unproved, Some(stop)) = (status, stopped) {
        eprintln!("unproved: stopped: {}", stop.reason());
    }
    Ok(session.metadata.exit_code(status))
}

/// A buffer of lines for standard output.
struct Lines<'a> {
    clock: &'a Clock,
    text: String,
}

impl Lines<'_> {
    /// Adds a document as a line of its own.
    fn add(&mut self, document: &impl Serialize) -> Result<()> {
        self.text += &serde_json::to_string(document).context("cannot write a step as JSON")?;
        self.text.push('\n');
        if self.text.len() > 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        self.clock.print(&mem::take(&mut self.text))?;
        Ok(())
    }
}
