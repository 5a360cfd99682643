//! The rules that all of them have, as constraints.

use grid_utils::{Grid, KNIGHT_STEPS};
use rules::{Int, Model, any, implies, sum};

use crate::Givens;

/// A walk in a model.
pub struct Walk {
    /// The number in each cell, 0 where the knight does not visit it.
    pub number: Grid<Int>,
    /// The last number.
    pub last: Int,
}

/// States that the numbers are a walk: the last number is one of `lengths`, consecutive numbers
/// stand a knight's jump apart, and the given ones stay.
pub fn walk(model: &mut Model, givens: &Givens, lengths: impl IntoIterator<Item = i64>) -> Walk {
    model.rule("A knight visits cells, none twice, and numbers them from 1 on.");
    let last = model.int(lengths);
    model.name("the last number", &last);
    let number = model.grid(givens.rows(), givens.columns(), 0..=last.largest());
    for step in 1..=last.largest() {
        let is_reached =
            last.values().filter(|&(last, _)| last >= step).map(|(_, is_last)| is_last);
        let cells = number.values().map(|number| number.is(step));
        model.require(sum(cells).equals(sum(is_reached)));
    }
    if givens.values().any(Option::is_some) {
        model.rule("Given numbers stay.");
        model.require(rules::givens(&number, givens));
    }
    model.rule("Consecutive numbers are a knight's jump apart.");
    for (cell, here) in &number {
        let beside = || number.at_steps(cell, &KNIGHT_STEPS);
        for (step, is_here) in here.values().filter(|&(step, _)| step > 0) {
            if step > 1 {
                model.at(jump(step - 1));
                let came = beside().map(|cell| number[cell].is(step - 1));
                model.require(implies(is_here, any(came)));
            }
            model.at(jump(step));
            let goes_on = beside().map(|cell| number[cell].is(step + 1));
            model.require(implies(is_here, any(goes_on.chain([last.is(step)]))));
        }
    }
    Walk { number, last }
}

/// Returns the name of the jump from a number to the next, for explanations.
#[must_use]
pub fn jump(number: i64) -> String {
    format!("the jump from {number} to {}", number + 1)
}
