//! General linear constraints, with a counter for each.

use std::ops::Range;

use crate::problem::{Constraint, Literal, Term};
use crate::proof::Id;

/// An occurrence of a literal in a sum.
#[derive(Clone, Copy)]
struct Occurrence {
    sum: u32,
    coefficient: i64,
}

/// How far a sum is from propagating.
struct Counter {
    /// The slack minus the largest coefficient: if it is not negative, the sum needs none of its
    /// literals.
    margin: i64,
    /// A literal that satisfies the sum by itself.
    guard: Option<Literal>,
}

struct Head {
    /// Positions of its terms.
    places: Range<usize>,
    id: Id,
    /// The sum of all coefficients minus the bound.
    whole: i64,
}

/// All general linear constraints.
#[derive(Default)]
pub(super) struct Sums {
    counters: Vec<Counter>,
    heads: Vec<Head>,
    terms: Vec<Term>,
    occurrences: Vec<Vec<Occurrence>>,
    /// The sums that may propagate since the last literal.
    pub(super) close: Vec<u32>,
}

impl Sums {
    pub(super) fn new(variables: usize) -> Self {
        Sums { occurrences: vec![Vec::new(); 2 * variables], ..Sums::default() }
    }

    /// Adds a sum, some of whose literals may be false and counted.
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
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        for &Term { coefficient, literal } in terms {
            self.occurrences[literal.code()].push(Occurrence { sum, coefficient });
        }
        let first = terms.first().filter(|first| first.coefficient >= constraint.bound());
        let guard = first.map(|term| term.literal);
        let margin = slack - terms.first().map_or(0, |term| term.coefficient);
        self.counters.push(Counter { margin, guard });
        self.heads.push(Head { places: start..self.terms.len(), id, whole });
        sum
    }

    pub(super) fn id(&self, sum: u32) -> Id {
        self.heads[sum as usize].id
    }

    #[inline]
    pub(super) fn terms(&self, sum: u32) -> &[Term] {
        &self.terms[self.heads[sum as usize].places.clone()]
    }

    /// Returns the slack: the sum of the terms not counted as false, minus the bound.
    #[inline]
    pub(super) fn slack(&self, sum: u32) -> i64 {
        let largest = self.terms(sum).first().map_or(0, |term| term.coefficient);
        self.counters[sum as usize].margin + largest
    }

    pub(super) fn whole(&self, sum: u32) -> i64 {
        self.heads[sum as usize].whole
    }

    /// Counts a literal that becomes false, and collects the sums that may propagate.
    #[inline]
    pub(super) fn lower(&mut self, literal: Literal, values: &[i8]) {
        self.close.clear();
        for &Occurrence { sum, coefficient } in &self.occurrences[literal.code()] {
            let Counter { margin, guard } = &mut self.counters[sum as usize];
            *margin -= coefficient;
            if *margin < 0 && guard.is_none_or(|guard| values[guard.code()] <= 0) {
                self.close.push(sum);
            }
        }
    }

    /// Uncounts a literal that is no longer false.
    #[inline]
    pub(super) fn raise(&mut self, literal: Literal) {
        for &Occurrence { sum, coefficient } in &self.occurrences[literal.code()] {
            self.counters[sum as usize].margin += coefficient;
        }
    }
}
