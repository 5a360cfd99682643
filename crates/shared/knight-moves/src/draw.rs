//! The parts of the pictures besides the numbers.

use puzzle::prelude::*;

/// Width of the jumps, in cells.
const JUMP: f64 = 0.07;

/// Draws the jumps between consecutive numbers of a board, if there is one.
pub fn jumps(picture: &mut Picture, board: Option<&Board>) {
    let cells = board.into_iter().flat_map(|board| board.grid());
    let numbers = cells.filter_map(|(cell, number)| Some(((*number)?, cell))).sorted();
    for jumps in numbers.collect_vec().chunk_by(|(one, _), (other, _)| one + 1 == *other) {
        let centre = |&(_, cell): &(i64, grid_utils::Cell)| {
            (cell.column as f64 + 0.5, cell.row as f64 + 0.5)
        };
        if jumps.len() > 1 {
            picture.faint_line(&jumps.iter().map(centre).collect_vec(), Ink::Accent, JUMP);
        }
    }
}
