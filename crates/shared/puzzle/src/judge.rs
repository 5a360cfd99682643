//! Checks the boards that a search reports before they are shown.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;

use crate::{Board, Goal, Limits, Outcome, Puzzle, Receiver, Record, Trace, solve_each, trace};

/// A board wrongly reported as a solution: a bug in the puzzle's crate.
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

/// Checks a board that is reported as a solution.
///
/// # Errors
/// If it is not a solution.
pub fn judge(puzzle: &dyn Puzzle, goal: Goal, board: &Board) -> Result<(), InvalidSolution> {
    let mut judge = Judge::new(puzzle, goal);
    let _ = judge.judge(board);
    judge.invalid.map_or(Ok(()), Err)
}

/// Checks the boards of a search one by one.
struct Judge<'a> {
    puzzle: &'a dyn Puzzle,
    goal: Goal,
    /// Score of the previous board, for the goal `best`.
    best: Option<i128>,
    /// The first invalid board; later ones are not checked.
    invalid: Option<InvalidSolution>,
}

impl<'a> Judge<'a> {
    fn new(puzzle: &'a dyn Puzzle, goal: Goal) -> Self {
        Self { puzzle, goal, best: None, invalid: None }
    }

    /// Checks a board; an invalid one ends the search.
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
            Goal::Record => {
                let record = self.puzzle.extension().record();
                falls_short(record.map(Record::record), score())
            }
            Goal::Unique | Goal::First | Goal::Count | Goal::Value => None,
        }
    }
}

/// Returns an error if a board does not beat the best score so far, and updates that score.
fn does_not_beat(best: &mut Option<i128>, score: i128) -> Option<String> {
    match best.replace(score) {
        Some(before) if score <= before => Some(format!(
            "scores {score} after one that scores {before}, though each has to beat the one before"
        )),
        _ => None,
    }
}

/// Returns an error if a board does not reach the record.
fn falls_short(record: Option<i128>, score: i128) -> Option<String> {
    match record {
        None => Some(format!("scores {score}, but the instance states no record to reach")),
        Some(record) if score < record => {
            Some(format!("scores {score}, less than the record of {record}"))
        }
        Some(_) => None,
    }
}

/// Returns the board that this board's text is read as, if it differs.
#[must_use]
pub fn misread(puzzle: &dyn Puzzle, board: &Board) -> Option<String> {
    let form = puzzle.form();
    match form.read(&form.write(board)) {
        Ok(read) if read == *board => None,
        Ok(read) => Some(format!("another board:\n\n{}", form.write(&read))),
        Err(error) => Some(format!("no board: {error:#}")),
    }
}

/// Searches and passes every solution to `receiver` after checking that it keeps the rules,
/// survives writing and reading, and meets the goal.
///
/// # Errors
/// If the search reports an invalid board.
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

/// Searches and records the steps; see [`trace()`].
///
/// # Errors
/// If the search reports a board that is not a solution.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Extension, Flow, Form, Search};

    /// Reports the given scores in their order.
    struct Scores {
        reported: Vec<i64>,
        record: Option<i64>,
    }

    /// Writes 13 as 12, by mistake.
    struct Mistaken;

    impl crate::Vocabulary for Mistaken {
        fn word(&self, _: usize, value: i64) -> String {
            if value == 13 { "12".to_owned() } else { value.to_string() }
        }

        fn value(&self, _: usize, word: &str) -> Option<i64> {
            word.parse().ok()
        }

        fn expected(&self, _: usize) -> String {
            "a score".to_owned()
        }
    }

    impl Puzzle for Scores {
        fn form(&self) -> Form {
            Form::own_list(Mistaken)
        }

        fn search(&self, search: &mut Search) -> Flow {
            self.reported.iter().try_for_each(|&score| search.solution(vec![score]))
        }

        fn check(&self, board: &Board) -> Result<()> {
            let score = board.list()[0];
            anyhow::ensure!(score >= 0, "{score} is negative");
            Ok(())
        }

        fn answer(&self, board: &Board) -> Answer {
            Answer::of_score(board.list()[0])
        }

        fn extension(&self) -> Extension<'_> {
            self.record.as_ref().map_or(Extension::None, |record| Extension::Record(record))
        }
    }

    impl Record for i64 {
        fn record(&self) -> i128 {
            (*self).into()
        }

        fn attempt(&self, _: u64, search: &mut Search) -> Flow {
            search.give_up()
        }
    }

    /// Returns the accepted boards, and the error of the first rejected one.
    fn judged(goal: Goal, reported: &[i64], record: Option<i64>) -> (Vec<i64>, Option<String>) {
        let puzzle = Scores { reported: reported.to_vec(), record };
        let mut boards = Vec::new();
        let result = solve_judged(&puzzle, goal, &Limits::default(), &mut |board| {
            boards.push(board.list()[0]);
            ControlFlow::Continue(Duration::ZERO)
        });
        let traced = trace_judged(&puzzle, goal, &Limits::default(), 9);
        let invalid = result.err().map(|invalid| invalid.to_string());
        assert_eq!(traced.err().map(|error| error.to_string()), invalid, "a trace says the same");
        (boards, invalid)
    }

    #[test]
    fn a_board_that_is_worse_than_the_one_before_is_a_bug() {
        let (boards, invalid) = judged(Goal::Best, &[1, 5, 3, 7], None);
        assert_eq!(boards, [1, 5]);
        let expected = "the search reported a board that scores 3 after one that scores 5, though \
                        each has to beat the one before (a bug in this puzzle's crate)\n\n3";
        assert_eq!(invalid.as_deref(), Some(expected));
        assert!(judged(Goal::Best, &[5, 7], None).1.is_none());
        assert!(judged(Goal::First, &[5, 3], None).1.is_none(), "other goals have no scores");
    }

    #[test]
    fn a_board_below_the_record_is_a_bug() {
        let (boards, invalid) = judged(Goal::Record, &[6, 4], Some(5));
        assert_eq!(boards, [6]);
        assert!(invalid.unwrap().contains("scores 4, less than the record of 5"));
        assert!(judged(Goal::Record, &[5], Some(5)).1.is_none());
        assert!(judged(Goal::Record, &[5], None).1.unwrap().contains("states no record"));
    }

    #[test]
    fn a_board_that_breaks_the_rules_or_reads_back_as_another_is_a_bug() {
        let (boards, invalid) = judged(Goal::Unique, &[2, -1, 4], None);
        assert_eq!(boards, [2]);
        assert!(invalid.unwrap().contains("a board that breaks the rules: -1 is negative ("));
        let (boards, invalid) = judged(Goal::Unique, &[13], None);
        assert!(boards.is_empty());
        assert!(invalid.unwrap().contains("reads back as another board:\n\n12"));
    }
}
