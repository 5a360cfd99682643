//! The picture: the grid, the cells that the die visits, and its way, move by move.

use ::picture::{Ink, Picture};
use grid_puzzles::draw::way_over_numbers;
use grid_utils::Cell;

use crate::{DieAgony, Journey};

/// Where the words begin that tell the start and the finish, and their size.
const WORD: (f64, f64) = (0.07, 0.85);
const WORD_SIZE: f64 = 0.2;
/// Draws the grid and, where there is one, a journey; of this only what lies inside the grid.
pub(crate) fn picture(instance: &DieAgony, journey: Option<&Journey>) -> Picture {
    let grid = &instance.grid;
    let mut picture = Picture::grid(grid.rows(), grid.columns());
    picture.title("Die Agony").description(&format!(
        "A die rolls from {} to {} over a grid of {} rows and {} columns of numbers",
        instance.start,
        instance.finish,
        grid.rows(),
        grid.columns()
    ));
    let way = journey.iter().flat_map(|journey| &journey.0).copied();
    let inside: Vec<Cell> = way.filter(|&cell| grid.contains(cell)).collect();
    way_over_numbers(&mut picture, grid, &inside);
    for (cell, word) in [(instance.start, "start"), (instance.finish, "finish")] {
        let (x, y) = (cell.column as f64 + WORD.0, cell.row as f64 + WORD.1);
        picture.text_from(x, y, WORD_SIZE, word, Ink::Label);
    }
    picture
}
