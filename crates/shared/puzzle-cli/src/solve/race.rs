//! Solving on two threads: the rules join a long search, and whichever ends first gives the result.
//!
//! A search tailored to its puzzle is fast if the clues are strong; a solver that learns from
//! conflicts starts slower, but rarely gets stuck.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use puzzle::{
    Board, Goal, Instance, InvalidSolution, Kind, Limits, Outcome, Race, Receiver, Stop, Strategy,
    solve_judged,
};

use crate::Session;

/// Time before the rules join a search.
const HEAD_START: Duration = Duration::from_secs(1);

/// Most boards for which the rules join, since they keep their boards until they end.
const MOST_BOARDS: u64 = 10_000;

/// Which thread gave the result, if the rules had joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    Search,
    Rules,
}

/// Solves the session's instance, also by the rules if this takes long and no strategy was
/// requested.
pub(crate) fn solve(
    session: &Session,
    limits: &Limits,
    receiver: &mut Receiver,
) -> Result<(Outcome, Option<First>)> {
    let may_join = match limits.solutions {
        // WebAssembly has no threads.
        _ if session.strategy.is_some() || cfg!(target_family = "wasm") => false,
        _ if !session.kind.is_searched() || !session.kind.has_rules() => false,
        Some(bound) => bound.get() <= MOST_BOARDS,
        None => session.goal() == Goal::Best,
    };
    if may_join {
        race(session, limits, HEAD_START, receiver)
    } else {
        Ok((solve_judged(&*session.puzzle, session.goal(), limits, receiver)?, None))
    }
}

fn race(
    session: &Session,
    limits: &Limits,
    head_start: Duration,
    receiver: &mut Receiver,
) -> Result<(Outcome, Option<First>)> {
    let start = Instant::now();
    let [search, rules] = [(); 2].map(|()| Arc::new(Race::default()));
    let joining = Joining {
        goal: session.goal(),
        kind: session.kind,
        instance: Arc::clone(&session.source),
        limits: Limits {
            strategy: Strategy::Rules,
            race: Some(Arc::clone(&rules)),
            ..limits.clone()
        },
    };
    let (keeps_running, running) = mpsc::channel::<()>();
    let (sender, results) = mpsc::channel();
    let others = Arc::clone(&search);
    thread::spawn(move || {
        let has_ended = running.recv_timeout(head_start) != Err(RecvTimeoutError::Timeout);
        if has_ended || others.has_rules.load(Ordering::Relaxed) {
            return;
        }
        if let Some(result) = joining.solve() {
            // The receiver is gone if the search has ended.
            let _ = sender.send(result);
            others.is_over.store(true, Ordering::Release);
        }
    });

    let mut boards: Vec<Board> = Vec::new();
    let searching = Limits { race: Some(Arc::clone(&search)), ..limits.clone() };
    let searched = solve_judged(&*session.puzzle, session.goal(), &searching, &mut |board| {
        boards.push(board.clone());
        receiver(board)
    })?;
    rules.is_over.store(true, Ordering::Relaxed);
    drop(keeps_running);
    let was_overtaken =
        searched.stopped == Some(Stop::Closed) && search.is_over.load(Ordering::Acquire);
    if !was_overtaken {
        let had_joined = rules.has_rules.load(Ordering::Relaxed);
        return Ok((searched, had_joined.then_some(First::Search)));
    }
    let Found { boards: found, outcome } = results.recv()??;
    for board in found {
        if is_news(session, &boards, &board) {
            let is_enough = receiver(&board).is_break();
            boards.push(board);
            if is_enough {
                break;
            }
        }
    }
    let (solutions, seconds) = (boards.len() as u128, start.elapsed().as_secs_f64());
    Ok((Outcome { solutions, seconds, ..outcome }, Some(First::Rules)))
}

/// Returns whether a board of the rules is new to the search: different, or for the goal `best`,
/// better.
fn is_news(session: &Session, boards: &[Board], board: &Board) -> bool {
    let score = |board| session.puzzle.answer(board).score;
    match boards.last() {
        Some(best) if session.goal() == Goal::Best => score(board) > score(best),
        _ => !boards.contains(board),
    }
}

/// The data to solve an instance by its rules on another thread.
struct Joining {
    goal: Goal,
    kind: &'static Kind,
    instance: Arc<Instance>,
    limits: Limits,
}

/// The result of the rules.
struct Found {
    boards: Vec<Board>,
    outcome: Outcome,
}

impl Joining {
    /// Returns the result; `None` if it was stopped, or if there are no rules.
    fn solve(&self) -> Option<Result<Found, InvalidSolution>> {
        let puzzle = self.kind.read(&self.instance).ok()?;
        let mut boards = Vec::new();
        let solved = solve_judged(&*puzzle, self.goal, &self.limits, &mut |board| {
            boards.push(board.clone());
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
    use puzzle::{Answer, Flow, Form, Puzzle, Search, Setter, Unknown};
    use rules::Model;

    use super::*;
    use crate::output::Clock;

    /// Numbers from 0 to 9 with a square, for a search and rules that can be made slow.
    #[derive(serde::Deserialize)]
    struct Roots {
        square: i64,
        /// How long the search continues after reporting the roots, if it does.
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
        fn form(&self) -> Form {
            Form::list(0..=9)
        }

        fn rules(&self, model: &mut Model, board: &mut Unknown) {
            let Some(rules) = self.rules else { return model.unstated() };
            thread::sleep(Duration::from_millis(rules));
            let root = model.int(self.roots());
            board.read([root], |values| vec![values[0].unwrap_or(-1)].into());
        }

        fn search(&self, search: &mut Search) -> Flow {
            self.roots().try_for_each(|root| search.solution(vec![root]))?;
            let end = Instant::now() + Duration::from_millis(self.search.unwrap_or(0));
            while Instant::now() < end {
                search.poll()?;
            }
            Flow::Continue(())
        }

        fn check(&self, board: &Board) -> Result<()> {
            let root = board.list()[0];
            anyhow::ensure!(root * root == self.square, "wrong");
            Ok(())
        }

        fn answer(&self, board: &Board) -> Answer {
            Answer::new(board.list()[0])
        }
    }

    impl Setter for Roots {}

    static KIND: Kind = Kind::of::<Roots>().searched();

    const LONG: u64 = 60_000;

    /// Returns the reported boards, whether they are complete, and which thread gave the result.
    fn raced(instance: &str) -> (Vec<String>, bool, Option<First>) {
        let source = Instance::new("a test", instance, &[]).unwrap();
        let session = Session {
            slug: "roots".to_owned(),
            title: "Roots".to_owned(),
            metadata: toml::from_str("title = 'Roots'").unwrap(),
            instance: String::new(),
            form: Form::list(0..=9),
            puzzle: KIND.read(&source).unwrap(),
            source: Arc::new(source),
            explained: "",
            kind: &KIND,
            clock: Clock::start(None),
            strategy: None,
            format: None,
        };
        let limits = Limits { solutions: Goal::Unique.default_limit(), ..Limits::default() };
        let mut boards = Vec::new();
        let raced = race(&session, &limits, Duration::from_millis(20), &mut |board| {
            boards.push(board.list()[0].to_string());
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
