//! What is taken up only when an assignment breaks it: cuts of connections, and deferred constraints.

use super::Solver;
use crate::connection::Cut;
use crate::problem::{Constraint, Literal};
use crate::proof::Id;

impl Solver {
    /// Looks at connections wherever nothing else follows, not only where all variables have values.
    /// That takes longer, and finds contradictions after fewer decisions.
    pub fn look_ahead(&mut self) {
        self.looks_ahead = true;
    }

    /// Takes up the blocks of deferred constraints that a solution breaks; returns whether there were
    /// any. Then no decision is left.
    pub(super) fn take_up(&mut self) -> bool {
        let is_broken = |block: &Vec<(Constraint, Id)>| {
            block.iter().any(|(constraint, _)| {
                let is_true = |literal: Literal| self.values[literal.code()] > 0;
                let terms = constraint.terms().iter().filter(|term| is_true(term.literal));
                terms.map(|term| term.coefficient).sum::<i64>() < constraint.bound()
            })
        };
        let broken: Vec<usize> =
            (0..self.deferred.len()).filter(|&block| is_broken(&self.deferred[block])).collect();
        if broken.is_empty() {
            return false;
        }
        self.go_back(0);
        for block in broken.into_iter().rev() {
            for (constraint, id) in self.deferred.swap_remove(block) {
                self.add(&constraint, id);
            }
        }
        true
    }

    /// Adds what the connections ask for that the present values break; returns whether there was
    /// anything. Then no decision is left. Variables without a value count as what connects.
    pub(super) fn cut(&mut self) -> bool {
        if self.connections.is_empty() {
            return false;
        }
        let may_be = |literal: Literal| self.values[literal.code()] >= 0;
        let is_sure = |literal: Literal| self.values[literal.code()] > 0;
        let fixed = |literal: Literal| {
            let is_fixed = self.assignments[literal.variable().index()].level == 0;
            let value = self.values[literal.code()];
            (is_fixed && value != 0).then_some(value > 0)
        };
        let cuts: Vec<(usize, Cut)> = (self.connections.iter().enumerate())
            .flat_map(|(number, connection)| {
                let cuts = connection.cuts(&may_be, &is_sure, &fixed);
                cuts.into_iter().map(move |cut| (number, cut))
            })
            .collect();
        if cuts.is_empty() {
            return false;
        }
        self.go_back(0);
        // The proof of a cut rests on what is false for ever.
        self.log_units();
        for (number, cut) in cuts {
            let id = self.log_cut(number, &cut);
            let constraint = self.connections[number].constraint(&cut);
            self.add(&constraint, id);
        }
        true
    }
}
