//! Sudokus without given digits: numbers in some cells tell something of other cells, and the cells
//! themselves are filled like any other.

use grid_utils::Grid;
use picture::{Corner, Ink, Picture, Tint};

use crate::{Board, draw_boxes};

/// The numbers in the cells that have one.
pub type Clues = Grid<Option<u8>>;

/// The sum of the squares of the digits in the cells with clues.
///
/// ```
/// let (clues, board) = (". 9\n. 9".parse().unwrap(), "1 2\n2 1".parse().unwrap());
/// assert_eq!(sudoku::clued::sum_of_squares(&clues, &board), 5);
/// ```
///
/// # Panics
/// If the board is smaller than the clues.
#[must_use]
pub fn sum_of_squares(clues: &Clues, board: &Board) -> u32 {
    let cells = clues.iter().filter(|(_, clue)| clue.is_some());
    cells.filter_map(|(cell, _)| board[cell]).map(|digit| u32::from(digit).pow(2)).sum()
}

/// The clues in the corners of shaded cells, and the digits of a board, complete or not.
#[must_use]
pub fn picture(clues: &Clues, board: Option<&Board>) -> Picture {
    let mut picture = Picture::grid(clues.rows(), clues.columns());
    for (cell, clue) in clues {
        if let Some(clue) = clue {
            picture.fill(cell, Tint::Shade);
            picture.small_text(cell, Corner::TopLeft, &clue.to_string(), Ink::Given);
        }
        if let Some(digit) = board.and_then(|board| board.get(cell).copied().flatten()) {
            picture.text(cell, &digit.to_string(), Ink::Found);
        }
    }
    draw_boxes(&mut picture);
    picture
}
