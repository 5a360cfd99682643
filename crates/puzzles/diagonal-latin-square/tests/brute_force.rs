//! The search and the counts against a plain backtracking search that reads the rules literally, and
//! what they cost up to the largest order.
#![allow(clippy::cast_possible_truncation)]

use std::collections::BTreeSet;
use std::time::Duration;

use diagonal_latin_square::{DiagonalLatinSquare, Square};
use fastrand::Rng;
use grid_utils::{Cell, Grid};
use puzzle::{Effort, Limits, Outcome, Puzzle, Stop, count, solve};

/// Every square that holds the givens, cell by cell in reading order.
fn brute_force(order: usize, givens: &Square) -> BTreeSet<String> {
    let mut squares = BTreeSet::new();
    fill(order, givens, &mut Vec::new(), &mut |symbols| {
        squares.insert(
            Grid::from_fn(order, order, |at| symbols[at.row * order + at.column]).to_string(),
        );
    });
    squares
}

fn fill(order: usize, givens: &Square, symbols: &mut Vec<u8>, found: &mut impl FnMut(&[u8])) {
    if symbols.len() == order * order {
        return found(symbols);
    }
    let here = Cell::new(symbols.len() / order, symbols.len() % order);
    let lines = |a: Cell| (a.row == a.column, a.row + a.column == order - 1);
    for symbol in 0..order as u8 {
        let given = givens[here].is_none_or(|given| given == symbol);
        let clash = symbols.iter().enumerate().any(|(index, &other)| {
            let there = Cell::new(index / order, index % order);
            let (main, anti) = (lines(here).0 && lines(there).0, lines(here).1 && lines(there).1);
            let one_line = here.row == there.row || here.column == there.column || main || anti;
            other == symbol && one_line
        });
        if given && !clash {
            symbols.push(symbol);
            fill(order, givens, symbols, found);
            symbols.pop();
        }
    }
}

fn assert_agreement(order: usize, givens: Square) -> usize {
    let expected = brute_force(order, &givens);
    let instance = DiagonalLatinSquare { order, givens: Some(givens) };
    let outcome = solve(&instance, &Limits::default());
    assert!(outcome.complete());
    let found: BTreeSet<_> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "{instance:?}");
    assert_eq!(outcome.boards.len(), expected.len(), "a square was reported twice: {instance:?}");
    let counted = count(&instance, &Limits::default());
    assert!(counted.complete());
    assert_eq!(counted.solutions, expected.len() as u128, "{instance:?}");
    expected.len()
}

#[test]
fn empty_squares_of_orders_1_to_5_agree() {
    let squares: Vec<_> =
        (1..=5).map(|order| assert_agreement(order, Grid::filled(order, order, None))).collect();
    assert_eq!(squares, [1, 0, 0, 48, 960]);
}

#[test]
fn random_givens_of_orders_1_to_5_agree() {
    let mut random = Rng::with_seed(0);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for round in 0..1000 {
        let order = 1 + round % 5;
        let percent = random.usize(..60);
        let givens = Grid::from_fn(order, order, |_| {
            (random.usize(..100) < percent).then(|| random.u8(..order as u8))
        });
        match assert_agreement(order, givens) {
            0 => unsolvable += 1,
            1 => unique += 1,
            _ => several += 1,
        }
    }
    assert!(unsolvable > 100 && unique > 30 && several > 100, "{unsolvable} {unique} {several}");
}

#[test]
fn random_parts_of_squares_of_orders_4_to_6_agree() {
    let mut random = Rng::with_seed(1);
    let mut several = 0;
    for (order, rounds, fewest) in [(4, 100, 0), (5, 100, 10), (6, 100, 25)] {
        let squares = solve(&DiagonalLatinSquare { order, givens: None }, &Limits::solutions(5000));
        for _ in 0..rounds {
            let square = &squares.boards[random.usize(..squares.boards.len())];
            let percent = fewest + random.usize(..60);
            let givens = square.map(|_, symbol| symbol.filter(|_| random.usize(..100) < percent));
            let completions = assert_agreement(order, givens);
            assert!(completions > 0);
            several += usize::from(completions > 1);
        }
    }
    assert!(several > 50, "{several}");
}

fn empty(order: usize) -> DiagonalLatinSquare {
    DiagonalLatinSquare { order, givens: None }
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
