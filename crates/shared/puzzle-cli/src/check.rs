//! `check`: a board made elsewhere, complete or not, against the rules.

pub(crate) mod clash;
mod completion;

use std::path::PathBuf;

use anyhow::Result;
use completion::{Broken, Completion};
use puzzle::Board;
use serde::Serialize;

use crate::input::{board_in, with_board_name};
use crate::look::terminal::say;
use crate::output::json_line;
use crate::watch::on_giving_up;
use crate::{Format, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The board, as text or as JSON, as `solve` prints it; the first of several, or the last if
    /// each is better (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) board: PathBuf,
    /// Treat the board as partial, with `.` for open cells: check whether it already breaks a rule,
    /// and whether it can still be completed
    #[arg(long)]
    partial: bool,
}

#[derive(Serialize)]
struct CheckReport<'a> {
    puzzle: &'a str,
    valid: bool,
    answer: Option<String>,
    /// First rule that the board breaks, with the place.
    broken: Option<String>,
}

#[derive(Default, Serialize)]
struct PartialReport<'a> {
    puzzle: &'a str,
    /// The rule that is already broken, with its place, or the place of an impossible value.
    broken: Option<String>,
    /// The rule, where it is broken, and its cells there.
    rule: Option<String>,
    place: Option<String>,
    cells: Vec<String>,
    /// Whether it can be completed; `None` if the time was too short to decide.
    completable: Option<bool>,
    /// Why this is unknown.
    stopped: Option<&'static str>,
}

/// Checks the board in `text` and prints its answer, or the first rule that it breaks.
pub(crate) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let puzzle = session.puzzle.as_ref();
    let board = with_board_name(&arguments.board, board_in(session, text))?;
    if arguments.partial {
        return check_partial(session, &board);
    }
    let (answer, broken) = match puzzle::check(puzzle, &board) {
        Ok(()) => (Some(puzzle.answer(&board).text), None),
        Err(fault) => (None, Some(format!("{fault:#}"))),
    };
    if session.format == Some(Format::Json) {
        let valid = broken.is_none();
        let report = CheckReport { puzzle: &session.slug, valid, answer: answer.clone(), broken };
        session.clock.print_json(&report)?;
    } else if let Some(fault) = broken {
        say(&format!("not a solution: {fault}"));
    } else if let Some(answer) = &answer {
        session.clock.print(&format!("valid, answer: {answer}\n"))?;
    }
    Ok(if answer.is_some() { 0 } else { SHORT_OF_THE_GOAL })
}

/// Checks whether a partial board breaks a rule, and whether it can be completed.
fn check_partial(session: &Session, board: &Board) -> Result<u8> {
    if session.format == Some(Format::Json) {
        let slug = session.slug.clone();
        on_giving_up(move |stop| {
            let stopped = Some(stop.reason());
            json_line(&PartialReport { puzzle: &slug, stopped, ..PartialReport::default() })
        });
    }
    let limits = session.limits(None, None);
    let completion = completion::complete(&*session.puzzle, session.goal(), board, &limits)?;
    let code = if matches!(completion, Completion::Possible(_)) { 0 } else { SHORT_OF_THE_GOAL };
    if session.format == Some(Format::Json) {
        let (completable, broken, stopped) = match completion {
            Completion::Possible(_) => (Some(true), None, None),
            Completion::Impossible => (Some(false), None, None),
            Completion::Broken(broken) => (Some(false), Some(broken), None),
            Completion::Stopped(stop) => (None, None, Some(stop.reason())),
        };
        let puzzle = &session.slug;
        let text = broken.as_ref().map(|broken| broken.text.clone());
        let Broken { rule, place, cells, .. } = broken.unwrap_or_default();
        let report =
            PartialReport { puzzle, broken: text, rule, place, cells, completable, stopped };
        session.clock.print_json(&report)?;
        return Ok(code);
    }
    match completion {
        Completion::Possible(_) => {
            session.clock.print("no rule is broken, and the board can be completed\n")?;
        }
        Completion::Impossible => {
            say("no single rule is seen to be broken, but the board cannot be completed");
        }
        Completion::Broken(broken) => say(&format!("broken: {}", broken.text)),
        Completion::Stopped(stop) => {
            say(&format!("stopped: {}; whether it can be completed is open", stop.reason()));
        }
    }
    Ok(code)
}
