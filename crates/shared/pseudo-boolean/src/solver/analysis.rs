//! Conflict analysis: learns a clause from a conflict.

use super::{Reason, Solver};
use crate::problem::Literal;

/// The state of a variable in the analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// Its literal is in the clause, or was resolved away.
    Seen,
    /// Its literal follows from others of the clause.
    Implied,
    /// Its literal does not follow from others of the clause.
    NotImplied,
}

/// Buffers reused for each conflict.
#[derive(Clone, Default)]
pub(super) struct Scratch {
    /// The learned clause; its first literal is the one that becomes true.
    pub(super) clause: Vec<Literal>,
    pub(super) marks: Vec<Mark>,
    /// The variables that are marked.
    marked: Vec<usize>,
    /// For each level the last count that it was counted in.
    counted: Vec<u64>,
    counts: u64,
    /// Stack of reasons' literals.
    stack: Vec<Literal>,
}

impl Scratch {
    pub(super) fn new(variables: usize) -> Self {
        Scratch {
            marks: vec![Mark::None; variables],
            counted: vec![0; variables + 1],
            ..Scratch::default()
        }
    }

    /// Makes room for this many levels.
    pub(super) fn make_room(&mut self, levels: usize) {
        self.counted.resize(self.counted.len().max(levels + 1), 0);
    }

    #[inline]
    pub(super) fn mark(&mut self, variable: usize, mark: Mark) {
        if self.marks[variable] == Mark::None {
            self.marked.push(variable);
        }
        self.marks[variable] = mark;
    }

    pub(super) fn clear(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::None;
        }
    }
}

/// Levels of a learned clause.
pub(super) struct Learned {
    /// The level at which its first literal follows.
    pub(super) level: usize,
    /// Number of distinct levels of its literals (LBD).
    pub(super) glue: u32,
}

/// Recursion limit of clause minimization.
const DEEPEST: usize = 500;

impl Solver {
    /// Leaves the learned, minimized clause in the scratch buffer.
    pub(super) fn analyse(&mut self, conflict: Reason) -> Learned {
        let mut clause = std::mem::take(&mut self.scratch.clause);
        let mut stack = std::mem::take(&mut self.scratch.stack);
        clause.clear();
        self.resolve(conflict, &mut clause, &mut stack);
        let first = clause[0];
        let glue = self.glue(clause.iter().copied());
        clause.retain(|&literal| literal == first || !self.is_implied(!literal, 0, &mut stack));
        self.scratch.clear();

        // The second watch is a literal of the level to backjump to.
        let depth_of = |literal: Literal| self.assignments[literal.variable().index()].level;
        let mut level = 0;
        if let Some(second) = (1..clause.len()).max_by_key(|&place| depth_of(clause[place])) {
            clause.swap(1, second);
            level = depth_of(clause[1]) as usize;
        }
        self.scratch.clause = clause;
        self.scratch.stack = stack;
        Learned { level, glue }
    }

    /// Resolves from the conflict until a single literal of the last level is left, the first one
    /// of the clause.
    fn resolve(&mut self, conflict: Reason, clause: &mut Vec<Literal>, stack: &mut Vec<Literal>) {
        let level = self.decisions.len();
        let mut open = 0;
        let mut reason = (conflict, None);
        let mut place = self.trail.len();
        loop {
            self.false_literals(reason.0, reason.1, stack);
            if let Reason::Clause(used) = reason.0
                && self.clauses.may_go(used)
            {
                let glue = self.glue(stack.iter().copied());
                self.clauses.touch(used, glue);
            }
            for literal in stack.drain(..) {
                let variable = literal.variable().index();
                let depth = self.assignments[variable].level as usize;
                if depth == 0 || self.scratch.marks[variable] != Mark::None {
                    continue;
                }
                self.scratch.mark(variable, Mark::Seen);
                self.order.bump(variable);
                if depth == level {
                    open += 1;
                    // What follows by a good clause counts twice (Audemard and Simon).
                    if let Reason::Clause(clause) = self.assignments[variable].reason
                        && self.clauses.is_good(clause)
                    {
                        self.order.bump(variable);
                    }
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
                clause.push(!literal);
                let last = clause.len() - 1;
                clause.swap(0, last);
                return;
            }
            reason = (self.reason(literal.variable().index()), Some(literal));
        }
    }

    /// Returns the number of distinct levels of the literals; until the next call, these count as
    /// marked.
    fn glue(&mut self, literals: impl Iterator<Item = Literal>) -> u32 {
        let Scratch { counted, counts, .. } = &mut self.scratch;
        *counts += 1;
        let mut glue = 0;
        for literal in literals {
            let level = self.assignments[literal.variable().index()].level as usize;
            glue += u32::from(level > 0 && counted[level] != *counts);
            counted[level] = *counts;
        }
        glue
    }

    /// Returns whether a true literal follows from others whose negations are in the clause.
    fn is_implied(&mut self, literal: Literal, depth: usize, stack: &mut Vec<Literal>) -> bool {
        let variable = literal.variable().index();
        let reason = self.reason(variable);
        if reason == Reason::None || depth > DEEPEST {
            return false;
        }
        let begin = stack.len();
        self.false_literals(reason, Some(literal), stack);
        let end = stack.len();
        let is_implied = (begin..end).all(|place| {
            let other = stack[place];
            let variable = other.variable().index();
            let level = self.assignments[variable].level as usize;
            match self.scratch.marks[variable] {
                _ if level == 0 => true,
                Mark::Seen | Mark::Implied => true,
                Mark::NotImplied => false,
                Mark::None => {
                    // Without a literal of its level in the clause, it cannot follow from them.
                    let is_implied = self.scratch.counted[level] == self.scratch.counts
                        && self.is_implied(!other, depth + 1, stack);
                    let mark = if is_implied { Mark::Implied } else { Mark::NotImplied };
                    self.scratch.mark(variable, mark);
                    is_implied
                }
            }
        });
        stack.truncate(begin);
        is_implied
    }

    /// Adds the false literals for which a constraint needs `implied`, or for which it cannot hold.
    pub(super) fn false_literals(
        &self,
        reason: Reason,
        implied: Option<Literal>,
        literals: &mut Vec<Literal>,
    ) {
        match reason {
            Reason::None => {}
            Reason::Clause(clause) => {
                let words = self.clauses.literals(clause).iter();
                let all = words.map(|&word| Literal::of_word(word));
                literals.extend(all.filter(|&literal| Some(literal) != implied));
            }
            Reason::Group(group) if implied.is_some() => literals.push(self.groups.failed(group)),
            Reason::Group(group) => {
                let all = self.groups.literals(group).iter().copied();
                literals.extend(all.filter(|literal| self.values[literal.code()] < 0).take(2));
            }
            Reason::Sum(sum) => self.false_terms(sum, implied, literals),
            Reason::Cut(_) => unreachable!("its clause was added"),
        }
    }

    /// Collects the largest false terms of a sum that suffice, facts first.
    fn false_terms(&self, sum: u32, implied: Option<Literal>, literals: &mut Vec<Literal>) {
        let needed = self.sums.terms(sum).find(|term| Some(term.literal) == implied);
        let needed = needed.map_or(0, |term| term.coefficient);
        let before =
            implied.map_or(u32::MAX, |literal| self.assignments[literal.variable().index()].place);
        // The amount that false terms must remove so that the sum needs the literal.
        let mut slack = self.sums.whole(sum);
        for of_level_0 in [true, false] {
            for term in self.sums.terms(sum).filter(|term| self.values[term.literal.code()] < 0) {
                let assignment = &self.assignments[term.literal.variable().index()];
                if (assignment.level == 0) == of_level_0 && assignment.place < before {
                    if slack < needed {
                        return;
                    }
                    slack -= term.coefficient;
                    literals.push(term.literal);
                }
            }
        }
    }
}
