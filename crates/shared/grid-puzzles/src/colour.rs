//! Boards on which each cell is shaded or not.

use std::fmt;

use grid_utils::{Cell, Grid, Token};

/// What a cell of a board is on which some are shaded.
///
/// ```
/// use grid_puzzles::Colour;
/// use grid_utils::{Cell, Grid};
///
/// let board: Grid<Option<Colour>> = "# -\n. #".parse()?;
/// assert_eq!(board[Cell::new(0, 1)], Some(Colour::Unshaded));
/// assert_eq!(board[Cell::new(1, 0)], None, "it is not known yet");
/// assert_eq!(board.to_string(), "# -\n. #");
/// # Ok::<(), grid_utils::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `#`
    Shaded,
    /// `-`
    Unshaded,
}

impl Colour {
    /// That of a cell that is shaded or not.
    #[must_use]
    pub const fn of(is_shaded: bool) -> Self {
        if is_shaded { Colour::Shaded } else { Colour::Unshaded }
    }

    /// The board that these values of flags tell, in reading order, as far as they are known: 1 for
    /// a shaded cell, 0 for another one.
    ///
    /// ```
    /// use grid_puzzles::Colour;
    ///
    /// let board = Colour::board(&[Some(1), Some(0), None], 1, 3);
    /// assert_eq!(board.to_string(), "# - .");
    /// ```
    ///
    /// # Panics
    /// If there are too few values, or no rows or columns.
    #[must_use]
    pub fn board(values: &[Option<i64>], rows: usize, columns: usize) -> Grid<Option<Self>> {
        Grid::from_fn(rows, columns, |Cell { row, column }| {
            values[row * columns + column].map(|value| Colour::of(value == 1))
        })
    }
}

impl Token for Colour {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "#" => Ok(Colour::Shaded),
            "-" => Ok(Colour::Unshaded),
            _ => Err("# for a shaded cell, - for an unshaded one".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == Colour::Shaded { "#" } else { "-" })
    }
}
