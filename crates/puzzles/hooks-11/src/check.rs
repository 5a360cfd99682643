//! The pentominoes of a complete board, found without the code of the search.

use grid_utils::Symmetry;
use polyominoes::Pentomino;
use puzzle::prelude::*;

use crate::{Filled, filled};

/// Checks that the filled cells are divided into pentominoes, each of another type, whose digits
/// add up to multiples of five.
pub(crate) fn pentominoes(board: &Board) -> Result<()> {
    for cell in board.grid().cells() {
        let is_part = filled(board, cell).is_none_or(|filled| filled.part.is_some());
        ensure!(is_part, "{cell} is part of no pentomino");
    }
    for pentomino in Pentomino::ALL {
        let filled = board.grid().cells().filter_map(|cell| filled(board, cell));
        let parts = filled.filter(|filled| filled.part == Some(pentomino)).collect_vec();
        if parts.is_empty() {
            continue;
        }
        let count = parts.len();
        let cells = puzzle::counted(count, "cell");
        ensure!(count == 5, "{pentomino} has {cells}; expected 5, or none");
        ensure!(has_shape(board, pentomino), "the cells of {pentomino} have another shape");
        let sum: i64 = parts.iter().map(|filled| filled.digit).sum();
        ensure!(
            sum % 5 == 0,
            "the digits of {pentomino} add up to {sum}; expected a multiple of 5"
        );
    }
    Ok(())
}

/// Returns whether the cells of a pentomino have its shape, in one of its orientations.
fn has_shape(board: &Board, pentomino: Pentomino) -> bool {
    let is_part =
        |value: &Option<i64>| value.is_some_and(|value| Filled::of(value).part == Some(pentomino));
    board.grid().cut_out(is_part).is_some_and(|(_, cells)| {
        let drawing = |symmetry| {
            let turned = cells.transformed(symmetry).map(|_, &cell| if cell { '#' } else { '.' });
            turned.row_slices().map(|row| row.iter().join("")).join("/")
        };
        Symmetry::ALL.into_iter().any(|symmetry| drawing(symmetry) == pentomino.drawing())
    })
}
