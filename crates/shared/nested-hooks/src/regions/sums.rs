//! What the cells of a region can make of the digits that are left.

use grid_utils::{BitSet, add_to_subset_sums};

use super::layout::Layout;
use crate::small;

/// The sums that a number of cells can make with the digits that are left, wherever these are: a
/// cell may hold any of the digits or none, but no digit d is in more than d cells.
pub(super) struct Reach<const WORDS: usize> {
    /// The largest number of cells that there is a set for.
    most_cells: usize,
    /// The largest sum that matters.
    largest_sum: usize,
    /// For each set of digits, 1 more than the place of its first set in `sets`; 0 if it has none
    /// yet.
    start: Vec<u32>,
    /// For each set of digits that was asked for, the sums for 0, 1, 2 ... cells.
    sets: Vec<BitSet<WORDS>>,
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
    pub(super) fn of(&mut self, digits: BitSet<1>) -> &[BitSet<WORDS>] {
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
        match others {
            None => self.sets.resize(start + self.most_cells + 1, BitSet::of(0)),
            Some((digit, others)) => {
                self.sets.extend_from_within(others..=others + self.most_cells);
                let most = digit.min(self.largest_sum / digit);
                add_to_subset_sums(&mut self.sets[start..], digit, most);
            }
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

    #[test]
    fn cells_reach_what_single_digits_add_up_to() {
        // One cell after the other takes a digit that is not used up, or none.
        fn make(cells: usize, left: &mut [usize; 8], sum: usize, found: &mut BTreeSet<usize>) {
            found.insert(sum);
            for digit in (1..8).filter(|_| cells > 0) {
                if left[digit] > 0 {
                    left[digit] -= 1;
                    make(cells - 1, left, sum + digit, found);
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
                assert_eq!(
                    found.iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{cells} cells with {digits:?}"
                );
            }
        }
    }
}
