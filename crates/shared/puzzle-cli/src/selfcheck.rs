//! `selfcheck`: checks that search, rules and checker agree, and that any board can be read and
//! drawn.
//!
//! Random instances are made from random solutions and their clues, some of which are omitted or
//! spoiled. Every strategy and the rules must find the same boards for each, and no rule may be
//! redundant: without it, some instance has a board that the checker refuses.
//!
//! The checker is a second way to solve a puzzle: for tiny instances it judges every board of the
//! form. For others, rules and checker must agree about boards that keep all rules but one, and
//! about valid boards made by changing a solution.
//!
//! For some instances, and for the session's own, each step of an explanation is checked, and that it
//! uses nothing that was not stated before.
//!
//! Each value of the session's instance must be seen in the unsolved puzzle: see [`seen`].
//!
//! A puzzle that asks for a number must end properly on every mutated instance: see [`mutants`].
//!
//! A puzzle has no search and no rules that its program does not declare.
//!
//! Solutions are changed in many ways: if an instance has one solution, the checker must refuse
//! every other board. For any goal, each board must survive writing and reading, and neither the
//! checker nor the picture may fail on its shape.

mod boards;
mod commands;
mod instances;
mod mutants;
mod seen;
mod spoil;
mod steps;
mod ways;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use protocol::{count, parse_seconds, whole_number};
use puzzle::{Limits, Race, Status, Stop};
use rules::Fault;
use serde::Serialize;

use crate::{BUG, Format, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many random instances to make
    #[arg(long, value_name = "N", default_value = "300",
        value_parser = whole_number(0..=1_000_000_u32))]
    runs: u32,
    /// Time for the published instance, and once more for random and mutated ones
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    budget: Option<Duration>,
    /// Seed: the same number makes the same instances and boards
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Size of the instances: rows and columns of a grid [default: 1 to 4]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
    size: Option<u16>,
    /// Instead, run every command on N mutated instances and on boards of them, and watch its time
    /// and memory
    #[arg(long, value_name = "N", conflicts_with_all = ["runs", "budget", "size"],
        value_parser = whole_number(0..=u32::MAX))]
    commands: Option<u32>,
}

/// Most failures reported; more would add nothing.
const MOST_FAILURES: usize = 10;

#[derive(Debug, Default, PartialEq, Serialize)]
struct SelfCheck {
    puzzle: String,
    seed: u64,
    /// Distinct random instances solved by every strategy, and mutated ones.
    instances: u64,
    /// The mutated instances among them.
    mutated: u64,
    /// The instances without a solution.
    unsolvable: u64,
    /// The instances with one solution.
    unique: u64,
    /// Instances too large for one of the strategies, about which nothing is known.
    unfinished: u64,
    /// For each rule, by its heading, whether omitting it had a visible effect.
    rules: BTreeMap<String, bool>,
    /// Boards of tiny instances, all judged by the checker.
    enumerated: u64,
    /// Boards on which the checker and the rules were compared.
    compared: u64,
    /// Random instances that were explained, as far as time allowed.
    explained: u64,
    /// Steps of explanations that were checked by trying out values.
    steps: u64,
    /// Steps of them that are too large for that: their proofs are not confirmed here.
    large_steps: u64,
    /// Boards other than the solution.
    tried: u64,
    /// Number of these that the checker refused.
    refused: u64,
    /// Boards of any kind that survived writing and reading.
    read_back: u64,
    /// Boards of any kind that were drawn.
    drawn: u64,
    /// Places of the session's instance whose values were changed, and are seen in the unsolved
    /// puzzle, ...
    values: u64,
    /// ... and keys of which no change was found that leaves it valid.
    unchanged: Vec<String>,
    /// Commands that were run in processes of their own, ...
    commands: u64,
    /// ... the most CPU seconds past a time limit, ...
    latest: f64,
    /// ... and the largest memory in bytes.
    memory: u64,
    seconds: f64,
    failures: Vec<Failure>,
    /// When nothing further is tried, if the time is limited.
    #[serde(skip)]
    end: Option<Instant>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Failure {
    /// How the puzzle's crate fails on the board or the instance.
    fault: String,
    /// The instance, if it is random.
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<String>,
    board: String,
}

impl SelfCheck {
    fn fail(&mut self, fault: &str, instance: Option<&str>, board: &str) {
        let (fault, board) = (fault.to_owned(), board.to_owned());
        self.failures.push(Failure { fault, instance: instance.map(str::to_owned), board });
    }

    /// Returns whether nothing further is tried.
    fn has_seen_enough(&self) -> bool {
        self.failures.len() >= MOST_FAILURES || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Checks the session's instance, then random ones, and prints the result.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let start = Instant::now();
    let (puzzle, seed) = (session.slug.clone(), arguments.seed);
    let mut report = SelfCheck { puzzle, seed, ..SelfCheck::default() };
    if let Some(runs) = arguments.commands {
        mutants::check_commands(session, arguments, runs, &mut report)?;
        report.seconds = start.elapsed().as_secs_f64();
        print(session, &report)?;
        let is_good = report.failures.is_empty();
        return Ok(if is_good { 0 } else { BUG });
    }
    let end = || arguments.budget.and_then(|budget| Instant::now().checked_add(budget));
    report.end = end();
    check_declaration(session, &mut report);
    seen::check(session, seed, &mut report)?;
    let outcome = boards::check(session, seed, &mut report)?;
    steps::check_own(session, &mut report)?;
    report.end = end();
    instances::check(session, arguments, &mut report)?;
    mutants::check(session, arguments, outcome.seconds, &mut report)?;
    report.seconds = start.elapsed().as_secs_f64();
    print(session, &report)?;

    if !report.failures.is_empty() {
        return Ok(BUG);
    }
    if let Some(stop) = session.clock.stopped() {
        eprintln!("stopped: {}", stop.reason());
        return Ok(SHORT_OF_THE_GOAL);
    }
    if outcome.stopped == Some(Stop::Timeout) && arguments.budget.is_some() {
        return Ok(0);
    }
    if outcome.solutions == 0 {
        let why = outcome.stopped.map_or("it has no solution", Stop::reason);
        eprintln!("there is no board to change: {why}");
    }
    let status = Status::of(session.goal(), outcome.solutions, outcome.stopped);
    Ok(session.metadata.exit_code(status))
}

/// Checks that the puzzle has no rules and no search but those that its program declares.
fn check_declaration(session: &Session, report: &mut SelfCheck) {
    if !session.kind.has_rules() && session.lacks_rules() != Some(Fault::Unwritten) {
        let fault = "the puzzle has rules, but is declared `without rules` in `puzzle::program!`";
        report.fail(fault, None, "");
    }
    let race = Arc::new(Race::default());
    let limits = session.limits(None, None);
    let limits = Limits { nodes: Some(1), race: Some(Arc::clone(&race)), ..limits };
    puzzle::solve(&*session.puzzle, &limits);
    if !session.kind.is_searched() && !race.has_rules.load(Ordering::Relaxed) {
        let fault = "the puzzle has a search, but is not declared `searched` in `puzzle::program!`";
        report.fail(fault, None, "");
    }
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
    let SelfCheck { instances, mutated, unsolvable, unique, unfinished, steps, .. } = report;
    let SelfCheck { large_steps, tried, refused, read_back, drawn, failures, .. } = report;
    let SelfCheck { enumerated, compared, commands, latest, memory, .. } = report;
    let failures = count(failures.len() as u128, "failure");
    if *commands > 0 {
        session.clock.print(&format!(
            "{} in processes of their own, on {}: the largest takes {} MiB, the last ends \
             {latest:.2} s after its time limit; {failures}\n",
            count(*commands, "command"),
            count(*mutated, "mutated instance"),
            memory >> 20,
        ))?;
    }
    if *instances == 0 && *commands > 0 {
        return Ok(());
    }
    let rules = report.rules.len();
    session.clock.print(&format!(
        "{}, {mutated} mutated: {unique} with one solution, {unsolvable} with none, {unfinished} too \
         large; {}; {}, {large_steps} more too large\n\
         {} of tiny instances, {compared} judged by rules and checker\n\
         {}: {refused} refused; {read_back} boards read back, {drawn} drawn; {failures}\n",
        count(*instances, "random instance"),
        count(rules as u128, "rule"),
        count(*steps, "explained step"),
        count(*enumerated, "board"),
        count(*tried, "other board"),
    ))?;
    Ok(())
}
