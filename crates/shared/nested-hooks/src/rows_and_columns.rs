//! Clues that each say something of a whole row or column.

use anyhow::Result;
use grid_puzzles::{Clues, Side};
use grid_utils::Token;
use picture::Picture;
use serde::{Deserialize, Serialize};

use crate::draw;

/// A clue for each row and each column, as far as they are given: an instance, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(serialize = "Option<T>: Token", deserialize = "Option<T>: Token")
)]
pub struct RowsAndColumns<T> {
    /// The clues of the rows, from top to bottom.
    #[serde(deserialize_with = "Clues::of_rows")]
    pub rows: Clues<T>,
    /// The clues of the columns, from left to right.
    #[serde(deserialize_with = "Clues::of_columns")]
    pub columns: Clues<T>,
}

impl<T> RowsAndColumns<T> {
    /// The clues of a grid with so many rows and columns: `clue` gives each, where there is one.
    pub fn of(size: usize, mut clue: impl FnMut(Side, usize) -> Option<T>) -> Self {
        let [rows, columns] =
            [Side::Left, Side::Top].map(|side| (0..size).map(|line| clue(side, line)).collect());
        RowsAndColumns { rows, columns }
    }

    /// The number of rows and of columns, where these are equal.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// Refuses other than squares of at most `largest_size` rows.
    ///
    /// # Errors
    /// Names the key, how many clues it has, and how many were expected.
    pub fn validate(&self, largest_size: usize) -> Result<()> {
        self.rows.check_at_most("rows", largest_size)?;
        self.columns.check_as_many("columns", "rows", &self.rows)
    }

    /// The clues that there are, with the side from which their line is named, and its number.
    pub fn given(&self) -> impl Iterator<Item = (Side, usize, &T)> {
        let rows = self.rows.given().map(|(line, clue)| (Side::Left, line, clue));
        let columns = self.columns.given().map(|(line, clue)| (Side::Top, line, clue));
        rows.chain(columns)
    }

    /// Adds the clues to a picture.
    pub fn draw(&self, picture: &mut Picture)
    where
        T: std::fmt::Display,
    {
        draw::side(picture, Side::Left, self.rows.given());
        draw::side(picture, Side::Top, self.columns.given());
    }
}
