//! Sets of sums: what a region can make, or what it may need.

use std::array;

use grid_utils::BitSet;

use super::layout::Layout;
use crate::small;

/// A set of sums, a bit for each. What has no bit is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SumSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> SumSet<WORDS> {
    pub(super) const EMPTY: Self = SumSet([0; WORDS]);

    /// One sum.
    #[inline]
    pub(super) fn of(sum: u16) -> Self {
        let mut set = Self::EMPTY;
        set.0[usize::from(sum) / 64] |= 1 << (sum % 64);
        set
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn contains(&self, sum: u16) -> bool {
        self.0[usize::from(sum) / 64] >> (sum % 64) & 1 == 1
    }

    /// The sums of either set.
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        SumSet(array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The sums of both sets.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        SumSet(array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The sums, each raised by `by`.
    #[inline]
    pub(super) fn raised(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        SumSet(array::from_fn(|word| {
            let Some(from) = word.checked_sub(words) else { return 0 };
            // In two steps, for the whole distance is 64 where `bits` is 0.
            let carry = if from == 0 { 0 } else { self.0[from - 1] >> 1 >> (63 - bits) };
            self.0[from] << bits | carry
        }))
    }

    /// The sums, each lowered by `by`; what would be negative is left out.
    #[inline]
    pub(super) fn lowered(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        SumSet(array::from_fn(|word| {
            let Some(own) = self.0.get(word + words) else { return 0 };
            let carry = self.0.get(word + words + 1).map_or(0, |next| next << 1 << (63 - bits));
            own >> bits | carry
        }))
    }
}

/// What so many cells can make with the digits that are left, wherever these are: a cell may hold
/// any of the digits or none, but no digit d is in more than d cells.
pub(super) struct Reach<const WORDS: usize> {
    /// The largest number of cells that there is a set for.
    most_cells: usize,
    /// The largest sum that matters.
    largest_sum: usize,
    /// For each set of digits, 1 more than the place of its first set in `sets`; 0 if it has none
    /// yet.
    start: Vec<u32>,
    /// For each set of digits that was asked for, the sums for 0, 1, 2 ... cells.
    sets: Vec<SumSet<WORDS>>,
}

impl<const WORDS: usize> Reach<WORDS> {
    pub(super) fn new(layout: &Layout) -> Self {
        // More cells than all digits fill make no more.
        let filled = layout.size * (layout.size + 1) / 2;
        let mut cells = vec![0; layout.need.len() + 1];
        for &region in &layout.region_of {
            cells[usize::from(region)] += 1;
        }
        let largest = cells[..layout.need.len()].iter().copied().max().unwrap_or(0);
        Reach {
            most_cells: largest.min(filled),
            largest_sum: layout.need.iter().copied().max().map_or(0, usize::from),
            start: vec![0; 2 << layout.size],
            sets: Vec::with_capacity(1024),
        }
    }

    /// What 0, 1, 2 ... cells can make with these digits; more cells than there are sets for make
    /// no more than the last.
    #[inline]
    pub(super) fn of(&mut self, digits: BitSet<1>) -> &[SumSet<WORDS>] {
        let start = self.prepare(digits);
        &self.sets[start..=start + self.most_cells]
    }

    /// The place of the sums for these digits, which are found out if they are not known yet.
    #[inline]
    fn prepare(&mut self, digits: BitSet<1>) -> usize {
        match self.start[index(digits)] {
            0 => self.add(digits),
            start => start as usize - 1,
        }
    }

    fn add(&mut self, digits: BitSet<1>) -> usize {
        let others = digits.last().map(|digit| (digit, self.prepare(digits.without(digit))));
        let start = self.sets.len();
        for cells in 0..=self.most_cells {
            let set = match others {
                None => SumSet::of(0),
                Some((digit, others)) => {
                    let mut set = self.sets[others + cells];
                    for filled in 1..=cells.min(digit) {
                        let sum = filled * digit;
                        if sum > self.largest_sum {
                            break;
                        }
                        set = set.or(self.sets[others + cells - filled].raised(sum));
                    }
                    set
                }
            };
            self.sets.push(set);
        }
        self.start[index(digits)] = small::<u32>(start) + 1;
        start
    }
}

/// The place of what is known of some digits, below `2 << largest` for digits up to `largest`.
#[inline]
fn index(digits: BitSet<1>) -> usize {
    usize::try_from(digits.words()[0]).expect("digits are at most 20")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Sums up to 255, as words are whole.
    fn set(sums: impl IntoIterator<Item = u16>) -> SumSet<4> {
        sums.into_iter().fold(SumSet::EMPTY, |set, sum| set.or(SumSet::of(sum)))
    }

    fn sums(set: SumSet<4>) -> BTreeSet<u16> {
        (0..256).filter(|&sum| set.contains(sum)).collect()
    }

    #[test]
    fn sums_are_raised_and_lowered_across_words() {
        let some = [0_u16, 1, 5, 62, 63, 64, 100, 127, 128, 191, 200, 255];
        for by in 0..300 {
            let up = some.iter().map(|sum| sum + by).filter(|&sum| sum < 256);
            let down = some.iter().filter_map(|sum| sum.checked_sub(by));
            assert_eq!(sums(set(some).raised(usize::from(by))), up.collect());
            assert_eq!(sums(set(some).lowered(usize::from(by))), down.collect());
        }
    }

    #[test]
    fn sets_are_united_and_intersected() {
        let (one, other) = (set([3, 70, 200]), set([3, 71, 200]));
        assert_eq!(sums(one.or(other)), BTreeSet::from([3, 70, 71, 200]));
        assert_eq!(sums(one.and(other)), BTreeSet::from([3, 200]));
        assert!(set([3, 70]).and(set([4, 71])).is_empty());
    }

    #[test]
    fn cells_reach_what_single_digits_add_up_to() {
        // One cell after the other takes a digit that is not used up, or none.
        fn make(cells: usize, left: &mut [usize; 8], sum: u16, found: &mut BTreeSet<u16>) {
            found.insert(sum);
            for digit in (1..8).filter(|_| cells > 0) {
                if left[digit] > 0 {
                    left[digit] -= 1;
                    make(cells - 1, left, sum + small::<u16>(digit), found);
                    left[digit] += 1;
                }
            }
        }
        let mut reach =
            Reach::<1> { most_cells: 5, largest_sum: 63, start: vec![0; 256], sets: Vec::new() };
        for digits in [[1, 2, 7], [2, 3, 5], [4, 6, 7]] {
            let sets = reach.of(BitSet::from_indices(digits));
            for (cells, found) in sets.iter().enumerate() {
                let mut left = [0; 8];
                for digit in digits {
                    left[digit] = digit;
                }
                let mut expected = BTreeSet::new();
                make(cells, &mut left, 0, &mut expected);
                let found: BTreeSet<u16> = (0..64).filter(|&sum| found.contains(sum)).collect();
                assert_eq!(found, expected, "{cells} cells with {digits:?}");
            }
        }
    }
}
