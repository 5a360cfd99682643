//! Solving on two threads: the rules join a search that takes long, and whichever ends first says
//! the result.
//!
//! A search that knows its puzzle is fast as long as the clues are strong; a solver that learns from
//! its dead ends is slower at first, and seldom lost for long.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::Session;
use crate::adapter::{InvalidSolution, Reader};
use crate::instance::Instance;
use crate::search::{Limits, Outcome, Race};
use crate::{Goal, Stop};

/// The time that a search has to itself.
const HEAD_START: Duration = Duration::from_secs(1);

/// The rules keep their boards until they end; where more are wanted, they do not join.
const MOST_BOARDS: u64 = 10_000;

/// Who said the result, where the rules had joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    Search,
    Rules,
}

/// Takes each solution once; see [`AnyPuzzle::solve`](crate::adapter::AnyPuzzle::solve).
type Receiver<'r> = dyn FnMut(String) -> ControlFlow<(), Duration> + 'r;

/// Solves the session's instance, by the rules, too, if that takes long and no strategy was asked
/// for.
pub(super) fn solve(
    session: &Session,
    limits: &Limits,
    receiver: &mut Receiver,
) -> Result<(Outcome<()>, Option<First>)> {
    let may_join = match limits.solutions {
        _ if session.strategy.is_some() => false,
        Some(bound) => bound.get() <= MOST_BOARDS,
        None => session.goal() == Goal::Best,
    };
    if may_join {
        race(session, limits, HEAD_START, receiver)
    } else {
        Ok((session.puzzle.solve(session.goal(), limits, receiver)?, None))
    }
}

fn race(
    session: &Session,
    limits: &Limits,
    head_start: Duration,
    receiver: &mut Receiver,
) -> Result<(Outcome<()>, Option<First>)> {
    let start = Instant::now();
    // Both threads look at them until they end; there is one race in the life of a process.
    let [search, rules]: [&'static Race; 2] = [(); 2].map(|()| &*Box::leak(Box::new(Race::new())));
    let joining = Joining {
        goal: session.goal(),
        read: session.read,
        instance: Arc::clone(&session.source),
        limits: Limits { strategy: usize::MAX, race: Some(rules), ..*limits },
    };
    let (keeps_running, running) = mpsc::channel::<()>();
    let (sender, results) = mpsc::channel();
    thread::spawn(move || {
        let has_ended = running.recv_timeout(head_start) != Err(RecvTimeoutError::Timeout);
        if has_ended || search.uses_rules.load(Ordering::Relaxed) {
            return;
        }
        if let Some(result) = joining.solve() {
            // Nobody listens any more where the search has ended meanwhile.
            let _ = sender.send(result);
            search.is_over.store(true, Ordering::Release);
        }
    });

    let mut boards: Vec<String> = Vec::new();
    let searching = Limits { race: Some(search), ..*limits };
    let searched = session.puzzle.solve(session.goal(), &searching, &mut |board| {
        boards.push(board.clone());
        receiver(board)
    })?;
    rules.is_over.store(true, Ordering::Relaxed);
    drop(keeps_running);
    let was_overtaken =
        searched.stopped == Some(Stop::Closed) && search.is_over.load(Ordering::Acquire);
    if !was_overtaken {
        let had_joined = rules.uses_rules.load(Ordering::Relaxed);
        return Ok((searched, had_joined.then_some(First::Search)));
    }
    let Found { boards: found, outcome } = results.recv()??;
    for board in found {
        if is_news(session, &boards, &board)? {
            boards.push(board.clone());
            if receiver(board).is_break() {
                break;
            }
        }
    }
    let (solutions, seconds) = (boards.len() as u128, start.elapsed().as_secs_f64());
    Ok((Outcome { solutions, seconds, ..outcome }, Some(First::Rules)))
}

/// Whether a board of the rules adds to those that the search has found: another one, or where the
/// best is wanted, a better one.
fn is_news(session: &Session, boards: &[String], board: &str) -> Result<bool> {
    let puzzle = &session.puzzle;
    match boards.last() {
        Some(best) if session.goal() == Goal::Best => {
            Ok(puzzle.score(board)? > puzzle.score(best)?)
        }
        _ => Ok(!boards.iter().any(|found| found == board)),
    }
}

/// What it takes to solve an instance by its rules on another thread.
struct Joining {
    goal: Goal,
    read: Reader,
    instance: Arc<Instance>,
    limits: Limits,
}

/// What the rules have found.
struct Found {
    boards: Vec<String>,
    outcome: Outcome<()>,
}

impl Joining {
    /// What was found; none where it was stopped, or where there are no rules.
    fn solve(&self) -> Option<Result<Found, InvalidSolution>> {
        let puzzle = (self.read)(&self.instance).ok()?;
        let mut boards = Vec::new();
        let solved = puzzle.solve(self.goal, &self.limits, &mut |board| {
            boards.push(board);
            ControlFlow::Continue(Duration::ZERO)
        });
        match solved {
            Ok(Outcome { stopped: Some(stop), .. }) if stop != Stop::Limit => None,
            solved => Some(solved.map(|outcome| Found { boards, outcome })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::read_any;
    use crate::cli::output::Clock;
    use crate::{Puzzle, Search};

    /// Numbers from 0 to 9 with a square, for a search and rules that can be made slow.
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Roots {
        square: i64,
        /// How long the search goes on after it has reported the roots, if it does.
        search: Option<u64>,
        /// How long it takes to state the rules, if there are any.
        rules: Option<u64>,
    }

    impl Roots {
        fn roots(&self) -> impl Iterator<Item = i64> {
            (0..10).filter(|root| root * root == self.square)
        }
    }

    impl Puzzle for Roots {
        type Board = i64;

        fn validate(&self) -> Result<()> {
            Ok(())
        }

        fn rules(&self) -> Option<rules::Rules<i64>> {
            thread::sleep(Duration::from_millis(self.rules?));
            let mut model = rules::Model::default();
            let root = model.int(self.roots());
            Some(model.solved_by([root], |values| values[0].unwrap_or(-1)))
        }

        fn search(&self, search: &mut Search<i64>) -> ControlFlow<Stop> {
            self.roots().try_for_each(|root| search.solution(root))?;
            let end = Instant::now() + Duration::from_millis(self.search.unwrap_or(0));
            while Instant::now() < end {
                search.poll()?;
            }
            ControlFlow::Continue(())
        }

        fn check(&self, root: &i64) -> Result<()> {
            anyhow::ensure!(root * root == self.square, "wrong");
            Ok(())
        }

        fn answer(&self, root: &i64) -> String {
            root.to_string()
        }
    }

    const LONG: u64 = 60_000;

    /// The boards that are handed over, whether all is seen, and who said so.
    fn raced(instance: &str) -> (Vec<String>, bool, Option<First>) {
        let source = Instance::new("a test", instance, &[]).unwrap();
        let session = Session {
            slug: "roots".to_owned(),
            title: "Roots".to_owned(),
            metadata: toml::from_str("title = 'Roots'").unwrap(),
            instance: String::new(),
            puzzle: read_any::<Roots>(&source).unwrap(),
            source: Arc::new(source),
            read: read_any::<Roots>,
            clock: Clock::start(None),
            strategies: Vec::new(),
            strategy: None,
            format: None,
        };
        let limits = Limits { solutions: Goal::Unique.default_limit(), ..Limits::default() };
        let mut boards = Vec::new();
        let raced = race(&session, &limits, Duration::from_millis(20), &mut |board| {
            boards.push(board);
            ControlFlow::Continue(Duration::ZERO)
        });
        let (outcome, first) = raced.unwrap();
        assert_eq!(outcome.solutions, boards.len() as u128);
        (boards, outcome.complete(), first)
    }

    #[test]
    fn a_short_search_is_alone() {
        let found = (vec!["7".to_owned()], true, None);
        assert_eq!(raced("square = 49\nrules = 0"), found);
    }

    #[test]
    fn rules_that_end_first_say_the_result_and_no_board_comes_twice() {
        let found = (vec!["7".to_owned()], true, Some(First::Rules));
        assert_eq!(raced(&format!("square = 49\nrules = 0\nsearch = {LONG}")), found);
        let none = (Vec::new(), true, Some(First::Rules));
        assert_eq!(raced(&format!("square = 50\nrules = 0\nsearch = {LONG}")), none);
    }

    #[test]
    fn a_search_that_ends_first_says_the_result() {
        let found = |first| (vec!["7".to_owned()], true, first);
        let raced_with = |rules: &str| raced(&format!("square = 49\nsearch = 200\n{rules}"));
        assert_eq!(raced_with(&format!("rules = {LONG}")), found(Some(First::Search)));
        assert_eq!(raced_with(""), found(None), "there are no rules");
    }
}
