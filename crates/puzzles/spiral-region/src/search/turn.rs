//! Quarter turns about the points of a grid.

use grid_utils::Cell;

use super::{Cells, Shape};

/// A quarter turn about the centre of a cell or the corner of four cells.
pub(super) struct Turn {
    shape: Shape,
    /// Twice the row of the point, and twice its column: cells have even ones.
    row: usize,
    column: usize,
    /// The cells whose images are all in the grid.
    pub(super) reach: Cells,
    /// The fixed cell, if any.
    pub(super) centre: Cells,
}

impl Turn {
    /// Returns the turns about every point of a grid.
    pub(super) fn all(shape: Shape) -> impl Iterator<Item = Self> {
        let (last_row, last_column) = (2 * (shape.rows() - 1), 2 * (shape.columns() - 1));
        let points = (0..=last_row).flat_map(move |row| {
            let columns = (row % 2..=last_column).step_by(2);
            columns.map(move |column| (row, column))
        });
        points.map(move |(row, column)| {
            // The largest square around the point.
            let half = row.min(last_row - row).min(column).min(last_column - column);
            let lines = |middle: usize| (middle - half).div_ceil(2)..=usize::midpoint(middle, half);
            let rows = lines(row).fold(Cells::EMPTY, |rows, row| rows | shape.row(row));
            let columns = lines(column).map(|column| shape.column(column));
            let reach = columns.fold(Cells::EMPTY, |reach, column| reach | rows & column);
            let is_cell = row % 2 == 0;
            let centre = is_cell.then(|| shape.index(Cell::new(row / 2, column / 2)));
            Turn { shape, row, column, reach, centre: centre.into_iter().collect() }
        })
    }

    /// Returns, for each cell, all cells to which turns move it, itself included; empty outside
    /// [`reach`](Self::reach).
    pub(super) fn images(&self) -> Vec<Cells> {
        let mut images = vec![Cells::EMPTY; self.shape.len()];
        for cell in self.reach {
            let mut image = self.shape.cell(cell);
            for _ in 0..4 {
                images[cell].insert(self.shape.index(image));
                image = self.image(image);
            }
        }
        images
    }

    /// Returns the image of a cell of [`reach`](Self::reach) under a clockwise quarter turn: a row
    /// below becomes a column at the left.
    fn image(&self, Cell { row, column }: Cell) -> Cell {
        Cell::new((self.row + 2 * column - self.column) / 2, (self.column + self.row - 2 * row) / 2)
    }
}
