//! Nested hooks: the geometry that every puzzle of this family shares.
//!
//! ```text
//! 5 5 5 5 5     the hook of size 5 has its corner at the top left,
//! 5 4 4 4 4     that of size 4 at the top right,
//! 5 2 2 3 4     that of size 3 at the bottom right,
//! 5 2 1 3 4     that of size 2 at the top left again;
//! 5 3 3 3 4     what is left is the hook of size 1
//! ```

use grid_utils::{BitSet, Cell};

/// A square part of the grid: the part left after removing some hooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// Its top row.
    pub row: usize,
    /// Its leftmost column.
    pub column: usize,
    /// The length of its sides.
    pub size: usize,
}

impl Square {
    /// Returns the whole grid.
    #[must_use]
    pub fn whole(size: usize) -> Self {
        Square { row: 0, column: 0, size }
    }

    /// Returns the corners that distinguish its hooks.
    #[inline]
    #[must_use]
    pub fn corners(self) -> &'static [Corner] {
        if self.size > 1 { &Corner::ALL } else { &Corner::ALL[..self.size] }
    }

    /// Returns whether a cell belongs to the square.
    #[inline]
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        // Cells above or to the left wrap round to large distances.
        cell.row.wrapping_sub(self.row) < self.size
            && cell.column.wrapping_sub(self.column) < self.size
    }
}

/// The corner of a square in which the two arms of a hook meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corner {
    #[default]
    /// The hook is the top row and the left column.
    TopLeft,
    /// The hook is the top row and the right column.
    TopRight,
    /// The hook is the bottom row and the left column.
    BottomLeft,
    /// The hook is the bottom row and the right column.
    BottomRight,
}

impl Corner {
    /// All four.
    pub const ALL: [Corner; 4] =
        [Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight];

    #[inline]
    fn is_top(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::TopRight)
    }

    #[inline]
    fn is_left(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::BottomLeft)
    }
}

/// An outer row and an outer column of a square; its size is that of the square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hook {
    /// The square that the hook is cut from.
    pub square: Square,
    /// Where the hook's row and column meet.
    pub corner: Corner,
}

impl Hook {
    /// Returns the hook's row.
    #[inline]
    #[must_use]
    pub fn row(self) -> usize {
        let Square { row, size, .. } = self.square;
        if self.corner.is_top() { row } else { row + size - 1 }
    }

    /// Returns the hook's column.
    #[inline]
    #[must_use]
    pub fn column(self) -> usize {
        let Square { column, size, .. } = self.square;
        if self.corner.is_left() { column } else { column + size - 1 }
    }

    /// Returns the square without the hook.
    #[inline]
    #[must_use]
    pub fn inside(self) -> Square {
        let Square { row, column, size } = self.square;
        Square {
            row: row + usize::from(self.corner.is_top()),
            column: column + usize::from(self.corner.is_left()),
            size: size - 1,
        }
    }

    /// Returns the `2 * size - 1` cells: those of the row, then the rest of the column.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (square, inside) = (self.square, self.inside());
        let row = (square.column..square.column + square.size)
            .map(move |column| Cell::new(self.row(), column));
        let column =
            (inside.row..inside.row + inside.size).map(move |row| Cell::new(row, self.column()));
        row.chain(column)
    }
}

/// Returns whether hooks of sizes from 1, one per digit, have room for the digits, where each 2 x 2
/// block has an empty cell.
///
/// A hook of size m has 2m - 1 cells; and what is in the square of a hook, it and all smaller ones,
/// leaves an empty cell in each of the 2 x 2 blocks that fit side by side. Both are easiest to keep
/// where larger hooks have larger digits.
///
/// ```
/// use grid_utils::BitSet;
/// use nested_hooks::have_room;
///
/// assert!(have_room(BitSet::from_indices([1, 2, 5])));
/// assert!(!have_room(BitSet::from_indices([1, 3])), "they fill a 2 x 2 block");
/// assert!(!have_room(BitSet::from_indices([1, 2, 6])), "a hook of size 3 has five cells");
/// ```
#[inline]
#[must_use]
pub fn have_room(digits: BitSet<1>) -> bool {
    let [bits] = *digits.words();
    match usize::try_from(bits / 64).ok().and_then(|word| HAVE_ROOM.get(word)) {
        Some(word) => word >> (bits % 64) & 1 == 1,
        None => have_room_in_order(bits),
    }
}

/// Which sets of the digits up to 9 have room, one bit each: searches ask this all the time.
const HAVE_ROOM: [u64; 16] = {
    let mut words = [0; 16];
    let mut bits = 0_usize;
    while bits < 1 << 10 {
        words[bits / 64] |= (have_room_in_order(bits as u64) as u64) << (bits % 64);
        bits += 1;
    }
    words
};

/// Returns whether digits, one bit each, have room if larger hooks carry larger ones.
const fn have_room_in_order(bits: u64) -> bool {
    let (mut left, mut size, mut filled) = (bits, 0, 0);
    while left > 0 {
        let digit = left.trailing_zeros();
        left &= left - 1;
        size += 1;
        filled += digit;
        if digit >= 2 * size || filled + (size / 2) * (size / 2) > size * size {
            return false;
        }
    }
    true
}

/// Returns the digits that the hook of this size can carry such that the smaller hooks have room
/// for the others, if each 2 x 2 block has an empty cell.
#[must_use]
pub fn digits_for(size: usize, digits: BitSet<1>) -> BitSet<1> {
    let fits = |&digit: &usize| digit < 2 * size && have_room(digits.without(digit));
    digits.iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_hook_and_what_it_leaves_are_the_square() {
        for (size, corner) in (1..=5).flat_map(|size| Corner::ALL.map(|corner| (size, corner))) {
            let square = Square { row: 3, column: 1, size };
            let hook = Hook { square, corner };
            let cells: HashSet<Cell> = hook.cells().collect();
            assert_eq!(cells.len(), 2 * size - 1, "no cell twice");
            for cell in (0..10).flat_map(|row| (0..10).map(move |column| Cell::new(row, column))) {
                let parts = [cells.contains(&cell), hook.inside().contains(cell)];
                assert_eq!(parts.contains(&true), square.contains(cell), "{cell} of {hook:?}");
                assert_ne!(parts, [true, true], "{cell} of {hook:?}");
            }
        }
    }

    /// Tries every way to hand the digits out, the largest hook first.
    fn have_room_by_trial(digits: BitSet<1>) -> bool {
        let size = digits.len();
        let filled: usize = digits.iter().sum();
        let room = size * size - (size / 2).pow(2);
        size == 0
            || filled <= room
                && digits
                    .iter()
                    .any(|digit| digit < 2 * size && have_room_by_trial(digits.without(digit)))
    }

    #[test]
    fn ascending_digits_have_room_if_any_order_has() {
        let small = (0..1 << 10).step_by(2);
        for bits in small.flat_map(|bits| [bits, bits | 1 << 12]) {
            let digits = BitSet::from_words([bits]);
            assert_eq!(have_room(digits), have_room_by_trial(digits), "digits {digits:?}");
        }
    }
}
