//! The picture: the grid, the cells that the die visits, and its way, move by move.

use std::collections::HashMap;

use ::picture::{Ink, Picture, Tint};
use grid_utils::Cell;

use crate::{DieAgony, Journey};

/// Where the numbers of the cells begin, with the way at their right and below.
const NUMBER: (f64, f64) = (0.07, 0.26);
/// How much of a cell's width a number may take.
const CELL_WIDTH: f64 = 0.63;
/// The width of a bold digit, in sizes.
const DIGIT_WIDTH: f64 = 0.68;
/// The largest size of the numbers.
const LARGEST: f64 = 0.3;
/// Where the words begin that tell the start and the finish, and their size.
const WORD: (f64, f64) = (0.07, 0.85);
const WORD_SIZE: f64 = 0.2;
/// Where the way goes through a cell at the first visit, the second, and so on.
const VISITS: [(f64, f64); 4] = [(0.82, 0.53), (0.74, 0.84), (0.42, 0.55), (0.42, 0.86)];

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
        match visits(inside.clone()) {
            Some(points) => picture.numbered_path(&points, Ink::Accent),
            None => picture.path(&without_waits(inside), Ink::Accent),
        };
    }
    let numbers = grid.map(|_, number| number.to_string());
    let longest = numbers.values().map(String::len).max().unwrap_or(1);
    let size = (CELL_WIDTH / (DIGIT_WIDTH * longest as f64)).min(LARGEST);
    for (cell, number) in &numbers {
        let (x, y) = place(cell, NUMBER);
        picture.text_from(x, y, size, number, Ink::Given);
    }
    for (cell, word) in [(instance.start, "start"), (instance.finish, "finish")] {
        let (x, y) = place(cell, WORD);
        picture.text_from(x, y, WORD_SIZE, word, Ink::Label);
    }
    picture
}

/// A point of a cell, in the picture.
fn place(Cell { row, column }: Cell, (x, y): (f64, f64)) -> (f64, f64) {
    (column as f64 + x, row as f64 + y)
}

/// The points through which a journey goes, such that the visits of a cell are told apart; nothing where
/// a cell is visited too often for that.
fn visits(journey: impl Iterator<Item = Cell>) -> Option<Vec<(f64, f64)>> {
    let mut seen: HashMap<Cell, usize> = HashMap::new();
    let visits = journey.map(|cell| {
        let visit = seen.entry(cell).or_default();
        *visit += 1;
        Some(place(cell, *VISITS.get(*visit - 1)?))
    });
    visits.collect()
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
