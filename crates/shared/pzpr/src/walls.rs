//! Walls between the cells of a grid.

use anyhow::Result;
use grid_utils::{Cell, Grid, Regions};

use crate::Size;
use crate::cells::digit;
use crate::cursor::Cursor;

/// Whether there is a wall between each cell and the one to its right, and the one below it, in
/// reading order.
pub(crate) struct Walls {
    size: Size,
    beside: Vec<bool>,
    below: Vec<bool>,
}

/// The walls that a character of an address stands for, the first as its highest bit.
const BITS: usize = 5;

impl Walls {
    /// Creates walls by their rows: those beside cells, then those below.
    pub(crate) fn new(size: Size, beside: Vec<bool>, below: Vec<bool>) -> Self {
        Walls { size, beside, below }
    }

    /// Reads walls from an address; one that ends before them has none.
    pub(crate) fn unpack(cursor: &mut Cursor, size: Size) -> Result<Self> {
        let (rows, columns) = size;
        let (beside, below) = (rows * (columns - 1), (rows - 1) * columns);
        if cursor.is_at_end() {
            return Ok(Self::new(size, vec![false; beside], vec![false; below]));
        }
        Ok(Self::new(size, bits(cursor, beside)?, bits(cursor, below)?))
    }

    /// Writes walls in an address.
    pub(crate) fn pack((rows, columns): Size, is_wall: impl Fn(Cell, Cell) -> bool) -> String {
        let grid = Grid::filled(rows, columns, ());
        let packed = |rows, columns| -> String {
            let pairs = grid.windows(rows, columns);
            let walls: Vec<bool> = pairs
                .map(|cell| {
                    let other = Cell::new(cell.row + rows - 1, cell.column + columns - 1);
                    is_wall(cell, other)
                })
                .collect();
            let number = |walls: &[bool]| {
                let bit = |place| u32::from(walls.get(place) == Some(&true));
                (0..BITS).fold(0, |number, place| 2 * number + bit(place))
            };
            walls.chunks(BITS).map(|walls| digit(number(walls), 32)).collect()
        };
        packed(1, 2) + &packed(2, 1)
    }

    /// Returns whether there is a wall between a cell and the one to its right or below.
    pub(crate) fn is_between(&self, cell: Cell, other: Cell) -> bool {
        let (_, columns) = self.size;
        if cell.row == other.row {
            self.beside[cell.row * (columns - 1) + cell.column]
        } else {
            self.below[cell.row * columns + cell.column]
        }
    }

    /// Returns the regions that the walls divide the grid into.
    pub(crate) fn regions(&self) -> Regions {
        let (rows, columns) = self.size;
        let is_open = |one: Cell, other: Cell| !self.is_between(one.min(other), one.max(other));
        Regions::components_by(&Grid::filled(rows, columns, ()), |_| true, is_open)
    }
}

/// Reads this many bits.
fn bits(cursor: &mut Cursor, count: usize) -> Result<Vec<bool>> {
    let mut bits = Vec::new();
    for _ in 0..count.div_ceil(BITS) {
        let number = cursor.digit("walls, 0 to 9 or a to v")?;
        bits.extend((0..BITS).rev().map(|bit| number >> bit & 1 == 1));
    }
    Ok(bits)
}
