//! Constraints added only when an assignment violates them: cuts of connections, and deferred
//! constraints.

use super::Solver;
use crate::connection::Broken;
use crate::problem::{Constraint, Literal};

impl Solver {
    /// Checks connections when the assumptions are propagated, before the first decision, not only
    /// when all variables have values: contradictions that need no decision are found without any.
    pub fn look_ahead(&mut self) {
        self.looks_ahead = true;
    }

    /// Adds the blocks of deferred constraints that a solution violates; returns whether there were
    /// any. If so, all decisions are undone.
    pub(super) fn take_up(&mut self) -> bool {
        let is_broken = |constraint: Constraint| {
            let is_true = |literal: Literal| self.values[literal.code()] > 0;
            let terms = constraint.terms().iter().filter(|term| is_true(term.literal));
            terms.map(|term| term.coefficient).sum::<i64>() < constraint.bound()
        };
        let broken: Vec<usize> = (0..self.deferred.len())
            .filter(|&block| self.deferred[block].1.constraints().any(is_broken))
            .collect();
        if broken.is_empty() {
            return false;
        }
        self.go_back(0);
        for block in broken.into_iter().rev() {
            let (first, block) = self.deferred.swap_remove(block);
            for (id, constraint) in (first..).zip(block.constraints()) {
                self.add(&constraint, id);
            }
        }
        true
    }

    /// Adds the cuts of connections that the current values violate; returns whether there were
    /// any. If so, all decisions are undone. Open variables count as connecting.
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
        let broken: Vec<(usize, Broken)> = (self.connections.iter().enumerate())
            .flat_map(|(number, connection)| {
                let broken = connection.cuts(&may_be, &is_sure, &fixed);
                broken.into_iter().map(move |one| (number, one))
            })
            .collect();
        if broken.is_empty() {
            return false;
        }
        self.go_back(0);
        // The proof of a cut uses always false literals.
        self.log_units();
        for (number, broken) in broken {
            let id = self.log_broken(number, &broken);
            let constraint = self.connections[number].constraint(&broken);
            self.add(&constraint, id);
        }
        true
    }
}
