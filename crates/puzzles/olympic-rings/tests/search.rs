//! What each of the searches costs, and what a watcher sees of it.

use std::ops::ControlFlow;
use std::time::Duration;

use olympic_rings::{Numbers, OlympicRings};
use puzzle::{Event, Limits, Puzzle, Stop};

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
