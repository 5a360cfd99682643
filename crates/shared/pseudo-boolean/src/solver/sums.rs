//! General linear constraints, with a counter for each.

use std::ops::Range;

use super::groups::Groups;
use crate::problem::{Constraint, Literal, Problem, Term};
use crate::proof::Id;

/// An occurrence of a literal in a sum. There are many of them, and nearly all coefficients are
/// small.
#[derive(Clone, Copy)]
struct Occurrence {
    sum: u32,
    /// The coefficient, or [`LARGE`] plus the index of a larger one.
    coefficient: u32,
}

const LARGE: u32 = 1 << 31;

/// How far a sum is from propagating.
#[derive(Clone)]
struct Counter {
    /// The slack minus the largest coefficient: if it is not negative, the sum needs none of its
    /// literals.
    margin: i64,
    /// A literal that satisfies the sum by itself.
    guard: Option<Literal>,
}

#[derive(Clone)]
struct Head {
    /// Positions of its terms.
    places: Range<usize>,
    id: Id,
    /// The sum of all coefficients minus the bound.
    whole: i64,
    /// The difference of the two largest coefficients: while the guard is false, the sum needs none
    /// of its other literals unless the margin is below minus this.
    gap: i64,
}

/// Returns the coefficient of an occurrence.
#[inline]
fn whole(coefficient: u32, large: &[i64]) -> i64 {
    if coefficient < LARGE { coefficient.into() } else { large[(coefficient - LARGE) as usize] }
}

/// All general linear constraints.
#[derive(Clone, Default)]
pub(super) struct Sums {
    counters: Vec<Counter>,
    heads: Vec<Head>,
    /// The literals of all sums, one after another, with their coefficients.
    literals: Vec<Literal>,
    coefficients: Vec<i64>,
    occurrences: Vec<Vec<Occurrence>>,
    /// Coefficients from [`LARGE`] on.
    large: Vec<i64>,
    /// The sums that may propagate since the last literal.
    pub(super) close: Vec<u32>,
}

impl Sums {
    /// Creates no sums yet, with room for those of a problem.
    pub(super) fn new(problem: &Problem) -> Self {
        let mut occurring = vec![0; 2 * problem.variables()];
        let mut deferred = problem.deferred().iter().flat_map(Range::clone).peekable();
        for (number, constraint) in problem.constraints().enumerate() {
            if deferred.next_if_eq(&number).is_none() && Self::is_sum(&constraint) {
                for term in constraint.terms() {
                    occurring[term.literal.code()] += 1;
                }
            }
        }
        let occurrences = occurring.into_iter().map(Vec::with_capacity).collect();
        Sums { occurrences, ..Sums::default() }
    }

    /// Returns whether a constraint is kept here, and neither as a clause nor as a group.
    pub(super) fn is_sum(constraint: &Constraint) -> bool {
        constraint.bound() > 1 && !Groups::is_group(constraint)
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
        let start = self.literals.len();
        for &Term { coefficient, literal } in terms {
            self.literals.push(literal);
            self.coefficients.push(coefficient);
            let coefficient = self.shortened(coefficient);
            self.occurrences[literal.code()].push(Occurrence { sum, coefficient });
        }
        let first = terms.first().filter(|first| first.coefficient >= constraint.bound());
        let guard = first.map(|term| term.literal);
        let [largest, second] =
            [0, 1].map(|place| terms.get(place).map_or(0, |term| term.coefficient));
        let (margin, gap) = (slack - largest, largest - second);
        self.counters.push(Counter { margin, guard });
        self.heads.push(Head { places: start..self.literals.len(), id, whole, gap });
        sum
    }

    pub(super) fn id(&self, sum: u32) -> Id {
        self.heads[sum as usize].id
    }

    /// Returns a coefficient in 32 bits; the largest of a sum come first.
    fn shortened(&mut self, coefficient: i64) -> u32 {
        if let Ok(short) = u32::try_from(coefficient)
            && short < LARGE
        {
            return short;
        }
        if self.large.last() != Some(&coefficient) {
            self.large.push(coefficient);
        }
        let place = u32::try_from(self.large.len() - 1).ok().filter(|&place| place < LARGE);
        LARGE + place.expect("2^31 coefficients do not fit memory")
    }

    /// Returns the terms, the largest coefficients first.
    #[inline]
    pub(super) fn terms(&self, sum: u32) -> impl Iterator<Item = Term> {
        let places = &self.heads[sum as usize].places;
        let literals = self.literals[places.clone()].iter();
        let terms = literals.zip(&self.coefficients[places.clone()]);
        terms.map(|(&literal, &coefficient)| Term { coefficient, literal })
    }

    /// Returns the slack: the sum of the terms not counted as false, minus the bound.
    #[inline]
    pub(super) fn slack(&self, sum: u32) -> i64 {
        let largest = self.terms(sum).next().map_or(0, |term| term.coefficient);
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
            *margin -= whole(coefficient, &self.large);
            if *margin < 0 {
                let is_close = match guard.map_or(0, |guard| values[guard.code()]) {
                    0 => true,
                    value => value < 0 && *margin + self.heads[sum as usize].gap < 0,
                };
                if is_close {
                    self.close.push(sum);
                }
            }
        }
    }

    /// Uncounts a literal that is no longer false.
    #[inline]
    pub(super) fn raise(&mut self, literal: Literal) {
        for &Occurrence { sum, coefficient } in &self.occurrences[literal.code()] {
            self.counters[sum as usize].margin += whole(coefficient, &self.large);
        }
    }
}
