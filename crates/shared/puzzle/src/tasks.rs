//! Counting, and attempts at a record, in numbered tasks on several threads.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::{Effort, Signal, Stop};

/// Work that is split into independent tasks, numbered from 0, whose results combine.
///
/// Tasks have the same numbers in every run, so that a stopped run can be resumed and machines can
/// share the work.
pub trait Tasks: Sync {
    /// Returns the number of tasks.
    fn len(&self) -> u64;

    /// Returns whether there are no tasks.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs task `task`; all tasks have results of the same kind.
    fn run(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, Found>;
}

/// The result of one task or of several together.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// A number of solutions. A string in JSON, since it may exceed what JSON readers accept as a
    /// number.
    #[serde(serialize_with = "write_decimal", deserialize_with = "read_decimal")]
    Count(u128),
    /// The best board, if there is one.
    Best(Option<Best>),
}

/// A board with its score.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize)]
pub struct Best {
    /// Its score.
    pub score: i128,
    /// The seed of the attempt that found it.
    pub seed: u64,
    /// The board as text.
    pub board: String,
}

impl Found {
    /// Combines two results: the sum of two counts, or the better of two boards, ties broken by the
    /// smaller seed. Returns `None` if the sum reaches 2^128, or if the kinds differ.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Count(one), Self::Count(other)) => one.checked_add(other).map(Self::Count),
            (Self::Best(one), Self::Best(other)) => {
                let boards = one.into_iter().chain(other);
                Some(Self::Best(boards.max_by_key(|best| (best.score, Reverse(best.seed)))))
            }
            _ => None,
        }
    }
}

fn write_decimal<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

fn read_decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// A completed task.
#[derive(Clone, Debug, PartialEq, serde::Serialize, Deserialize)]
pub struct Done {
    /// Its number.
    pub task: u64,
    /// Its result.
    pub found: Found,
    /// Nodes visited.
    pub nodes: u64,
    /// Time that its thread spent on it.
    pub seconds: f64,
}

/// Runs the tasks `todo` on `threads` threads until all are done, the time is up, or an interrupt.
/// Completed tasks go to `receiver`, which may end the work by an error.
///
/// # Errors
/// Those of the receiver.
pub fn run<Error>(
    tasks: &dyn Tasks,
    todo: &[u64],
    threads: usize,
    deadline: Option<Instant>,
    signal: Option<&'static Signal>,
    mut receiver: impl FnMut(Done) -> Result<(), Error>,
) -> Result<Option<Stop>, Error> {
    // WebAssembly has no threads.
    if cfg!(target_family = "wasm") {
        for &task in todo {
            match run_one(tasks, task, Effort::until(deadline, signal)) {
                Ok(done) => receiver(done)?,
                Err(stop) => return Ok(Some(stop)),
            }
        }
        return Ok(None);
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, todo.len().max(1)) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                while let Some(&task) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = run_one(tasks, task, Effort::until(deadline, signal));
                    let goes_on = result.is_ok();
                    // After an error the receiver is gone and no work is left.
                    if sender.send(result).is_err() || !goes_on {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut stopped = None;
        for result in &results {
            match result {
                Ok(done) => {
                    if let Err(error) = receiver(done) {
                        drop(results);
                        return Err(error);
                    }
                }
                Err(stop) => stopped = Some(stop),
            }
        }
        Ok(stopped)
    })
}

fn run_one(tasks: &dyn Tasks, task: u64, mut effort: Effort) -> Result<Done, Stop> {
    let start = Instant::now();
    let result = tasks.run(task, &mut effort);
    // A task that ignores a stop is incomplete.
    match (result, effort.stopped()) {
        (ControlFlow::Continue(found), None) => {
            let seconds = start.elapsed().as_secs_f64();
            Ok(Done { task, found, nodes: effort.nodes(), seconds })
        }
        (ControlFlow::Continue(_), Some(stop)) | (ControlFlow::Break(stop), _) => Err(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Task n adds n; task 13 never ends by itself.
    struct Triangle(u64);

    impl Tasks for Triangle {
        fn len(&self) -> u64 {
            self.0
        }

        fn run(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, Found> {
            effort.node()?;
            if task == 13 {
                loop {
                    effort.node()?;
                }
            }
            ControlFlow::Continue(Found::Count(task.into()))
        }
    }

    fn sum(tasks: &Triangle, todo: &[u64], threads: usize) -> (u128, Option<Stop>) {
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let mut sum = Found::Count(0);
        let stopped = run(tasks, todo, threads, deadline, None, |done| {
            sum = sum.clone().and(done.found).ok_or(())?;
            Ok::<(), ()>(())
        });
        let Found::Count(count) = sum else { panic!("{sum:?}") };
        (count, stopped.unwrap())
    }

    #[test]
    fn every_task_is_counted_once_on_any_number_of_threads() {
        let todo: Vec<_> = (0..13).collect();
        for threads in [0, 1, 2, 5, 100] {
            assert_eq!(sum(&Triangle(13), &todo, threads), (78, None));
        }
        assert_eq!(sum(&Triangle(13), &[], 2), (0, None));
    }

    #[test]
    fn the_better_board_wins_and_of_equal_ones_the_smaller_seed() {
        let best = |score, seed| Found::Best(Some(Best { score, seed, board: String::new() }));
        assert_eq!(best(3, 9).and(best(2, 1)), Some(best(3, 9)));
        assert_eq!(best(3, 9).and(best(3, 1)), Some(best(3, 1)));
        assert_eq!(best(-3, 9).and(Found::Best(None)), Some(best(-3, 9)));
        assert_eq!(Found::Count(1).and(best(3, 9)), None);
        assert_eq!(Found::Count(u128::MAX).and(Found::Count(1)), None);
    }

    #[test]
    fn a_task_that_was_stopped_adds_nothing() {
        let todo: Vec<_> = (0..20).collect();
        let (sum, stopped) = sum(&Triangle(20), &todo, 2);
        assert_eq!(stopped, Some(Stop::Timeout));
        assert!((78..=190 - 13).contains(&sum), "{sum}");
    }

    #[test]
    fn an_error_of_the_receiver_ends_the_work() {
        let todo: Vec<_> = (0..1000).filter(|&task| task != 13).collect();
        let mut received = 0;
        let ended = run(&Triangle(1000), &todo, 2, None, None, |_| {
            received += 1;
            if received == 5 { Err("disk full") } else { Ok(()) }
        });
        assert_eq!((ended, received), (Err("disk full"), 5));
    }
}
