//! The pentominoes of a complete board, found without the code of the search.

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid, Symmetry};
use itertools::Itertools;
use polyominoes::Pentomino;
use puzzle::Board;

use crate::filled;

/// Checks that the filled cells are divided into pentominoes, each of another type, whose digits add up
/// to multiples of five.
pub(crate) fn pentominoes(board: &Board) -> Result<()> {
    for cell in board.grid().cells() {
        let is_part = filled(board, cell).is_none_or(|filled| filled.part.is_some());
        ensure!(is_part, "{cell} is part of no pentomino");
    }
    for pentomino in Pentomino::ALL {
        let of_part = |cell| Some((cell, filled(board, cell)?));
        let parts = board.grid().cells().filter_map(of_part);
        let parts = parts.filter(|(_, filled)| filled.part == Some(pentomino)).collect_vec();
        if parts.is_empty() {
            continue;
        }
        let count = parts.len();
        ensure!(count == 5, "{count} cells are part of {pentomino}; expected 5, or none");
        let cells = parts.iter().map(|&(cell, _)| cell).collect_vec();
        ensure!(has_shape_of(pentomino, &cells), "the cells of {pentomino} have another shape");
        let sum: i64 = parts.iter().map(|(_, filled)| filled.digit).sum();
        ensure!(
            sum % 5 == 0,
            "the digits of {pentomino} add up to {sum}; expected a multiple of 5"
        );
    }
    Ok(())
}

/// Returns whether the cells have the shape of the pentomino in one of its orientations.
fn has_shape_of(pentomino: Pentomino, cells: &[Cell]) -> bool {
    let rows = cells.iter().map(|cell| cell.row).minmax().into_option();
    let columns = cells.iter().map(|cell| cell.column).minmax().into_option();
    let (Some((top, bottom)), Some((left, right))) = (rows, columns) else { return false };
    let cut_out = Grid::from_fn(bottom - top + 1, right - left + 1, |Cell { row, column }| {
        if cells.contains(&Cell::new(top + row, left + column)) { '#' } else { '.' }
    });
    let drawing = |grid: &Grid<char>| grid.row_slices().map(|row| row.iter().join("")).join("/");
    Symmetry::ALL
        .into_iter()
        .any(|symmetry| drawing(&cut_out.transformed(symmetry)) == pentomino.drawing())
}
