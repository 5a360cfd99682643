//! `draw`: a picture as SVG.

use std::iter::once;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use itertools::Itertools;
use pseudo_boolean::Problem;

use super::input::{board_in, with_board_name};
use super::{Bound, SHORT_OF_THE_GOAL, Session};
use protocol::Metadata;
use puzzle::{Board, Goal, Stop, solve_judged};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Draw this board, complete or not, as `solve` prints it, instead of the solution (`-`: standard
    /// input)
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,
    /// Draw the unsolved instance, with the rules below it, ready to print
    #[arg(long, conflicts_with = "board")]
    empty: bool,
    /// Leave the rules out
    #[arg(long, requires = "empty")]
    without_rules: bool,
}

/// Prints the picture; `text` holds the board that the user named.
pub(crate) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let picture = if arguments.empty {
        let mut picture = session.picture(None);
        if !arguments.without_rules {
            picture.caption(rules(session)?);
        }
        picture
    } else if let Some(path) = &arguments.board {
        let drawn = with_board_name(path, board_in(session, text))?;
        session.picture(Some(&drawn))
    } else {
        let Some(board) = solve(session)? else { return Ok(SHORT_OF_THE_GOAL) };
        session.picture(Some(&board))
    };
    session.clock.print(&picture.to_svg())?;
    Ok(0)
}

/// The title, the rules, and what is asked. The rules are the headings that they are stated under, or
/// what the manifest says about them.
fn rules(session: &Session) -> Result<Vec<String>> {
    let Metadata { rules, question, .. } = &session.metadata;
    let rules = match headings(session) {
        Some(headings) => headings?,
        None => rules.iter().flat_map(|rules| rules.lines()).map(str::to_owned).collect(),
    };
    let rules = rules.iter().map(|rule| format!("- {rule}"));
    Ok(once(session.title.clone()).chain(rules).chain(question.clone()).collect())
}

/// The board to draw: the first solution, or the best. Reports it if there is none.
fn solve(session: &Session) -> Result<Option<Board>> {
    let goes_on = session.goal() == Goal::Best;
    let bound = if goes_on { Bound::All } else { Bound::AtMost(std::num::NonZeroU64::MIN) };
    let limits = session.limits(Some(bound), None);
    let mut found = None;
    let outcome = solve_judged(&*session.puzzle, session.goal(), &limits, &mut |board| {
        found = Some(board.clone());
        ControlFlow::Continue(Duration::ZERO)
    })?;
    if found.is_none() {
        let why = outcome.stopped.map_or("it has no solution", Stop::reason);
        eprintln!("no solution to draw: {why}; `draw --empty` draws the instance alone");
    }
    Ok(found)
}

/// The headings that the rules are stated under; `None` if they are no constraints.
fn headings(session: &Session) -> Option<Result<Vec<String>>> {
    let rules = session.puzzle.rules(session.model())?;
    // Where a puzzle has several boards, a rule may be stated of one after the other.
    let headings = |problem: &Problem| problem.headings().unique().map(str::to_owned).collect();
    Some(rules.problem().map(headings).map_err(Into::into))
}
