//! `count`: the number of solutions, in one piece or in tasks.

use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use protocol::duration;
use puzzle::{Done, Effort, Goal, Outcome, Status, Stop, Tasks, run_tasks};

use super::checkpoint::{Checkpoint, Work};
use super::output::{SIGNAL, json_line, lines, remarks, report, stopped_report};
use super::shares::{Shard, Share, merge};
use super::watch::on_giving_up;
use super::{Bound, Format, Limit, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args, Default)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) limit: Limit,
    /// Count on N threads (default: one per core), where the puzzle's count is split into tasks
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Keep what was counted in FILE, and go on from there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Count one share of the tasks, the I-th of N, and print it as one line of JSON
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Add up the shares in files (`-`: standard input) instead of counting
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["threads", "checkpoint", "shard"])]
    merge: Vec<PathBuf>,
}

impl Arguments {
    /// What a count without options is.
    pub(crate) fn plain(limit: Limit) -> Self {
        Self { limit, ..Self::default() }
    }
}

/// Counts the solutions and prints the number, or one share of it.
pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    if !arguments.merge.is_empty() {
        let sum = merge(&arguments.merge, &session.slug, &session.instance)?;
        let seconds = sum.core_microseconds as f64 / 1e6;
        let outcome = outcome(sum.count, sum.nodes, None, seconds);
        return print_count(session, &outcome);
    }
    if session.format == Some(Format::Json) {
        let stopped = stopped_report(session, Goal::Count);
        on_giving_up(move |stop| json_line(&stopped(stop)));
    }
    // A limit asks for a few solutions one after the other, not for tasks.
    if arguments.limit.limit.is_some_and(|bound| matches!(bound, Bound::AtMost(_))) {
        let asked = arguments.checkpoint.is_some() || arguments.shard.is_some();
        ensure!(!asked, "--limit does not go with --checkpoint and --shard");
        return print_count(session, &count_in_one_piece(session, arguments)?);
    }
    let start = Instant::now();
    let mut effort = Effort::new(&session.limits(None, None));
    let counting = session.puzzle.counting();
    let tasks =
        counting.map_or(ControlFlow::Continue(None), |counting| counting.tasks(&mut effort));
    // Tasks that were made by something that swallows a stop need not be all.
    match effort.stopped().map_or(tasks, ControlFlow::Break) {
        ControlFlow::Continue(Some(tasks)) => {
            count_tasks(session, arguments, tasks.as_ref(), &effort, start)
        }
        ControlFlow::Continue(None) => {
            let asked = arguments.checkpoint.is_some() || arguments.shard.is_some();
            ensure!(
                !asked,
                "the count of this instance is not split into tasks: --checkpoint and --shard have nothing to go by"
            );
            print_count(session, &count_in_one_piece(session, arguments)?)
        }
        ControlFlow::Break(stop) => {
            let seconds = start.elapsed().as_secs_f64();
            print_count(session, &outcome(0, effort.nodes(), Some(stop), seconds))
        }
    }
}

/// Counts all boards, for the goal `best` the best ones: its search reports ever better boards, one of
/// the best as the last, so it is no help here.
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
    Outcome { solutions, nodes, dead_ends: 0, stopped, seconds }
}

fn count_tasks(
    session: &Session,
    arguments: &Arguments,
    tasks: &dyn Tasks,
    effort: &Effort,
    start: Instant,
) -> Result<u8> {
    let work = Work {
        puzzle: &session.slug,
        instance: &session.instance,
        tasks: tasks.len(),
        shard: arguments.shard.map(|shard| shard.to_string()),
    };
    let (mut checkpoint, mut done) = match &arguments.checkpoint {
        Some(path) => {
            let (checkpoint, done) = Checkpoint::open(path, &work)?;
            (Some(checkpoint), done)
        }
        None => (None, BTreeMap::new()),
    };
    let is_ours = |task: u64| arguments.shard.is_none_or(|shard| shard.holds(task));
    let todo: Vec<_> =
        (0..tasks.len()).filter(|task| is_ours(*task) && !done.contains_key(task)).collect();
    let threads = match arguments.threads {
        Some(threads) => threads.get(),
        None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let progress = progress_bar(done.len(), todo.len());
    let stopped = run_tasks(tasks, &todo, threads, effort.deadline(), Some(&SIGNAL), |task| {
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save(&task)?;
        }
        done.insert(task.task, task);
        progress.inc(1);
        anyhow::Ok(())
    })?;
    progress.finish_and_clear();

    if let Some(path) = arguments.checkpoint.as_ref().filter(|_| stopped.is_some()) {
        eprintln!(
            "{} of {} tasks are done and kept in {}: the same command goes on from there",
            done.len(),
            (0..tasks.len()).filter(|&task| is_ours(task)).count(),
            path.display()
        );
    }
    let seconds = start.elapsed().as_secs_f64();
    if let Some(shard) = arguments.shard {
        return print_share(session, shard, tasks.len(), &done, stopped);
    }
    let (count, nodes, _) = add(&done)?;
    print_count(session, &outcome(count, nodes + effort.nodes(), stopped, seconds))
}

/// Count, nodes and seconds of the tasks that are done.
fn add(done: &BTreeMap<u64, Done>) -> Result<(u128, u64, f64)> {
    let mut sum = (0_u128, 0_u64, 0.0);
    for task in done.values() {
        let Some(count) = sum.0.checked_add(task.count) else {
            bail!("the counts add up beyond 2^128")
        };
        sum = (count, sum.1.saturating_add(task.nodes), sum.2 + task.seconds);
    }
    Ok(sum)
}

/// Shown on a terminal alone. What was done by an earlier run tells nothing of this one's speed.
fn progress_bar(done: usize, todo: usize) -> ProgressBar {
    let target = if stderr().is_terminal() && todo > 1 {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style =
        ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} tasks, {eta} left");
    let progress = ProgressBar::with_draw_target(Some((done + todo) as u64), target)
        .with_style(style.expect("the template is well-formed"))
        .with_position(done as u64);
    progress.reset_eta();
    progress
}

fn print_share(
    session: &Session,
    shard: Shard,
    tasks: u64,
    done: &BTreeMap<u64, Done>,
    stopped: Option<Stop>,
) -> Result<u8> {
    if let Some(stop) = stopped {
        eprintln!("unproved: stopped: {}; share {shard} is not complete", stop.reason());
        return Ok(SHORT_OF_THE_GOAL);
    }
    let (count, nodes, core_seconds) = add(done)?;
    let share = Share {
        puzzle: session.slug.clone(),
        instance: session.instance.clone(),
        tasks,
        shard: shard.to_string(),
        count: count.to_string(),
        nodes,
        core_microseconds: u64::try_from(Duration::from_secs_f64(core_seconds).as_micros())
            .unwrap_or(u64::MAX),
        checksum: String::new(),
    };
    session.clock.print_json(&share.sealed()?)?;
    Ok(0)
}

fn print_count(session: &Session, outcome: &Outcome) -> Result<u8> {
    let mut report = report(session, Goal::Count, outcome);
    let mut found = Vec::new();
    if report.status == Status::Solved {
        report.answer = Some(outcome.solutions.to_string());
        let counting = session.puzzle.counting();
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
