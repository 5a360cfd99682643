//! Boards that are made from a solution, or that a search fills on its way.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use anyhow::Result;
use protocol::Event;
use puzzle::{Form, Goal, Outcome, Puzzle, Rng, Status, Trace, misread, trace_judged};

use super::SelfCheck;
use super::spoil::Tokens;
use crate::Session;

/// Number of other boards made from the solution of the session's instance.
const BOARDS: usize = 1000;

/// Attempts per board, some of which fail since the text is not a board or is repeated.
const ATTEMPTS: usize = 20;

/// Number of partial boards of the search to examine.
const STEPS: usize = 100;

/// Solves the session's instance and examines many of its boards: those that the search shows on its
/// way, and some made from a solution.
pub(crate) fn check(session: &Session, seed: u64, report: &mut SelfCheck) -> Result<Outcome> {
    let mut limits = session.limits(None, session.goal().default_limit());
    let budget = report.end.map(|end| end.saturating_duration_since(Instant::now()));
    limits.timeout = limits.timeout.into_iter().chain(budget).min();
    let (outcome, trace) = trace_judged(&*session.puzzle, session.goal(), &limits, STEPS)?;
    let mut solutions = trace.kept.iter().filter(|step| step.event == Event::Solution);
    let found = solutions.next().map(|step| session.form.write(&step.board));
    let status = Status::of(session.goal(), outcome.solutions, outcome.stopped);
    let mut boards = Boards {
        session,
        puzzle: &*session.puzzle,
        form: session.form.clone(),
        instance: None,
        solution: found.unwrap_or_default(),
        is_only_one: session.goal() == Goal::Unique && status == Status::Solved,
        seen: HashSet::new(),
        report,
    };
    boards.try_steps(trace);
    if !boards.solution.is_empty() {
        boards.try_board(&boards.solution.clone());
        boards.try_others(&mut Rng::with_seed(seed), BOARDS);
    }
    Ok(outcome)
}

/// The boards of one instance.
pub(crate) struct Boards<'a> {
    pub(crate) session: &'a Session,
    pub(crate) puzzle: &'a dyn Puzzle,
    pub(crate) form: Form,
    /// The instance, if it is random.
    pub(crate) instance: Option<&'a str>,
    pub(crate) solution: String,
    /// Whether every other board breaks a rule.
    pub(crate) is_only_one: bool,
    pub(crate) seen: HashSet<String>,
    pub(crate) report: &'a mut SelfCheck,
}

impl Boards<'_> {
    /// Looks at boards that the search fills on its way.
    fn try_steps(&mut self, trace: Trace) {
        for step in trace.kept {
            let board = self.form.write(&step.board);
            if board != self.solution && !self.try_board(&board) {
                self.fail("a board of the search does not read back: it is no board", &board);
            }
        }
    }

    /// Examines boards made from the solution.
    pub(crate) fn try_others(&mut self, random: &mut Rng, count: usize) {
        let tokens = Tokens::of(&self.solution);
        let mut left = count;
        for _ in 0..count * ATTEMPTS {
            let is_enough = left == 0 || self.report.has_seen_enough();
            if is_enough || self.session.clock.stopped().is_some() {
                break;
            }
            let board = tokens.spoilt(random);
            if board != self.solution && self.seen.insert(board.clone()) && self.try_board(&board) {
                left -= 1;
            }
        }
    }

    /// Examines the board in `text`; returns whether it is a board.
    pub(crate) fn try_board(&mut self, text: &str) -> bool {
        // Pictures are slow, and only the shape of a board can break them.
        let draws = shape(text) != shape(&self.solution) || self.report.tried.is_multiple_of(8);
        let variant = || self.variant(text, draws);
        let Ok(variant) = catch_unwind(AssertUnwindSafe(variant)) else {
            self.fail("a panic: reading, checking or drawing the board", text);
            return true;
        };
        let Some(variant) = variant else { return false };
        self.report.drawn += u64::from(draws);
        match variant.misread {
            None => self.report.read_back += 1,
            Some(other) => self.fail(&format!("the board reads back as {other}"), text),
        }
        if variant.text == self.solution {
            if variant.is_refused {
                self.fail("the checker refuses the solution", text);
            }
        } else {
            self.report.tried += 1;
            self.report.refused += u64::from(variant.is_refused);
            if self.is_only_one && !variant.is_refused {
                self.fail(
                    "the checker accepts a board, but the search found another one alone",
                    text,
                );
            }
        }
        true
    }

    /// Checks, reads back and, if `draws` is set, draws the board in `text`. Returns `None` if it
    /// is not a board.
    fn variant(&self, text: &str, draws: bool) -> Option<Variant> {
        let board = self.form.read(text).ok()?;
        if draws {
            let _ = self.puzzle.picture(Some(&board));
        }
        Some(Variant {
            text: self.form.write(&board),
            misread: misread(self.puzzle, &board),
            is_refused: puzzle::check(self.puzzle, &board).is_err(),
        })
    }

    fn fail(&mut self, fault: &str, board: &str) {
        self.report.fail(fault, self.instance, board);
    }
}

/// The results for a board.
struct Variant {
    text: String,
    /// The board that the text is read as, if it differs.
    misread: Option<String>,
    /// Whether the checker refuses it.
    is_refused: bool,
}

/// Returns the number of tokens in each line.
fn shape(text: &str) -> Vec<usize> {
    text.lines().map(|line| line.split_whitespace().count()).collect()
}
