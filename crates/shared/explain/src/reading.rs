//! Interprets literals as facts about numbers that readers know.

use pseudo_boolean::{Literal, Variable};
use rules::{Flag, Groups};

use crate::explainer::Explainer;
use crate::finding::Finding;
use crate::theory::literals;

/// The fact about a number that a literal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Index of the [named](rules::Groups::named) number.
    pub number: usize,
    /// A value of the number.
    pub value: i64,
    /// Whether the number has this value; otherwise it has another one.
    pub holds: bool,
}

impl Reading {
    /// Returns what the negation of each variable and the variable itself state.
    pub(crate) fn all(variables: usize, groups: &Groups) -> Vec<[Option<Reading>; 2]> {
        let mut all = vec![[None; 2]; variables];
        for (number, named) in groups.named.iter().enumerate() {
            for (value, flag) in named.number.values() {
                let Flag::Open(literal) = flag else { continue };
                let own = usize::from(!literal.is_negated());
                for (sign, holds) in [(own, true), (1 - own, false)] {
                    let one = &mut all[literal.variable().index()][sign];
                    // The first number that has a value, or else the first that has none.
                    if one.is_none_or(|one: Reading| holds && !one.holds) {
                        *one = Some(Reading { number, value, holds });
                    }
                }
            }
        }
        all
    }
}

impl Explainer<'_> {
    /// Returns what a literal states about a named number: that it has a value, or else that it
    /// does not have one. `None` if it concerns no named number.
    #[must_use]
    pub fn reading(&self, literal: Literal) -> Option<Reading> {
        self.theory.readings[literal.variable().index()][usize::from(!literal.is_negated())]
    }

    /// Returns whether a literal states that a number has a value.
    #[must_use]
    pub fn is_value(&self, literal: Literal) -> bool {
        self.reading(literal).is_some_and(|reading| reading.holds)
    }

    /// Returns the named numbers that a group of constraints mentions, in ascending order.
    pub fn numbers(&self, group: usize) -> impl Iterator<Item = usize> {
        self.theory.groups[group].numbers.iter().copied()
    }

    /// Returns the facts about numbers that a group of constraints mentions, as true in the
    /// solution.
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

    /// Returns the number of known numbers of the board.
    #[must_use]
    pub fn known_numbers(&self) -> usize {
        let on_board = self.subject.groups.named.iter().filter(|named| named.is_on_board);
        let is_known = |literal: Literal| self.value(literal).is_some();
        on_board.filter(|named| literals(&named.number).all(is_known)).count()
    }

    /// Returns whether it was stopped, by the time or by its conflicts.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.effort.is_over()
    }

    /// Returns whether its time is up: the share that its last pass may use.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.effort.is_late()
    }

    /// Returns whether the time was up before all of the last [steps](Self::steps) were in order.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns whether every number of the board that the rules fix is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known_numbers() >= self.subject.numbers().1
    }

    /// Returns the first fact of a finding that gives a number of the board its value.
    #[must_use]
    pub fn filled(&self, finding: &Finding) -> Option<Literal> {
        let is_on_board = |number: usize| self.subject.groups.named[number].is_on_board;
        finding.all_facts().find(|&fact| {
            self.reading(fact).is_some_and(|one| one.holds && is_on_board(one.number))
        })
    }
}
