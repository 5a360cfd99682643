//! Proof steps of learned clauses.

use super::analysis::Mark;
use super::{Reason, Solver};
use crate::connection::Broken;
use crate::problem::Literal;
use crate::proof::Id;

impl Solver {
    /// Logs the clause in the scratch room, learned from `conflict`; 0 if no proof is logged.
    pub(super) fn log_clause(&mut self, conflict: Reason) -> Id {
        if self.log.is_none() {
            return 0;
        }
        let clause = std::mem::take(&mut self.scratch.clause);
        let hints = self.hints(conflict, None, &clause);
        let id = self.log.as_mut().map_or(0, |log| log.clause(&clause, &hints));
        self.scratch.clause = clause;
        id
    }

    /// Logs a clause of one literal for each literal of the trail that has none yet. No decision is
    /// made.
    pub(super) fn log_units(&mut self) {
        while self.log.is_some()
            && let Some(&literal) = self.trail.get(self.logged_units)
        {
            self.logged_units += 1;
            let variable = literal.variable().index();
            if self.unit_ids[variable] == 0 {
                let reason = self.reason(variable);
                let hints = self.hints(reason, Some(literal), &[]);
                let id = self.log.as_mut().map_or(0, |log| log.clause(&[literal], &hints));
                self.unit_ids[variable] = id;
            }
        }
    }

    /// Logs that a constraint cannot hold, without any decision made.
    pub(super) fn log_contradiction(&mut self, conflict: Reason) -> Option<Id> {
        self.log.as_ref()?;
        self.log_units();
        let hints = self.hints(conflict, None, &[]);
        self.log.as_mut().map(|log| log.clause(&[], &hints))
    }

    /// Logs the violated constraint of the connection with this number; 0 if no proof is logged.
    pub(super) fn log_broken(&mut self, number: usize, broken: Broken) -> Id {
        let Some(log) = &mut self.log else { return 0 };
        match broken {
            Broken::Cut(cut) => log.cut(number, cut),
            Broken::Size(cut) => {
                let unit = |literal: Literal| self.unit_ids[literal.variable().index()];
                log.seen(&cut.clause, &cut.units(&unit))
            }
        }
    }

    /// Returns the constraints that propagate, in this order, from the negation of a clause to the
    /// literal that `reason` implies, or to the conflict.
    fn hints(&mut self, reason: Reason, implied: Option<Literal>, clause: &[Literal]) -> Vec<Id> {
        for literal in clause {
            self.scratch.mark(literal.variable().index(), Mark::Seen);
        }
        let mut used: Vec<(u32, Id)> = Vec::new();
        let mut left = Vec::new();
        self.false_literals(reason, implied, &mut left);
        while let Some(literal) = left.pop() {
            let variable = literal.variable().index();
            if self.scratch.marks[variable] != Mark::None {
                continue;
            }
            self.scratch.mark(variable, Mark::Seen);
            let assignment = self.assignments[variable];
            let id = if assignment.level == 0 {
                self.unit_ids[variable]
            } else {
                let reason = self.reason(variable);
                self.false_literals(reason, Some(!literal), &mut left);
                self.id_of(reason)
            };
            used.push((assignment.place, id));
        }
        self.scratch.clear();
        used.sort_unstable();
        used.into_iter().map(|(_, id)| id).chain([self.id_of(reason)]).collect()
    }

    fn id_of(&self, reason: Reason) -> Id {
        match reason {
            Reason::None => unreachable!("a decision is no consequence"),
            Reason::Clause(clause) => self.clauses.id(clause),
            Reason::Group(group) => self.groups.id(group),
            Reason::Sum(sum) => self.sums.id(sum),
            Reason::Cut(_) => unreachable!("its clause was added"),
        }
    }
}
