//! `count`: the number of solutions, in one piece or in tasks.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use protocol::duration;
use puzzle::{Effort, Found, Goal, Outcome, Status, Stop};

use crate::output::{json_line, lines, remarks, report, stopped_report};
use crate::tasks::{Ended, Options, Total};
use crate::watch::on_giving_up;
use crate::{Format, Session, SolutionLimit, Solutions};

#[derive(clap::Args, Default)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) limit: SolutionLimit,
    #[command(flatten)]
    options: Options,
}

impl Arguments {
    /// Returns the arguments of a count without options.
    pub(crate) fn plain(limit: SolutionLimit) -> Self {
        Self { limit, ..Self::default() }
    }
}

/// Counts the solutions and prints the number, or one share of it.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let options = &arguments.options;
    if let Some(total) = options.merged(session, None)? {
        return print_total(session, &total);
    }
    if session.format == Some(Format::Json) {
        let stopped = stopped_report(session, Goal::Count);
        on_giving_up(move |stop| json_line(&stopped(stop)));
    }
    // A limit requests a few solutions in sequence, not tasks.
    if arguments.limit.limit.is_some_and(|solutions| matches!(solutions, Solutions::AtMost(_))) {
        ensure!(!options.need_tasks(), "--limit does not go with --checkpoint and --shard");
        return print_count(session, &count_in_one_piece(session, arguments)?);
    }
    let start = Instant::now();
    let mut effort = Effort::new(&session.limits(None, None));
    let counting = session.puzzle.extension().counting();
    let tasks =
        counting.map_or(ControlFlow::Continue(None), |counting| counting.tasks(&mut effort));
    // A stop during their creation may leave the tasks incomplete.
    match effort.stopped().map_or(tasks, ControlFlow::Break) {
        ControlFlow::Continue(Some(tasks)) => {
            match options.run(session, tasks.as_ref(), None, &effort, start)? {
                Ended::Share(code) => Ok(code),
                Ended::Total(total) => print_total(session, &total),
            }
        }
        ControlFlow::Continue(None) => {
            ensure!(
                !options.need_tasks(),
                "the count of this instance cannot be split into tasks, as --checkpoint and --shard need"
            );
            print_count(session, &count_in_one_piece(session, arguments)?)
        }
        ControlFlow::Break(stop) => {
            let seconds = start.elapsed().as_secs_f64();
            print_count(session, &outcome(0, effort.nodes(), Some(stop), seconds))
        }
    }
}

/// Counts all boards, or for the goal `best` the best ones, which its search does not all report:
/// it reports improving boards.
fn count_in_one_piece(session: &Session, arguments: &Arguments) -> Result<Outcome> {
    let limits = session.limits(arguments.limit.limit, None);
    if session.goal() != Goal::Best {
        return Ok(puzzle::count(&*session.puzzle, &limits));
    }
    let outcome = puzzle::count_best(&*session.puzzle, &limits);
    ensure!(
        outcome.stopped != Some(Stop::Unwritten),
        "the best boards of this puzzle cannot be counted: its rules are not stated as constraints, \
         and its search finds one of them only"
    );
    Ok(outcome)
}

fn outcome(solutions: u128, nodes: u64, stopped: Option<Stop>, seconds: f64) -> Outcome {
    Outcome { solutions, nodes, dead_ends: 0, stopped, seconds, nearest: None }
}

fn print_total(session: &Session, total: &Total) -> Result<u8> {
    let count = match total.found {
        None => 0,
        Some(Found::Count(count)) => count,
        Some(Found::Best(_)) => bail!("these are attempts; expected shares of a count"),
    };
    print_count(session, &outcome(count, total.nodes, total.stopped, total.seconds))
}

fn print_count(session: &Session, outcome: &Outcome) -> Result<u8> {
    let mut report = report(session, Goal::Count, outcome);
    let mut found = Vec::new();
    if report.status == Status::Solved {
        report.answer = Some(outcome.solutions.to_string());
        let counting = session.puzzle.extension().counting();
        found = counting.map_or(Vec::new(), |counting| counting.remarks(outcome.solutions));
        report.remarks = remarks(&found);
    }
    if session.format == Some(Format::Json) {
        session.clock.print_json(&report)?;
    } else if report.status == Status::Solved {
        let time = [("time", duration(outcome.seconds))];
        let time = if outcome.seconds < 1.0 { String::new() } else { lines(&time) };
        session.clock.print(&format!("{}\n{}{time}", outcome.solutions, lines(&found)))?;
    } else {
        session.clock.print(&format!("at least {}\n", outcome.solutions))?;
        eprintln!("{}", report.verdict(Goal::Count));
    }
    Ok(session.metadata.exit_code(report.status))
}
