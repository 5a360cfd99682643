//! Sums that the cells of a region can make of the digits of the smaller hooks.

use grid_utils::{BitSet, add_to_subset_sums};

use super::layout::Layout;

/// The sums that a number of cells can make with the digits up to a size, wherever these are: a
/// cell may hold any of the digits or none, but no digit d is in more than d cells.
pub(super) struct Reach<const WORDS: usize> {
    /// The largest number of cells that there is a set for.
    most_cells: usize,
    /// For each size, the sums for 0, 1, 2 ... cells.
    sets: Vec<BitSet<WORDS>>,
}

impl<const WORDS: usize> Reach<WORDS> {
    pub(super) fn new(layout: &Layout) -> Self {
        let mut cells = vec![0; layout.need.len() + 1];
        for &region in &layout.region_of {
            cells[usize::from(region)] += 1;
        }
        let most_cells = cells[..layout.need.len()].iter().copied().max().unwrap_or(0);
        let largest_sum = layout.need.iter().copied().max().map_or(0, usize::from);
        Self::up_to(layout.size, most_cells, largest_sum)
    }

    /// Lists the sums for sizes up to this one; sums beyond the largest do not matter.
    fn up_to(size: usize, most_cells: usize, largest_sum: usize) -> Self {
        // More cells than all digits fill make no more.
        let most_cells = most_cells.min(size * (size + 1) / 2);
        let mut sets = vec![BitSet::of(0); most_cells + 1];
        for digit in 1..=size {
            let smaller = sets.len() - most_cells - 1;
            sets.extend_from_within(smaller..);
            let most = digit.min(largest_sum / digit);
            add_to_subset_sums(&mut sets[smaller + most_cells + 1..], digit, most);
        }
        Reach { most_cells, sets }
    }

    /// Returns the sums that 0, 1, 2 ... cells can make with the digits up to a size; more cells
    /// than there are sets for make no more than the last.
    #[inline]
    pub(super) fn of(&self, size: usize) -> &[BitSet<WORDS>] {
        &self.sets[size * (self.most_cells + 1)..][..=self.most_cells]
    }
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
        let reach = Reach::<1>::up_to(7, 5, 63);
        for size in [2, 4, 7] {
            let sets = reach.of(size);
            for (cells, found) in sets.iter().enumerate() {
                let mut left = [0; 8];
                for (digit, left) in left.iter_mut().enumerate().take(size + 1) {
                    *left = digit;
                }
                let mut expected = BTreeSet::new();
                make(cells, &mut left, 0, &mut expected);
                assert_eq!(
                    found.iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{cells} cells with digits up to {size}"
                );
            }
        }
    }
}
