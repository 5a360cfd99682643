//! What a clue says of the cells beside it.

use grid_puzzles::Shading;
use grid_utils::{BitSet, CellSet};

use super::inner_square::Sums;

/// What the digits beside a cell add up to.
pub(super) struct Clue<const WORDS: usize> {
    /// The sum; empty where it is more than any digits make.
    sum: BitSet<1>,
    /// The neighbours of its cell.
    around: CellSet<WORDS>,
}

/// What a clue still asks of the cells in the inner square.
pub(super) struct Residual<const WORDS: usize> {
    /// What they have to add up to: several sums where cells outside are open.
    sums: BitSet<1>,
    /// Those of the cells that are filled or open.
    cells: CellSet<WORDS>,
}

impl<const WORDS: usize> Clue<WORDS> {
    pub(super) fn new(sum: u32, around: CellSet<WORDS>) -> Self {
        let sum = usize::try_from(sum).ok().filter(|&sum| sum < BitSet::<1>::CAPACITY);
        Clue { sum: sum.into_iter().collect(), around }
    }

    /// Whether any of these cells is beside the clue.
    #[inline]
    pub(super) fn touches(&self, cells: CellSet<WORDS>) -> bool {
        self.around.intersects(cells)
    }

    /// What it asks of the cells in the inner square; `digit_of` tells the digits of all others.
    #[inline]
    pub(super) fn residual(
        &self,
        known: &Shading<WORDS>,
        inner: CellSet<WORDS>,
        digit_of: &[u8],
    ) -> Residual<WORDS> {
        let possible = self.around - known.empty;
        let (filled, open) = (possible & known.filled, possible - known.filled);
        let sum = lowered(self.sum, filled - inner, digit_of);
        Residual { sums: lowered_by_some(sum, open - inner, digit_of), cells: possible & inner }
    }

    /// Adds to what is known what this clue alone says of the cells beside it; false if it cannot
    /// be kept. `reach` tells what cells in the inner square can add up to, `digit_of` the digits of all
    /// others.
    #[inline]
    pub(super) fn propagate(
        &self,
        known: &mut Shading<WORDS>,
        inner: CellSet<WORDS>,
        reach: &Sums,
        digit_of: &[u8],
    ) -> bool {
        let possible = self.around - known.empty;
        let (filled, open) = (possible & known.filled, possible - known.filled);
        let (outside, inside) = (open - inner, open & inner);
        let fewest = (filled & inner).len();
        let most = fewest + inside.len();
        let reached = reach.between(fewest, most);
        let sum = lowered(self.sum, filled - inner, digit_of);
        let sums = lowered_by_some(sum, outside, digit_of);
        if !sums.intersects(reached) {
            return false;
        }
        for cell in outside {
            // What the sum may come to without this cell.
            let sums = lowered_by_some(sum, outside.without(cell), digit_of);
            if !sums.intersects(reached) {
                known.filled.insert(cell);
            } else if !sums.lowered(digit_of[cell].into()).intersects(reached) {
                known.empty.insert(cell);
            }
        }
        if !inside.is_empty() {
            if !sums.intersects(reach.between(fewest, most - 1)) {
                known.filled |= inside;
            } else if !sums.intersects(reach.between(fewest + 1, most)) {
                known.empty |= inside;
            }
        }
        true
    }
}

impl<const WORDS: usize> Residual<WORDS> {
    /// Those of these digits with which a hook that is cut from the inner square can do its part.
    ///
    /// `reach` tells what cells in the inner square can add up to, the hook's own digit included: that the
    /// other hooks lack this digit would rule out little more, and cost new sums for each digit.
    #[inline]
    pub(super) fn digits(
        &self,
        digits: BitSet<1>,
        hook: CellSet<WORDS>,
        known: &Shading<WORDS>,
        reach: &Sums,
    ) -> BitSet<1> {
        let (own, others) = (self.cells & hook, self.cells - hook);
        if own.is_empty() || digits.is_empty() {
            return digits;
        }
        let (fewest, most) = ((own & known.filled).len(), own.len());
        let reached = reach.between((others & known.filled).len(), others.len());
        let can_do_its_part = |&digit: &usize| {
            (fewest..=most).any(|cells| self.sums.lowered(cells * digit).intersects(reached))
        };
        digits.iter().filter(can_do_its_part).collect()
    }
}

/// Sums less the digits of these cells; what would be negative is left out.
#[inline]
fn lowered<const WORDS: usize>(
    sums: BitSet<1>,
    cells: CellSet<WORDS>,
    digit_of: &[u8],
) -> BitSet<1> {
    cells.iter().fold(sums, |sums, cell| sums.lowered(digit_of[cell].into()))
}

/// Sums less the digits of any of these cells, or of none.
#[inline]
fn lowered_by_some<const WORDS: usize>(
    sums: BitSet<1>,
    cells: CellSet<WORDS>,
    digit_of: &[u8],
) -> BitSet<1> {
    cells.iter().fold(sums, |sums, cell| sums | sums.lowered(digit_of[cell].into()))
}
