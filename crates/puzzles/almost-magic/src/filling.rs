//! A figure on its way to be filled.

use grid_utils::Cell;
use puzzle::{Board, Flow, Search};

use crate::squares::{MagicSquare, Numbers};

/// A figure that is filled.
pub(crate) struct Filling {
    pub(crate) board: Board,
    /// The numbers that it holds.
    pub(crate) set: Numbers,
    pub(crate) sum: i32,
    /// The number of cells of the figure.
    pub(crate) cells: i32,
    /// What all numbers may add up to.
    pub(crate) budget: i32,
}

impl Filling {
    /// The board with more squares, each with its cells.
    pub(crate) fn with(&self, squares: &[(&[Cell], &MagicSquare)]) -> Board {
        let mut board = self.board.clone();
        for (cells, square) in squares {
            for (&cell, &number) in cells.iter().zip(&square.numbers) {
                board[cell] = Some(number.into());
            }
        }
        board
    }

    /// Reports a board that is full, and asks for less than its sum from now on.
    pub(crate) fn report(&mut self, board: Board, sum: i32, search: &mut Search) -> Flow {
        self.budget = sum - 1;
        search.solution(board)
    }
}
