//! The sums that a few numbers can add up to.

use crate::BitSet;

/// The sums of some of a few numbers, listed by how many numbers are taken: fewer than `COUNTS`.
///
/// ```
/// use grid_utils::{BitSet, SubsetSums};
///
/// // Up to four cells hold 5s and 3s, neither of them in more than two.
/// let sums = SubsetSums::<1, 5>::NOTHING.with(5, 2).with(3, 2);
/// assert_eq!(sums.of(2), BitSet::from_indices([6, 8, 10]));
/// assert_eq!(sums.of(4), BitSet::of(16));
/// assert_eq!(sums.between(3, 4), BitSet::from_indices([11, 13, 16]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubsetSums<const WORDS: usize, const COUNTS: usize> {
    by_count: [BitSet<WORDS>; COUNTS],
}

impl<const WORDS: usize, const COUNTS: usize> SubsetSums<WORDS, COUNTS> {
    /// The sums without any numbers: only 0, for none taken.
    pub const NOTHING: Self = {
        let mut by_count = [BitSet::EMPTY; COUNTS];
        by_count[0] = BitSet::of(0);
        SubsetSums { by_count }
    };

    /// The sums with one more number, which can be taken up to `times` times. Sums beyond the
    /// capacity are dropped.
    #[inline]
    #[must_use]
    pub fn with(mut self, number: usize, times: usize) -> Self {
        // The largest count first: the sums it is made of must not include the number yet.
        for count in (1..COUNTS).rev() {
            let mut sums = self.by_count[count];
            for taken in 1..=times.min(count) {
                sums |= self.by_count[count - taken].raised(taken * number);
            }
            self.by_count[count] = sums;
        }
        self
    }

    /// The sums of exactly `count` numbers.
    ///
    /// # Panics
    /// If `count` is not below `COUNTS`.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn of(&self, count: usize) -> BitSet<WORDS> {
        self.by_count[count]
    }

    /// The sums of at least `fewest` and at most `most` numbers.
    ///
    /// # Panics
    /// If `most` is not below `COUNTS`, or `fewest` is beyond `most + 1`.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn between(&self, fewest: usize, most: usize) -> BitSet<WORDS> {
        self.by_count[fewest..=most].iter().fold(BitSet::EMPTY, |all, &sums| all | sums)
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn sums_are_those_of_an_enumeration() {
        for (numbers, times) in [([1, 2, 7], 1), ([2, 3, 5], 2), ([4, 60, 70], 3)] {
            let sums = numbers
                .into_iter()
                .fold(SubsetSums::<2, 5>::NOTHING, |sums, number| sums.with(number, times));
            let supply = numbers.repeat(times);
            for count in 0..5 {
                let taken = |count| supply.iter().copied().combinations(count);
                let found = |count| taken(count).map(|some| some.iter().sum());
                let fits = |sum: &usize| *sum < BitSet::<2>::CAPACITY;
                assert_eq!(sums.of(count), found(count).filter(fits).collect());
                assert_eq!(
                    sums.between(0, count),
                    (0..=count).flat_map(found).filter(fits).collect()
                );
            }
        }
    }
}
