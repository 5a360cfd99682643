//! The picture: the grid, the cells that the die visits, and its way as an arrow.

use ::picture::{Corner, Ink, Picture, Tint};
use grid_utils::Cell;

use crate::{DieAgony, Journey};

/// How much of a cell's width a number may take.
const CELL_WIDTH: f64 = 0.86;
/// The width of a bold digit, in sizes.
const DIGIT_WIDTH: f64 = 0.68;
/// The largest size of the numbers, with room for a word above.
const LARGEST: f64 = 0.38;

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
    if let Some(journey) = journey {
        let inside = journey.0.iter().copied().filter(|&cell| grid.contains(cell));
        picture.fill_cells(inside.clone(), Tint::Highlight);
        picture.path(&without_waits(inside), Ink::Accent);
    }
    let numbers = grid.map(|_, number| number.to_string());
    let longest = numbers.values().map(String::len).max().unwrap_or(1);
    let size = (CELL_WIDTH / (DIGIT_WIDTH * longest as f64)).min(LARGEST);
    for (Cell { row, column }, number) in &numbers {
        picture.text_at(column as f64 + 0.5, row as f64 + 0.5, size, number, Ink::Given);
    }
    picture.small_text(instance.start, Corner::TopLeft, "start", Ink::Label);
    picture.small_text(instance.finish, Corner::TopLeft, "finish", Ink::Label);
    picture
}

/// The cells of a journey without moves to and fro along a line that is drawn anyway: it may wait
/// for a million moves.
fn without_waits(journey: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for cell in journey {
        if let [.., first, second, third] = cells[..]
            && second == cell
            && first == third
        {
            cells.pop();
        } else {
            cells.push(cell);
        }
    }
    cells
}
