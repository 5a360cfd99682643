//! `rules`: the rules as an OPB file.

use anyhow::{Context, Result};

use crate::Session;

/// Prints the rules.
pub(crate) fn run(session: &Session) -> Result<u8> {
    let rules = session.puzzle.rules(session.model()).context(NO_RULES)?;
    let problem = rules.problem()?;
    let text = match rules.limit() {
        Some(limit) => limit.within(problem).to_string(),
        None => problem.to_string(),
    };
    session.clock.print(&text)?;
    Ok(0)
}

/// Said of puzzles whose rules are not stated as constraints.
pub(crate) const NO_RULES: &str = "this puzzle does not state its rules as constraints";
