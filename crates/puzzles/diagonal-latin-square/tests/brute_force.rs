//! The search and the counts against a plain backtracking search that reads the rules literally.

use std::collections::BTreeSet;

use diagonal_latin_square::{DiagonalLatinSquare, Square};
use fastrand::Rng;
use grid_utils::{Cell, Grid};
use puzzle::{Limits, count, solve};

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
    for round in 0..1500 {
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
    assert!(unsolvable > 100 && unique > 50 && several > 100, "{unsolvable} {unique} {several}");
}

#[test]
fn random_parts_of_squares_of_orders_4_to_6_agree() {
    let mut random = Rng::with_seed(1);
    let mut several = 0;
    for (order, rounds, fewest) in [(4, 200, 0), (5, 200, 10), (6, 200, 25)] {
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
    assert!(several > 100, "{several}");
}

#[test]
fn the_128_squares_of_order_6_with_their_first_row_in_order_agree() {
    let first_row = Grid::from_fn(6, 6, |cell| (cell.row == 0).then_some(cell.column as u8));
    assert_eq!(assert_agreement(6, first_row), 128);
}
