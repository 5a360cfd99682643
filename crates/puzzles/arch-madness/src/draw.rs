//! The arcs of a board, and its regions in colours.

use std::f64::consts::FRAC_PI_2;

use picture::few_colours;
use puzzle::prelude::*;

use crate::check::{Regions, centre};

/// The index of green in the palette.
pub(crate) const GREEN: u8 = 3;
/// The straight pieces of an arc.
const STEPS: u32 = 16;

/// Draws the arcs and, on a complete board, the regions.
pub(crate) fn regions(picture: &mut Picture, board: &Board) {
    if board.grid().values().all(Option::is_some) {
        let regions = Regions::of(board);
        let cut = || board.grid().cells().filter_map(|cell| Some((cell, centre(board, cell)?)));
        let pieces = |(cell, centre)| regions.of_pieces(cell, centre);
        let colours = few_colours(regions.count(), cut().map(pieces));
        for cell in board.grid().cells() {
            // Regions do not use the colour of the green cells.
            let tint =
                |region: usize| Tint::Colour(colours[region] + u8::from(colours[region] >= GREEN));
            picture.fill(cell, tint(regions.region(board, cell)));
            if let Some(centre) = centre(board, cell) {
                let outer = [arc(cell, centre), vec![corner(cell, centre + 2)]].concat();
                picture.polygon(&outer, None, Some(tint(regions.of_pieces(cell, centre).1)));
            }
        }
    }
    for cell in board.grid().cells() {
        if let Some(centre) = centre(board, cell) {
            picture.line(&arc(cell, centre), Ink::Text, 0.08);
        }
    }
}

/// Returns a corner of a cell, clockwise from the upper left one.
fn corner(cell: Cell, corner: usize) -> (f64, f64) {
    let (right, down) = [(0, 0), (1, 0), (1, 1), (0, 1)][corner % 4];
    ((cell.column + right) as f64, (cell.row + down) as f64)
}

/// Returns points of an arc around a corner of a cell.
fn arc(cell: Cell, centre: usize) -> Vec<(f64, f64)> {
    let (x, y) = corner(cell, centre);
    let start = FRAC_PI_2 * centre as f64;
    let angle = |step| start + FRAC_PI_2 * f64::from(step) / f64::from(STEPS);
    (0..=STEPS).map(|step| (x + angle(step).cos(), y + angle(step).sin())).collect()
}
