//! `trace`: what the search does, step by step.

use std::io::{self, BufWriter, Write};

use anyhow::Result;
use protocol::trace::{self, End, Start};
use serde::Serialize;

use super::{Limit, Session};
use crate::{Status, Step};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) limit: Limit,
    /// Keep at most N steps, evenly thinned while the search runs
    #[arg(long, value_name = "N", default_value = "2000",
        value_parser = clap::value_parser!(u32).range(2..))]
    max_steps: u32,
}

/// Searches, then prints the steps as JSON Lines. The first line comes before the search.
pub(super) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let Session { slug, instance, goal, puzzle, .. } = session;
    let mut out = BufWriter::new(io::stdout().lock());
    let (slug, instance) = (slug.clone(), instance.clone());
    write_line(&mut out, &Start { puzzle: slug, instance, base: puzzle.picture(None)? })?;
    out.flush()?;

    let limits = session.limits(arguments.limit.limit, goal.default_limit());
    let mut kept = 0;
    let mut print = |step: Step<String>, picture| {
        let Step { number, depth, nodes, event, board } = step;
        kept += 1;
        write_line(&mut out, &trace::Step { number, depth, event, nodes, board, picture })
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
