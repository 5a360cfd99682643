//! Sums of square roots, compared exactly.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dashu_int::ops::SquareRoot;
use numbers::{Integer, Interval};

/// A sum of whole multiples of square roots of whole numbers, such as 3 + 2 sqrt 5 - sqrt 2.
#[derive(Clone, Debug)]
pub(crate) struct Length {
    /// The multiple of the root of each square-free number, without zeros. Such roots are linearly
    /// independent, so equal sums have equal multiples.
    multiples: BTreeMap<i64, i64>,
    /// Bounds in units of 2^-[`BITS`].
    bounds: [i64; 2],
}

/// The bits after the point of the bounds.
const BITS: u32 = 40;

impl Length {
    /// Returns the square root of a positive number.
    pub(crate) fn root(square: i64) -> Self {
        let factor = (1..=square.isqrt()).rev().find(|factor| square % (factor * factor) == 0);
        let factor = factor.expect("the root of a positive number");
        let root = (u128::from(square.unsigned_abs()) << (2 * BITS)).isqrt();
        let root = i64::try_from(root).expect("the root of a small number");
        let multiples = BTreeMap::from([(square / (factor * factor), factor)]);
        Self { multiples, bounds: [root, root + 1] }
    }

    /// Returns this length and `factor` times another one.
    pub(crate) fn plus(&self, factor: i64, other: &Self) -> Self {
        let mut multiples = self.multiples.clone();
        for (&square, &multiple) in &other.multiples {
            *multiples.entry(square).or_default() += factor * multiple;
        }
        multiples.retain(|_, multiple| *multiple != 0);
        let ends = other.bounds.map(|bound| factor * bound);
        let bounds = [self.bounds[0] + ends[0].min(ends[1]), self.bounds[1] + ends[0].max(ends[1])];
        Self { multiples, bounds }
    }

    /// Returns this many times the length.
    pub(crate) fn times(&self, factor: i64) -> Self {
        self.plus(factor - 1, self)
    }

    /// Returns how the length compares with zero.
    pub(crate) fn sign(&self) -> Ordering {
        if self.multiples.is_empty() {
            return Ordering::Equal;
        }
        if self.bounds[0] > 0 || self.bounds[1] < 0 {
            return self.bounds[0].cmp(&0);
        }
        // It is not zero, so enough bits show its sign.
        let error: i64 = self.multiples.values().map(|factor| factor.abs()).sum();
        let mut bits = 64;
        loop {
            let roots = self.multiples.iter().map(|(&square, &factor)| {
                let root = Integer::from(square) << (2 * bits);
                Integer::from(root.sqrt()) * factor
            });
            let sum: Integer = roots.sum();
            if sum > Integer::from(error) || sum < Integer::from(-error) {
                return sum.cmp(&Integer::ZERO);
            }
            bits *= 2;
        }
    }

    /// Returns how the length compares with another one.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        if self.bounds[1] < other.bounds[0] {
            Ordering::Less
        } else if self.bounds[0] > other.bounds[1] {
            Ordering::Greater
        } else {
            self.plus(-1, other).sign()
        }
    }

    /// Returns its square if that is a whole number.
    pub(crate) fn square(&self) -> Option<i64> {
        let (square, multiple) = self.multiples.first_key_value()?;
        (self.multiples.len() == 1).then_some(square * multiple * multiple)
    }

    /// Returns an enclosure.
    pub(crate) fn enclosure(&self) -> Interval {
        let roots =
            self.multiples.iter().map(|(&square, &factor)| Interval::from(square).sqrt() * factor);
        roots.fold(Interval::ZERO, |sum, root| sum + root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_roots_are_compared_exactly() {
        let root = Length::root;
        assert_eq!(root(8).compare(&root(2).times(2)), Ordering::Equal);
        assert_eq!(root(8).plus(-1, &root(2)).square(), Some(2));
        assert_eq!(root(2).plus(1, &root(3)).square(), None);
        assert_eq!(root(5).plus(-1, &root(5)).sign(), Ordering::Equal);
        // Less than a millionth, which bounds of 40 bits do not tell from zero.
        let near = root(2).times(1_136_689).plus(-1, &root(1).times(1_607_521));
        assert_eq!(near.sign(), Ordering::Greater);
        assert_eq!(near.times(-1).sign(), Ordering::Less);
    }
}
