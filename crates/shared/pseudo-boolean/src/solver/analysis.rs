//! What a conflict teaches: a clause, and the steps of the proof that show it.

use super::{Reason, Solver};
use crate::problem::{Literal, Variable};
use crate::proof::Id;

/// What the analysis knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// Its literal is in the clause, or was resolved away.
    Seen,
    /// Its literal follows from others of the clause.
    Implied,
    /// Its literal does not.
    NotImplied,
}

/// Room that is used again for each conflict.
pub(super) struct Scratch {
    /// The learned clause; its first literal is the one that becomes true.
    pub(super) clause: Vec<Literal>,
    marks: Vec<Mark>,
    /// The variables that are marked.
    marked: Vec<usize>,
    /// For each level the last conflict that it was counted for.
    counted: Vec<u64>,
}

impl Scratch {
    pub(super) fn new(variables: usize) -> Self {
        Scratch {
            clause: Vec::new(),
            marks: vec![Mark::None; variables],
            marked: Vec::new(),
            counted: vec![0; variables + 1],
        }
    }

    fn mark(&mut self, variable: usize, mark: Mark) {
        if self.marks[variable] == Mark::None {
            self.marked.push(variable);
        }
        self.marks[variable] = mark;
    }

    fn clear(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::None;
        }
    }
}

/// Where a learned clause belongs.
pub(super) struct Learned {
    /// The level at which its first literal follows.
    pub(super) level: usize,
    /// How many levels its literals are from.
    pub(super) levels: u32,
}

/// How deep the shortening of a clause follows reasons.
const DEEPEST: usize = 500;

impl Solver {
    /// Leaves the learned clause in the scratch room: resolved from the conflict until a single
    /// literal of the last level is left.
    pub(super) fn analyse(&mut self, conflict: Reason) -> Learned {
        let level = self.decisions.len();
        let mut clause = std::mem::take(&mut self.scratch.clause);
        clause.clear();
        let mut open = 0;
        let mut reason = (conflict, None);
        let mut place = self.trail.len();
        let first = loop {
            for literal in self.false_literals(reason.0, reason.1) {
                let variable = literal.variable().index();
                let depth = self.assignments[variable].level as usize;
                if depth == 0 || self.scratch.marks[variable] != Mark::None {
                    continue;
                }
                self.scratch.mark(variable, Mark::Seen);
                self.order.bump(variable);
                if depth == level {
                    open += 1;
                } else {
                    clause.push(literal);
                }
            }
            let literal = loop {
                place -= 1;
                let literal = self.trail[place];
                if self.scratch.marks[literal.variable().index()] == Mark::Seen {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break !literal;
            }
            reason = (self.assignments[literal.variable().index()].reason, Some(literal));
        };
        clause.retain(|&literal| !self.is_implied(!literal, 0));
        clause.push(first);
        let last = clause.len() - 1;
        clause.swap(0, last);
        self.scratch.clear();

        // The second watch is a literal of the level to go back to.
        let depth_of = |literal: Literal| self.assignments[literal.variable().index()].level;
        let mut level = 0;
        if let Some(second) = (1..clause.len()).max_by_key(|&place| depth_of(clause[place])) {
            clause.swap(1, second);
            level = depth_of(clause[1]) as usize;
        }
        let mut levels = 0;
        for &literal in &clause {
            let counted = &mut self.scratch.counted[depth_of(literal) as usize];
            levels += u32::from(*counted != self.conflicts);
            *counted = self.conflicts;
        }
        self.scratch.clause = clause;
        Learned { level, levels }
    }

    /// Whether a true literal follows from others whose negations are in the clause.
    fn is_implied(&mut self, literal: Literal, depth: usize) -> bool {
        let variable = literal.variable().index();
        let reason = self.assignments[variable].reason;
        if reason == Reason::None || depth > DEEPEST {
            return false;
        }
        for other in self.false_literals(reason, Some(literal)) {
            let variable = other.variable().index();
            if self.assignments[variable].level == 0 {
                continue;
            }
            match self.scratch.marks[variable] {
                Mark::Seen | Mark::Implied => {}
                Mark::NotImplied => return false,
                Mark::None => {
                    let is_implied = self.is_implied(!other, depth + 1);
                    let mark = if is_implied { Mark::Implied } else { Mark::NotImplied };
                    self.scratch.mark(variable, mark);
                    if !is_implied {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The false literals for which a constraint needs `implied`, or for which it cannot hold.
    fn false_literals(&self, reason: Reason, implied: Option<Literal>) -> Vec<Literal> {
        match reason {
            Reason::None => Vec::new(),
            Reason::Clause(clause) => {
                let literals = self.clauses.literals(clause).iter().copied();
                literals.filter(|&literal| Some(literal) != implied).collect()
            }
            Reason::Sum(sum) => self.false_terms(sum, implied),
        }
    }

    /// The largest false terms of a sum that are enough, those that hold without decisions first.
    fn false_terms(&self, sum: u32, implied: Option<Literal>) -> Vec<Literal> {
        let terms = self.sums.terms(sum);
        let needed = terms.iter().find(|term| Some(term.literal) == implied);
        let needed = needed.map_or(0, |term| term.coefficient);
        let before = implied.map_or(u32::MAX, |literal| self.place_of(literal));
        // What the false terms must take away so that the sum cannot do without the literal.
        let mut slack = self.sums.whole(sum);
        let mut literals = Vec::new();
        for of_level_0 in [true, false] {
            for term in terms {
                let assignment = self.assignments[term.literal.variable().index()];
                if self.values[term.literal.code()] < 0
                    && (assignment.level == 0) == of_level_0
                    && assignment.place < before
                {
                    if slack < needed {
                        return literals;
                    }
                    slack -= term.coefficient;
                    literals.push(term.literal);
                }
            }
        }
        literals
    }

    fn place_of(&self, literal: Literal) -> u32 {
        self.assignments[literal.variable().index()].place
    }

    /// Logs the clause in the scratch room, learned from `conflict`; 0 where no proof is kept.
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
                let hints = self.hints(self.assignments[variable].reason, Some(literal), &[]);
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

    /// The constraints that propagate, in this order, from the negation of a clause to the literal
    /// that `reason` implies, or to the conflict that it is.
    fn hints(&mut self, reason: Reason, implied: Option<Literal>, clause: &[Literal]) -> Vec<Id> {
        for literal in clause {
            self.scratch.mark(literal.variable().index(), Mark::Seen);
        }
        let mut used: Vec<(u32, Id)> = Vec::new();
        let mut left = self.false_literals(reason, implied);
        while let Some(literal) = left.pop() {
            let variable: Variable = literal.variable();
            if self.scratch.marks[variable.index()] != Mark::None {
                continue;
            }
            self.scratch.mark(variable.index(), Mark::Seen);
            let assignment = self.assignments[variable.index()];
            let id = if assignment.level == 0 {
                self.unit_ids[variable.index()]
            } else {
                left.extend(self.false_literals(assignment.reason, Some(!literal)));
                self.id_of(assignment.reason)
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
            Reason::Sum(sum) => self.sums.id(sum),
        }
    }
}
