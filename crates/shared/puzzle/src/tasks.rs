//! Counting in numbered tasks, on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use crate::{Effort, Signal, Stop};

/// A count that is split into independent tasks, numbered from 0, whose counts add up.
///
/// The numbers mean the same in every run: a count that was stopped goes on from the tasks that were
/// done, and machines share the work by number.
pub trait Tasks: Sync {
    /// How many tasks there are.
    fn len(&self) -> u64;

    /// Whether there is nothing to count.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What task `task` adds to the number of solutions.
    fn count(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, u128>;
}

/// A task that was counted to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Done {
    /// Its number.
    pub task: u64,
    /// What it adds to the number of solutions.
    pub count: u128,
    /// The nodes that were visited.
    pub nodes: u64,
    /// Time that one thread spent on it.
    pub seconds: f64,
}

/// Counts the tasks `todo` on `threads` threads, until they are all done, or the time is up, or
/// somebody interrupts. Each that is done goes to `receiver`, which may end the work by an error.
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
                    // Nobody listens any more after an error: then there is nothing left to do.
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
    let counted = tasks.count(task, &mut effort);
    // A task that swallows a stop has not been counted to its end.
    match (counted, effort.stopped()) {
        (ControlFlow::Continue(count), None) => {
            let seconds = start.elapsed().as_secs_f64();
            Ok(Done { task, count, nodes: effort.nodes(), seconds })
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

        fn count(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, u128> {
            effort.node()?;
            if task == 13 {
                loop {
                    effort.node()?;
                }
            }
            ControlFlow::Continue(task.into())
        }
    }

    fn sum(tasks: &Triangle, todo: &[u64], threads: usize) -> (u128, Option<Stop>) {
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let mut sum = 0;
        let stopped = run(tasks, todo, threads, deadline, None, |done| {
            sum += done.count;
            Ok::<(), ()>(())
        });
        (sum, stopped.unwrap())
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
