//! `draw`: a picture as SVG.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::{Bound, SHORT_OF_THE_GOAL, Session, print_text, read_file, with_board_name};
use crate::{Goal, Stop};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Draw this board, complete or not, instead of the solution (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(super) board: Option<PathBuf>,
    /// Draw the unsolved instance
    #[arg(long, conflicts_with = "board")]
    empty: bool,
}

/// Prints the picture.
pub(super) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let picture = if arguments.empty {
        session.puzzle.picture(None)?
    } else if let Some(path) = &arguments.board {
        let text = read_file(path)?;
        with_board_name(path, session.puzzle.picture(Some(&text)))?
    } else {
        let Some(board) = solve(session)? else { return Ok(SHORT_OF_THE_GOAL) };
        let drawn = session.puzzle.picture(Some(&board));
        drawn.context("the solution does not read back as a board")?
    };
    print_text(&picture.to_svg())?;
    Ok(0)
}

/// The board to draw: the first solution, or the best. Where there is none, says so.
fn solve(session: &Session) -> Result<Option<String>> {
    let goes_on = session.goal == Goal::Best;
    let bound = if goes_on { Bound::All } else { Bound::AtMost(std::num::NonZeroU64::MIN) };
    let mut found = None;
    let outcome = session.puzzle.solve(&session.limits(Some(bound), None), &mut |solution| {
        found = Some(solution.board);
        ControlFlow::Continue(())
    })?;
    if found.is_none() {
        let why = outcome.stopped.map_or("it has no solution", Stop::reason);
        eprintln!("no solution to draw: {why}; `draw --empty` draws the instance alone");
    }
    Ok(found)
}
