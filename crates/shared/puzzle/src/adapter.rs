//! A puzzle without its types: the command line is compiled once, against this, and not once per
//! puzzle.

use std::fmt;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use picture::Picture;

use crate::search::{Effort, Limits, Outcome, count, solve_each, trace};
use crate::{Puzzle, Step, Stop, Tasks, read};

/// A solution as text, with what there is to read off it.
pub(crate) struct Solution {
    pub(crate) board: String,
    pub(crate) answer: String,
    pub(crate) remarks: Vec<(&'static str, String)>,
}

/// A board that the search reported and the checker refused: a bug of the puzzle's crate.
#[derive(Debug)]
pub(crate) struct Spoiled {
    board: String,
    fault: String,
}

impl fmt::Display for Spoiled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, fault } = self;
        write!(
            formatter,
            "the search reported a board that breaks the rules (a bug in this puzzle's crate): {fault}\n\n{board}"
        )
    }
}

impl std::error::Error for Spoiled {}

/// What the command line does with an instance, whatever the puzzle.
pub(crate) trait AnyPuzzle {
    /// Searches, and hands every solution, checked, to `receiver`.
    fn solve(
        &self,
        limits: &Limits,
        receiver: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, Spoiled>;

    /// Searches and throws the solutions away: what `bench` measures.
    fn search(&self, limits: &Limits) -> Outcome<()>;

    /// Searches while somebody watches, then hands each step that was kept, at most `max_steps`, to
    /// `receiver`: with its board as text, and with its picture's difference from that of the unsolved
    /// instance. Tells how many steps there were, too.
    fn trace(
        &self,
        limits: &Limits,
        max_steps: usize,
        receiver: &mut dyn FnMut(Step<String>, Picture) -> Result<()>,
    ) -> Result<(Outcome<()>, u64)>;

    /// Counts the solutions.
    fn count(&self, limits: &Limits) -> Outcome<()>;

    /// The count as tasks, if it is split.
    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>>;

    /// What there is to say about an exact count.
    fn count_remarks(&self, solutions: u128) -> Vec<(&'static str, String)>;

    /// Checks the board in `text`. The outer error is a text that is no board, the inner one a
    /// board that breaks a rule.
    fn check(&self, text: &str) -> Result<Result<Solution>>;

    /// Draws the instance, with the board in `text` if there is one.
    fn picture(&self, text: Option<&str>) -> Result<Picture>;
}

/// [`read_any`] of one puzzle: name, text and settings of an instance.
pub(crate) type Reader = fn(&str, &str, &[String]) -> Result<Box<dyn AnyPuzzle>>;

/// Reads an instance and forgets its type.
pub(crate) fn read_any<P: Puzzle>(
    name: &str,
    text: &str,
    settings: &[String],
) -> Result<Box<dyn AnyPuzzle>> {
    Ok(Box::new(read::<P>(name, text, settings)?))
}

fn solution<P: Puzzle>(puzzle: &P, board: &P::Board) -> Solution {
    Solution {
        board: board.to_string(),
        answer: puzzle.answer(board),
        remarks: puzzle.remarks(board),
    }
}

fn checked<P: Puzzle>(puzzle: &P, board: &P::Board) -> Result<(), Spoiled> {
    Puzzle::check(puzzle, board)
        .map_err(|fault| Spoiled { board: board.to_string(), fault: format!("{fault:#}") })
}

fn parse<P: Puzzle>(text: &str) -> Result<P::Board> {
    text.parse().map_err(|error: <P::Board as std::str::FromStr>::Err| anyhow!("{error}"))
}

fn untyped<Board>(outcome: Outcome<Board>) -> Outcome<()> {
    let Outcome { boards, solutions, nodes, dead_ends, stopped, seconds } = outcome;
    drop(boards);
    Outcome { boards: Vec::new(), solutions, nodes, dead_ends, stopped, seconds }
}

impl<P: Puzzle> AnyPuzzle for P {
    fn solve(
        &self,
        limits: &Limits,
        receiver: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, Spoiled> {
        let mut spoiled = Ok(());
        let outcome = solve_each(self, limits, |board| match checked(self, board) {
            Ok(()) => receiver(solution(self, board)),
            Err(fault) => {
                spoiled = Err(fault);
                ControlFlow::Break(())
            }
        });
        spoiled.map(|()| untyped(outcome))
    }

    fn trace(
        &self,
        limits: &Limits,
        max_steps: usize,
        receiver: &mut dyn FnMut(Step<String>, Picture) -> Result<()>,
    ) -> Result<(Outcome<()>, u64)> {
        let mut spoiled = Ok(());
        let (outcome, trace) = trace(self, limits, max_steps, |board| {
            spoiled = checked(self, board);
            if spoiled.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        spoiled?;
        let base = Puzzle::picture(self, None);
        for Step { number, depth, nodes, event, board } in trace.kept {
            let picture = Puzzle::picture(self, Some(&board)).difference(&base);
            receiver(Step { number, depth, nodes, event, board: board.to_string() }, picture)?;
        }
        Ok((untyped(outcome), trace.steps))
    }

    fn search(&self, limits: &Limits) -> Outcome<()> {
        untyped(solve_each(self, limits, |_| ControlFlow::Continue(())))
    }

    fn count(&self, limits: &Limits) -> Outcome<()> {
        untyped(count(self, limits))
    }

    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        Puzzle::tasks(self, effort)
    }

    fn count_remarks(&self, solutions: u128) -> Vec<(&'static str, String)> {
        Puzzle::count_remarks(self, solutions)
    }

    fn check(&self, text: &str) -> Result<Result<Solution>> {
        let board = parse::<P>(text)?;
        Ok(Puzzle::check(self, &board).map(|()| solution(self, &board)))
    }

    fn picture(&self, text: Option<&str>) -> Result<Picture> {
        let board = text.map(parse::<P>).transpose()?;
        Ok(Puzzle::picture(self, board.as_ref()))
    }
}
