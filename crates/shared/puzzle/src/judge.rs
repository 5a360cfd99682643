//! What is done with the boards that a search reports: they are checked before anybody sees them.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;

use crate::certificate::{Proving, prove};
use crate::{Board, Effort, Goal, Limits, Outcome, Puzzle, Receiver, Trace, solve_each, trace};

/// A board that must not be reported as a solution, but was: a bug of the puzzle's crate.
#[derive(Debug)]
pub struct InvalidSolution {
    board: String,
    fault: String,
}

impl fmt::Display for InvalidSolution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, fault } = self;
        write!(
            formatter,
            "the search reported a board that {fault} (a bug in this puzzle's crate)\n\n{board}"
        )
    }
}

impl std::error::Error for InvalidSolution {}

/// Judges the boards that a search reports, one after the other.
struct Judge<'a> {
    puzzle: &'a dyn Puzzle,
    goal: Goal,
    /// The score of the board before, for the goal `best`.
    best: Option<i128>,
    /// What is wrong with a board; nothing is judged after it.
    invalid: Option<InvalidSolution>,
}

impl<'a> Judge<'a> {
    fn new(puzzle: &'a dyn Puzzle, goal: Goal) -> Self {
        Self { puzzle, goal, best: None, invalid: None }
    }

    /// The search ends with a board that is no solution.
    fn judge(&mut self, board: &Board) -> ControlFlow<()> {
        match self.fault(board) {
            None => ControlFlow::Continue(()),
            Some(fault) => {
                let board = self.puzzle.form().write(board);
                self.invalid = Some(InvalidSolution { board, fault });
                ControlFlow::Break(())
            }
        }
    }

    fn fault(&mut self, board: &Board) -> Option<String> {
        if let Err(error) = crate::check(self.puzzle, board) {
            return Some(format!("breaks the rules: {error:#}"));
        }
        if let Some(other) = misread(self.puzzle, board) {
            return Some(format!("reads back as {other}"));
        }
        let score = || self.puzzle.answer(board).score;
        match self.goal {
            Goal::Best => does_not_beat(&mut self.best, score()),
            Goal::Record => falls_short(self.puzzle.record(), score()),
            Goal::Unique | Goal::First | Goal::Count => None,
        }
    }
}

/// The fault of a board that does not beat the best score so far, which is kept up to date.
fn does_not_beat(best: &mut Option<i128>, score: i128) -> Option<String> {
    match best.replace(score) {
        Some(before) if score <= before => Some(format!(
            "scores {score} after one that scores {before}, though each has to beat the one before"
        )),
        _ => None,
    }
}

/// The fault of a board that does not reach the record.
fn falls_short(record: Option<i128>, score: i128) -> Option<String> {
    match record {
        None => Some(format!("scores {score}, but the instance states no record to reach")),
        Some(record) if score < record => {
            Some(format!("scores {score}, less than the record of {record}"))
        }
        Some(_) => None,
    }
}

/// What the text of a board reads back as, if not as this board.
#[must_use]
pub fn misread(puzzle: &dyn Puzzle, board: &Board) -> Option<String> {
    let form = puzzle.form();
    match form.read(&form.write(board)) {
        Ok(read) if read == *board => None,
        Ok(read) => Some(format!("another board:\n\n{}", form.write(&read))),
        Err(error) => Some(format!("no board: {error:#}")),
    }
}

/// Searches, and hands every solution to `receiver`: it keeps the rules, reads back as it was written,
/// and is what the goal asks for.
///
/// # Errors
/// If the search reports a board that is not.
pub fn solve_judged(
    puzzle: &dyn Puzzle,
    goal: Goal,
    limits: &Limits,
    receiver: &mut Receiver<'_>,
) -> Result<Outcome, InvalidSolution> {
    let mut judge = Judge::new(puzzle, goal);
    let outcome = solve_each(puzzle, limits, &mut |board| {
        judge.judge(board)?;
        receiver(board)
    });
    judge.invalid.map_or(Ok(outcome), Err)
}

/// Searches while somebody watches; see [`trace()`].
///
/// # Errors
/// If the search reports a board that is no solution.
pub fn trace_judged(
    puzzle: &dyn Puzzle,
    goal: Goal,
    limits: &Limits,
    max_steps: usize,
) -> Result<(Outcome, Trace), InvalidSolution> {
    let mut judge = Judge::new(puzzle, goal);
    let traced = trace(puzzle, limits, max_steps, &mut |board| {
        judge.judge(board).map_continue(|()| Duration::ZERO)
    });
    judge.invalid.map_or(Ok(traced), Err)
}

/// Proves by the rules what the goal asks for, and reads the solution off the proof's, checked. `None`
/// if the rules cannot be stated as constraints.
///
/// # Errors
/// If the rules are too large to be stated, or if the proof's solution is no board.
pub fn certify(
    puzzle: &dyn Puzzle,
    goal: Goal,
    limits: &Limits,
) -> Option<Result<(Proving, Option<Board>)>> {
    let mut effort = Effort::new(limits);
    let rules = puzzle.rules(effort.model())?;
    let agreement = |solution: &[bool]| rules.told_by(solution);
    let limit = rules.limit();
    let proving =
        rules.problem().and_then(|problem| prove(problem, limit, goal, &agreement, &mut effort));
    Some(proving.and_then(|proving| {
        let Proving::Proved(proved) = &proving else { return Ok((proving, None)) };
        let Some(solution) = &proved.solution else { return Ok((proving, None)) };
        let board = rules.board(|variable| Some(solution[variable.index()]));
        let mut judge = Judge::new(puzzle, goal);
        let _ = judge.judge(&board);
        match judge.invalid {
            None => Ok((proving, Some(board))),
            Some(invalid) => Err(invalid.into()),
        }
    }))
}
