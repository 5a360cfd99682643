//! The picture: sums at the left and at the top, the tiles tinted by their sides.

use grid_utils::{Cell, Grid};
use picture::{Ink, Picture, Tint};

use crate::cut::Cut;
use crate::{Board, TileAndTrouble};

/// Draws the grid with its sums, and the tiles of a board where there is one. A board may be
/// unfinished or of another shape: what lies inside the grid is shown, and numbers that make no
/// whole tile are marked as mistakes.
pub(crate) fn picture(puzzle: &TileAndTrouble, board: Option<&Board>) -> Picture {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    let mut picture = Picture::grid(rows, columns);
    picture.title(&format!("Square tiles on a grid of {rows} x {columns} cells"));
    for (row, sum) in puzzle.rows.iter().enumerate() {
        picture.label_left(row, &sum.to_string());
    }
    for (column, sum) in puzzle.columns.iter().enumerate() {
        picture.label_top(column, &sum.to_string());
    }
    if let Some(board) = board {
        draw_tiles(&mut picture, &Grid::filled(rows, columns, ()), board);
    }
    picture
}

fn draw_tiles(picture: &mut Picture, grid: &Grid<()>, board: &Board) {
    let cut = Cut::of(board);
    for cell in grid.cells() {
        let Some(side) = board.get(cell).copied().flatten() else { continue };
        let (tint, ink) = match cut.corner(cell) {
            Some(_) => (tint(side.cells()), Ink::Found),
            None => (Tint::Warning, Ink::Warning),
        };
        picture.fill(cell, tint).text(cell, &side.to_string(), ink);
    }
    // A number without a tile stands for itself, an uncovered cell for all uncovered ones.
    let tile = |cell: Cell| {
        let is_covered = board.get(cell).is_some_and(Option::is_some);
        is_covered.then(|| cut.corner(cell).unwrap_or(cell))
    };
    picture.borders(|one, other| tile(one) != tile(other));
}

/// Tiles of the same side have the same colour.
fn tint(side: usize) -> Tint {
    Tint::Colour((side - 1) as u8)
}
