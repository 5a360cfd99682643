//! `show`: the unsolved board with rules and question, on the terminal.

use anyhow::Result;
use itertools::chain;
use serde::Serialize;

use crate::look::terminal::Terminal;
use crate::texts::Texts;
use crate::{Format, Session};

#[derive(Serialize)]
struct Shown<'a> {
    puzzle: &'a str,
    title: &'a str,
    rules: Vec<String>,
    /// Whether the rules are stated as constraints, from which the solution can be explained.
    constraints: bool,
    question: Option<String>,
    /// The picture of the unsolved board, in characters without colours.
    board: String,
}

/// Prints title, board, rules and question, fitted to the width of the terminal.
pub(crate) fn run(session: &Session) -> Result<u8> {
    let (title, Texts { rules, question }) = (&*session.title, Texts::of(session));
    let terminal = Terminal::for_text(session);
    let board = terminal.drawn(session, None);
    if session.format == Some(Format::Json) {
        let puzzle = &session.slug;
        let constraints = session.lacks_rules().is_none();
        session.clock.print_json(&Shown { puzzle, title, rules, constraints, question, board })?;
        return Ok(0);
    }
    let rules = rules.iter().map(|rule| terminal.wrapped("- ", rule));
    let rules = rules.collect::<Vec<_>>().join("\n");
    let question = question.map(|question| terminal.wrapped("", &question));
    let parts = chain!([terminal.wrapped("", title), board.trim_end().to_owned(), rules], question);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    session.clock.print(&format!("{}\n", parts.join("\n\n")))?;
    Ok(0)
}
