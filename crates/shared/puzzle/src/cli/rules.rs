//! `rules`: the rules as an OPB file.

use anyhow::{Context, Result};

use super::Session;

/// Prints the rules.
pub(super) fn run(session: &Session) -> Result<u8> {
    let rules = session.puzzle.opb().context(NO_RULES)?;
    session.clock.print(&rules?)?;
    Ok(0)
}

/// Said of puzzles whose rules are not stated as constraints.
pub(super) const NO_RULES: &str = "this puzzle does not state its rules as constraints";
