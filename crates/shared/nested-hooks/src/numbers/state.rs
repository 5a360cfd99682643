//! A partial board: hooks that are cut, and the knowledge about the cells.

use grid_puzzles::Shading;
use grid_utils::{BitSet, Cell, CellSet, Shape, words_for};

use super::LARGEST_SIZE;
use super::fills::{Counts, Fill, Fills};
use crate::{Hook, Square, small};

/// Words of a set of cells: enough for the largest square.
pub(super) const WORDS: usize = words_for(LARGEST_SIZE * LARGEST_SIZE);

/// The places of lines: those of the rows first, those of the columns from [`LARGEST_SIZE`] on.
pub(super) const LINES: usize = 2 * LARGEST_SIZE;

/// The places of lines, as bits.
pub(super) type LineSet = u32;

/// Returns the place of a column among the lines.
pub(super) fn column_line(column: usize) -> usize {
    LARGEST_SIZE + column
}

/// A row or column, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineState {
    /// The fills that are still possible.
    pub(super) fills: Fills,
    /// The cells that are known to be filled.
    pub(super) filled: Fill,
    /// The cells that are known to be empty.
    pub(super) empty: Fill,
    /// The digit of each cell's hook; 0 where it is not cut yet.
    pub(super) digits: [u8; LARGEST_SIZE],
    /// The size of the hook that has its row or column here; 0 if it is not cut yet.
    pub(super) hook: u8,
}

/// A hook that is cut.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlacedHook {
    pub(super) hook: Hook,
    pub(super) digit: u8,
}

impl PlacedHook {
    /// Its two lines.
    #[inline]
    pub(super) fn lines(&self) -> [usize; 2] {
        [self.hook.row(), column_line(self.hook.column())]
    }

    /// Its cells in each of the two lines: the corner belongs to the row.
    #[inline]
    fn cells(&self) -> [Fill; 2] {
        let (square, inside) = (self.hook.square, self.hook.inside());
        [((1 << square.size) - 1) << square.column, ((1 << inside.size) - 1) << inside.row]
    }
}

/// Why a board is impossible of which a line has no fills left.
const NO_FILL: &str = "no fill of a line keeps its clues and counts";

/// A partial board.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The part of the grid outside the cut hooks.
    pub(super) square: Square,
    /// The digits that are left for it.
    pub(super) digits: BitSet<1>,
    /// The hooks by their sizes, as far as they are cut.
    hooks: [PlacedHook; LARGEST_SIZE + 1],
    pub(super) lines: [LineState; LINES],
    /// The cells that are known, as their lines know them.
    pub(super) known: Shading<WORDS>,
}

impl State {
    /// Creates the state without cuts or knowledge.
    pub(super) fn new(size: usize) -> Self {
        let beyond = (1 << LARGEST_SIZE) - (1 << size);
        let line = LineState {
            fills: Fills::matching(0, beyond),
            filled: 0,
            empty: 0,
            digits: [0; LARGEST_SIZE],
            hook: 0,
        };
        State {
            square: Square::whole(size),
            digits: BitSet::range(1..size + 1),
            hooks: [PlacedHook::default(); LARGEST_SIZE + 1],
            lines: [line; LINES],
            known: Shading::UNKNOWN,
        }
    }

    /// Returns the hooks that are cut.
    pub(super) fn cut(&self) -> impl Iterator<Item = &PlacedHook> {
        self.hooks.iter().skip(self.square.size + 1).filter(|placed| placed.digit > 0)
    }

    /// Cuts the next hook.
    pub(super) fn place(&mut self, placed: PlacedHook) {
        let size = self.square.size;
        self.square = placed.hook.inside();
        self.digits.remove(placed.digit.into());
        self.hooks[size] = placed;
        for Cell { row, column } in placed.hook.cells() {
            self.lines[row].digits[column] = placed.digit;
            self.lines[column_line(column)].digits[row] = placed.digit;
        }
        for line in placed.lines() {
            self.lines[line].hook = small(size);
        }
    }

    /// Learns that cells are filled or empty; returns the lines that they lie in.
    pub(super) fn learn(
        &mut self,
        shape: &Shape<WORDS>,
        filled: CellSet<WORDS>,
        empty: CellSet<WORDS>,
    ) -> LineSet {
        self.known.filled |= filled;
        self.known.empty |= empty;
        let mut touched = 0;
        for Cell { row, column } in shape.cells_of(filled) {
            self.lines[row].filled |= 1 << column;
            self.lines[column_line(column)].filled |= 1 << row;
            touched |= 1 << row | 1 << column_line(column);
        }
        for Cell { row, column } in shape.cells_of(empty) {
            self.lines[row].empty |= 1 << column;
            self.lines[column_line(column)].empty |= 1 << row;
            touched |= 1 << row | 1 << column_line(column);
        }
        touched
    }

    /// Propagates between a line, its cells, and the other line of its hook; returns the changed
    /// lines.
    pub(super) fn propagate_line(
        &mut self,
        shape: &Shape<WORDS>,
        line: usize,
    ) -> Result<LineSet, &'static str> {
        let LineState { fills, filled, empty, hook, .. } = self.lines[line];
        let left = fills.and(Fills::matching(filled, empty));
        if left.is_empty() {
            return Err(NO_FILL);
        }
        self.lines[line].fills = left;
        let (may_be_filled, may_be_empty) = left.possible();
        let all = (1 << shape.rows()) - 1;
        let newly_filled = cells(shape, line, all & !may_be_empty & !filled);
        let newly_empty = cells(shape, line, all & !may_be_filled & !empty);
        let mut touched = self.learn(shape, newly_filled, newly_empty) & !(1 << line);
        if hook > 0 && left != fills {
            touched |= self.match_counts(hook.into())?;
        }
        Ok(touched)
    }

    /// Keeps those fills of the two lines of a hook that fill as many of its cells together as its
    /// digit says; returns the lines that lose some.
    pub(super) fn match_counts(&mut self, hook: usize) -> Result<LineSet, &'static str> {
        let placed = &self.hooks[hook];
        let (lines, cells) = (placed.lines(), placed.cells());
        let counts = [0, 1].map(|one| self.lines[lines[one]].fills.counts(cells[one]));
        let mut touched = 0;
        for (one, other) in [(0, 1), (1, 0)] {
            let allowed = complements(counts[other], placed.digit);
            if counts[one] & allowed == 0 {
                return Err(NO_FILL);
            }
            if counts[one] & !allowed != 0 {
                let fills = &mut self.lines[lines[one]].fills;
                *fills = fills.with_counts(cells[one], allowed);
                touched |= 1 << lines[one];
            }
        }
        Ok(touched)
    }
}

/// Cells of a line by their places in the grid.
#[inline]
fn cells(shape: &Shape<WORDS>, line: usize, places: Fill) -> CellSet<WORDS> {
    let place = |place| match line.checked_sub(LARGEST_SIZE) {
        None => Cell::new(line, place),
        Some(column) => Cell::new(place, column),
    };
    bits(places).map(|bit| shape.index(place(bit))).collect()
}

/// Returns the counts that make `total` together with one of these.
#[inline]
fn complements(counts: Counts, total: u8) -> Counts {
    counts.reverse_bits() >> (Counts::BITS - 1 - u32::from(total))
}

/// Returns the places of the bits that are set.
#[inline]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 16).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_matched_with_the_rest() {
        for counts in 0..1 << 10 {
            for total in 0..10 {
                let rest = bits(counts).filter_map(|count| usize::from(total).checked_sub(count));
                let expected = rest.fold(0, |all, count| all | 1 << count);
                assert_eq!(complements(counts, total), expected, "{counts:b} and {total}");
            }
        }
    }
}
