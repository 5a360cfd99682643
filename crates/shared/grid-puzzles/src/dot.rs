//! Dots in cells, on their sides and at their corners.

use std::fmt;

use grid_utils::{Cell, Grid, Quoted};
use puzzle::prelude::iproduct;
use serde::Deserialize;

/// A dot: `r2c3` in the middle of a cell, `r2c3r` on its right side, `r2c3b` on its bottom, `r2c3x` on
/// its lower right corner.
///
/// ```
/// use grid_puzzles::Dot;
/// use grid_utils::{Cell, Grid};
///
/// let dot = Dot::try_from("r1c2b".to_owned())?;
/// assert_eq!(dot.cells().map(|cell| cell.to_string()).collect::<Vec<_>>(), ["r1c2", "r2c2"]);
/// let grid = Grid::filled(2, 3, ());
/// assert_eq!(dot.image(&grid, Cell::new(0, 0)), Some(Cell::new(1, 2)), "a half turn about the dot");
/// assert_eq!(
///     Dot::try_from("r1".to_owned()).err().unwrap(),
///     "expected a dot such as r2c3, r2c3r, r2c3b or r2c3x and found \"r1\""
/// );
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Dot {
    /// The first of the cells that it touches.
    first: Cell,
    /// The last one.
    last: Cell,
}

/// What follows the first cell in the name of a dot, with the steps down and to the right to its last
/// cell.
const PLACES: [(&str, (usize, usize)); 4] =
    [("", (0, 0)), ("r", (0, 1)), ("b", (1, 0)), ("x", (1, 1))];

impl Dot {
    /// Returns the dot that touches the cells between these two.
    ///
    /// # Panics
    /// If the second cell is neither the first one, nor at its right, below it, or both.
    #[must_use]
    pub fn between(first: Cell, last: Cell) -> Self {
        let is_near = |from: usize, to: usize| to == from || to == from + 1;
        assert!(is_near(first.row, last.row) && is_near(first.column, last.column));
        Dot { first, last }
    }

    /// Returns the last of the cells that it touches.
    #[must_use]
    pub fn last(self) -> Cell {
        self.last
    }

    /// Returns the cells that it touches, in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let cells = iproduct!(self.first.row..=self.last.row, self.first.column..=self.last.column);
        cells.map(|(row, column)| Cell::new(row, column))
    }

    /// Returns its position in a picture.
    #[must_use]
    pub fn middle(self) -> (f64, f64) {
        let middle = |first: usize, last: usize| (first + last + 1) as f64 / 2.0;
        (middle(self.first.column, self.last.column), middle(self.first.row, self.last.row))
    }

    /// Returns the cell to which a half turn about the dot takes another one, if it is in the grid.
    #[must_use]
    pub fn image<T>(self, grid: &Grid<T>, cell: Cell) -> Option<Cell> {
        let row = (self.first.row + self.last.row).checked_sub(cell.row)?;
        let column = (self.first.column + self.last.column).checked_sub(cell.column)?;
        Some(Cell::new(row, column)).filter(|&image| grid.contains(image))
    }
}

impl TryFrom<String> for Dot {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let name = text.trim_end_matches(['r', 'b', 'x']);
        let place = PLACES.iter().find(|(place, _)| *place == &text[name.len()..]);
        let dot = place.zip(name.parse().ok()).map(|(&(_, (down, right)), first): (_, Cell)| Dot {
            first,
            last: Cell::new(first.row + down, first.column + right),
        });
        dot.ok_or_else(|| {
            let found = Quoted(&text);
            format!("expected a dot such as r2c3, r2c3r, r2c3b or r2c3x and found {found}")
        })
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dot { first, last } = self;
        let step = (last.row - first.row, last.column - first.column);
        let place = PLACES.iter().find(|&&(_, place)| place == step);
        write!(f, "{first}{}", place.map_or("", |&(place, _)| place))
    }
}
