//! What the search and the counts find and cost, up to the largest order.
#![allow(clippy::cast_possible_truncation)]

use std::time::Duration;

use diagonal_latin_square::{DiagonalLatinSquare, Square};
use fastrand::Rng;
use grid_utils::{Cell, Grid};
use puzzle::{Effort, Limits, Outcome, Puzzle, Stop, count, solve};

fn empty(order: usize) -> DiagonalLatinSquare {
    DiagonalLatinSquare { order, givens: None }
}

#[test]
fn orders_1_to_5_have_as_many_squares_as_are_listed() {
    for (order, squares) in [(1, 1), (2, 0), (3, 0), (4, 48), (5, 960)] {
        let listed = solve(&empty(order), &Limits::default());
        assert!(listed.complete() && listed.solutions == squares, "order {order}");
        assert_eq!(count(&empty(order), &Limits::default()).solutions, squares, "order {order}");
    }
}

/// A search that never errs visits one node per cell, and the root.
fn nodes_without_error(order: usize) -> u64 {
    (order * order + 1) as u64
}

fn first(instance: &DiagonalLatinSquare) -> Outcome<Square> {
    instance.validate().unwrap();
    let outcome = solve(instance, &Limits::solutions(1));
    for square in &outcome.boards {
        instance.check(square).unwrap();
    }
    outcome
}

#[test]
fn every_order_up_to_64_has_a_square_next_to_no_backtracking_away_except_2_and_3() {
    for order in 1..=64 {
        let outcome = first(&empty(order));
        if order == 2 || order == 3 {
            assert!(outcome.complete() && outcome.boards.is_empty(), "order {order}");
        } else {
            assert_eq!(outcome.boards.len(), 1, "order {order}");
        }
        let nodes = outcome.nodes;
        assert!(nodes <= nodes_without_error(order) * 14 / 10, "order {order}: {nodes} nodes");
    }
}

/// Holds `fill` percent of the cells of a square, which is shuffled so that it looks like any.
fn partial(order: usize, fill: usize, random: &mut Rng) -> DiagonalLatinSquare {
    let square = first(&empty(order)).boards.remove(0);
    let symbols = shuffled(random, order);
    // Lines that are moved in mirrored pairs, rows and columns alike, keep both diagonals.
    let pairs = shuffled(random, order / 2);
    let lines: Vec<_> = (0..order)
        .map(|line| {
            let mirrored = line.min(order - 1 - line);
            let to = pairs.get(mirrored).copied().unwrap_or(mirrored);
            if line == mirrored { to } else { order - 1 - to }
        })
        .collect();
    let givens = Grid::from_fn(order, order, |Cell { row, column }| {
        let symbol = square[Cell::new(lines[row], lines[column])]?;
        (random.usize(..100) < fill).then_some(symbols[usize::from(symbol)] as u8)
    });
    DiagonalLatinSquare { order, givens: Some(givens) }
}

#[test]
fn partial_squares_are_completed() {
    let mut random = Rng::with_seed(1);
    for (order, fill, most_nodes) in [
        (7, 10, 1_000),
        (7, 50, 1_000),
        (10, 30, 10_000),
        (20, 20, 10_000),
        (20, 50, 50_000),
        (30, 10, 10_000),
        (30, 40, 50_000),
        (30, 75, 50_000),
        (50, 20, 50_000),
        (62, 5, 50_000),
        (62, 25, 100_000),
        (64, 90, 50_000),
    ] {
        for _ in 0..2 {
            let outcome = first(&partial(order, fill, &mut random));
            let (found, nodes) = (outcome.boards.len(), outcome.nodes);
            assert_eq!(found, 1, "order {order}, {fill} % given");
            assert!(nodes <= most_nodes, "order {order}, {fill} % given: {nodes} nodes");
        }
    }
}

#[test]
fn a_full_square_of_givens_is_its_own_only_completion() {
    let square = first(&empty(64)).boards.remove(0);
    let instance = DiagonalLatinSquare { order: 64, givens: Some(square.clone()) };
    let outcome = solve(&instance, &Limits::default());
    assert!(outcome.complete());
    assert_eq!(outcome.boards, [square]);
}

/// The numbers below `length` in some order.
fn shuffled(random: &mut Rng, length: usize) -> Vec<usize> {
    let mut items: Vec<_> = (0..length).collect();
    random.shuffle(&mut items);
    items
}

#[test]
fn orders_1_to_9_without_givens_are_split_into_tasks() {
    let tasks = |instance: &DiagonalLatinSquare| {
        let tasks = instance.tasks(&mut Effort::new(&Limits::default()));
        tasks.continue_value().unwrap().map(|tasks| tasks.len())
    };
    let numbers: Vec<_> = (1..=10).map(|order| tasks(&empty(order))).collect();
    assert_eq!(numbers[..7], [1, 0, 0, 2, 6, 3, 17].map(Some));
    assert_eq!(numbers[8..], [Some(30_450), None]);
    let given = DiagonalLatinSquare { order: 1, givens: "0".parse().ok() };
    assert_eq!(tasks(&given), None);
}

#[test]
fn a_count_without_end_stops_when_its_time_is_up() {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    for order in [9, 10, 11, 20, 21, 34, 35, 64] {
        let counted = count(&empty(order), &limits);
        assert_eq!(counted.stopped, Some(Stop::Timeout), "order {order}");
    }
}

#[test]
fn a_count_stops_at_its_limit() {
    let counted = count(&empty(7), &Limits::solutions(1000));
    assert_eq!(counted.stopped, Some(Stop::Limit));
    assert!(counted.solutions >= 1000);
}
