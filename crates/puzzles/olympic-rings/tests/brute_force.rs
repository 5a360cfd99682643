//! The searches against one that tries everything, and what each of them costs.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use olympic_rings::{Numbers, OlympicRings, Space};
use puzzle::{Event, Limits, Puzzle, Stop};

const RINGS: [&[&str]; 5] =
    [&["r", "rg"], &["rg", "g", "gk"], &["gk", "k", "ky"], &["ky", "y", "yb"], &["yb", "b"]];

/// An instance around a filling with equal sums, with up to two numbers too many and now and then
/// one missing, so there are no, one or several solutions.
fn random_instance(random: &mut Rng, most_empty: usize) -> OlympicRings {
    let range = random.i64(1..=6);
    let mut any = || random.i64(-1..=range);
    let (r, rg, g, k, y) = (any(), any(), any(), any(), any());
    let sum = r + rg;
    let gk = sum - rg - g;
    let ky = sum - gk - k;
    let yb = sum - ky - y;
    let mut filling: Vec<(Space, i64)> =
        Space::all().zip([r, rg, g, gk, k, ky, y, yb, sum - yb]).collect();
    random.shuffle(&mut filling);
    let (empty, given) = filling.split_at(random.usize(..=most_empty));
    let mut numbers: Vec<i64> = empty.iter().map(|&(_, number)| number).collect();
    for _ in 0..random.usize(..3) {
        numbers.push(random.i64(-2..=range + 1));
    }
    if random.usize(..4) == 0 {
        numbers.pop();
    }
    random.shuffle(&mut numbers);
    let mut instance = OlympicRings { sum, given: Numbers::default(), numbers };
    for &(space, number) in given {
        instance.given.set(space, number);
    }
    instance
}

/// All solutions: every number of the list in every empty space.
fn brute_force(instance: &OlympicRings) -> HashSet<String> {
    fn fill(
        instance: &OlympicRings,
        empty: &[Space],
        board: &Numbers,
        left: &mut Vec<i64>,
        found: &mut HashSet<String>,
    ) {
        let Some((&space, empty)) = empty.split_first() else {
            let number = |name: &&str| {
                let space = Space::try_from((*name).to_owned()).unwrap();
                instance.given.get(space).or(board.get(space)).unwrap()
            };
            if RINGS.iter().all(|ring| ring.iter().map(number).sum::<i64>() == instance.sum) {
                found.insert(board.to_string());
            }
            return;
        };
        for place in 0..left.len() {
            let number = left.remove(place);
            let mut board = *board;
            board.set(space, number);
            fill(instance, empty, &board, left, found);
            left.insert(place, number);
        }
    }
    let empty: Vec<Space> =
        Space::all().filter(|&space| instance.given.get(space).is_none()).collect();
    let mut found = HashSet::new();
    let mut left = instance.numbers.clone();
    fill(instance, &empty, &Numbers::default(), &mut left, &mut found);
    found
}

#[test]
fn every_search_finds_the_solutions_of_random_instances_each_once() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut by_solutions = [0; 3];
    for round in 0..2000 {
        let instance = random_instance(&mut random, if round % 100 == 0 { 8 } else { 6 });
        let expected = brute_force(&instance);
        for strategy in 0..OlympicRings::STRATEGIES.len() {
            let outcome = puzzle::solve(&instance, &Limits { strategy, ..Limits::default() });
            assert!(outcome.complete());
            let found: HashSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
            assert_eq!(found.len(), outcome.boards.len(), "each board once: {instance:?}");
            assert_eq!(found, expected, "{instance:?}");
            for board in &outcome.boards {
                instance.check(board).unwrap();
            }
        }
        by_solutions[expected.len().min(2)] += 1;
    }
    assert!(by_solutions.iter().all(|&instances| instances > 50), "{by_solutions:?}");
}

/// The place of a strategy.
fn strategy(name: &str) -> usize {
    OlympicRings::STRATEGIES.iter().position(|strategy| strategy.name == name).unwrap()
}

#[test]
fn what_each_idea_saves_is_what_the_header_says() {
    let published = olympic_rings::published();
    for (name, to_the_solution, in_all) in
        [("complete-fillings", 113, 326), ("filled-rings", 16, 21), ("forced-spaces", 1, 1)]
    {
        let strategy = strategy(name);
        let first = puzzle::solve(&published, &Limits { strategy, ..Limits::solutions(1) });
        let all = puzzle::solve(&published, &Limits { strategy, ..Limits::default() });
        assert_eq!((first.nodes, all.nodes), (to_the_solution, in_all), "{name}");
        assert!(all.complete() && all.boards == first.boards, "{name}");
    }
}

#[test]
fn a_trace_shows_every_node_dead_end_and_solution() {
    let limits = Limits { strategy: strategy("filled-rings"), ..Limits::default() };
    let go_on = |_: &Numbers| ControlFlow::Continue(());
    let (outcome, trace) = puzzle::trace(&olympic_rings::published(), &limits, 1_000, go_on);
    let count = |event| trace.kept.iter().filter(|step| step.event == event).count() as u64;
    assert_eq!(count(Event::Try), outcome.nodes);
    assert_eq!(count(Event::DeadEnd), outcome.dead_ends);
    assert_eq!((count(Event::Solution), trace.steps), (1, trace.kept.len() as u64));
    for step in &trace.kept {
        assert_eq!(step.board.iter().count(), step.depth);
    }
}

#[test]
fn long_lists_stop_in_time() {
    let instance =
        OlympicRings { sum: 200, given: Numbers::default(), numbers: (0..200).collect() };
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let timed = puzzle::count(&instance, &limits);
    assert_eq!(timed.stopped, Some(Stop::Timeout));
    assert!(timed.seconds < 0.5, "{} seconds", timed.seconds);
}
