//! `solve`: solves the instance.

pub(crate) mod bench;
pub(crate) mod race;
pub(crate) mod trace;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::Report;
use puzzle::{Answer, Board, Goal, Outcome, Precision, Status, Stop};

use crate::look::terminal::Terminal;
use crate::output::{json_line, line, lines, remarks, report, stopped_report};
use crate::tasks::count;
use crate::watch::on_giving_up;
use crate::{Format, RULES, Session, SolutionLimit, Solutions};
use race::First;

/// Solves the instance and prints the report.
pub(crate) fn solve(session: &Session, solutions: Option<Solutions>) -> Result<u8> {
    if session.goal() == Goal::Count {
        return count::run(session, &count::Arguments::plain(SolutionLimit { limit: solutions }));
    }
    if session.format == Some(Format::Json) {
        solve_json(session, solutions)
    } else {
        solve_text(session, solutions)
    }
}

/// The boards shown in a report: the first ones, or only the last if that is the best.
#[derive(Default)]
struct Shown {
    /// The board whose answer and remarks are reported.
    first: Option<Board>,
    /// Whether another board has another answer.
    is_disputed: bool,
    boards: Vec<String>,
    bytes: usize,
}

impl Shown {
    /// Most boards in a report; the help of `--limit` names this number.
    const MOST_BOARDS: usize = 10_000;

    const MOST_BYTES: usize = 8 << 20;

    fn show(&mut self, goal: Goal, board: String) {
        if goal == Goal::Best {
            self.boards = vec![board];
        } else if self.boards.len() < Self::MOST_BOARDS && self.bytes < Self::MOST_BYTES {
            self.bytes += board.len();
            self.boards.push(board);
        }
    }
}

fn solve_json(session: &Session, solutions: Option<Solutions>) -> Result<u8> {
    let limits = session.limits(solutions, session.goal().default_limit());
    let mut shown = Shown::default();
    let so_far: Arc<Mutex<(u128, Option<String>)>> = Arc::default();
    let found = Arc::clone(&so_far);
    let (goal, stopped) = (session.goal(), stopped_report(session, session.goal()));
    on_giving_up(move |stop| {
        let (solutions, board) = found.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let status = Status::of(goal, solutions, Some(stop));
        let boards = board.into_iter().collect();
        json_line(&Report { status, solutions, boards, ..stopped(stop) })
    });
    let (outcome, first) = race::solve(session, &limits, &mut |board| {
        let text = session.form.write(board);
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        *so_far = (so_far.0 + 1, Some(text.clone()));
        drop(so_far);
        shown.show(session.goal(), text);
        if shown.first.is_none() || session.goal() == Goal::Best {
            shown.first = Some(board.clone());
        } else if let Some(first) = shown.first.as_ref().filter(|_| !shown.is_disputed) {
            let answers = [first, board].map(|board| session.puzzle.answer(board).text);
            shown.is_disputed = answers[0] != answers[1];
        }
        ControlFlow::Continue(Duration::ZERO)
    })?;
    let mut report = report(session, session.goal(), &outcome);
    if first == Some(First::Rules) {
        report.strategy = Some(RULES.to_owned());
    }
    if let Some(board) = &shown.first {
        let answer = session.puzzle.answer(board);
        report.remarks = remarks(&answer.remarks);
        report.precision = precision(&report, &answer, session.goal());
        let has_answer = report.status == Status::Solved && !shown.is_disputed;
        report.answer = Some(answer.text).filter(|_| has_answer);
    }
    report.boards = shown.boards;
    if let Some((board, score)) = nearest(session, &outcome)? {
        report.remarks = remarks(&[("score", score)]);
        report.nearest = Some(session.form.write(board));
    }
    session.clock.print_json(&report)?;
    Ok(session.metadata.exit_code(report.status))
}

/// Prints solutions as they are found, then the answer and the verdict. If any solution will do, a
/// list of them is printed without answer, so that the output can be piped, and nothing if there is
/// none; the verdict goes to standard error.
fn solve_text(session: &Session, solutions: Option<Solutions>) -> Result<u8> {
    let limits = session.limits(solutions, session.goal().default_limit());
    // A requested number of solutions means a list.
    let terminal = Terminal::of(session).filter(|_| solutions.is_none());
    let is_any_enough = terminal.is_none() && session.goal() == Goal::First;
    let boards_alone = is_any_enough && solutions.is_some();
    // Only the last of improving boards matters on a terminal.
    let last_alone = terminal.is_some() && session.goal() == Goal::Best;
    let show_with = |board: &Board, is_first: bool, found: &[(&'static str, String)]| {
        let space = if is_first { "" } else { "\n" };
        let remarks_space = if found.is_empty() { "" } else { "\n" };
        let drawn = match &terminal {
            Some(terminal) => terminal.drawn(session, Some(board)),
            None => session.form.write(board) + "\n",
        };
        let found = match &terminal {
            Some(terminal) => terminal.wrapped_lines(&lines(found)),
            None => lines(found),
        };
        session.clock.print(&format!("{space}{drawn}{remarks_space}{found}"))
    };
    let show = |board: &Board, is_first: bool| {
        let found = if boards_alone { Vec::new() } else { session.puzzle.answer(board).remarks };
        show_with(board, is_first, &found)
    };
    let mut printed = Ok(());
    let mut last: Option<Board> = None;
    let (outcome, first) = race::solve(session, &limits, &mut |board| {
        let waited = if last_alone { Ok(Duration::ZERO) } else { show(board, last.is_none()) };
        last = Some(board.clone());
        match waited {
            Ok(waited) => ControlFlow::Continue(waited),
            Err(error) => {
                printed = Err(error);
                ControlFlow::Break(())
            }
        }
    })?;
    printed?;
    if let Some(board) = last.as_ref().filter(|_| last_alone) {
        show(board, true)?;
    }
    let nearest = nearest(session, &outcome)?;
    if let Some((board, score)) = &nearest {
        show_with(board, true, &[("score", score.clone())])?;
    }
    let mut report = report(session, session.goal(), &outcome);
    let answer = last.as_ref().map(|board| session.puzzle.answer(board));
    report.precision =
        answer.as_ref().and_then(|answer| precision(&report, answer, session.goal()));
    let advice = "; `--limit all` lists every one";
    let verdict = report.verdict_with(session.goal(), advice) + who_ended(first, &report);
    if boards_alone || is_any_enough && last.is_none() {
        let is_as_asked = session.metadata.exit_code(report.status) == 0;
        if last.is_some() || !is_as_asked || stopped_early(&report) {
            eprintln!("{verdict}");
        }
        return Ok(session.metadata.exit_code(report.status));
    }
    let space = if last.is_none() && nearest.is_none() { "" } else { "\n" };
    let answer = answer.filter(|_| report.status == Status::Solved).map(|answer| answer.text);
    let text = match &terminal {
        Some(terminal) => terminal.last_line(answer.as_deref(), &verdict),
        None => answer.map_or(String::new(), |answer| line("answer", &answer)) + &verdict + "\n",
    };
    session.clock.print(&format!("{space}{text}"))?;
    Ok(session.metadata.exit_code(report.status))
}

/// Returns the best board that a search for a record found without reaching it, and its score for
/// a remark. Other remarks may take longer than the time that is left.
fn nearest<'o>(session: &Session, outcome: &'o Outcome) -> Result<Option<(&'o Board, String)>> {
    let Some((score, board)) = outcome.nearest.as_ref().filter(|_| outcome.solutions == 0) else {
        return Ok(None);
    };
    puzzle::check(&*session.puzzle, board).context("the best board breaks the rules")?;
    Ok(Some((board, score.to_string())))
}

/// Returns the precision of an answer, if a number was asked for.
fn precision(report: &Report, answer: &Answer, goal: Goal) -> Option<Precision> {
    (goal == Goal::Value && report.status == Status::Solved).then_some(answer.precision)
}

/// Names the winner, search or rules, if both were running.
fn who_ended(first: Option<First>, report: &Report) -> &'static str {
    match first {
        None => "",
        Some(First::Rules) => "\nThe rules had joined after a second, and ended before the search.",
        Some(First::Search) if stopped_early(report) => {
            "\nThe rules had joined after a second, and have not ended, either."
        }
        Some(First::Search) => "\nThe rules had joined after a second; the search ended first.",
    }
}

/// Returns whether the search was stopped for another reason than enough solutions.
fn stopped_early(report: &Report) -> bool {
    report.stopped.is_some_and(|stop| stop != Stop::Limit)
}

/// Reports that the puzzle is still a copy of `model`, whose answer it would give.
pub(crate) fn unwritten_copy(session: &Session, model: &str) -> Result<u8> {
    let outcome = Outcome {
        solutions: 0,
        nodes: 0,
        dead_ends: 0,
        stopped: Some(Stop::Unwritten),
        seconds: 0.0,
        nearest: None,
    };
    let report = report(session, session.goal(), &outcome);
    if session.format == Some(Format::Json) {
        session.clock.print_json(&report)?;
    } else {
        session.clock.print(&format!(
            "unwritten: still a copy of {model}; once rules, instance and search are its own, delete \
             `copied_from` from Cargo.toml\n"
        ))?;
    }
    Ok(session.metadata.exit_code(report.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(goal: Goal, boards: u32, length: usize) -> Vec<String> {
        let mut shown = Shown::default();
        for board in 0..boards {
            shown.show(goal, board.to_string() + &" ".repeat(length));
        }
        shown.boards
    }

    #[test]
    fn a_report_shows_a_limited_number_of_boards() {
        assert_eq!(shown(Goal::Unique, 9_000, 1).len(), 9_000);
        assert_eq!(shown(Goal::Unique, 20_000, 1).len(), Shown::MOST_BOARDS);
        assert_eq!(shown(Goal::Unique, 100, Shown::MOST_BYTES / 10).len(), 10);
        assert_eq!(shown(Goal::Best, 100, 0), ["99"]);
    }
}
