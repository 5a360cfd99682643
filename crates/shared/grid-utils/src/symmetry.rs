//! The eight symmetries of the square, on grids of any shape.

use itertools::iproduct;

use crate::{Cell, Step};

/// One of the eight ways to lay a square onto itself: four turns and four reflections.
///
/// They work on rectangles, too: quarter turns and reflections in a diagonal swap the numbers of
/// rows and columns ([`shape_after`](Symmetry::shape_after)).
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
    /// The identity.
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

/// A symmetry in three parts: whether rows and columns are swapped, then whether the order of the
/// rows is reversed, and that of the columns.
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

    /// Returns the symmetry that undoes this one.
    pub(crate) const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            own_inverse => own_inverse,
        }
    }

    /// Returns the numbers of rows and columns after the symmetry.
    #[inline]
    #[must_use]
    pub const fn shape_after(self, rows: usize, columns: usize) -> (usize, usize) {
        if self.parts().swap { (columns, rows) } else { (rows, columns) }
    }

    /// Returns the image of a cell of a grid of `rows` rows and `columns` columns.
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

    /// Returns the image of a place, relative to a fixed point.
    const fn about_origin(self, (row, column): Step) -> Step {
        let parts = self.parts();
        let (row, column) = if parts.swap { (column, row) } else { (row, column) };
        (
            if parts.flip_rows { -row } else { row },
            if parts.flip_columns { -column } else { column },
        )
    }

    /// Returns the name in English. Both quarter turns have the same name, and so have both
    /// diagonals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::Identity => "identity",
            Symmetry::HalfTurn => "half turn",
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn => "quarter turn",
            Symmetry::FlipRows => "reflection in a horizontal axis",
            Symmetry::FlipColumns => "reflection in a vertical axis",
            Symmetry::Transpose | Symmetry::AntiTranspose => "reflection in a diagonal axis",
        }
    }
}

/// A symmetry placed in the plane: a turn about one centre, or a reflection in one axis, that takes
/// cells to cells. [`Symmetry`] alone turns a whole grid about its middle.
///
/// ```text
/// . . A B      A half turn about the dot takes each letter to its small one.
/// . . C.c      The dot is in the middle between two cells.
/// . . b a
/// ```
///
/// ```
/// use grid_utils::{Cell, Motion, Symmetry};
///
/// let a = Cell::new(0, 2);
/// let goes_there = |turn: &Motion| turn.image(a) == Some(Cell::new(2, 3));
/// let turn = Motion::all(Symmetry::HalfTurn, 3, 4).find(goes_there).unwrap();
/// assert_eq!(turn.image(Cell::new(0, 3)), Some(Cell::new(2, 2)));
/// assert_eq!(turn.image(Cell::new(2, 0)), Some(Cell::new(0, 5)), "beyond the grid");
/// assert_eq!(turn.image(Cell::new(3, 0)), None, "above row 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    symmetry: Symmetry,
    /// Added to row and column after the symmetry about the middle of cell (0, 0).
    shift: Step,
}

impl Motion {
    /// Returns the motions of a kind whose centre or axis goes through a grid of `rows` rows and
    /// `columns` columns: through the middle of a cell, or between the middles of neighbours.
    pub fn all(symmetry: Symmetry, rows: usize, columns: usize) -> impl Iterator<Item = Self> {
        let (rows, columns) = (rows.cast_signed(), columns.cast_signed());
        // Sums of a row and its image, and of a column and its image, where the order is reversed.
        let (row_sums, column_sums) = (0..2 * rows - 1, 0..2 * columns - 1);
        let shifts: Vec<Step> = match symmetry {
            Symmetry::Identity => vec![(0, 0)],
            Symmetry::HalfTurn => iproduct!(row_sums, column_sums).collect(),
            Symmetry::FlipRows => row_sums.map(|sum| (sum, 0)).collect(),
            Symmetry::FlipColumns => column_sums.map(|sum| (0, sum)).collect(),
            Symmetry::Transpose => (1 - columns..rows).map(|shift| (shift, -shift)).collect(),
            Symmetry::AntiTranspose => (0..rows + columns - 1).map(|sum| (sum, sum)).collect(),
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn => {
                let centres = iproduct!(row_sums, column_sums);
                let about = |centre| Some(Self::about(symmetry, centre)?.shift);
                centres.filter_map(about).collect()
            }
        };
        shifts.into_iter().map(move |shift| Motion { symmetry, shift })
    }

    /// Returns the motion of a kind with a fixed point: the centre, or a point of the axis, in half
    /// cells from the middle of cell (0, 0). `None` if images would lie between cells.
    ///
    /// ```
    /// # use grid_utils::{Cell, Motion, Symmetry};
    /// let corner = (1, 1);
    /// let turn = Motion::about(Symmetry::QuarterTurn, corner).unwrap();
    /// assert_eq!(turn.image(Cell::new(0, 0)), Some(Cell::new(0, 1)));
    /// let middle_of_a_side = (0, 1);
    /// assert_eq!(Motion::about(Symmetry::QuarterTurn, middle_of_a_side), None);
    /// ```
    #[must_use]
    pub fn about(symmetry: Symmetry, place: Step) -> Option<Self> {
        let image = symmetry.about_origin(place);
        let (row, column) = (place.0 - image.0, place.1 - image.1);
        (row % 2 == 0 && column % 2 == 0)
            .then_some(Motion { symmetry, shift: (row / 2, column / 2) })
    }

    /// Returns the image of a cell; `None` above row 0 and to the left of column 0.
    #[must_use]
    pub fn image(self, cell: Cell) -> Option<Cell> {
        let (row, column) = (cell.row.cast_signed(), cell.column.cast_signed());
        let (row, column) = self.symmetry.about_origin((row, column));
        let place = |place: isize, shift: isize| usize::try_from(place + shift).ok();
        Some(Cell::new(place(row, self.shift.0)?, place(column, self.shift.1)?))
    }
}
