//! The second way: the checker alone says which boards are right, and the rules have to agree.

use std::collections::BTreeSet;

use anyhow::Result;
use fastrand::Rng;
use itertools::Itertools;
use puzzle::{Audit, Board, Draft, Goal, Limits, Puzzle, Strategy};

use super::SelfCheck;
use super::instances::limits;
use super::spoil::Tokens;
use crate::Session;
use crate::make::{read, with_clues};

/// The most boards that are listed, of all instances of a puzzle.
const MOST_BOARDS: u64 = 300_000;

/// The share of the boards left that one instance may take, so that there are always some left.
const SHARE: u64 = 4;

/// How many boards of an instance without clues are examined that the checker accepts.
const MOST_ACCEPTED: usize = 4;

/// How many boards for each rule that is left out.
const WITHOUT_A_RULE: usize = 2;

/// How many boards show whether a rule matters.
const MOST_WITHOUT_A_RULE: usize = 50;

/// The most nodes to find out whether a rule matters.
const MOST_NODES_OF_A_RULE: u64 = 20_000;

/// How many boards are made by changing a solution.
const CHANGED: usize = 200;

/// Compares the boards that were found of an instance, as text, with all that the checker accepts; for
/// the goal `best`, the best scores.
pub(super) fn compare(
    session: &Session,
    puzzle: &dyn Puzzle,
    found: &BTreeSet<String>,
    text: &str,
    report: &mut SelfCheck,
) {
    let Some(accepted) = accepted(session, puzzle, report) else { return };
    let form = puzzle.form();
    let right: BTreeSet<String> = if session.goal() == Goal::Best {
        let score = |board: &Board| puzzle.answer(board).score;
        accepted.iter().map(score).max().map(|score| score.to_string()).into_iter().collect()
    } else {
        accepted.iter().map(|board| form.write(board)).collect()
    };
    if let Some(lost) = right.difference(found).next() {
        report.fail("the checker accepts a board that was not found", Some(text), lost);
    }
    if let Some(wrong) = found.difference(&right).next() {
        report.fail("a board was found that is none of those of the form", Some(text), wrong);
    }
}

/// Asks the checker and the rules of an instance about boards that keep all rules but one, and notes
/// which rules matter: those without which the checker refuses a board.
pub(super) fn leave_out_rules(
    session: &Session,
    puzzle: &dyn Puzzle,
    draft: &Draft,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    let limits = &Limits { seed: Some(random.u64(..)), ..limits(session, Strategy::Rules) };
    let Some(audit) = Audit::new(puzzle, limits) else { return Ok(()) };
    let boards = without_a_rule(puzzle, &audit, 0, limits, report);
    agree(session, puzzle, &audit, draft, boards, limits, report)
}

/// As [`leave_out_rules`], of an instance without clues, and also about boards that the checker accepts:
/// some of all boards, and some that are made by changing a solution.
pub(super) fn probe(
    session: &Session,
    draft: &Draft,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    let puzzle = &*read(session, draft)?;
    let limits = &Limits { seed: Some(random.u64(..)), ..limits(session, Strategy::Rules) };
    let Some(audit) = Audit::new(puzzle, limits) else { return Ok(()) };
    let mut boards = without_a_rule(puzzle, &audit, WITHOUT_A_RULE, limits, report);
    if lists_all(session) {
        let mut accepted = accepted(session, puzzle, report).unwrap_or_default();
        random.shuffle(&mut accepted);
        boards.extend(accepted.into_iter().take(MOST_ACCEPTED));
        if let Some(solution) = audit.boards(None, limits).next() {
            let form = puzzle.form();
            let tokens = Tokens::of(&form.write(&solution));
            let changed = (0..CHANGED).filter_map(|_| form.read(&tokens.spoilt(random)).ok());
            let right = changed.filter(|board| puzzle::check(puzzle, board).is_ok());
            boards.extend(right.take(MOST_ACCEPTED));
        }
    }
    agree(session, puzzle, &audit, draft, boards, limits, report)
}

/// Lists boards that keep all rules but one, and notes which rules matter: `each` of a rule that is known
/// to matter, and of others until the checker refuses one.
fn without_a_rule(
    puzzle: &dyn Puzzle,
    audit: &Audit,
    each: usize,
    limits: &Limits,
    report: &mut SelfCheck,
) -> Vec<Board> {
    let mut boards = Vec::new();
    for heading in audit.headings().unique() {
        let matters = report.rules.entry(heading.to_owned()).or_default();
        let was_known = *matters;
        let (most, nodes) =
            if was_known { (each, limits.nodes) } else { (MOST_WITHOUT_A_RULE, Some(MOST_NODES_OF_A_RULE)) };
        let limits = &Limits { nodes, ..limits.clone() };
        for board in audit.boards(Some(heading), limits).take(most) {
            *matters |= puzzle::check(puzzle, &board).is_err();
            boards.push(board);
            if *matters && !was_known {
                break;
            }
        }
    }
    boards
}

/// Fails if checker and rules do not agree which of some boards are right. Each right one has to be a
/// board of the instance with all of its clues as well.
fn agree(
    session: &Session,
    puzzle: &dyn Puzzle,
    audit: &Audit,
    draft: &Draft,
    boards: Vec<Board>,
    limits: &Limits,
    report: &mut SelfCheck,
) -> Result<()> {
    if !lists_all(session) {
        return Ok(());
    }
    let mut ask = |audit: &Audit, board: &Board, is_right: bool, draft: &Draft| {
        let Some(is_allowed) = audit.allows(board, limits) else { return };
        report.compared += 1;
        if is_allowed != is_right {
            let fault = if is_right {
                "the rules forbid a board that the checker accepts"
            } else {
                "the rules allow a board that the checker refuses"
            };
            report.fail(fault, Some(&draft.to_string()), &puzzle.form().write(board));
        }
    };
    for board in boards {
        let is_right = puzzle::check(puzzle, &board).is_ok();
        ask(audit, &board, is_right, draft);
        if is_right && let Some(clues) = puzzle.clued(&board) {
            let clued = with_clues(session, draft, Some(&clues), &board)?;
            if let Some(audit) = Audit::new(&*read(session, &clued)?, limits) {
                ask(&audit, &board, true, &clued);
            }
        }
    }
    Ok(())
}

/// All boards that the checker accepts; `None` if there are too many to look at.
fn accepted(session: &Session, puzzle: &dyn Puzzle, report: &mut SelfCheck) -> Option<Vec<Board>> {
    if !lists_all(session) && session.goal() != Goal::Best {
        return None;
    }
    let most = MOST_BOARDS.saturating_sub(report.enumerated) / SHARE;
    let mut boards = puzzle.form().every(usize::try_from(most).ok()?)?;
    report.enumerated += boards.len() as u64;
    boards.retain(|board| puzzle::check(puzzle, board).is_ok());
    Some(boards)
}

/// Whether every board that keeps the rules is a solution, and listed as one.
fn lists_all(session: &Session) -> bool {
    matches!(session.goal(), Goal::Unique | Goal::First | Goal::Count)
}
