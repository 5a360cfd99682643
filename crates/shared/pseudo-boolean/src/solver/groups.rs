//! The constraints that at most one of some literals is true: "exactly one" is such a constraint
//! and a clause. Once a literal is true, all others of its group are false, without counting.

use std::ops::Range;

use crate::problem::{Constraint, Literal, Term};
use crate::proof::Id;

/// Literals of which at most one is false, consecutive in memory.
#[derive(Clone)]
struct Group {
    places: Range<usize>,
    id: Id,
    /// The last literal that was false, which is the reason why the others are true.
    failed: Literal,
}

/// All groups.
#[derive(Clone)]
pub(super) struct Groups {
    all: Vec<Group>,
    literals: Vec<Literal>,
    /// For each literal its groups.
    memberships: Vec<Vec<u32>>,
}

impl Groups {
    pub(super) fn new(variables: usize) -> Self {
        let memberships = vec![Vec::new(); 2 * variables];
        Groups { all: Vec::new(), literals: Vec::new(), memberships }
    }

    /// Returns whether a constraint states that at most one of its literals is false.
    pub(super) fn is_group(constraint: &Constraint) -> bool {
        let terms = constraint.terms();
        // The largest coefficient comes first.
        terms.first().is_some_and(|first| first.coefficient == 1)
            && i64::try_from(terms.len()) == Ok(constraint.bound() + 1)
    }

    pub(super) fn add(&mut self, constraint: &Constraint, id: Id) -> u32 {
        let group = u32::try_from(self.all.len()).expect("fewer than 2^32 groups fit memory");
        let start = self.literals.len();
        for &Term { literal, .. } in constraint.terms() {
            self.memberships[literal.code()].push(group);
            self.literals.push(literal);
        }
        let failed = self.literals[start];
        self.all.push(Group { places: start..self.literals.len(), id, failed });
        group
    }

    pub(super) fn id(&self, group: u32) -> Id {
        self.all[group as usize].id
    }

    /// Returns the groups of a literal: the one at this place.
    #[inline]
    pub(super) fn group_of(&self, literal: Literal, place: usize) -> Option<u32> {
        self.memberships[literal.code()].get(place).copied()
    }

    /// Returns the positions of a group's literals.
    #[inline]
    fn places(&self, group: u32) -> Range<usize> {
        self.all[group as usize].places.clone()
    }

    #[inline]
    pub(super) fn literals(&self, group: u32) -> &[Literal] {
        &self.literals[self.places(group)]
    }

    /// Returns the literal that is false and makes the others true.
    #[inline]
    pub(super) fn failed(&self, group: u32) -> Literal {
        self.all[group as usize].failed
    }

    #[inline]
    pub(super) fn fails(&mut self, group: u32, literal: Literal) {
        self.all[group as usize].failed = literal;
    }
}
