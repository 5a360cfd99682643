//! The picture that all of them have.

use grid_puzzles::{Label, draw};
use grid_utils::{Grid, Regions};
use picture::{Ink, Picture, Tint, region_colours};

use crate::Board;

/// How thick the jumps are, in cells.
const JUMP: f64 = 0.04;

/// The numbers of a board, complete or not, where there is one, over the given ones; and the jumps
/// between those that are consecutive.
#[must_use]
pub fn walk(givens: &Board, board: Option<&Board>) -> Picture {
    let mut picture = draw::numbers(givens.rows(), givens.columns(), Some(givens), board);
    if let Some(board) = board {
        jumps(&mut picture, board);
    }
    picture
}

/// The jumps between consecutive numbers of a board, as far as they stand in the picture.
pub fn jumps(picture: &mut Picture, board: &Board) {
    let mut centre_of = vec![None; 256];
    for (cell, number) in board {
        let is_inside = cell.row < picture.rows() && cell.column < picture.columns();
        if let Some(number) = number.filter(|_| is_inside) {
            centre_of[usize::from(number)] =
                Some((cell.column as f64 + 0.5, cell.row as f64 + 0.5));
        }
    }
    for jumps in centre_of.split(Option::is_none) {
        let points: Vec<(f64, f64)> = jumps.iter().copied().flatten().collect();
        if points.len() > 1 {
            picture.line(&points, Ink::Accent, JUMP);
        }
    }
}

/// Gives each region of a board a colour and a border. Equal labels are one region.
pub fn regions(picture: &mut Picture, labels: &Grid<Label>) {
    let regions = Regions::from_labels(labels);
    for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
        picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
    }
    picture.borders(|one, other| labels[one] != labels[other]);
}
