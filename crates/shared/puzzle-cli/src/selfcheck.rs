//! `selfcheck`: do search, rules and checker say the same, and can any board be read and drawn?
//!
//! Random instances are made of random solutions and their clues, some of which are left out or
//! spoiled. Every strategy and the rules have to find the same boards of each, and every rule has to
//! be good for something: without it, some instance has a board that the checker refuses.
//!
//! The checker is a second way to solve a puzzle: of tiny instances it judges every board of the form. Of
//! others, rules and checker have to agree about boards that keep all rules but one, and about right
//! boards that are made by changing a solution.
//!
//! Of some instances, each step of an explanation is checked.
//!
//! The solutions are changed in many ways: of an instance with one solution the checker has to refuse
//! every other board. Whatever the goal, each board has to read back as it was written, and neither
//! the checker nor the picture may mind its shape.

mod boards;
mod instances;
mod spoil;
mod steps;
mod ways;

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use protocol::count;
use serde::Serialize;

use crate::{BUG, Format, SHORT_OF_THE_GOAL, Session};
use puzzle::{Status, Stop};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many random instances to make
    #[arg(long, value_name = "N", default_value = "300",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    runs: u32,
    /// Which instances and boards these are: the same number makes the same ones
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How large the instances are: of a grid, its rows and columns [default: 1 to 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    size: Option<u16>,
}

/// More failures than this tell nothing new.
const MOST_FAILURES: usize = 10;

#[derive(Debug, Default, PartialEq, Serialize)]
struct SelfCheck {
    puzzle: String,
    seed: u64,
    /// Different random instances that were solved in every way.
    instances: u64,
    /// The instances without a solution.
    unsolvable: u64,
    /// The instances with one solution.
    unique: u64,
    /// The instances that are too large for one of the ways to solve them: nothing is known about
    /// them.
    unfinished: u64,
    /// The rules by their headings: whether leaving it out was seen to change something.
    rules: BTreeMap<String, bool>,
    /// Boards of tiny instances, all of which the checker judged.
    enumerated: u64,
    /// Boards about which the checker and the rules were compared, one by one.
    compared: u64,
    /// Random instances that were explained, as far as time allowed.
    explained: u64,
    /// Steps of explanations that were checked by trying out values.
    steps: u64,
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
    /// What is wrong with how the puzzle's crate treats the board or the instance.
    fault: String,
    /// The instance, where it is a random one.
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<String>,
    board: String,
}

impl SelfCheck {
    fn fail(&mut self, fault: &str, instance: Option<&str>, board: &str) {
        let (fault, board) = (fault.to_owned(), board.to_owned());
        self.failures.push(Failure { fault, instance: instance.map(str::to_owned), board });
    }

    fn has_seen_enough(&self) -> bool {
        self.failures.len() >= MOST_FAILURES
    }
}

/// Checks the session's instance, then random ones, and prints the result.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let start = Instant::now();
    let (puzzle, seed) = (session.slug.clone(), arguments.seed);
    let mut report = SelfCheck { puzzle, seed, ..SelfCheck::default() };
    let outcome = boards::check(session, seed, &mut report)?;
    instances::check(session, arguments, &mut report)?;
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
    let status = Status::of(session.goal(), outcome.solutions, outcome.stopped);
    Ok(session.metadata.exit_code(status))
}

fn print(session: &Session, report: &SelfCheck) -> Result<()> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(report)?;
        return Ok(());
    }
    for Failure { fault, instance, board } in &report.failures {
        let instance = instance.as_ref().map_or(String::new(), |text| format!("\n{text}"));
        eprintln!("{fault} (a bug in this puzzle's crate)\n{instance}\n{board}\n");
    }
    let SelfCheck { instances, unsolvable, unique, unfinished, steps, .. } = report;
    let SelfCheck { tried, refused, read_back, drawn, failures, .. } = report;
    let SelfCheck { enumerated, compared, .. } = report;
    let rules = report.rules.len();
    session.clock.print(&format!(
        "{}: {unique} with one solution, {unsolvable} with none, {unfinished} too large; {}; {}\n\
         {} of tiny instances, {compared} judged by rules and checker\n\
         {}: {refused} refused; {read_back} boards read back, {drawn} drawn; {}\n",
        count((*instances).into(), "random instance"),
        count(rules as u128, "rule"),
        count((*steps).into(), "explained step"),
        count((*enumerated).into(), "board"),
        count((*tried).into(), "other board"),
        count(failures.len() as u128, "failure"),
    ))?;
    Ok(())
}
