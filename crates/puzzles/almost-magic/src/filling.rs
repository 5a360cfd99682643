//! A partly filled figure.

use puzzle::prelude::*;

use crate::squares::{MagicSquare, Numbers};

/// A figure that is being filled.
pub(crate) struct Filling {
    pub(crate) board: Board,
    /// The numbers in use.
    pub(crate) set: Numbers,
    pub(crate) sum: i32,
    /// The number of cells of the figure.
    pub(crate) cells: i32,
    /// The upper bound of the sum of all numbers.
    pub(crate) budget: i32,
}

impl Filling {
    /// Returns the board with more squares, each given with its cells.
    pub(crate) fn with(&self, squares: &[(&[Cell], &MagicSquare)]) -> Board {
        let mut board = self.board.clone();
        for (cells, square) in squares {
            for (&cell, &number) in cells.iter().zip(&square.numbers) {
                board[cell] = Some(number.into());
            }
        }
        board
    }

    /// Reports a full board, and requires a smaller sum from now on.
    pub(crate) fn report(&mut self, board: Board, sum: i32, search: &mut Search) -> Flow {
        self.budget = sum - 1;
        search.solution(board)
    }
}
