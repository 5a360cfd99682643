//! Clues about the numbers of lines as constraints.

mod divisor;

use std::collections::HashMap;

use rules::{Automaton, Budget, Model};

use divisor::DivisorLines;

use super::{Function, NumberClue};
use crate::constraints::{Cells, lines};

/// Adds the rule that the numbers of lines keep their clues where hooks carry their sizes.
pub(super) fn state(model: &mut Model, cells: &Cells, clues: impl IntoIterator<Item = NumberClue>) {
    model.rule(
        "A run of filled cells, read from the clue, is a number. The clue is their product or, \
         after \"gcd\", their greatest common divisor.",
    );
    let lines = lines::of_size(model.budget(), cells.digit.rows());
    for clue in clues {
        let keeping = keeping(model.budget(), clue, &lines);
        model.at(clue).regular(cells.digits(clue.side, clue.line), &keeping);
    }
}

/// Returns those of the lines whose numbers keep a clue.
fn keeping(
    budget: &Budget,
    NumberClue { function, value, .. }: NumberClue,
    lines: &Automaton,
) -> Automaton {
    // What the numbers that have ended make together, and the number that has not ended.
    type State = (Option<u64>, Option<u64>);
    let end = |(total, number): State| match (total, number) {
        (Some(total), Some(number)) => Some(function.of(&[total, number])),
        _ => total.or(number),
    };
    let is_possible = |total: u64| match function {
        Function::Gcd => total.is_multiple_of(value.get()),
        Function::Product => value.get().is_multiple_of(total),
    };
    let step = |&(total, number): &State, digit: i64| match digit.unsigned_abs() {
        0 => {
            let total = end((total, number));
            total.is_none_or(is_possible).then_some((total, None))
        }
        digit => {
            let number = 10 * number.unwrap_or(0) + digit;
            let number = match (function, total) {
                // What is left has the same divisors in common with the total: few such states.
                (Function::Gcd, Some(total)) => number % total,
                _ => number,
            };
            Some((total, Some(number)))
        }
    };
    lines.narrowed(budget, (None, None), step, |&state| end(state) == Some(value.get()))
}

/// Adds the rule that the greatest common divisors of the numbers of lines are their clues where
/// hooks carry any digits, and each 2 x 2 block has an empty cell.
pub(super) fn state_divisors(
    model: &mut Model,
    cells: &Cells,
    clues: impl IntoIterator<Item = NumberClue>,
) {
    model.rule(
        "A run of filled cells, read to the right or downwards, is a number. A clue is their \
         greatest common divisor.",
    );
    let size = cells.digit.rows();
    let mut known = HashMap::new();
    for clue in clues {
        let lines = known
            .entry(clue.value)
            .or_insert_with(|| DivisorLines::new(model.budget(), size, clue.value.get()));
        let model = &mut model.at(clue);
        lines.require(model, cells, clue.side, clue.line);
    }
}
