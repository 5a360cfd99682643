//! Professor Rando's game: two numbers are drawn from 1 to `largest`, and each student is told a
//! fact about them. They are asked in turn for the numbers, until one is certain.

use anyhow::{Result, bail, ensure};
use itertools::Itertools;
use serde::Deserialize;

/// The minimum and the maximum of two numbers.
pub type Pair = (i64, i64);

/// The fact given to a student.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fact {
    /// The maximum less the minimum.
    Difference,
    /// The larger number.
    Maximum,
    /// The smaller number.
    Minimum,
    /// The sum of both.
    Sum,
    /// The product of both.
    Product,
}

impl Fact {
    /// All facts, in the order in which their students are asked.
    pub const ALL: [Self; 5] =
        [Self::Difference, Self::Maximum, Self::Minimum, Self::Sum, Self::Product];

    /// Returns the fact about two numbers.
    #[must_use]
    pub fn of(self, (minimum, maximum): Pair) -> i64 {
        match self {
            Self::Difference => maximum - minimum,
            Self::Maximum => maximum,
            Self::Minimum => minimum,
            Self::Sum => minimum + maximum,
            Self::Product => minimum * maximum,
        }
    }

    /// Returns whether two pairs have this fact in common. For the checkers: it does not depend on
    /// [`of`](Self::of).
    #[must_use]
    pub fn is_shared(self, (minimum, maximum): Pair, (other_minimum, other_maximum): Pair) -> bool {
        match self {
            Self::Difference => maximum + other_minimum == other_maximum + minimum,
            Self::Maximum => maximum == other_maximum,
            Self::Minimum => minimum == other_minimum,
            Self::Sum => minimum - other_minimum == other_maximum - maximum,
            Self::Product => minimum * maximum == other_minimum * other_maximum,
        }
    }

    /// Returns its name in an instance.
    #[must_use]
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Checks the facts of an instance.
    ///
    /// # Errors
    /// There are none, or one occurs twice.
    pub fn validate(facts: &[Self]) -> Result<()> {
        ensure!(!facts.is_empty(), "`facts` is empty; expected one at least");
        if let Some(fact) = facts.iter().duplicates().next() {
            bail!("`facts` has `{}` twice", fact.name());
        }
        Ok(())
    }
}

/// Returns all pairs of numbers up to the largest.
fn pairs(largest: i64) -> Vec<Pair> {
    let minima = 1..=largest;
    minima.flat_map(|minimum| (minimum..=largest).map(move |maximum| (minimum, maximum))).collect()
}

/// Returns the number of draws that give a pair.
#[must_use]
pub fn draws((minimum, maximum): Pair) -> i64 {
    if minimum == maximum { 1 } else { 2 }
}

/// A turn: the place of the student and the pairs that he or she answers then.
pub type Turn = (usize, Vec<Pair>);

/// Plays the games of all pairs at once: returns the turns, and the pairs that are never answered.
/// A student is certain of a pair if no other remaining one has the same fact. After a round in
/// which all pass for every pair, nothing changes.
#[must_use]
pub fn play(facts: &[Fact], largest: i64) -> (Vec<Turn>, Vec<Pair>) {
    let mut possible = pairs(largest);
    let mut turns = Vec::new();
    let mut passes = 0;
    for (student, fact) in facts.iter().enumerate().cycle() {
        let shared = possible.iter().counts_by(|&pair| fact.of(pair));
        let is_known = |pair: &Pair| shared[&fact.of(*pair)] == 1;
        let (known, rest): (Vec<_>, Vec<_>) = possible.into_iter().partition(is_known);
        possible = rest;
        passes = if known.is_empty() { passes + 1 } else { 0 };
        turns.push((student, known));
        if passes == facts.len() || possible.is_empty() {
            break;
        }
    }
    (turns, possible)
}
