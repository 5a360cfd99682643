//! `solve`.

use std::ops::ControlFlow;

use anyhow::Result;
use serde_json::Map;

use super::{Bound, Format, Limit, Session, count, print_json, print_text};
use crate::search::Outcome;
use crate::{Goal, Report, Status, Stop};

/// Solves the instance and prints the report.
pub(super) fn solve(session: &Session, bound: Option<Bound>) -> Result<u8> {
    if session.goal == Goal::Count {
        return count::run(session, &count::Arguments::plain(Limit { limit: bound }));
    }
    if session.format == Some(Format::Json) {
        solve_json(session, bound)
    } else {
        solve_text(session, bound)
    }
}

fn solve_json(session: &Session, bound: Option<Bound>) -> Result<u8> {
    let limits = session.limits(bound, session.goal.default_limit());
    let mut solutions = Vec::new();
    let outcome = session.puzzle.solve(&limits, &mut |solution| {
        if session.goal == Goal::Best {
            solutions.clear();
        }
        solutions.push(solution);
        ControlFlow::Continue(())
    })?;
    let mut report = report(session, session.goal, &outcome);
    let shown = solutions.first();
    if report.status == Status::Solved {
        report.answer = shown.map(|solution| solution.answer.clone());
    }
    if let Some(solution) = shown {
        report.remarks = remarks(&solution.remarks);
    }
    report.boards = solutions.into_iter().map(|solution| solution.board).collect();
    print_json(&report)?;
    Ok(report.status.exit_code(session.goal))
}

/// Prints solutions as they are found, then the answer and the verdict. Where any solution will do,
/// the boards alone: the output can be piped on as it is.
fn solve_text(session: &Session, bound: Option<Bound>) -> Result<u8> {
    let limits = session.limits(bound, session.goal.default_limit());
    let boards_alone = session.goal == Goal::First;
    let mut printed = Ok(());
    let mut first = true;
    let mut answer = String::new();
    let outcome = session.puzzle.solve(&limits, &mut |solution| {
        let mut text = if first { String::new() } else { "\n".to_owned() };
        first = false;
        text += &solution.board;
        text.push('\n');
        if !boards_alone && !solution.remarks.is_empty() {
            text.push('\n');
            text += &lines(&solution.remarks);
        }
        printed = print_text(&text);
        answer = solution.answer;
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    printed?;
    let report = report(session, session.goal, &outcome);
    let verdict = report.verdict(session.goal);
    if boards_alone {
        if !matches!(report.status, Status::Solved | Status::Unsolvable) || stopped_early(&report) {
            eprintln!("{verdict}");
        }
    } else {
        let mut text = if first { String::new() } else { "\n".to_owned() };
        if report.status == Status::Solved {
            text += &line("answer", &answer);
        }
        print_text(&format!("{text}{verdict}\n"))?;
    }
    Ok(report.status.exit_code(session.goal))
}

/// Whether somebody or something ended the search who did not ask for the solutions found so far.
fn stopped_early(report: &Report) -> bool {
    report.stopped.is_some_and(|stop| stop != Stop::Limit)
}

/// Says that the puzzle is still a copy of `model`, whose answer would not be its own.
pub(super) fn unwritten_copy(session: &Session, model: &str) -> Result<u8> {
    let outcome = Outcome {
        boards: Vec::new(),
        solutions: 0,
        nodes: 0,
        dead_ends: 0,
        stopped: Some(Stop::Unwritten),
        seconds: 0.0,
    };
    let report = report(session, session.goal, &outcome);
    if session.format == Some(Format::Json) {
        print_json(&report)?;
    } else {
        print_text(&format!(
            "unwritten: still a copy of {model}; once rules, instance and search are its own, delete \
             `copied_from` from Cargo.toml\n"
        ))?;
    }
    Ok(report.status.exit_code(session.goal))
}

/// The report on an outcome, without answer, remarks and boards.
pub(super) fn report(session: &Session, goal: Goal, outcome: &Outcome<()>) -> Report {
    Report {
        puzzle: session.slug.clone(),
        status: Status::of(goal, outcome.solutions, outcome.stopped),
        answer: None,
        remarks: Map::new(),
        boards: Vec::new(),
        solutions: outcome.solutions,
        complete: outcome.complete(),
        stopped: outcome.stopped,
        nodes: outcome.nodes,
        dead_ends: outcome.dead_ends,
        seconds: outcome.seconds,
    }
}

/// Remarks as they stand in a report.
pub(super) fn remarks(remarks: &[(&'static str, String)]) -> Map<String, serde_json::Value> {
    remarks.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into())).collect()
}

/// Remarks as they are printed for people.
pub(super) fn lines(remarks: &[(&'static str, String)]) -> String {
    let lines: Vec<_> = remarks.iter().map(|(name, text)| line(name, text)).collect();
    lines.concat()
}

fn line(name: &str, text: &str) -> String {
    format!("{name}: {text}\n")
}
