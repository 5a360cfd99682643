//! The picture: digits, the pentominoes that they make, and the clues at the border.

use grid_utils::{Grid, Regions};
use nested_hooks::draw;
use picture::{Corner, Ink, Picture, Tint, region_colours};

use crate::{Board, Hooks, Pentomino, digits};

/// Draws the instance, with a board, complete or not, where there is one.
pub(crate) fn picture(hooks: &Hooks, board: Option<&Board>) -> Picture {
    let size = hooks.size();
    let mut picture = draw::digits(size, Some(&hooks.givens), board.map(digits).as_ref());
    draw::border(&mut picture, &hooks.sight);
    if let Some(board) = board {
        let parts = Grid::from_fn(size, size, |cell| board.get(cell).copied().flatten()?.part_of);
        pentominoes(&mut picture, &parts);
    }
    picture
}

/// Each pentomino with a colour, its letter in a corner of each cell, and a thick line around it.
fn pentominoes(picture: &mut Picture, parts: &Grid<Option<Pentomino>>) {
    let regions = Regions::from_labels(parts);
    for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
        let Some(pentomino) = parts[cells[0]] else { continue };
        picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
        for &cell in cells {
            picture.small_text(cell, Corner::TopLeft, &pentomino.to_string(), Ink::Muted);
        }
    }
    picture.borders(|one, other| parts[one] != parts[other]);
}
