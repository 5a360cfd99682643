//! The checker: it examines every region.

use puzzle::prelude::*;

use crate::SHADED;

pub(crate) fn check(board: &Board) -> Result<()> {
    for (_, cells) in Regions::connected(board.grid()).iter() {
        let first = cells[0];
        if board[first] == SHADED {
            ensure!(is_rectangle(cells), "the shaded region of {first} is no rectangle");
        } else {
            ensure!(!is_rectangle(cells), "the unshaded region of {first} is a rectangle");
        }
    }
    Ok(())
}

/// Returns whether these cells, in reading order, fill their bounding box.
fn is_rectangle(cells: &[Cell]) -> bool {
    let rows = cells[cells.len() - 1].row - cells[0].row + 1;
    let columns = || cells.iter().map(|cell| cell.column);
    let width = columns().max().unwrap_or(0) - columns().min().unwrap_or(0) + 1;
    rows * width == cells.len()
}
