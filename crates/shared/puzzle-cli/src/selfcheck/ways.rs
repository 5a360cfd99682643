//! Compares the rules with the checker alone, which decides which boards are valid.

use std::collections::BTreeSet;

use anyhow::Result;
use itertools::Itertools;
use puzzle::{Audit, Board, Draft, Goal, Limits, Rng, Setter, Strategy};

use super::SelfCheck;
use super::instances::limits;
use super::spoil::Tokens;
use crate::Session;
use crate::make::{read, with_clues};

/// Most boards listed for all instances of a puzzle.
const MOST_BOARDS: u64 = 200_000;

/// Divisor of the remaining boards that one instance may take, so that some always remain.
const SHARE: u64 = 4;

/// Most boards accepted by the checker on which the rules are tested, of all boards and of changed
/// ones.
const MOST_ACCEPTED: usize = 4;

/// Number of boards from the rules on which the checker is tested, for an instance without clues.
const ALLOWED: usize = 20;

/// Number of boards made by changing a solution.
const CHANGED: usize = 200;

/// Number of boards per omitted rule, for an instance without clues.
const WITHOUT_A_RULE: usize = 2;

/// Most boards tried to show that a rule matters.
const MOST_WITHOUT_A_RULE: usize = 50;

/// Most nodes to find these boards.
const MOST_NODES_OF_A_RULE: u64 = 20_000;

/// Compares the boards found for an instance, as text, with all that the checker accepts; for the
/// goal `best`, compares the best scores.
pub(super) fn compare(
    session: &Session,
    puzzle: &dyn Setter,
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
        report.fail("a board was found that is not among all boards", Some(text), wrong);
    }
}

/// Returns all boards that the checker accepts; `None` if there are too many.
fn accepted(session: &Session, puzzle: &dyn Setter, report: &mut SelfCheck) -> Option<Vec<Board>> {
    if !are_boards_solutions(session) {
        return None;
    }
    let most = MOST_BOARDS.saturating_sub(report.enumerated) / SHARE;
    let mut boards = puzzle.form().every(usize::try_from(most).ok()?)?;
    report.enumerated += boards.len() as u64;
    boards.retain(|board| puzzle::check(puzzle, board).is_ok());
    Some(boards)
}

/// Returns whether the rules state which boards the checker accepts.
fn are_boards_solutions(session: &Session) -> bool {
    !matches!(session.goal(), Goal::Value | Goal::Record)
}

/// Compares the checker and the rules of an instance on boards that keep all rules but one, and
/// records which rules matter: those without which the checker refuses a board.
pub(super) fn leave_out_rules(
    session: &Session,
    draft: &Draft,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    let puzzle = &*read(session, draft)?;
    let Some(questions) = Questions::new(session, draft, puzzle, random) else { return Ok(()) };
    let boards = questions.boards_without_a_rule(0, report);
    questions.ask(&boards, report)
}

/// Like [`leave_out_rules`] for an instance without clues, and also on boards that keep all rules,
/// and boards that the checker accepts: some of all boards, and some made by changing a solution.
pub(super) fn probe(
    session: &Session,
    draft: &Draft,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    let puzzle = &*read(session, draft)?;
    let Some(questions) = Questions::new(session, draft, puzzle, random) else { return Ok(()) };
    let mut boards = questions.boards_without_a_rule(WITHOUT_A_RULE, report);
    boards.extend(questions.audit.boards(None, &questions.limits).take(ALLOWED));
    let mut accepted = accepted(session, puzzle, report).unwrap_or_default();
    random.shuffle(&mut accepted);
    boards.extend(accepted.into_iter().take(MOST_ACCEPTED));
    boards.extend(questions.changed(random));
    questions.ask(&boards, report)
}

/// Returns whether two headings differ at most in numbers, and in the plurals after them.
fn is_same_rule(one: &str, other: &str) -> bool {
    let words = |heading: &str| -> Vec<String> {
        let letters = |word: &str| word.chars().filter(|letter| letter.is_alphabetic()).collect();
        let words = heading.split_whitespace().map(letters);
        words.map(|word: String| word.trim_end_matches('s').to_owned()).collect()
    };
    words(one) == words(other)
}

/// An instance whose checker and rules are compared on boards.
struct Questions<'a> {
    session: &'a Session,
    draft: &'a Draft,
    puzzle: &'a dyn Setter,
    audit: Audit,
    limits: Limits,
}

impl<'a> Questions<'a> {
    /// Prepares the questions. Returns `None` if the puzzle states no rules.
    fn new(
        session: &'a Session,
        draft: &'a Draft,
        puzzle: &'a dyn Setter,
        random: &mut Rng,
    ) -> Option<Self> {
        let limits = Limits { seed: Some(random.u64(..)), ..limits(session, Strategy::Rules) };
        let audit = Audit::new(puzzle, &limits)?;
        Some(Questions { session, draft, puzzle, audit, limits })
    }

    fn is_right(&self, board: &Board) -> bool {
        puzzle::check(self.puzzle, board).is_ok()
    }

    /// Lists boards that keep all rules but one, and records which rules matter: `each` boards for
    /// a rule that is known to matter, for others until the checker refuses one.
    fn boards_without_a_rule(&self, each: usize, report: &mut SelfCheck) -> Vec<Board> {
        let mut boards = Vec::new();
        for heading in self.audit.headings().unique() {
            let known = report.rules.keys().find(|known| is_same_rule(known, heading)).cloned();
            let rule = known.unwrap_or_else(|| heading.to_owned());
            let matters = report.rules.entry(rule).or_default();
            if *matters {
                boards.extend(self.audit.boards(Some(heading), &self.limits).take(each));
                continue;
            }
            let limits = Limits { nodes: Some(MOST_NODES_OF_A_RULE), ..self.limits.clone() };
            for board in self.audit.boards(Some(heading), &limits).take(MOST_WITHOUT_A_RULE) {
                *matters = !self.is_right(&board);
                boards.push(board);
                if *matters {
                    break;
                }
            }
        }
        boards
    }

    /// Returns valid boards made by changing a solution.
    fn changed(&self, random: &mut Rng) -> Vec<Board> {
        let Some(solution) = self.audit.boards(None, &self.limits).next() else {
            return Vec::new();
        };
        let form = self.puzzle.form();
        let tokens = Tokens::of(&form.write(&solution));
        let changed = (0..CHANGED).filter_map(|_| form.read(&tokens.spoilt(random)).ok());
        changed.filter(|board| self.is_right(board)).take(MOST_ACCEPTED).collect()
    }

    /// Compares rules and checker on some boards. Each valid one must also be a board of the
    /// instance with all its clues.
    fn ask(&self, boards: &[Board], report: &mut SelfCheck) -> Result<()> {
        if !are_boards_solutions(self.session) {
            return Ok(());
        }
        for board in boards {
            let is_right = self.is_right(board);
            self.compare(&self.audit, board, is_right, self.draft, report);
            if is_right && let Some(clues) = self.puzzle.clued(board, &[]) {
                let clued = with_clues(self.session, self.draft, Some(&clues), board)?;
                if let Some(audit) = Audit::new(&*read(self.session, &clued)?, &self.limits) {
                    self.compare(&audit, board, true, &clued, report);
                }
            }
        }
        Ok(())
    }

    /// Fails if the rules of a draft disagree that a board is valid, or invalid.
    fn compare(
        &self,
        audit: &Audit,
        board: &Board,
        is_right: bool,
        draft: &Draft,
        report: &mut SelfCheck,
    ) {
        let Some(is_allowed) = audit.allows(board, &self.limits) else { return };
        report.compared += 1;
        if is_allowed != is_right {
            let fault = if is_right {
                "the rules forbid a board that the checker accepts"
            } else {
                "the rules allow a board that the checker refuses"
            };
            report.fail(fault, Some(&draft.to_string()), &self.puzzle.form().write(board));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_rule;

    #[test]
    fn the_numbers_of_an_instance_make_no_other_rule() {
        assert!(is_same_rule("Every region has 1 star.", "Every region has 12 stars."));
        assert!(!is_same_rule("Every region has 1 star.", "Every row has 1 star."));
    }
}
