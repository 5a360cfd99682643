//! Rows and columns whose digits add up to given sums, as in Hooks and Hooks #2.

use puzzle::Clues;

use crate::RowsAndColumns;

/// The longest side. The product that Hooks #2 asks for is below 2^63 up to here.
pub const LARGEST_SIZE: usize = 16;

/// Returns the sums as functions of a board.
#[must_use]
pub fn clues(sums: &RowsAndColumns<u32>) -> Vec<Clues<'_>> {
    sums.of_board("adds up to", |board, side, line| {
        let digits = side.cells(board.grid().rows(), line).filter_map(|cell| board[cell]);
        u32::try_from(digits.sum::<i64>()).unwrap_or(u32::MAX)
    })
}
