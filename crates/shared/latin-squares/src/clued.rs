//! Sudokus without given digits: numbers in some cells constrain other cells, and the cells
//! themselves are filled like any other.

use puzzle::prelude::*;

use crate::draw_boxes;

/// The numbers in the cells that have one.
pub type Clues = Grid<Option<u8>>;

/// Returns the sum of the squares of the digits in the cells with clues.
///
/// ```
/// let clues = ". 9\n. 9".parse().unwrap();
/// let board = latin_squares::form(2).read("1 2\n2 1").unwrap();
/// assert_eq!(latin_squares::clued::sum_of_squares(&clues, &board), 5);
/// ```
///
/// # Panics
/// If the board is smaller than the clues.
#[must_use]
pub fn sum_of_squares(clues: &Clues, board: &Board) -> i64 {
    let cells = clues.iter().filter(|(_, clue)| clue.is_some());
    cells.filter_map(|(cell, _)| board[cell]).map(|digit| digit.pow(2)).sum()
}

/// Draws the clues in the corners of shaded cells, and the borders of the boxes.
pub fn draw(picture: &mut Picture, clues: &Clues) {
    for (cell, clue) in clues {
        if let Some(clue) = clue {
            picture.fill(cell, Tint::Shade);
            picture.small_text(cell, Corner::TopLeft, &clue.to_string(), Ink::Given);
        }
    }
    draw_boxes(picture);
}
