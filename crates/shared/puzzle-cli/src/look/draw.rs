//! `draw`: a picture as SVG, or as JSON for other renderers.

use std::iter::once;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use crate::input::{board_in, with_board_name};
use crate::look::terminal::say;
use crate::texts::Texts;
use crate::{Format, SHORT_OF_THE_GOAL, Session};
use anyhow::Result;
use protocol::whole_number;
use puzzle::{Board, Goal, Outcome, Stop, solve_judged};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Draw this board, complete or not, as `solve` prints it, instead of the solution (`-`:
    /// standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,
    /// Draw the board after step N of `explain`, with its reason and a legend
    #[arg(long, value_name = "N", conflicts_with_all = ["board", "empty"],
        value_parser = whole_number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    step: Option<NonZeroUsize>,
    /// Draw the unsolved instance, with the rules below it, ready to print
    #[arg(long, conflicts_with = "board")]
    empty: bool,
    /// Title of the picture [default: the puzzle's title]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Omit the rules
    #[arg(long, requires = "empty")]
    without_rules: bool,
}

/// Prints the picture; `text` holds the board that the user named.
pub(crate) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let mut picture = if arguments.empty {
        let mut picture = session.picture(None);
        if !arguments.without_rules {
            let title = arguments.title.as_ref().unwrap_or(&session.title);
            let Texts { rules, question } = Texts::of(session);
            let rules = rules.into_iter().map(|rule| format!("- {rule}"));
            picture.caption(once(title.clone()).chain(rules).chain(question));
        }
        picture
    } else if let Some(step) = arguments.step {
        let picture = crate::explain::picture_of_step(session, step)?;
        let Some(picture) = picture else { return Ok(SHORT_OF_THE_GOAL) };
        picture
    } else if let Some(path) = &arguments.board {
        let drawn = with_board_name(path, board_in(session, text))?;
        session.picture(Some(&drawn))
    } else {
        let Some(board) = solve(session)? else { return Ok(SHORT_OF_THE_GOAL) };
        session.picture(Some(&board))
    };
    if let Some(title) = &arguments.title {
        picture.title(title);
    }
    if session.format == Some(Format::Json) {
        session.clock.print_json(&picture)?;
    } else {
        session.clock.print(&picture.to_svg())?;
    }
    Ok(0)
}

/// Returns the board to draw. Reports if there is none.
fn solve(session: &Session) -> Result<Option<Board>> {
    let (found, outcome) = solution(session)?;
    if found.is_none() {
        let why = outcome.stopped.map_or("it has no solution", Stop::reason);
        say(&format!("no solution to draw: {why}; `draw --empty` draws the instance alone"));
    }
    Ok(found)
}

/// Returns the first solution, or the best, and the outcome of the search for it.
pub(crate) fn solution(session: &Session) -> Result<(Option<Board>, Outcome)> {
    let goes_on = session.goal() == Goal::Best;
    let bound = if goes_on {
        crate::Solutions::All
    } else {
        crate::Solutions::AtMost(std::num::NonZeroU64::MIN)
    };
    let limits = session.limits(Some(bound), None);
    let mut found = None;
    let outcome = solve_judged(&*session.puzzle, session.goal(), &limits, &mut |board| {
        found = Some(board.clone());
        ControlFlow::Continue(Duration::ZERO)
    })?;
    Ok((found, outcome))
}
