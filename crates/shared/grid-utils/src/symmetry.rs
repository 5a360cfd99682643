//! The eight symmetries of the square, on grids of any shape.

use crate::{Cell, Direction};

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
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// assert_eq!(Symmetry::ALL[0], Symmetry::IDENTITY);
    /// assert_eq!(Symmetry::ALL.iter().filter(|symmetry| symmetry.swaps_axes()).count(), 4);
    /// ```
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

    /// The symmetry that leaves everything where it is.
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// assert!(Symmetry::ALL.iter().all(|&any| any.then(Symmetry::IDENTITY) == any));
    /// ```
    pub const IDENTITY: Symmetry = Symmetry::Identity;

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

    const fn from_parts(parts: Parts) -> Self {
        match (parts.swap, parts.flip_rows, parts.flip_columns) {
            (false, false, false) => Symmetry::Identity,
            (true, false, true) => Symmetry::QuarterTurn,
            (false, true, true) => Symmetry::HalfTurn,
            (true, true, false) => Symmetry::ThreeQuarterTurn,
            (false, true, false) => Symmetry::FlipRows,
            (false, false, true) => Symmetry::FlipColumns,
            (true, false, false) => Symmetry::Transpose,
            (true, true, true) => Symmetry::AntiTranspose,
        }
    }

    /// The symmetry that does the same as this one and after it the `next`.
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// use Symmetry::{FlipColumns, HalfTurn, QuarterTurn, Transpose};
    ///
    /// assert_eq!(QuarterTurn.then(QuarterTurn), HalfTurn);
    /// assert_eq!(Transpose.then(FlipColumns), QuarterTurn);
    /// assert_ne!(FlipColumns.then(Transpose), QuarterTurn, "the order matters");
    /// ```
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        let (first, next) = (self.parts(), next.parts());
        // Swapping rows and columns makes of a flip of the one a flip of the other.
        let (flip_rows, flip_columns) = if next.swap {
            (first.flip_columns, first.flip_rows)
        } else {
            (first.flip_rows, first.flip_columns)
        };
        Symmetry::from_parts(Parts {
            swap: first.swap ^ next.swap,
            flip_rows: flip_rows ^ next.flip_rows,
            flip_columns: flip_columns ^ next.flip_columns,
        })
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// assert_eq!(Symmetry::QuarterTurn.inverse(), Symmetry::ThreeQuarterTurn);
    /// assert_eq!(Symmetry::FlipRows.inverse(), Symmetry::FlipRows);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            own_inverse => own_inverse,
        }
    }

    /// Whether rows become columns.
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// assert!(Symmetry::QuarterTurn.swaps_axes());
    /// assert!(!Symmetry::HalfTurn.swaps_axes());
    /// ```
    #[inline]
    #[must_use]
    pub const fn swaps_axes(self) -> bool {
        self.parts().swap
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
        if self.swaps_axes() { (columns, rows) } else { (rows, columns) }
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

    /// What becomes of a direction: a step that way, seen in the picture.
    ///
    /// ```
    /// # use grid_utils::{Direction, Symmetry};
    /// assert_eq!(Symmetry::QuarterTurn.apply_direction(Direction::North), Direction::East);
    /// assert_eq!(Symmetry::FlipRows.apply_direction(Direction::North), Direction::South);
    /// assert_eq!(Symmetry::FlipRows.apply_direction(Direction::East), Direction::East);
    /// ```
    #[must_use]
    pub const fn apply_direction(self, direction: Direction) -> Direction {
        let parts = self.parts();
        let direction = match direction {
            Direction::North if parts.swap => Direction::West,
            Direction::West if parts.swap => Direction::North,
            Direction::South if parts.swap => Direction::East,
            Direction::East if parts.swap => Direction::South,
            direction => direction,
        };
        let flipped = match direction {
            Direction::North | Direction::South => parts.flip_rows,
            Direction::East | Direction::West => parts.flip_columns,
        };
        if flipped { direction.opposite() } else { direction }
    }
}
