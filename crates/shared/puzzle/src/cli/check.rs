//! `check`: a board made elsewhere against the rules.

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::{
    Format, SHORT_OF_THE_GOAL, Session, print_json, print_text, read_file, with_board_name,
};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The board, as `solve` prints it (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(super) board: PathBuf,
}

#[derive(Serialize)]
struct CheckReport<'a> {
    puzzle: &'a str,
    valid: bool,
    answer: Option<String>,
    /// The first rule that the board breaks, and where.
    broken: Option<String>,
}

/// Prints the answer that the board gives, or the first rule that it breaks.
pub(super) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let text = read_file(&arguments.board)?;
    let checked = with_board_name(&arguments.board, session.puzzle.check(&text))?;
    let (answer, broken) = match checked {
        Ok(solution) => (Some(solution.answer), None),
        Err(fault) => (None, Some(format!("{fault:#}"))),
    };
    if session.format == Some(Format::Json) {
        let valid = broken.is_none();
        print_json(&CheckReport { puzzle: &session.slug, valid, answer: answer.clone(), broken })?;
    } else if let Some(fault) = broken {
        eprintln!("not a solution: {fault}");
    } else if let Some(answer) = &answer {
        print_text(&format!("{answer}\n"))?;
    }
    Ok(if answer.is_some() { 0 } else { SHORT_OF_THE_GOAL })
}
