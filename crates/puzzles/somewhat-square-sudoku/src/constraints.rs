//! The rules as constraints.

use std::collections::BTreeSet;
use std::iter;

use grid_utils::BitSet;
use puzzle::prelude::*;
use rules::{Automaton, Budget, State};

use crate::SomewhatSquareSudoku;

/// The number of bits of a quotient, of a number of nine digits by a divisor.
const QUOTIENT_BITS: usize = 30;

/// Divisors from here on have few multiples, which are listed if they fit a row. For a smaller
/// divisor an equation states that a row is a multiple.
const LARGE: i64 = 10_000;

/// Returns the rules of an instance that passed `validate`.
pub(crate) fn state(sudoku: &SomewhatSquareSudoku, model: &mut Model, board: &mut Unknown) {
    let divisors = sudoku.divisors();
    let divisor = model.int(divisors.iter().copied());
    let left_out = model.int(0..=sudoku.largest_digit().into());
    let digit = sudoku.square().variables(model).expect("the square is a grid");
    model.name("the divisor", &divisor);
    model.name("the digit that is left out", &left_out);
    digit.iter().for_each(|(cell, digit)| model.name(cell, digit));
    model.given_rule("Given digits stay.");
    model.require(givens(&digit, &sudoku.givens));
    latin_squares::state_sudoku(model, &digit, |value| left_out.is_not(value));
    model.rule(
        "Every row, read from left to right, is a number, and all of them are multiples of one \
         divisor.",
    );
    let multiples = multiples(model.budget(), sudoku, &divisors);
    for (number, row) in (1..).zip(digit.row_slices()) {
        let model = &mut model.at(format!("row {number}"));
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
    // A common divisor of all rows divides their sum, in which each column counts each digit once.
    for (one, is_divisor) in divisor.values() {
        let divides = |left| sudoku.total(left) % one == 0;
        let left_outs = (0..=sudoku.largest_digit()).filter(|&left| divides(left));
        let fitting = left_outs.map(|left| left_out.is(left));
        model.implied(implies(is_divisor, any(fitting)));
    }
    model.maximise(&divisor);
    let shown = digit.values().chain([&divisor]).cloned().collect_vec();
    board.read(shown, move |numbers| {
        let mut numbers = numbers.iter().copied();
        let mut next = || numbers.next().flatten();
        crate::board(Board::Grid(digit.map(|_, _| next())), next())
    });
}

/// Returns the automaton of a divisor and the digits of a row: of one of its multiples, if the
/// divisor is large.
fn multiples(
    budget: &Budget,
    sudoku: &SomewhatSquareSudoku,
    divisors: &BTreeSet<i64>,
) -> Automaton {
    let mut rows = Vec::new();
    for &divisor in divisors.range(LARGE..) {
        let multiples = (0..).map(|factor| factor * divisor).take_while(|&m| m < sudoku.end());
        for multiple in multiples.take_while(|_| !budget.poll()) {
            if let Some(digits) = different_digits(multiple, sudoku.size()) {
                rows.push([&[divisor], &digits[..]].concat());
            }
        }
    }
    let listed = Automaton::of_rows(budget, rows);
    let step = |&read: &Read, value: i64| match read {
        Read::Nothing if value < LARGE => Some(Read::SmallDivisor),
        Read::Nothing => listed.step(listed.start()?, value).map(Read::Listed),
        Read::Listed(state) => listed.step(state, value).map(Read::Listed),
        Read::SmallDivisor => Some(Read::SmallDivisor),
    };
    let digits: Vec<i64> = (0..=sudoku.largest_digit().into()).collect();
    let values = iter::once(divisors.iter().copied().collect()).chain(vec![digits; sudoku.size()]);
    Automaton::new(budget, values, Read::Nothing, step, |_| true)
}

/// The state after a prefix of a divisor and the digits of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Nothing,
    /// A large divisor and a prefix of a row that is listed with it.
    Listed(State),
    /// A small divisor and any digits.
    SmallDivisor,
}

/// Returns the digits of a number, padded with leading zeros to this many; `None` if some are the
/// same.
fn different_digits(number: i64, count: usize) -> Option<Vec<i64>> {
    let (mut digits, mut seen, mut left) =
        (vec![0; count], BitSet::<1>::EMPTY, number.unsigned_abs());
    for place in (0..count).rev() {
        let digit = left % 10;
        if !seen.insert(usize::try_from(digit).ok()?) {
            return None;
        }
        digits[place] = digit.try_into().ok()?;
        left /= 10;
    }
    Some(digits)
}
