//! `selfcheck`: is the checker as strict as the search, and can any board be read and drawn?
//!
//! The board that the search finds is changed in many ways: of a puzzle with one solution the checker
//! has to refuse every other board. Whatever the goal, each board has to read back as it was written,
//! and neither the checker nor the picture may mind its shape.

mod spoil;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use anyhow::Result;
use fastrand::Rng;
use protocol::count;
use serde::Serialize;

use super::{BUG, Format, SHORT_OF_THE_GOAL, Session};
use crate::{Goal, Status, Stop};
use spoil::Tokens;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// How many other boards to make from the solution
    #[arg(long, value_name = "N", default_value = "1000",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs: u32,
    /// Which boards these are: the same number makes the same boards
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Attempts that may fail, because the text is no board or was there before, for each that does not.
const ATTEMPTS: u64 = 20;

/// Partly filled boards of the search to look at.
const STEPS: usize = 100;

/// More failures than this tell nothing new.
const MOST_FAILURES: usize = 10;

#[derive(Debug, Default, PartialEq, Serialize)]
struct SelfCheck {
    puzzle: String,
    seed: u64,
    /// Boards other than the solution.
    tried: u64,
    /// Of these, how many the checker refused.
    refused: u64,
    /// Boards of any kind that read back as they were written.
    read_back: u64,
    /// Boards of any kind that were drawn.
    drawn: u64,
    seconds: f64,
    failures: Vec<Failure>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Failure {
    /// What is wrong with how the puzzle's crate treats the board.
    fault: String,
    board: String,
}

/// Solves the instance, changes the solution, and prints what became of it.
pub(super) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let start = Instant::now();
    let mut found = None;
    let limits = session.limits(None, session.goal.default_limit());
    let outcome = session.puzzle.solve(session.goal, &limits, &mut |board| {
        if found.is_none() || session.goal == Goal::Best {
            found = Some(board);
        }
        ControlFlow::Continue(Duration::ZERO)
    })?;
    let status = Status::of(session.goal, outcome.solutions, outcome.stopped);

    let mut check = Checking {
        session,
        solution: found.unwrap_or_default(),
        is_only_one: session.goal == Goal::Unique && status == Status::Solved,
        seen: HashSet::new(),
        report: SelfCheck {
            puzzle: session.slug.clone(),
            seed: arguments.seed,
            ..SelfCheck::default()
        },
    };
    check.try_steps()?;
    if outcome.solutions > 0 {
        check.try_board(&check.solution.clone());
        check.try_others(arguments);
    }
    let mut report = check.report;
    report.seconds = start.elapsed().as_secs_f64();
    print(session, &report)?;

    if !report.failures.is_empty() {
        return Ok(BUG);
    }
    if let Some(stop) = session.clock.stopped() {
        eprintln!("stopped: {}", stop.reason());
        return Ok(SHORT_OF_THE_GOAL);
    }
    if outcome.solutions == 0 {
        let why = outcome.stopped.map_or("it has no solution", Stop::reason);
        eprintln!("there is no board to change: {why}");
    }
    Ok(status.exit_code(session.goal))
}

struct Checking<'a> {
    session: &'a Session,
    solution: String,
    /// Whether every other board breaks a rule.
    is_only_one: bool,
    seen: HashSet<String>,
    report: SelfCheck,
}

impl Checking<'_> {
    /// Looks at boards that the search fills on its way.
    fn try_steps(&mut self) -> Result<()> {
        let Session { goal, puzzle, clock, .. } = self.session;
        let limits = self.session.limits(None, goal.default_limit());
        let mut boards = Vec::new();
        puzzle.trace(*goal, &limits, STEPS, &mut |step, _| {
            boards.push(step.board);
            Ok(if clock.stopped().is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        for board in boards {
            if board != self.solution && !self.try_board(&board) {
                self.fail("a board of the search does not read back: it is no board", &board);
            }
        }
        Ok(())
    }

    /// Looks at boards that are made from the solution.
    fn try_others(&mut self, arguments: &Arguments) {
        let tokens = Tokens::of(&self.solution);
        let mut random = Rng::with_seed(arguments.seed);
        let mut left = u64::from(arguments.runs);
        for _ in 0..u64::from(arguments.runs) * ATTEMPTS {
            let is_enough = left == 0 || self.report.failures.len() >= MOST_FAILURES;
            if is_enough || self.session.clock.stopped().is_some() {
                break;
            }
            let board = tokens.spoilt(&mut random);
            if board != self.solution && self.seen.insert(board.clone()) && self.try_board(&board) {
                left -= 1;
            }
        }
    }

    /// Looks at the board in `text`. Whether it is one.
    fn try_board(&mut self, text: &str) -> bool {
        let puzzle = &self.session.puzzle;
        // A picture takes longer than all else, and what can go wrong with it is the shape.
        let draws = shape(text) != shape(&self.solution) || self.report.tried.is_multiple_of(8);
        let Ok(variant) = catch_unwind(AssertUnwindSafe(|| puzzle.variant(text, draws))) else {
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

    fn fail(&mut self, fault: &str, board: &str) {
        let failure = Failure { fault: fault.to_owned(), board: board.to_owned() };
        self.report.failures.push(failure);
    }
}

/// How many tokens there are in each line.
fn shape(text: &str) -> Vec<usize> {
    text.lines().map(|line| line.split_whitespace().count()).collect()
}

fn print(session: &Session, report: &SelfCheck) -> Result<()> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(report)?;
        return Ok(());
    }
    let SelfCheck { tried, refused, read_back, drawn, failures, .. } = report;
    for Failure { fault, board } in failures {
        eprintln!("{fault} (a bug in this puzzle's crate)\n\n{board}\n");
    }
    let tried = count((*tried).into(), "other board");
    session.clock.print(&format!(
        "{tried}: {refused} refused; {read_back} boards read back, {drawn} drawn; {}\n",
        count(failures.len() as u128, "failure"),
    ))?;
    Ok(())
}
