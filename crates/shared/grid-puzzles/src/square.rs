//! Squares in chess notation.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result};
use grid_utils::{Cell, Quoted};
use serde::{Deserialize, Deserializer, de};

/// A square in chess notation: `a1` is at the bottom left, `b1` to its right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Square {
    /// The column, from 0, at most 25.
    file: u8,
    /// The row, from 0 at the bottom, at most 98.
    rank: u8,
}

impl Square {
    /// Returns the square of a cell on a board of this many rows.
    ///
    /// # Panics
    /// If the cell is not on the board, or the board has more than 99 rows or 26 columns.
    #[must_use]
    pub fn of(cell: Cell, rows: usize) -> Self {
        assert!(cell.row < rows && rows <= 99 && cell.column < 26, "{cell} has no name");
        let narrow =
            |number: usize| u8::try_from(number).expect("a board has few rows and columns");
        Square { file: narrow(cell.column), rank: narrow(rows - 1 - cell.row) }
    }

    /// Returns the cell of the square on a board of this many rows; `None` if its rank is above the
    /// board.
    #[must_use]
    pub fn cell(self, rows: usize) -> Option<Cell> {
        let row = rows.checked_sub(1 + usize::from(self.rank))?;
        Some(Cell::new(row, self.file.into()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl FromStr for Square {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let square = || {
            let file = *text.as_bytes().first().filter(|file| file.is_ascii_lowercase())?;
            let rank: u8 = text[1..].parse().ok().filter(|rank| (1..=99).contains(rank))?;
            Some(Square { file: file - b'a', rank: rank - 1 })
        };
        square()
            .filter(|square| square.to_string() == text)
            .with_context(|| format!("expected a square such as `a1` and found {}", Quoted(text)))
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error| de::Error::custom(format!("{error:#}")))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    #[test]
    fn squares_are_named_as_on_a_chess_board() {
        for (name, row, column) in [("a1", 7, 0), ("h8", 0, 7), ("c2", 6, 2)] {
            let square: Square = name.parse().unwrap();
            assert_eq!(square.cell(8), Some(Cell::new(row, column)));
            assert_eq!(Square::of(Cell::new(row, column), 8).to_string(), name);
        }
        assert_eq!("a9".parse::<Square>().unwrap().cell(8), None);
        for wrong in ["", "a", "a0", "A1", "1a", "a100", "ä1", "a+1", "a01"] {
            assert!(wrong.parse::<Square>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn squares_of_instances_are_texts() {
        let read = |text| Square::deserialize(StrDeserializer::<Error>::new(text));
        assert_eq!(read("b3"), Ok(Square { file: 1, rank: 2 }));
        let error = read("3b").unwrap_err().to_string();
        assert_eq!(error, "expected a square such as `a1` and found \"3b\"");
    }
}
