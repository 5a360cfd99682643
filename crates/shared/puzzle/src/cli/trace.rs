//! `trace`: what the search does, step by step.

use std::mem;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use picture::Picture;
use protocol::trace::{self, End, Start};
use serde::Serialize;

use super::output::Clock;
use super::{Limit, Session};
use crate::{Status, Step};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) limit: Limit,
    /// Keep at most N steps, evenly thinned while the search runs; fewer where boards are large
    #[arg(long, value_name = "N", default_value = "2000",
        value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    max_steps: u32,
}

/// A search that is stopped leaves no time to print its steps: they get as much.
const GRACE: Duration = Duration::from_millis(300);

/// Searches, then prints the steps as JSON Lines. The first line comes before the search. A trace
/// that is stopped while it is printed ends with its last line, too, and is not complete.
pub(super) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let (Session { slug, instance, puzzle, clock, .. }, goal) = (session, session.goal());
    let mut lines = Lines { clock, text: String::new() };
    let (slug, instance) = (slug.clone(), instance.clone());
    let start = Start { puzzle: slug, instance, base: puzzle.picture(None)? };
    lines.add(&start)?;
    lines.flush()?;

    let limits = session.limits(arguments.limit.limit, goal.default_limit());
    let most_steps = usize::try_from(arguments.max_steps)?;
    let mut kept = 0;
    let mut cut_short = None;
    let mut begun = None;
    let mut print = |step: Step<String>, picture: Picture| {
        let begun = *begun.get_or_insert_with(Instant::now);
        cut_short = clock.stopped().filter(|_| begun.elapsed() > GRACE);
        if cut_short.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        let Step { number, depth, nodes, event, board, why, .. } = step;
        kept += 1;
        let picture = picture.difference(&start.base);
        lines.add(&trace::Step { number, depth, event, why, nodes, board, picture })?;
        Ok(ControlFlow::Continue(()))
    };
    let (outcome, steps) = puzzle.trace(goal, &limits, most_steps, &mut print)?;
    let complete = outcome.complete() && cut_short.is_none();
    lines.add(&End { steps, kept, complete })?;
    lines.flush()?;

    // Of a search that found what it was to find, the rest of the steps is not needed for a verdict.
    let stopped = outcome.stopped.or(cut_short);
    let status = Status::of(goal, outcome.solutions, stopped);
    if let (Status::Unproved, Some(stop)) = (status, stopped) {
        eprintln!("unproved: stopped: {}", stop.reason());
    }
    Ok(status.exit_code(goal))
}

/// Lines on their way to standard output, many at once.
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
