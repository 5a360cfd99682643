//! `trace`: what the search does, step by step.

use std::io::{self, BufWriter, Write};

use anyhow::Result;
use picture::Picture;
use serde::Serialize;

use super::{Limit, Session};
use crate::{Event, Status, Step};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) limit: Limit,
    /// Keep at most N steps, evenly thinned while the search runs
    #[arg(long, value_name = "N", default_value = "2000",
        value_parser = clap::value_parser!(u32).range(2..))]
    max_steps: u32,
}

/// The first line.
#[derive(Serialize)]
struct Start<'a> {
    puzzle: &'a str,
    /// As canonical TOML.
    instance: &'a str,
    /// The unsolved instance.
    base: Picture,
}

/// One line per step that was kept.
#[derive(Serialize)]
struct StepLine<'a> {
    step: u64,
    depth: usize,
    event: Event,
    nodes: u64,
    board: &'a str,
    /// Its difference from the base.
    picture: Picture,
}

/// The last line.
#[derive(Serialize)]
struct End {
    steps: u64,
    kept: u64,
    complete: bool,
}

/// Searches, then prints the steps as JSON Lines. The first line comes before the search.
pub(super) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let Session { slug, instance, goal, puzzle, .. } = session;
    let mut out = BufWriter::new(io::stdout().lock());
    write_line(&mut out, &Start { puzzle: slug, instance, base: puzzle.picture(None)? })?;
    out.flush()?;

    let limits = session.limits(arguments.limit.limit, goal.default_limit());
    let mut kept = 0;
    let mut print = |step: Step<String>, picture| {
        let Step { number, depth, nodes, event, board } = step;
        kept += 1;
        write_line(
            &mut out,
            &StepLine { step: number, depth, event, nodes, board: &board, picture },
        )
    };
    let (outcome, steps) = puzzle.trace(&limits, arguments.max_steps as usize, &mut print)?;
    write_line(&mut out, &End { steps, kept, complete: outcome.complete() })?;
    out.flush()?;

    let status = Status::of(*goal, outcome.solutions, outcome.stopped);
    if let (Status::Unproved, Some(stop)) = (status, outcome.stopped) {
        eprintln!("unproved: stopped: {}", stop.reason());
    }
    Ok(status.exit_code(*goal))
}

/// Writes a document as a line of its own. The error of a closed pipe stays one.
fn write_line(out: &mut impl Write, document: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, document).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}
