//! The rules that all of them have, as constraints.

use grid_utils::{Grid, KNIGHT_STEPS};
use rules::{Flag, Int, Model, any, implies, sum};

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
        model.given_rule("Given numbers stay.");
        model.require(rules::givens(&number, givens));
    }
    model.rule("Consecutive numbers are a knight's jump apart.");
    let names: Vec<String> = (0..=last.largest()).map(jump).collect();
    // Whether a cell has each number, from 0 on.
    let has = number.map(|_, number| number.values().map(|(_, is)| is).collect::<Vec<Flag>>());
    for (cell, here) in &has {
        let beside: Vec<&Vec<Flag>> =
            number.at_steps(cell, &KNIGHT_STEPS).map(|other| &has[other]).collect();
        let beside = |step| beside.iter().filter_map(move |other| other.get(step)).copied();
        for (step, &is_here) in here.iter().enumerate().skip(1) {
            if step > 1 {
                model.at(&names[step - 1]).require(implies(is_here, any(beside(step - 1))));
            }
            model
                .at(&names[step])
                .require(implies(is_here, any(beside(step + 1).chain([last.is(step)]))));
        }
    }
    Walk { number, last }
}

/// Returns the name of the jump from a number to the next, for explanations.
#[must_use]
pub fn jump(number: i64) -> String {
    format!("the jump from {number} to {}", number + 1)
}
