//! `check`: a board made elsewhere against the rules.

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::input::{board_in, with_board_name};
use super::{Format, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The board, as text or as JSON, as `solve` prints it; of several the first,
    /// or the last where each is better (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) board: PathBuf,
}

#[derive(Serialize)]
struct CheckReport<'a> {
    puzzle: &'a str,
    valid: bool,
    answer: Option<String>,
    /// The first rule that the board breaks, and where.
    broken: Option<String>,
}

/// Says that the board in `text` is valid, and the answer that it gives; or the first rule that it
/// breaks.
pub(crate) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let puzzle = session.puzzle.as_ref();
    let board = with_board_name(&arguments.board, board_in(session, text))?;
    let (answer, broken) = match puzzle::check(puzzle, &board) {
        Ok(()) => (Some(puzzle.answer(&board).text), None),
        Err(fault) => (None, Some(format!("{fault:#}"))),
    };
    if session.format == Some(Format::Json) {
        let valid = broken.is_none();
        let report = CheckReport { puzzle: &session.slug, valid, answer: answer.clone(), broken };
        session.clock.print_json(&report)?;
    } else if let Some(fault) = broken {
        eprintln!("not a solution: {fault}");
    } else if let Some(answer) = &answer {
        session.clock.print(&format!("valid, answer: {answer}\n"))?;
    }
    Ok(if answer.is_some() { 0 } else { SHORT_OF_THE_GOAL })
}
