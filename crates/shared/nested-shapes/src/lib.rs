//! Numbers in a grid, each N in N connected cells, such that the shape of these, turned and
//! mirrored as need be, fits into the shape of the next number: Subtiles.
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`LARGEST_SIZE`], [`LARGEST_NUMBER`] |
//! | the rules | [`state`] |
//! | the search | [`search`](search()) |
//! | the checker | [`check`], which shares no code with the others |
//! | the picture | [`draw`] |

mod constraints;
mod search;

use grid_puzzles::check::same_shape;
use picture::region_colours;
use puzzle::prelude::*;

pub use constraints::state;
pub use search::search;

/// The most rows or columns.
pub const LARGEST_SIZE: usize = 16;
/// The largest number that fits into the largest grid: 1 + 2 + ... + 22 = 253.
pub const LARGEST_NUMBER: i64 = 22;

/// Checks that the numbers from 1 to `largest` stand in as many connected cells as they say, and
/// that the shape of each lies in that of the next.
///
/// # Errors
/// The first number of which that is not true.
pub fn check(board: &Board, largest: i64) -> Result<()> {
    let mut before: Vec<Cell> = Vec::new();
    for number in 1..=largest {
        let cells = board.grid().iter().filter(|&(_, &one)| one == Some(number));
        let cells: Vec<Cell> = cells.map(|(cell, _)| cell).collect();
        ensure!(
            cells.len().cast_signed() as i64 == number,
            "{number} stands in {}",
            puzzle::counted(cells.len(), "cell")
        );
        let groups = Regions::components(board.grid(), |&one| one == Some(number)).len();
        ensure!(groups == 1, "the cells of {number} are in {groups} groups");
        let fits = cells.iter().any(|left_out| {
            let rest = cells.iter().filter(|&cell| cell != left_out);
            same_shape(&before, &rest.copied().collect::<Vec<_>>())
        });
        ensure!(fits, "the shape of {number} does not contain that of {}", number - 1);
        before = cells;
    }
    Ok(())
}

/// Draws the shapes of a board in colours, with borders between them.
pub fn draw(picture: &mut Picture, board: &Board) {
    let shapes = Regions::components_by(
        board.grid(),
        |cell| board[cell].is_some(),
        |one, other| board[one] == board[other],
    );
    for ((_, cells), colour) in shapes.iter().zip(region_colours(&shapes)) {
        picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
    }
    picture.borders(|one, other| board[one] != board[other]);
}
