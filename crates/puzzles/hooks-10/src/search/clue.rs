//! What a clue says of the cells beside it.

use grid_puzzles::Shading;
use grid_utils::CellSet;

use super::sums::Sums;
use super::{digit_set, digits_in};

/// What the digits beside a cell add up to.
pub(super) struct Clue<const WORDS: usize> {
    /// The sum as a bit; no bit where it is more than any digits make.
    sum: u64,
    /// The neighbours of its cell.
    around: CellSet<WORDS>,
}

/// What a clue still asks of the cells in the core.
pub(super) struct Demand<const WORDS: usize> {
    /// What they have to add up to, a bit for each sum: several where cells outside are open.
    sums: u64,
    /// Those of the cells that are filled or open.
    cells: CellSet<WORDS>,
}

impl<const WORDS: usize> Clue<WORDS> {
    pub(super) fn new(sum: u32, around: CellSet<WORDS>) -> Self {
        Clue { sum: 1_u64.checked_shl(sum).unwrap_or(0), around }
    }

    /// Whether any of these cells is beside the clue.
    #[inline]
    pub(super) fn touches(&self, cells: CellSet<WORDS>) -> bool {
        self.around.intersects(cells)
    }

    /// What it asks of the cells in the core; `digit_of` tells the digits of all others.
    #[inline]
    pub(super) fn demand(
        &self,
        known: &Shading<WORDS>,
        core: CellSet<WORDS>,
        digit_of: &[u8],
    ) -> Demand<WORDS> {
        let possible = self.around - known.empty;
        let (filled, open) = (possible & known.filled, possible - known.filled);
        let sum = lowered(self.sum, filled - core, digit_of);
        Demand { sums: lowered_by_some(sum, open - core, digit_of), cells: possible & core }
    }

    /// Adds to what is known what this clue alone says of the cells beside it; false if it cannot
    /// be kept. `reach` tells what cells in the core can add up to, `digit_of` the digits of all
    /// others.
    #[inline]
    pub(super) fn apply(
        &self,
        known: &mut Shading<WORDS>,
        core: CellSet<WORDS>,
        reach: &Sums,
        digit_of: &[u8],
    ) -> bool {
        let possible = self.around - known.empty;
        let (filled, open) = (possible & known.filled, possible - known.filled);
        let (outside, inside) = (open - core, open & core);
        let fewest = (filled & core).len();
        let most = fewest + inside.len();
        let reached = reach.between(fewest, most);
        let sum = lowered(self.sum, filled - core, digit_of);
        let sums = lowered_by_some(sum, outside, digit_of);
        if sums & reached == 0 {
            return false;
        }
        for cell in outside {
            // What the sum may come to without this cell.
            let sums = lowered_by_some(sum, outside.without(cell), digit_of);
            if sums & reached == 0 {
                known.filled.insert(cell);
            } else if sums >> digit_of[cell] & reached == 0 {
                known.empty.insert(cell);
            }
        }
        if !inside.is_empty() {
            if sums & reach.between(fewest, most - 1) == 0 {
                known.filled |= inside;
            } else if sums & reach.between(fewest + 1, most) == 0 {
                known.empty |= inside;
            }
        }
        true
    }
}

impl<const WORDS: usize> Demand<WORDS> {
    /// Those of these digits, as bits, with which a hook that is cut from the core can do its part.
    ///
    /// `reach` tells what cells in the core can add up to, the hook's own digit included: that the
    /// other hooks lack this digit would rule out little more, and cost new sums for each digit.
    #[inline]
    pub(super) fn digits(
        &self,
        digits: u32,
        hook: CellSet<WORDS>,
        known: &Shading<WORDS>,
        reach: &Sums,
    ) -> u32 {
        let (own, others) = (self.cells & hook, self.cells - hook);
        if own.is_empty() || digits == 0 {
            return digits;
        }
        let (fewest, most) = ((own & known.filled).len(), own.len());
        let reached = reach.between((others & known.filled).len(), others.len());
        let can_do_its_part = |&digit: &usize| {
            (fewest..=most).any(|cells| self.sums >> (cells * digit) & reached != 0)
        };
        digit_set(digits_in(digits).filter(can_do_its_part))
    }
}

/// Sums, a bit for each, less the digits of these cells; what would be negative is left out.
#[inline]
fn lowered<const WORDS: usize>(sums: u64, cells: CellSet<WORDS>, digit_of: &[u8]) -> u64 {
    cells.iter().fold(sums, |sums, cell| sums >> digit_of[cell])
}

/// Sums, a bit for each, less the digits of any of these cells, or of none.
#[inline]
fn lowered_by_some<const WORDS: usize>(sums: u64, cells: CellSet<WORDS>, digit_of: &[u8]) -> u64 {
    cells.iter().fold(sums, |sums, cell| sums | sums >> digit_of[cell])
}
