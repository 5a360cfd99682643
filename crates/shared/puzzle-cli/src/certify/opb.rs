//! `rules`: the rules as an OPB file.

use anyhow::Result;
use puzzle::Stop;
use rules::Fault;

use crate::{SHORT_OF_THE_GOAL, Session};

/// Prints the rules.
pub(crate) fn run(session: &Session) -> Result<u8> {
    let rules = session.rules()?;
    let problem = match rules.stated() {
        Err(Fault::Stopped) => return Ok(stopped(session.clock.stopped())),
        problem => problem?,
    };
    let text = match rules.limit() {
        Some(limit) => session.clock.text_of(&limit.within(problem)),
        None => session.clock.text_of(problem),
    };
    match text {
        Ok(text) => session.clock.print(&text)?,
        Err(stop) => return Ok(stopped(Some(stop))),
    };
    Ok(0)
}

fn stopped(stop: Option<Stop>) -> u8 {
    eprintln!("unproved: stopped: {}", stop.unwrap_or(Stop::Timeout).reason());
    SHORT_OF_THE_GOAL
}
