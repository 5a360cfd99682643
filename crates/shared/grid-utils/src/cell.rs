//! Places in a grid, and steps from one to the next.

use std::fmt;
use std::str::FromStr;

use crate::{Quoted, Step};

/// A place in a grid: its row and its column, both indices from 0, from the top left.
///
/// Cells are ordered as they are read: row by row, each from left to right. As text, in data files
/// too, rows and columns are counted from 1: the top left cell is `r1c1`.
///
/// ```
/// use grid_utils::{Cell, Direction};
///
/// let cell = Cell::new(2, 5);
/// assert_eq!(cell.to_string(), "r3c6");
/// assert_eq!("r3c6".parse(), Ok(cell));
/// assert_eq!(cell.step(Direction::North), Some(Cell::new(1, 5)));
/// assert!(Cell::new(1, 9) < cell);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: usize,
    /// The column, counted from 0 at the left.
    pub column: usize,
}

impl Cell {
    /// Returns the cell in this row and column.
    #[inline]
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        Cell { row, column }
    }

    /// Returns the next cell in a direction; `None` to the north of row 0 and to the west of column
    /// 0.
    ///
    /// A cell does not know the size of its grid. [`Grid::neighbour`](crate::Grid::neighbour) also
    /// stops at the borders in the south and in the east.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let Cell { row, column } = self;
        let (row, column) = match direction {
            Direction::North => (row.checked_sub(1), Some(column)),
            Direction::East => (Some(row), column.checked_add(1)),
            Direction::South => (row.checked_add(1), Some(column)),
            Direction::West => (Some(row), column.checked_sub(1)),
        };
        match (row, column) {
            (Some(row), Some(column)) => Some(Cell { row, column }),
            _ => None,
        }
    }

    /// Returns the cell that a step leads to; `None` above row 0 and to the left of column 0.
    #[inline]
    #[must_use]
    pub const fn offset(self, (rows, columns): Step) -> Option<Self> {
        match (self.row.checked_add_signed(rows), self.column.checked_add_signed(columns)) {
            (Some(row), Some(column)) => Some(Cell { row, column }),
            _ => None,
        }
    }

    /// Names the row and the column, for messages.
    ///
    /// ```
    /// use grid_utils::Cell;
    ///
    /// assert_eq!(Cell::new(0, 2).in_words(), "row 1, column 3");
    /// ```
    #[must_use]
    pub fn in_words(self) -> String {
        format!("row {}, column {}", self.row.saturating_add(1), self.column.saturating_add(1))
    }

    /// Returns the number of orthogonal steps to another cell if nothing is in the way.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> usize {
        self.row.abs_diff(other.row).saturating_add(self.column.abs_diff(other.column))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("r{}c{}", self.row.saturating_add(1), self.column.saturating_add(1)))
    }
}

/// The error for a text that is not a cell such as `r1c1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCellError {
    found: String,
}

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a cell such as r1c1 and found {}", Quoted(&self.found))
    }
}

impl std::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let index = |digits: &str| {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<usize>().ok().filter(|_| is_number)?.checked_sub(1)
        };
        text.strip_prefix('r')
            .and_then(|rest| rest.split_once('c'))
            .and_then(|(row, column)| Some(Cell::new(index(row)?, index(column)?)))
            .ok_or_else(|| ParseCellError { found: text.to_owned() })
    }
}

/// One of the four orthogonal directions; north is up, towards row 0.
///
/// ```
/// use grid_utils::Direction;
///
/// assert_eq!(Direction::North.clockwise(), Direction::East);
/// assert_eq!(Direction::North.opposite(), Direction::South);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Up, to the row before.
    North,
    /// Right, to the column after.
    East,
    /// Down, to the row after.
    South,
    /// Left, to the column before.
    West,
}

impl Direction {
    /// All four, clockwise from the north: the order in which neighbours are listed everywhere.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    /// Returns the direction after a quarter turn to the right.
    #[inline]
    #[must_use]
    pub const fn clockwise(self) -> Self {
        match self {
            Direction::North => Direction::East,
            Direction::East => Direction::South,
            Direction::South => Direction::West,
            Direction::West => Direction::North,
        }
    }
}

impl From<Direction> for Step {
    fn from(direction: Direction) -> Step {
        match direction {
            Direction::North => (-1, 0),
            Direction::East => (0, 1),
            Direction::South => (1, 0),
            Direction::West => (0, -1),
        }
    }
}
