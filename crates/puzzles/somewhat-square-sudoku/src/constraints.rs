//! The rules as constraints.

use std::collections::{BTreeSet, HashSet};
use std::iter;

use grid_utils::Grid;
use itertools::Itertools;
use rules::{Automaton, Model, Rules, Sum, any, givens, implies, sum};

use crate::{Board, SomewhatSquareSudoku};

/// The bits of a quotient, of a number of nine digits by a divisor.
const QUOTIENT_BITS: usize = 30;

/// The multiples of divisors from here on are few, and listed, as far as a row can hold them. Of a
/// smaller divisor each row is a multiple by an equation.
const LARGE: i64 = 10_000;

/// The rules of an instance that passed `validate`.
pub(crate) fn rules(sudoku: &SomewhatSquareSudoku) -> Option<Rules<Board>> {
    let (mut model, size) = (Model::default(), sudoku.size());
    let divisors = sudoku.divisors();
    let divisor = model.int(divisors.iter().filter_map(|&divisor| divisor.try_into().ok()));
    let left_out = model.int(0..=sudoku.largest_digit().into());
    let digit = model.grid(size, size, 0..=sudoku.largest_digit().into());
    model.rule("Given digits stay.");
    model.require(givens(&digit, &sudoku.givens));
    sudoku::state_sudoku(&mut model, &digit, |value| left_out.is_not(value));
    model.rule(
        "Every row, read from left to right, is a number, and all of them are multiples of one \
         divisor.",
    );
    let multiples = multiples(sudoku, &divisors);
    for row in digit.row_slices() {
        model.regular(iter::once(&divisor).chain(row), &multiples);
        let places = iter::successors(Some(1), |place| Some(place * 10));
        let number: Sum = row.iter().rev().zip(places).map(|(d, place)| Sum::from(d) * place).sum();
        let quotient = [(); QUOTIENT_BITS].map(|()| model.flag());
        for (one, is_divisor) in divisor.values() {
            let end = i64::try_from(sudoku.end()).ok()?;
            if one < LARGE {
                let bits = quotient.iter().enumerate().take_while(|(bit, _)| one << bit < end);
                let product = sum(bits.map(|(bit, flag)| Sum::from(flag) * (one << bit)));
                model.require(implies(is_divisor, number.clone().equals(product)));
            }
        }
    }
    // What divides all rows divides their sum, in which each column counts each digit once.
    for (one, is_divisor) in divisor.values() {
        let divides = |left| sudoku.total(left).is_multiple_of(one.unsigned_abs());
        let left_outs = (0..=sudoku.largest_digit()).filter(|&left| divides(left));
        let fitting = left_outs.map(|left| left_out.is(left.into()));
        model.require(implies(is_divisor, any(fitting)));
    }
    model.maximise(&divisor);
    let shown = digit.values().chain([&divisor]).cloned().collect_vec();
    Some(model.solved_by(shown, move |numbers| Board {
        square: Grid::from_fn(size, size, |cell| {
            numbers[cell.row * size + cell.column].and_then(|digit| digit.try_into().ok())
        }),
        divisor: numbers[size * size].and_then(|divisor| divisor.try_into().ok()),
    }))
}

/// A divisor and the digits of a row: those of one of its multiples, if the divisor is large.
fn multiples(sudoku: &SomewhatSquareSudoku, divisors: &BTreeSet<u64>) -> Automaton {
    let size = sudoku.size();
    // The beginnings of a divisor and the digits of a multiple that are all different.
    let mut begun = HashSet::new();
    for &divisor in divisors.iter().filter(|&&divisor| divisor >= LARGE.unsigned_abs()) {
        for multiple in (0..).map(|factor| factor * divisor).take_while(|&m| m < sudoku.end()) {
            let digits = format!("{multiple:0size$}");
            if digits.bytes().all_unique() {
                let digits = digits.bytes().map(|digit| i64::from(digit - b'0'));
                let read = divisor.try_into().into_iter().chain(digits).collect_vec();
                begun.extend((2..=read.len()).map(|end| read[..end].to_vec()));
            }
        }
    }
    let step = |read: &Vec<i64>, value: i64| match read[..] {
        [] if value >= LARGE => Some(vec![value]),
        // Any digits.
        [] | [0] => Some(vec![0]),
        _ => Some([&read[..], &[value]].concat()).filter(|read| begun.contains(read)),
    };
    let digits: BTreeSet<i64> = (0..=sudoku.largest_digit().into()).collect();
    let divisors = divisors.iter().filter_map(|&divisor| divisor.try_into().ok()).collect();
    Automaton::new(iter::once(divisors).chain(vec![digits; size]), Vec::new(), step, |_| true)
}
