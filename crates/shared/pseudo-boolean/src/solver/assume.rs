//! Searches under assumptions, and cores of them.

use super::analysis::Mark;
use super::{Observer, Reason, Solver, Verdict};
use crate::problem::Literal;

/// The result of a search under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Under {
    /// Values of all variables that keep every constraint and assumption.
    Solution(Vec<bool>),
    /// Assumptions that contradict the constraints; empty if these are contradictory alone.
    Core(Vec<Literal>),
    /// The observer stopped it.
    Stopped,
}

impl Solver {
    /// Searches for a solution in which these literals are true. Learned clauses hold without them
    /// and are kept for later calls. Propagation is also kept, as far as the next call begins with
    /// the same assumptions.
    ///
    /// ```
    /// use pseudo_boolean::{Constraint, Problem, Solver, Under};
    ///
    /// let mut problem = Problem::default();
    /// let [a, b, c] = [(); 3].map(|()| problem.variable().is(true));
    /// problem.require(Constraint::clause([!a, !b]));
    /// let mut solver = Solver::new(&problem);
    /// let Under::Core(mut core) = solver.solve_under(&[c, a, b], &mut ()) else { panic!("a core") };
    /// core.sort();
    /// assert_eq!(core, [a, b]);
    /// assert!(matches!(solver.solve_under(&[c, a], &mut ()), Under::Solution(_)));
    /// ```
    ///
    /// # Panics
    /// If the solver keeps a proof.
    pub fn solve_under(&mut self, assumptions: &[Literal], observer: &mut dyn Observer) -> Under {
        assert!(self.log.is_none(), "a proof is about the problem as it was given");
        let same = self.assumptions.iter().zip(assumptions).take_while(|(one, other)| one == other);
        let same = same.count();
        self.go_back(same);
        self.assumptions.truncate(same);
        self.assumptions.extend_from_slice(&assumptions[same..]);
        self.core.clear();
        // An assumption that already holds also has its own level.
        self.scratch.make_room(self.assignments.len() + assumptions.len());
        let verdict = self.search(observer);
        self.go_back(assumptions.len());
        match verdict {
            Verdict::Solution(solution) => Under::Solution(solution),
            Verdict::Unsatisfiable => Under::Core(std::mem::take(&mut self.core)),
            Verdict::Stopped => Under::Stopped,
        }
    }

    /// Removes the assumptions.
    pub(super) fn forget_assumptions(&mut self) {
        if !self.assumptions.is_empty() {
            self.go_back(0);
            self.assumptions.clear();
        }
    }

    /// Propagates without any decision; [`value`](Self::value) returns the results. Returns false
    /// if the constraints are contradictory.
    pub fn settle(&mut self) -> bool {
        self.go_back(0);
        while self.contradiction.is_none() {
            if let Some(conflict) = self.propagate() {
                self.contradiction = Some((conflict, None));
            } else if self.counted == self.trail.len() {
                match self.look() {
                    Ok(true) => {}
                    Ok(false) => return true,
                    Err(conflict) => self.contradiction = Some((conflict, None)),
                }
            }
        }
        false
    }

    /// Sets the value that is tried first when this variable is decided.
    pub fn prefer(&mut self, literal: Literal) {
        self.preferred[literal.variable().index()] = !literal.is_negated();
    }

    /// Returns this assumption and those that imply its negation.
    pub(super) fn blame(&mut self, failed: Literal) -> Vec<Literal> {
        let mut core = vec![failed];
        if self.assignments[failed.variable().index()].level == 0 {
            return core;
        }
        self.scratch.mark(failed.variable().index(), Mark::Seen);
        let first = self.decisions.first().copied().unwrap_or(self.trail.len());
        let mut reasons = Vec::new();
        for place in (first..self.trail.len()).rev() {
            let literal = self.trail[place];
            let variable = literal.variable().index();
            if self.scratch.marks[variable] != Mark::Seen {
                continue;
            }
            let reason = self.reason(variable);
            if reason == Reason::None {
                core.push(literal);
                continue;
            }
            self.false_literals(reason, Some(literal), &mut reasons);
            for literal in reasons.drain(..) {
                let variable = literal.variable().index();
                if self.assignments[variable].level > 0 {
                    self.scratch.mark(variable, Mark::Seen);
                }
            }
        }
        self.scratch.clear();
        core
    }
}
