//! One grid that is to be filled, as the rules, the checker and the search see it.

use grid_puzzles::{Border, Side, empty_groups};
use puzzle::prelude::*;

use crate::{Givens, check, constraints, search};

/// A grid that is covered by squares, which may overlap, with all that is given.
pub struct Field<'a> {
    /// The numbers that are given. The grid has as many rows as columns.
    pub givens: &'a Givens,
    /// The rows and columns of each square.
    pub size: usize,
    /// The top-left cell of each square.
    pub squares: Vec<Cell>,
    /// The first number that is seen from a side along a line of the grid.
    pub seen: Vec<(Side, usize, u8)>,
    /// The sum of the numbers of a line of the grid.
    pub sums: Vec<(Side, usize, u8)>,
}

impl Field<'_> {
    /// Returns the form of its boards.
    #[must_use]
    pub fn form(&self) -> Form {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        let largest = i64::try_from(self.size).unwrap_or(i64::MAX);
        Form::numbers(rows, columns, 1..=largest).with_empty_cells().with_givens(self.givens)
    }

    /// States the rules of the field.
    pub fn state(&self, model: &mut Model, board: &mut Unknown) {
        for number in constraints::state(model, std::slice::from_ref(self)) {
            board.set_cells(&number);
        }
    }

    /// Searches for all of its boards.
    pub fn search(&self, search: &mut Search) -> Flow {
        search::report(self, search)
    }

    /// Checks the rules of a complete board, without the clues.
    ///
    /// # Errors
    /// The first rule that the board breaks, and where.
    pub fn check(&self, board: &Board) -> Result<()> {
        check::board(self, board)
    }

    /// Returns the product of the sizes of the groups of empty cells.
    #[must_use]
    pub fn answer(board: &Board) -> Answer {
        let text = empty_groups::answer(board.grid());
        Answer { remarks: empty_groups::remarks(board.grid()), ..Answer::new(text) }
    }

    /// Refuses clues at the border that do not fit a grid with `size` rows and columns: another
    /// number of them, or a clue below 1 or above `largest`. `key` is their key in the instance.
    ///
    /// # Errors
    /// Names the side and the line.
    pub fn check_border(key: &str, border: &Border<u8>, size: usize, largest: u8) -> Result<()> {
        border.check_sides(key)?;
        let clues = border.size();
        let found = puzzle::counted(clues, "clue");
        ensure!(clues == size, "`{key}.top` has {found}; expected {size}, as `givens` has");
        for (side, line, clue) in border.given() {
            ensure!(
                (1..=largest).contains(clue),
                "`{key}.{}`, {}: expected a number from 1 to {largest} and found {clue}",
                side.key(),
                side.line_name(line)
            );
        }
        Ok(())
    }
}

/// Returns the first number of a board that is seen from a side along a line.
#[must_use]
pub(crate) fn first_seen(board: &Board, side: Side, line: usize) -> Option<u8> {
    let number = side.cells(board.grid().rows(), line).find_map(|cell| board[cell]);
    number.and_then(|number| u8::try_from(number).ok())
}
