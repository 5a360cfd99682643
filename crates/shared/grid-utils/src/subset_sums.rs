//! Subset sums of a few numbers.

use crate::BitSet;

/// Adds a number, used up to `times` times, to subset sums. `by_count[n]` are the sums of n
/// numbers, one bit each; sums beyond the capacity are lost.
///
/// Initially, no numbers have the sum 0, and more numbers have no sums. For sums of *at most* n
/// numbers, begin with the sum 0 everywhere.
///
/// ```
/// use grid_utils::{BitSet, add_to_subset_sums};
///
/// // At most two cells, which hold at most one 5 and two 3s between them.
/// let mut at_most = [BitSet::<1>::of(0); 3];
/// add_to_subset_sums(&mut at_most, 5, 1);
/// add_to_subset_sums(&mut at_most, 3, 2);
/// assert_eq!(at_most[1], BitSet::from_indices([0, 3, 5]));
/// assert_eq!(at_most[2], BitSet::from_indices([0, 3, 5, 6, 8]));
/// ```
#[inline]
pub fn add_to_subset_sums<const WORDS: usize>(
    by_count: &mut [BitSet<WORDS>],
    number: usize,
    times: usize,
) {
    // The largest count first, since the smaller ones must not contain the number yet.
    for count in (1..by_count.len()).rev() {
        let mut sums = by_count[count];
        for taken in 1..=times.min(count) {
            sums |= by_count[count - taken].raised(taken * number);
        }
        by_count[count] = sums;
    }
}

/// Subset sums of a few numbers by the size of the subset, which is below `COUNTS`.
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
    /// The sums of no numbers: the empty sum 0.
    pub const NOTHING: Self = {
        let mut by_count = [BitSet::EMPTY; COUNTS];
        by_count[0] = BitSet::of(0);
        SubsetSums { by_count }
    };

    /// Returns the sums with one more number, used up to `times` times.
    #[inline]
    #[must_use]
    pub fn with(mut self, number: usize, times: usize) -> Self {
        add_to_subset_sums(&mut self.by_count, number, times);
        self
    }

    /// Returns the sums that exactly `count` of the numbers can make.
    ///
    /// # Panics
    /// If there are `COUNTS` or more.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn of(&self, count: usize) -> BitSet<WORDS> {
        self.by_count[count]
    }

    /// Returns the sums of at least `fewest` and at most `most` numbers.
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
            let at_most = numbers.into_iter().fold([BitSet::<2>::of(0); 5], |mut sums, number| {
                add_to_subset_sums(&mut sums, number, times);
                sums
            });
            let supply = numbers.repeat(times);
            for (count, &at_most) in at_most.iter().enumerate() {
                let taken = |count| supply.iter().copied().combinations(count);
                let found = |count| taken(count).map(|some| some.iter().sum());
                let fits = |sum: &usize| *sum < BitSet::<2>::CAPACITY;
                assert_eq!(sums.of(count), found(count).filter(fits).collect());
                assert_eq!(at_most, (0..=count).flat_map(found).filter(fits).collect());
            }
        }
    }
}
