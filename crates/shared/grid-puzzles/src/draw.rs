//! Pictures of grids with numbers and of clues at the border.

use std::fmt::Display;

use grid_utils::{Cell, Grid};
use picture::{Ink, Picture};

use crate::{Border, Side};

/// The grid with the numbers of a board, complete or not, where there is one, over the given ones. A
/// number that stands where another is given is marked as a mistake. A board may be of another shape:
/// what lies outside the grid is left out.
#[must_use]
pub fn numbers<T: Display + PartialEq>(
    rows: usize,
    columns: usize,
    givens: Option<&Grid<Option<T>>>,
    board: Option<&Grid<Option<T>>>,
) -> Picture {
    fn at<T>(grid: Option<&Grid<Option<T>>>, cell: Cell) -> Option<&T> {
        grid.and_then(|grid| grid.get(cell)).and_then(Option::as_ref)
    }
    let mut picture = Picture::grid(rows, columns);
    for cell in Grid::filled(rows, columns, ()).cells() {
        let (number, ink) = match (at(givens, cell), at(board, cell)) {
            (Some(given), Some(found)) if given != found => (Some(found), Ink::Warning),
            (Some(given), _) => (Some(given), Ink::Given),
            (None, found) => (found, Ink::Found),
        };
        if let Some(number) = number {
            picture.text(cell, &number.to_string(), ink);
        }
    }
    picture
}

/// Adds the clues of one side to a picture.
pub fn side<T: Display>(
    picture: &mut Picture,
    side: Side,
    clues: impl IntoIterator<Item = (usize, T)>,
) {
    for (line, clue) in clues {
        let clue = clue.to_string();
        match side {
            Side::Top => picture.label_top(line, &clue),
            Side::Bottom => picture.label_bottom(line, &clue),
            Side::Left => picture.label_left(line, &clue),
            Side::Right => picture.label_right(line, &clue),
        };
    }
}

/// Adds the clues of all four sides to a picture.
pub fn border<T: Display>(picture: &mut Picture, border: &Border<T>) {
    for one in Side::ALL {
        side(picture, one, border.side(one).given());
    }
}
