//! The grid in the form that the search uses.

use grid_utils::Cell;

use crate::{DieAgony, MOST_NUMBER};

/// An index into the padded grid.
pub(super) type Place = usize;

/// The numbers, row by row, with a border around them.
pub(super) struct NumberGrid {
    numbers: Vec<i64>,
    width: usize,
    /// From a place to its neighbours, in the order of `grid_utils::Direction`.
    steps: [isize; 4],
    pub(super) start: Place,
    pub(super) finish: Place,
}

/// The content of the border: not a valid number of an instance.
const OUTSIDE: i64 = 2 * MOST_NUMBER;

impl NumberGrid {
    pub(super) fn new(instance: &DieAgony) -> Self {
        let grid = &instance.grid;
        // The right border of a row is the left border of the next one.
        let width = grid.columns() + 1;
        let mut numbers = vec![OUTSIDE; (grid.rows() + 2) * width + 1];
        for (padded, row) in numbers[width + 1..].chunks_mut(width).zip(grid.row_slices()) {
            padded.iter_mut().zip(row).for_each(|(padded, number)| *padded = number.get());
        }
        let place = |cell: Cell| (cell.row + 1) * width + cell.column + 1;
        let (start, finish) = (place(instance.start), place(instance.finish));
        let row = isize::try_from(width).expect("no row is longer than memory");
        NumberGrid { numbers, width, steps: [-row, 1, row, -1], start, finish }
    }

    /// Returns the cell at a place inside.
    pub(super) fn cell(&self, place: Place) -> Cell {
        Cell::new(place / self.width - 1, place % self.width - 1)
    }

    pub(super) fn neighbour(&self, place: Place, direction: usize) -> Place {
        place.wrapping_add_signed(self.steps[direction])
    }

    /// Returns the change of the score by a move from a place inside, and whether it stays inside.
    pub(super) fn difference(&self, from: Place, to: Place) -> (i64, bool) {
        (self.numbers[to] - self.numbers[from], self.numbers[to] != OUTSIDE)
    }
}
