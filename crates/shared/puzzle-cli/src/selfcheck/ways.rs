//! The second way: the checker alone says which boards are right, and the rules have to agree.

use std::collections::BTreeSet;

use anyhow::Result;
use fastrand::Rng;
use puzzle::{Board, Draft, Goal, Limits, Puzzle, Strategy, allows, boards_without_a_rule};

use super::SelfCheck;
use super::instances::limits;
use crate::Session;
use crate::make::{read, with_clues};

/// The most boards that are listed, of all instances of a puzzle.
const MOST_BOARDS: u64 = 300_000;

/// The share of the boards left that one instance may take, so that there are always some left.
const SHARE: u64 = 4;

/// How many boards of an instance without clues are examined that the checker accepts.
const MOST_ACCEPTED: usize = 4;

/// How many boards for each rule that is left out.
const WITHOUT_A_RULE: u64 = 2;

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

/// Asks the checker and the rules of an instance without clues about boards that are nearly right, or
/// right. Each right one has to be a board of the instance with all of its clues as well.
pub(super) fn probe(
    session: &Session,
    draft: &Draft,
    puzzle: &dyn Puzzle,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    if !lists_all(session) {
        return Ok(());
    }
    let limits = Limits { seed: Some(random.u64(..)), ..limits(session, Strategy::Rules) };
    let mut boards = boards_without_a_rule(puzzle, WITHOUT_A_RULE, &limits);
    let mut accepted = accepted(session, puzzle, report).unwrap_or_default();
    random.shuffle(&mut accepted);
    boards.extend(accepted.into_iter().take(MOST_ACCEPTED));
    for board in boards {
        let is_right = puzzle::check(puzzle, &board).is_ok();
        agree(puzzle, &board, is_right, draft, &limits, report);
        if is_right && let Some(clues) = puzzle.clued(&board) {
            let clued = with_clues(session, draft, Some(&clues), &board)?;
            agree(&*read(session, &clued)?, &board, true, &clued, &limits, report);
        }
    }
    Ok(())
}

/// Fails if the rules do not agree that a board is right, or wrong.
fn agree(
    puzzle: &dyn Puzzle,
    board: &Board,
    is_right: bool,
    draft: &Draft,
    limits: &Limits,
    report: &mut SelfCheck,
) {
    let Some(is_allowed) = allows(puzzle, board, limits) else { return };
    report.compared += 1;
    if is_allowed != is_right {
        let fault = if is_right {
            "the rules forbid a board that the checker accepts"
        } else {
            "the rules allow a board that the checker refuses"
        };
        report.fail(fault, Some(&draft.to_string()), &puzzle.form().write(board));
    }
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
