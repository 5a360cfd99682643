//! The knowledge about a field's cells, and its propagation.

use grid_puzzles::Shading;
use grid_utils::BitSet;

use super::layout::Layout;
use super::line::{MOST_CELLS, VALUES};
use crate::Givens;

/// More squares than this have no room in a grid that the search knows.
const MOST_SQUARES: usize = 4;

/// Why a field is impossible of which a cell has no values left.
const NO_VALUE: &str = "a cell has no number left, and may not stay empty";

/// The values that each cell may have.
#[derive(Clone)]
pub(super) struct State<const WORDS: usize> {
    /// For each cell its values as bits.
    values: Vec<u8>,
    /// For each square, one byte for each value: how many cells may have it.
    possible: [u64; MOST_SQUARES],
    /// For each square, one byte for each value: how many cells have it and no other.
    fixed: [u64; MOST_SQUARES],
    /// The cells that are filled, whatever their numbers, and those that are empty.
    shading: Shading<WORDS>,
    /// Lines and squares with cells that have fewer values than when they were last looked at.
    lines: BitSet<2>,
    squares: BitSet<1>,
}

/// For each set of values a word with a 1 in the byte of each.
const BYTES: [u64; 1 << VALUES] = {
    let mut bytes = [0; 1 << VALUES];
    let mut set = 0;
    while set < bytes.len() {
        let mut value = 0;
        while value < VALUES {
            bytes[set] |= ((set >> value & 1) as u64) << (8 * value);
            value += 1;
        }
        set += 1;
    }
    bytes
};

impl<const WORDS: usize> State<WORDS> {
    /// Returns the state with the givens, before propagation.
    pub(super) fn new(layout: &Layout<WORDS>, givens: &Givens) -> Self {
        let all = u8::MAX >> (VALUES - 1 - layout.size);
        let cells = layout.size * layout.size;
        let mut state = State {
            values: vec![all; layout.shape.len()],
            possible: [cells as u64 * BYTES[usize::from(all)]; MOST_SQUARES],
            fixed: [0; MOST_SQUARES],
            shading: Shading::UNKNOWN,
            lines: BitSet::below(layout.lines.len()),
            squares: BitSet::below(layout.squares.len()),
        };
        for (cell, given) in givens.values().enumerate() {
            if let Some(given) = given {
                state.narrow(layout, cell, 1 << given);
            }
        }
        state
    }

    /// Returns the values that a cell may have, as bits.
    pub(super) fn values(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    /// Restricts a cell to these values. Returns false if none is left.
    #[inline]
    pub(super) fn narrow(&mut self, layout: &Layout<WORDS>, cell: usize, values: u8) -> bool {
        let before = self.values[cell];
        let after = before & values;
        if after == before {
            return true;
        }
        self.values[cell] = after;
        let fixed = if after.is_power_of_two() { BYTES[usize::from(after)] } else { 0 };
        for square in layout.squares_of[cell] {
            self.possible[square] -= BYTES[usize::from(before ^ after)];
            self.fixed[square] += fixed;
        }
        self.squares |= layout.squares_of[cell];
        self.lines |= layout.lines_of[cell];
        if after == 1 {
            self.shading.empty.insert(cell);
        } else if after & 1 == 0 {
            self.shading.filled.insert(cell);
        }
        after != 0
    }

    /// Propagates lines, squares and connectivity.
    pub(super) fn propagate(&mut self, layout: &Layout<WORDS>) -> Result<(), &'static str> {
        loop {
            while let Some(line) = self.lines.pop_first() {
                self.propagate_line(layout, line)?;
            }
            if let Some(square) = self.squares.pop_first() {
                self.propagate_square(layout, square)?;
            } else {
                self.propagate_shading(layout)?;
                if self.lines.is_empty() {
                    return Ok(());
                }
            }
        }
    }

    fn propagate_line(&mut self, layout: &Layout<WORDS>, index: usize) -> Result<(), &'static str> {
        let line = &layout.lines[index];
        let mut values = [0; MOST_CELLS];
        for (&cell, values) in line.cells.iter().zip(&mut values) {
            *values = self.values[cell];
        }
        let supported = line.supported(values);
        let supported = supported.ok_or("a line has no numbers with its count, sum and clues")?;
        for (&cell, values) in line.cells.iter().zip(supported) {
            self.narrow(layout, cell, values);
        }
        self.lines.remove(index);
        Ok(())
    }

    /// Propagates that each value has its number of cells.
    fn propagate_square(
        &mut self,
        layout: &Layout<WORDS>,
        square: usize,
    ) -> Result<(), &'static str> {
        for value in 0..=layout.size {
            let count = layout.counts[value];
            let [possible, fixed] = [self.possible[square], self.fixed[square]]
                .map(|counts| usize::from(counts.to_le_bytes()[value]));
            if possible < count || fixed > count {
                return Err("a square has a number too often, or has too few cells for it");
            }
            if possible == fixed || (possible > count && fixed < count) {
                continue;
            }
            for cell in layout.squares[square] {
                let values = self.values[cell];
                if values >> value & 1 == 1 && !values.is_power_of_two() {
                    let kept = if possible == count { 1 << value } else { !(1 << value) };
                    if !self.narrow(layout, cell, kept) {
                        return Err(NO_VALUE);
                    }
                }
            }
        }
        Ok(())
    }

    /// Propagates that the filled cells are connected and that no block is full.
    fn propagate_shading(&mut self, layout: &Layout<WORDS>) -> Result<(), &'static str> {
        let (before, shape) = (self.shading, &layout.shape);
        let mut known = before;
        known.filled |= known.forced_exits(shape);
        known.propagate_blocks(shape)?;
        known.propagate_connected(shape)?;
        known.check()?;
        let mut filled = (known.filled - before.filled).into_iter();
        let mut empty = (known.empty - before.empty).into_iter();
        if filled.all(|cell| self.narrow(layout, cell, !1))
            && empty.all(|cell| self.narrow(layout, cell, 1))
        {
            Ok(())
        } else {
            Err(NO_VALUE)
        }
    }

    /// Returns the open cell with the fewest values; `None` if all are known.
    pub(super) fn cell_to_decide(&self, layout: &Layout<WORDS>) -> Option<usize> {
        let open = (0..layout.shape.len()).filter(|&cell| self.values[cell].count_ones() > 1);
        open.min_by_key(|&cell| self.values[cell].count_ones())
    }
}
