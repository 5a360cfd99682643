//! The constraints as the search needs them: clauses with watched literals, sums with counters.

use crate::problem::{Constraint, Literal, Term};
use crate::proof::Id;

/// A clause that must be looked at when a literal becomes false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: u32,
    /// A literal of it: while that is true, there is nothing to look at.
    pub(super) blocker: Literal,
}

/// What there is to know of a clause beside its literals.
#[derive(Clone, Copy)]
struct Head {
    start: usize,
    len: usize,
    id: Id,
    /// How many levels its literals were from when it was learned: the fewer, the more useful it
    /// is. 0 for a clause of the problem.
    levels: u32,
}

/// All clauses of two or more literals. The first two of each are watched.
pub(super) struct Clauses {
    heads: Vec<Head>,
    literals: Vec<Literal>,
    watches: Vec<Vec<Watch>>,
    learned: usize,
    learned_literals: usize,
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Self {
        Clauses {
            heads: Vec::new(),
            literals: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            learned: 0,
            learned_literals: 0,
        }
    }

    pub(super) fn add(&mut self, literals: &[Literal], id: Id, levels: u32) -> u32 {
        let clause = u32::try_from(self.heads.len()).expect("fewer than 2^32 clauses fit memory");
        let (start, len) = (self.literals.len(), literals.len());
        self.literals.extend_from_slice(literals);
        self.heads.push(Head { start, len, id, levels });
        for (watched, blocker) in [(literals[0], literals[1]), (literals[1], literals[0])] {
            self.watch(watched, Watch { clause, blocker });
        }
        if levels > 0 {
            self.learned += 1;
            self.learned_literals += len;
        }
        clause
    }

    pub(super) fn id(&self, clause: u32) -> Id {
        self.heads[clause as usize].id
    }

    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        let Head { start, len, .. } = self.heads[clause as usize];
        &self.literals[start..start + len]
    }

    #[inline]
    pub(super) fn literals_mut(&mut self, clause: u32) -> &mut [Literal] {
        let Head { start, len, .. } = self.heads[clause as usize];
        &mut self.literals[start..start + len]
    }

    #[inline]
    pub(super) fn watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.code()].push(watch);
    }

    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.code()])
    }

    pub(super) fn give_back(&mut self, literal: Literal, watches: Vec<Watch>) {
        // Nothing watches a literal anew while it is false.
        self.watches[literal.code()] = watches;
    }

    pub(super) fn learned(&self) -> usize {
        self.learned
    }

    pub(super) fn learned_literals(&self) -> usize {
        self.learned_literals
    }

    /// Forgets the less useful half of the learned clauses, and all that hold anyway. No decision
    /// is made, and all that follows without one is known.
    pub(super) fn forget(&mut self, values: &[i8]) {
        let mut by_use: Vec<usize> =
            (0..self.heads.len()).filter(|&clause| self.heads[clause].levels > 2).collect();
        // The younger of two equal ones is kept: the sort keeps their order.
        by_use.sort_by_key(|&clause| {
            std::cmp::Reverse((self.heads[clause].levels, self.heads[clause].len))
        });
        by_use.truncate(by_use.len().div_ceil(2));
        let mut goes = vec![false; self.heads.len()];
        for clause in by_use {
            goes[clause] = true;
        }
        let old = std::mem::replace(self, Clauses::new(values.len() / 2));
        for (head, _) in old.heads.iter().zip(goes).filter(|&(_, goes)| !goes) {
            let literals = &old.literals[head.start..head.start + head.len];
            if !literals.iter().any(|literal| values[literal.code()] > 0) {
                // Two literals at least are open, and must come first to be watched.
                let mut literals = literals.to_vec();
                literals.sort_by_key(|literal| values[literal.code()] < 0);
                self.add(&literals, head.id, head.levels);
            }
        }
    }
}

/// Where a literal stands in a sum.
#[derive(Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) sum: u32,
    coefficient: i64,
}

struct Sum {
    start: usize,
    len: usize,
    id: Id,
    /// How much the terms that are not false add up to beyond the bound.
    slack: i64,
    /// The same where nothing is false.
    whole: i64,
}

/// All constraints that are no clauses.
pub(super) struct Sums {
    heads: Vec<Sum>,
    terms: Vec<Term>,
    occurrences: Vec<Vec<Occurrence>>,
}

impl Sums {
    pub(super) fn new(variables: usize) -> Self {
        Sums { heads: Vec::new(), terms: Vec::new(), occurrences: vec![Vec::new(); 2 * variables] }
    }

    /// Adds a sum, of which some literals are false and propagated.
    pub(super) fn add(
        &mut self,
        constraint: &Constraint,
        id: Id,
        is_counted: impl Fn(Literal) -> bool,
    ) -> u32 {
        let sum = u32::try_from(self.heads.len()).expect("fewer than 2^32 sums fit memory");
        let terms = constraint.terms();
        let total: i64 = terms.iter().map(|term| term.coefficient).sum();
        let whole = total - constraint.bound();
        let counted = terms.iter().filter(|term| is_counted(term.literal));
        let slack = whole - counted.map(|term| term.coefficient).sum::<i64>();
        let (start, len) = (self.terms.len(), terms.len());
        self.terms.extend_from_slice(terms);
        for &Term { coefficient, literal } in terms {
            self.occurrences[literal.code()].push(Occurrence { sum, coefficient });
        }
        self.heads.push(Sum { start, len, id, slack, whole });
        sum
    }

    pub(super) fn id(&self, sum: u32) -> Id {
        self.heads[sum as usize].id
    }

    #[inline]
    pub(super) fn terms(&self, sum: u32) -> &[Term] {
        let Sum { start, len, .. } = self.heads[sum as usize];
        &self.terms[start..start + len]
    }

    #[inline]
    pub(super) fn slack(&self, sum: u32) -> i64 {
        self.heads[sum as usize].slack
    }

    pub(super) fn whole(&self, sum: u32) -> i64 {
        self.heads[sum as usize].whole
    }

    #[inline]
    pub(super) fn with(&self, literal: Literal) -> &[Occurrence] {
        &self.occurrences[literal.code()]
    }

    /// A literal becomes false.
    #[inline]
    pub(super) fn lower(&mut self, literal: Literal) {
        for &Occurrence { sum, coefficient } in &self.occurrences[literal.code()] {
            self.heads[sum as usize].slack -= coefficient;
        }
    }

    /// A literal is not false any more.
    #[inline]
    pub(super) fn raise(&mut self, literal: Literal) {
        for &Occurrence { sum, coefficient } in &self.occurrences[literal.code()] {
            self.heads[sum as usize].slack += coefficient;
        }
    }
}
