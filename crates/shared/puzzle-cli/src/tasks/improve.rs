//! `improve`: attempts at a better board than the record, one task for each seed.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use puzzle::{
    Answer, Best, Board, Effort, Found, Goal, Instance, Kind, Outcome, Status, Stop, Tasks, attempt,
};

use crate::look::terminal::Terminal;
use crate::output::{json_line, line, lines, remarks, report, stopped_report};
use crate::tasks::{Ended, Options, Total};
use crate::watch::on_giving_up;
use crate::{Format, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Make the attempts with the seeds from FIRST to END, excluding END
    #[arg(long, value_name = "FIRST..END", required_unless_present = "merge")]
    seeds: Option<Seeds>,
    #[command(flatten)]
    options: Options,
}

/// The seeds of attempts, one task each.
#[derive(Clone, Debug, PartialEq)]
struct Seeds(Range<u64>);

impl Seeds {
    const MOST: u64 = 10_000_000;
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (first, end) = text.split_once("..")?;
            Some(first.parse().ok()?..end.parse().ok()?)
        };
        let few =
            |seeds: &Range<u64>| (1..=Self::MOST).contains(&seeds.end.saturating_sub(seeds.start));
        parse().filter(few).map(Self).ok_or_else(|| {
            format!("expected FIRST..END with 1 to {} seeds, such as 1..1001", Self::MOST)
        })
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.0.start, self.0.end)
    }
}

/// Attempts at the record of an instance. Threads do not share a puzzle: each task reads its own.
struct Attempts<'a> {
    kind: &'static Kind,
    instance: &'a Instance,
    seeds: Range<u64>,
}

impl Tasks for Attempts<'_> {
    fn len(&self) -> u64 {
        self.seeds.end - self.seeds.start
    }

    fn run(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, Found> {
        let puzzle = self.kind.read(self.instance).expect("it was read before");
        let seed = self.seeds.start + task;
        let Some(record) = puzzle.extension().record() else {
            return ControlFlow::Break(Stop::Unwritten);
        };
        let best = attempt(record, seed, effort)?.map(|board| {
            let score = puzzle.answer(&board).score;
            Best { score, seed, board: puzzle.form().write(&board) }
        });
        ControlFlow::Continue(Found::Best(best))
    }
}

/// Makes the attempts and prints the best board, or one share of them.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    ensure!(session.goal() == Goal::Record, "this puzzle has no record that could be improved");
    let name = arguments.seeds.as_ref().map(ToString::to_string);
    if let Some(total) = arguments.options.merged(session, name.as_deref())? {
        return print(session, &total);
    }
    if session.format == Some(Format::Json) {
        let stopped = stopped_report(session, Goal::Record);
        on_giving_up(move |stop| json_line(&stopped(stop)));
    }
    let seeds = arguments.seeds.clone().context("--seeds is missing")?;
    let tasks = Attempts { kind: session.kind, instance: &session.source, seeds: seeds.0 };
    let effort = Effort::new(&session.limits(None, None));
    match arguments.options.run(session, &tasks, name, &effort, Instant::now())? {
        Ended::Share(code) => Ok(code),
        Ended::Total(total) => print(session, &total),
    }
}

/// Returns the board of a result and its answer; `None` if no attempt found one.
///
/// # Errors
/// If it breaks the rules or has another score, or if the result is a count.
pub(crate) fn checked(session: &Session, found: &Found) -> Result<Option<(Board, Answer)>> {
    let best = match found {
        Found::Best(Some(best)) => best,
        Found::Best(None) => return Ok(None),
        Found::Count(_) => bail!("it is of a count; expected attempts"),
    };
    let place = || format!("the board of seed {}", best.seed);
    let board = session.form.read(&best.board).with_context(place)?;
    puzzle::check(&*session.puzzle, &board).with_context(place)?;
    let answer = session.puzzle.answer(&board);
    let score = answer.score;
    ensure!(score == best.score, "{} scores {score}, not {}", place(), best.score);
    Ok(Some((board, answer)))
}

fn print(session: &Session, total: &Total) -> Result<u8> {
    ensure!(
        total.stopped != Some(Stop::Unwritten),
        "the search of this puzzle makes no attempts that differ by their seeds"
    );
    let best = total.found.as_ref().map(|found| checked(session, found)).transpose()?.flatten();
    let record = session.puzzle.extension().record().map(puzzle::Record::record);
    let is_record = best.as_ref().is_some_and(|(_, answer)| Some(answer.score) >= record);
    let outcome = Outcome {
        solutions: is_record.into(),
        nodes: total.nodes,
        dead_ends: 0,
        stopped: total.stopped.or(Some(Stop::Attempts)),
        seconds: total.seconds,
        nearest: None,
    };
    let mut report = report(session, Goal::Record, &outcome);
    let mut found = Vec::new();
    if let (Some((_, answer)), Some(Found::Best(Some(best)))) = (&best, &total.found) {
        found.clone_from(&answer.remarks);
        found.extend([("score", best.score.to_string()), ("seed", best.seed.to_string())]);
        report.answer = Some(answer.text.clone()).filter(|_| report.status == Status::Solved);
        report.boards = vec![best.board.clone()];
        report.remarks = remarks(&found);
    }
    if session.format == Some(Format::Json) {
        session.clock.print_json(&report)?;
        return Ok(session.metadata.exit_code(report.status));
    }
    let board = best.map_or(String::new(), |(board, _)| match Terminal::of(session) {
        Some(terminal) => terminal.drawn(session, Some(&board)) + "\n",
        None => session.form.write(&board) + "\n\n",
    });
    let answer = report.answer.as_ref().map_or(String::new(), |answer| line("answer", answer));
    let verdict = report.verdict(Goal::Record);
    session.clock.print(&format!("{board}{}\n{answer}{verdict}\n", lines(&found)))?;
    Ok(session.metadata.exit_code(report.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_range_that_is_not_empty() {
        assert_eq!("7..9".parse(), Ok(Seeds(7..9)));
        for wrong in ["7", "7..7", "9..7", "..7", "7..", "-1..2", "0..20000000"] {
            assert!(wrong.parse::<Seeds>().is_err(), "{wrong}");
        }
    }
}
