//! The picture: sums at the left and at the top, the tiles tinted by their sides.

use grid_utils::{Cell, Grid};
use picture::{Ink, Picture, Tint};

use crate::tiling::Tiling;
use crate::{Board, TileAndTrouble};

/// Draws the grid with its sums, and the tiles of a board where there is one. A board may be
/// unfinished or of another shape: what lies inside the grid is shown, and numbers that make no
/// whole tile are marked as mistakes.
pub(crate) fn picture(puzzle: &TileAndTrouble, board: Option<&Board>) -> Picture {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    let mut picture = Picture::grid(rows, columns);
    picture.title(&format!("Square tiles on a grid of {rows} x {columns} cells"));
    for (row, sum) in puzzle.rows.known() {
        picture.label_left(row, &sum.to_string());
    }
    for (column, sum) in puzzle.columns.known() {
        picture.label_top(column, &sum.to_string());
    }
    if let Some(board) = board {
        draw_tiles(&mut picture, &Grid::filled(rows, columns, ()), board);
    }
    picture
}

fn draw_tiles(picture: &mut Picture, grid: &Grid<()>, board: &Board) {
    let tiling = Tiling::of(board);
    for cell in grid.cells() {
        let Some(side) = board.get(cell).copied().flatten() else { continue };
        let (tint, ink) = match tiling.corner(cell) {
            Some(_) => (Tint::Colour(side.0.get() - 1), Ink::Found),
            None => (Tint::Warning, Ink::Warning),
        };
        picture.fill(cell, tint).text(cell, &side.to_string(), ink);
    }
    // A number without a tile stands for itself, an uncovered cell for all uncovered ones.
    let tile = |cell: Cell| {
        let is_covered = board.get(cell).is_some_and(Option::is_some);
        is_covered.then(|| tiling.corner(cell).unwrap_or(cell))
    };
    picture.borders(|one, other| tile(one) != tile(other));
}
