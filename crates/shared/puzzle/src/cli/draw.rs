//! `draw`: a picture as SVG.

use std::iter::once;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use super::input::{board_in, with_board_name};
use super::{Bound, SHORT_OF_THE_GOAL, Session};
use crate::{Goal, Metadata, Stop};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Draw this board, complete or not, as `solve` prints it, instead of the solution (`-`: standard
    /// input)
    #[arg(long, value_name = "FILE")]
    pub(super) board: Option<PathBuf>,
    /// Draw the unsolved instance, with the rules below it, ready to print
    #[arg(long, conflicts_with = "board")]
    empty: bool,
    /// Leave the rules out
    #[arg(long, requires = "empty")]
    without_rules: bool,
}

/// Prints the picture; `text` holds the board that the user named.
pub(super) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let puzzle = session.puzzle.as_ref();
    let picture = if arguments.empty {
        let mut picture = puzzle.picture(None)?;
        if !arguments.without_rules {
            picture.caption(rules(session)?);
        }
        picture
    } else if let Some(path) = &arguments.board {
        let drawn = board_in(session, text).and_then(|board| puzzle.picture(Some(&board)));
        with_board_name(path, drawn)?
    } else {
        let Some(board) = solve(session)? else { return Ok(SHORT_OF_THE_GOAL) };
        let drawn = puzzle.picture(Some(&board));
        drawn.context("the solution does not read back as a board")?
    };
    session.clock.print(&picture.to_svg())?;
    Ok(0)
}

/// The title, the rules, and what is asked. The rules are the headings that they are stated under, or
/// what the manifest says of them.
fn rules(session: &Session) -> Result<Vec<String>> {
    let Metadata { rules, question, .. } = &session.metadata;
    let rules = match session.puzzle.headings() {
        Some(headings) => headings?,
        None => rules.iter().flat_map(|rules| rules.lines()).map(str::to_owned).collect(),
    };
    let rules = rules.iter().map(|rule| format!("- {rule}"));
    Ok(once(session.title.clone()).chain(rules).chain(question.clone()).collect())
}

/// The board to draw: the first solution, or the best. Where there is none, says so.
fn solve(session: &Session) -> Result<Option<String>> {
    let goes_on = session.goal() == Goal::Best;
    let bound = if goes_on { Bound::All } else { Bound::AtMost(std::num::NonZeroU64::MIN) };
    let limits = session.limits(Some(bound), None);
    let mut found = None;
    let outcome = session.puzzle.solve(session.goal(), &limits, &mut |board| {
        found = Some(board);
        ControlFlow::Continue(Duration::ZERO)
    })?;
    if found.is_none() {
        let why = outcome.stopped.map_or("it has no solution", Stop::reason);
        eprintln!("no solution to draw: {why}; `draw --empty` draws the instance alone");
    }
    Ok(found)
}
