//! Numbered tasks: on several threads, with a checkpoint, in shares.

pub(crate) mod checkpoint;
pub(crate) mod count;
pub(crate) mod improve;
pub(crate) mod shares;

use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use itertools::EitherOrBoth::{Both, Left, Right};
use itertools::Itertools;
use protocol::whole_number;
use puzzle::{Done, Effort, Found, Stop, Tasks, run_tasks};

use crate::output::SIGNAL;
use crate::tasks::checkpoint::{Checkpoint, Work};
use crate::tasks::shares::{Shard, Share, Sum, merge};
use crate::{SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Work on N threads (default: one per core), if the work is split into tasks
    #[arg(long, value_name = "N", value_parser = whole_number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    threads: Option<NonZeroUsize>,
    /// Save progress in FILE and resume from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Do one share of the tasks, the I-th of N, and print it as one line of JSON
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Combine the shares in files (`-`: standard input) instead of working
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["threads", "checkpoint", "shard"])]
    merge: Vec<PathBuf>,
}

/// The combined result of tasks.
pub(crate) struct Total {
    /// None if no task was done.
    pub(crate) found: Option<Found>,
    pub(crate) nodes: u64,
    pub(crate) stopped: Option<Stop>,
    /// Wall time; for shares, the total of all threads.
    pub(crate) seconds: f64,
}

/// How work in tasks ended.
pub(crate) enum Ended {
    Total(Total),
    /// One share, which was printed, with the exit code.
    Share(u8),
}

impl Options {
    /// Returns whether an option requires tasks.
    pub(crate) fn need_tasks(&self) -> bool {
        self.checkpoint.is_some() || self.shard.is_some()
    }

    /// Combines the shares in the files to be merged; `None` if there is work to do instead. They
    /// must have these seeds, if given.
    pub(crate) fn merged(&self, session: &Session, seeds: Option<&str>) -> Result<Option<Total>> {
        if self.merge.is_empty() {
            return Ok(None);
        }
        let Sum { found, nodes, core_microseconds, .. } = merge(&self.merge, session, seeds)?;
        let seconds = core_microseconds as f64 / 1e6;
        Ok(Some(Total { found, nodes, stopped: None, seconds }))
    }

    /// Runs the tasks, or a share of them. Time counts from `start`.
    pub(crate) fn run(
        &self,
        session: &Session,
        tasks: &dyn Tasks,
        seeds: Option<String>,
        effort: &Effort,
        start: Instant,
    ) -> Result<Ended> {
        let work = Work {
            puzzle: &session.slug,
            instance: &session.instance,
            tasks: tasks.len(),
            seeds,
            shard: self.shard.map(|shard| shard.to_string()),
        };
        let (mut checkpoint, mut done) = match &self.checkpoint {
            Some(path) => {
                let (checkpoint, done) = Checkpoint::open(path, &work)?;
                (Some(checkpoint), done)
            }
            None => (None, BTreeMap::new()),
        };
        let is_ours = |task: u64| self.shard.is_none_or(|shard| shard.holds(task));
        let todo: Vec<_> =
            (0..tasks.len()).filter(|task| is_ours(*task) && !done.contains_key(task)).collect();
        let threads = match self.threads {
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

        if let Some(path) = self.checkpoint.as_ref().filter(|_| stopped.is_some()) {
            eprintln!(
                "{} of {} tasks are done and kept in {}: the same command goes on from there",
                done.len(),
                (0..tasks.len()).filter(|&task| is_ours(task)).count(),
                path.display()
            );
        }
        if let Some(shard) = self.shard {
            return print_share(session, shard, &work, done, stopped).map(Ended::Share);
        }
        let seconds = start.elapsed().as_secs_f64();
        let (found, nodes, _) = add(done)?;
        Ok(Ended::Total(Total { found, nodes: nodes + effort.nodes(), stopped, seconds }))
    }
}

/// Combines the results of several tasks or shares.
pub(crate) fn combined(found: impl IntoIterator<Item = Found>) -> Result<Option<Found>> {
    let mut found = found.into_iter();
    let Some(first) = found.next() else { return Ok(None) };
    found.try_fold(first, Found::and).map(Some).context("the counts add up beyond 2^128")
}

/// Names the first line of an instance that is not the expected one, as errors do.
fn differing_line(instance: &str, expected: &str) -> String {
    let mut lines = (1..).zip(instance.lines().zip_longest(expected.lines()));
    match lines.find(|(_, pair)| pair.as_ref().left() != pair.as_ref().right()) {
        Some((line, Both(is, expected))) => format!("line {line} is `{is}`, expected `{expected}`"),
        Some((line, Left(is))) => format!("line {line} is `{is}`, expected none"),
        Some((line, Right(expected))) => format!("line {line} is missing, expected `{expected}`"),
        None => "they differ in spaces".to_owned(),
    }
}

/// Returns result, nodes and seconds of the completed tasks.
fn add(done: BTreeMap<u64, Done>) -> Result<(Option<Found>, u64, f64)> {
    let nodes = done.values().fold(0_u64, |sum, task| sum.saturating_add(task.nodes));
    let seconds = done.values().map(|task| task.seconds).sum();
    Ok((combined(done.into_values().map(|task| task.found))?, nodes, seconds))
}

/// Creates a progress bar, visible only on a terminal. Tasks of an earlier run do not count towards
/// its speed.
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
    work: &Work<'_>,
    done: BTreeMap<u64, Done>,
    stopped: Option<Stop>,
) -> Result<u8> {
    if let Some(stop) = stopped {
        eprintln!("unproved: stopped: {}; share {shard} is not complete", stop.reason());
        return Ok(SHORT_OF_THE_GOAL);
    }
    let (found, nodes, core_seconds) = add(done)?;
    let share = Share {
        puzzle: session.slug.clone(),
        instance: session.instance.clone(),
        tasks: work.tasks,
        seeds: work.seeds.clone(),
        shard: shard.to_string(),
        found,
        nodes,
        core_microseconds: u64::try_from(Duration::from_secs_f64(core_seconds).as_micros())
            .unwrap_or(u64::MAX),
        checksum: String::new(),
    };
    session.clock.print_json(&share.sealed()?)?;
    Ok(0)
}
