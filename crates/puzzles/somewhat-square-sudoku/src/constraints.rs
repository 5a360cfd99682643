//! The rules as constraints.

use std::collections::{BTreeSet, HashSet};
use std::iter;

use itertools::Itertools;
use puzzle::{Board, Rules};
use rules::{Automaton, Bound, Model, Sum, any, givens, implies, sum};

use crate::{SomewhatSquareSudoku, board};

/// The bits of a quotient, of a number of nine digits by a divisor.
const QUOTIENT_BITS: usize = 30;

/// Divisors from here on have few multiples: those that a row can hold are listed. For a smaller
/// divisor an equation states that a row is a multiple.
const LARGE: i64 = 10_000;

/// The rules of an instance that passed `validate`.
pub(crate) fn state(sudoku: &SomewhatSquareSudoku, mut model: Model) -> Rules {
    let divisors = sudoku.divisors();
    let divisor = model.int(divisors.iter().copied());
    let left_out = model.int(0..=sudoku.largest_digit().into());
    let digit = sudoku.square().variables(&mut model);
    model.name("the divisor", &divisor);
    model.name("the digit that is left out", &left_out);
    digit.iter().for_each(|(cell, digit)| model.name(cell, digit));
    model.rule("Given digits stay.");
    model.require(givens(&digit, &sudoku.givens));
    sudoku::state_sudoku(&mut model, &digit, |value| left_out.is_not(value));
    model.rule(
        "Every row, read from left to right, is a number, and all of them are multiples of one \
         divisor.",
    );
    let multiples = multiples(model.bound(), sudoku, &divisors);
    for (number, row) in digit.row_slices().enumerate() {
        model.at(format!("row {number}"));
        model.regular(iter::once(&divisor).chain(row), &multiples);
        let places = iter::successors(Some(1_i64), |place| Some(place * 10));
        let number: Sum = row.iter().rev().zip(places).map(|(d, place)| Sum::from(d) * place).sum();
        let quotient = [(); QUOTIENT_BITS].map(|()| model.flag());
        for (one, is_divisor) in divisor.values() {
            if one < LARGE {
                let is_small = |&(bit, _): &(usize, _)| one << bit < sudoku.end();
                let bits = quotient.iter().enumerate().take_while(is_small);
                let product = sum(bits.map(|(bit, flag)| Sum::from(flag) * (one << bit)));
                model.require(implies(is_divisor, number.clone().equals(product)));
            }
        }
    }
    // What divides all rows divides their sum, in which each column counts each digit once.
    for (one, is_divisor) in divisor.values() {
        let divides = |left| sudoku.total(left) % one == 0;
        let left_outs = (0..=sudoku.largest_digit()).filter(|&left| divides(left));
        let fitting = left_outs.map(|left| left_out.is(left));
        model.implied(implies(is_divisor, any(fitting)));
    }
    model.maximise(&divisor);
    let shown = digit.values().chain([&divisor]).cloned().collect_vec();
    model.solved_by(shown, move |numbers| {
        let mut numbers = numbers.iter().copied();
        let mut next = || numbers.next().flatten();
        board(Board::Grid(digit.map(|_, _| next())), next())
    })
}

/// A divisor and the digits of a row: those of one of its multiples, if the divisor is large.
fn multiples(bound: &Bound, sudoku: &SomewhatSquareSudoku, divisors: &BTreeSet<i64>) -> Automaton {
    let size = sudoku.size();
    // The beginnings of a divisor and the digits of a multiple that are all different.
    let mut begun = HashSet::new();
    for &divisor in divisors.iter().filter(|&&divisor| divisor >= LARGE) {
        for multiple in (0..).map(|factor| factor * divisor).take_while(|&m| m < sudoku.end()) {
            let digits = format!("{multiple:0size$}");
            if digits.bytes().all_unique() {
                let digits = digits.bytes().map(|digit| i64::from(digit - b'0'));
                let read = iter::once(divisor).chain(digits).collect_vec();
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
    let digits: Vec<i64> = (0..=sudoku.largest_digit().into()).collect();
    let values = iter::once(divisors.iter().copied().collect()).chain(vec![digits; size]);
    Automaton::new(bound, values, Vec::new(), step, |_| true)
}
