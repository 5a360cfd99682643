//! The eight symmetries of the square, on grids of any shape.

use crate::Cell;

/// One of the eight ways to lay a square onto itself: four turns and four reflections.
///
/// On a rectangle the turns by a quarter and the reflections in a diagonal swap the number of rows
/// with that of columns ([`shape_after`](Symmetry::shape_after)); apart from that, everything said
/// of squares holds.
///
/// ```
/// use grid_utils::{Grid, Symmetry};
///
/// let grid: Grid<char> = "a b c\nd e f".parse().unwrap();
/// assert_eq!(grid.transformed(Symmetry::QuarterTurn).to_string(), "d a\ne b\nf c");
/// assert_eq!(grid.transformed(Symmetry::FlipColumns).to_string(), "c b a\nf e d");
///
/// // All eight pictures of an asymmetric grid differ.
/// let pictures: std::collections::HashSet<_> =
///     Symmetry::ALL.iter().map(|&symmetry| grid.transformed(symmetry)).collect();
/// assert_eq!(pictures.len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Everything stays where it is.
    Identity,
    /// A quarter turn clockwise: the top row becomes the last column.
    QuarterTurn,
    /// A half turn: the top row becomes the bottom row, read backwards.
    HalfTurn,
    /// A quarter turn counter-clockwise: the top row becomes the first column, read upwards.
    ThreeQuarterTurn,
    /// Upside down: the order of the rows is reversed.
    FlipRows,
    /// Left and right swapped: the order of the columns is reversed.
    FlipColumns,
    /// Reflection in the diagonal from the top left: rows become columns.
    Transpose,
    /// Reflection in the diagonal from the top right: the first row becomes the last column, read
    /// upwards.
    AntiTranspose,
}

/// A symmetry taken apart: first rows and columns are swapped or not, then the order of the rows
/// and that of the columns are reversed or not.
#[derive(Clone, Copy)]
struct Parts {
    swap: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// All eight, the identity first, then the other turns, then the reflections.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::FlipRows,
        Symmetry::FlipColumns,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    const fn parts(self) -> Parts {
        let (swap, flip_rows, flip_columns) = match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::QuarterTurn => (true, false, true),
            Symmetry::HalfTurn => (false, true, true),
            Symmetry::ThreeQuarterTurn => (true, true, false),
            Symmetry::FlipRows => (false, true, false),
            Symmetry::FlipColumns => (false, false, true),
            Symmetry::Transpose => (true, false, false),
            Symmetry::AntiTranspose => (true, true, true),
        };
        Parts { swap, flip_rows, flip_columns }
    }

    /// The symmetry that undoes this one.
    pub(crate) const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            own_inverse => own_inverse,
        }
    }

    /// The rows and columns of the picture of a grid of `rows` rows and `columns` columns.
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// assert_eq!(Symmetry::Transpose.shape_after(2, 5), (5, 2));
    /// assert_eq!(Symmetry::HalfTurn.shape_after(2, 5), (2, 5));
    /// ```
    #[inline]
    #[must_use]
    pub const fn shape_after(self, rows: usize, columns: usize) -> (usize, usize) {
        if self.parts().swap { (columns, rows) } else { (rows, columns) }
    }

    /// Where a cell of a grid of `rows` rows and `columns` columns goes.
    ///
    /// ```
    /// # use grid_utils::{Cell, Symmetry};
    /// let top_right = Cell::new(0, 4);
    /// assert_eq!(Symmetry::QuarterTurn.apply(top_right, 2, 5), Cell::new(4, 1));
    /// ```
    ///
    /// # Panics
    /// If the cell lies outside that grid.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn apply(self, cell: Cell, rows: usize, columns: usize) -> Cell {
        assert!(cell.row < rows && cell.column < columns, "the cell lies outside the grid");
        let parts = self.parts();
        let (rows, columns) = self.shape_after(rows, columns);
        let Cell { row, column } = if parts.swap { Cell::new(cell.column, cell.row) } else { cell };
        Cell {
            row: if parts.flip_rows { rows - 1 - row } else { row },
            column: if parts.flip_columns { columns - 1 - column } else { column },
        }
    }
}
