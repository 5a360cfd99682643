//! Clues that each say something of a whole row or column.

use std::fmt::Display;

use grid_puzzles::{LineClues, Side, without_clues};
use grid_utils::Token;
use puzzle::Site;
use puzzle::prelude::*;

/// A clue for each row and each column, as far as they are given: an instance, or a part of one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "Option<T>: Token")]
pub struct RowsAndColumns<T> {
    /// The clues of the rows, from top to bottom.
    #[serde(deserialize_with = "LineClues::of_rows")]
    pub rows: LineClues<T>,
    /// The clues of the columns, from left to right.
    #[serde(deserialize_with = "LineClues::of_columns")]
    pub columns: LineClues<T>,
}

impl<T: Copy + Display> RowsAndColumns<T> {
    /// Returns the number of rows and of columns.
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

    /// Returns the given clues, each with the side from which its line is named and the number of
    /// the line.
    pub fn given(&self) -> impl Iterator<Item = (Side, usize, T)> {
        let rows = self.rows.given().map(|(line, &clue)| (Side::Left, line, clue));
        let columns = self.columns.given().map(|(line, &clue)| (Side::Top, line, clue));
        rows.chain(columns)
    }

    /// Returns the clues as functions of a board: `of` returns the one that a board shows in the
    /// row or column seen from a side.
    pub fn of_board<'a>(
        &self,
        says: &'static str,
        of: impl Fn(&Board, Side, usize) -> T + Copy + 'a,
    ) -> Vec<Clues<'a>> {
        let rows = move |board: &Board, row| Some(of(board, Side::Left, row));
        let columns = move |board: &Board, column| Some(of(board, Side::Top, column));
        vec![
            self.rows.of_board("rows", Site::Row, says, rows),
            self.columns.of_board("columns", Site::Column, says, columns),
        ]
    }

    /// Returns an instance of this size without clues.
    #[must_use]
    pub fn draft(size: usize) -> Draft {
        without_clues(size, &["rows", "columns"])
    }
}
