//! What literals say of the numbers that readers know.

use pseudo_boolean::{Literal, Variable};
use rules::Flag;

use crate::explainer::Explainer;
use crate::step::Step;
use crate::theory::literals;

/// What a literal says of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which of the [named](rules::Groups::named) numbers it is.
    pub number: usize,
    /// A value of the number.
    pub value: i64,
    /// Whether the number has the value, or another one.
    pub holds: bool,
}

impl Explainer<'_> {
    /// Returns what a literal says of a number with a name: that it has a value, if it says so;
    /// otherwise that it does not have one. `None` if it speaks of none.
    #[must_use]
    pub fn reading(&self, literal: Literal) -> Option<Reading> {
        let numbers = &self.theory.numbers_of[literal.variable().index()];
        let readings = numbers.iter().flat_map(|&number| {
            let values = self.subject.groups.named[number].number.values();
            values.filter_map(move |(value, flag)| match flag {
                Flag::Open(one) if one == literal => Some(Reading { number, value, holds: true }),
                Flag::Open(one) if one == !literal => Some(Reading { number, value, holds: false }),
                _ => None,
            })
        });
        readings.min_by_key(|reading| (!reading.holds, reading.number))
    }

    /// Returns whether a literal says that a number has a value.
    #[must_use]
    pub fn is_value(&self, literal: Literal) -> bool {
        self.reading(literal).is_some_and(|reading| reading.holds)
    }

    /// Returns the numbers with names that a group of constraints speaks of, in ascending order.
    pub fn numbers(&self, group: usize) -> impl Iterator<Item = usize> {
        self.theory.groups[group].numbers.iter().copied()
    }

    /// Returns what is true of the numbers that a group of constraints speaks of, as far as it
    /// speaks of it.
    #[must_use]
    pub fn readings(&self, group: usize) -> Vec<Reading> {
        let variables = self.theory.groups[group].variables.iter();
        variables.filter_map(|&index| self.reading(self.truth(index))).collect()
    }

    /// Returns the value of a variable, if it is a known fact.
    #[must_use]
    pub fn known(&self, variable: Variable) -> Option<bool> {
        self.value(variable.is(true))
    }

    /// Returns how many numbers of the board are known.
    #[must_use]
    pub fn known_numbers(&self) -> usize {
        let on_board = self.subject.groups.named.iter().filter(|named| named.is_on_board);
        let is_known = |literal: Literal| self.value(literal).is_some();
        on_board.filter(|named| literals(&named.number).all(is_known)).count()
    }

    /// Returns whether it has been stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.effort.is_over()
    }

    /// Returns whether every number of the board is known that the rules fix.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known_numbers() >= self.subject.numbers().1
    }

    /// Returns the first fact of a step that gives a number of the board its value.
    #[must_use]
    pub fn filled(&self, step: &Step) -> Option<Literal> {
        let is_on_board = |number: usize| self.subject.groups.named[number].is_on_board;
        step.all_facts().find(|&fact| {
            self.reading(fact).is_some_and(|one| one.holds && is_on_board(one.number))
        })
    }
}
