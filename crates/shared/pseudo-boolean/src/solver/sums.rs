//! The constraints that are not clauses, with a counter for each.

use std::ops::Range;

use crate::problem::{Constraint, Literal, Term};
use crate::proof::Id;

/// Where a literal stands in a sum.
#[derive(Clone, Copy)]
struct Occurrence {
    sum: u32,
    coefficient: i64,
}

/// How far a sum is from asking for something.
struct Counter {
    /// How much the terms that are not false add up to beyond the bound, less the largest
    /// coefficient: from 0 on, the sum can do without any of its literals.
    margin: i64,
    /// A literal that is enough by itself.
    guard: Option<Literal>,
}

struct Head {
    /// Where its terms stand.
    places: Range<usize>,
    id: Id,
    /// How much all terms add up to beyond the bound.
    whole: i64,
}

/// All constraints that are not clauses.
#[derive(Default)]
pub(super) struct Sums {
    counters: Vec<Counter>,
    heads: Vec<Head>,
    terms: Vec<Term>,
    occurrences: Vec<Vec<Occurrence>>,
    /// The sums that may ask for something since the last literal.
    pub(super) close: Vec<u32>,
}

impl Sums {
    pub(super) fn new(variables: usize) -> Self {
        Sums { occurrences: vec![Vec::new(); 2 * variables], ..Sums::default() }
    }

    /// Adds a sum, of which some literals are false and counted.
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

    /// Returns how much the terms that are not false, as far as they are counted, add up to beyond
    /// the bound.
    #[inline]
    pub(super) fn slack(&self, sum: u32) -> i64 {
        let largest = self.terms(sum).first().map_or(0, |term| term.coefficient);
        self.counters[sum as usize].margin + largest
    }

    pub(super) fn whole(&self, sum: u32) -> i64 {
        self.heads[sum as usize].whole
    }

    /// A literal becomes false; notes the sums that may ask for something.
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

    /// A literal is not false any more.
    #[inline]
    pub(super) fn raise(&mut self, literal: Literal) {
        for &Occurrence { sum, coefficient } in &self.occurrences[literal.code()] {
            self.counters[sum as usize].margin += coefficient;
        }
    }
}
