//! A line as a clue sees it, and the ways in which it may begin.

use std::ops::ControlFlow;

use super::Clue;

/// What is known of a row or column, in the order in which its cells are met from the border. Cells
/// are counted from 0; in sets of them, bit k is the cell k.
#[derive(Clone, Copy, Debug)]
pub struct LineView<'l> {
    /// The places of the cells in the grid.
    pub(super) cells: &'l [u16],
    /// The digits that each cell of the grid may hold, as bits.
    pub(super) digits: &'l [u32],
    pub(super) filled: u32,
    pub(super) empty: u32,
}

impl LineView<'_> {
    /// The number of cells.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a line has at least one cell")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The digits that a cell may hold where it is filled, as bits: bit d for the digit d. There is
    /// a single one when its hook is cut.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    #[must_use]
    pub fn digits(&self, cell: usize) -> u32 {
        self.digits[usize::from(self.cells[cell])]
    }

    /// Whether a cell is known to stay empty; false beyond the end of the line.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: usize) -> bool {
        self.empty >> cell & 1 == 1
    }

    /// The cells that may be the first filled one from the cell `start` on, from near to far.
    #[inline]
    pub fn next_filled(&self, start: usize) -> impl Iterator<Item = usize> + use<> {
        let ahead = below(self.len()) & !below(start);
        // The next cell that is known to be filled, and all before it; all cells if there is none.
        let next = self.filled & ahead;
        let up_to_next = next ^ next.wrapping_sub(1);
        let mut candidates = ahead & !self.empty & up_to_next;
        std::iter::from_fn(move || {
            let cell = candidates.trailing_zeros();
            candidates &= candidates.wrapping_sub(1);
            (cell < u32::BITS).then_some(cell as usize)
        })
    }
}

/// The first cells of a line: which are filled; the others stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePrefix {
    /// How many cells these are.
    pub len: usize,
    /// The filled ones among them, as bits.
    pub filled: u32,
}

/// What all prefixes have in common that fit what is known of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Common {
    /// The cells that all of them fill, as bits.
    pub(super) filled: u32,
    /// The cells that all of them leave empty, as bits.
    pub(super) empty: u32,
}

impl Common {
    /// None if no prefix fits.
    #[inline]
    pub(super) fn of<C: Clue>(clue: &C, line: &LineView) -> Option<Self> {
        let mut common: Option<Common> = None;
        let add = &mut |prefix: LinePrefix| {
            let (filled, empty) = (prefix.filled, below(prefix.len) & !prefix.filled);
            if filled & line.empty != 0 || empty & line.filled != 0 {
                return ControlFlow::Continue(());
            }
            let all = common.get_or_insert(Common { filled, empty });
            all.filled &= filled;
            all.empty &= empty;
            // Once they have nothing new in common, the others cannot change that.
            let is_new = (all.filled & !line.filled) | (all.empty & !line.empty) != 0;
            if is_new { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        // Whether all prefixes were seen makes no difference.
        let _ = clue.prefixes(line, add);
        common
    }
}

/// The first `count` cells, as bits.
#[inline]
fn below(count: usize) -> u32 {
    (1 << count) - 1
}
