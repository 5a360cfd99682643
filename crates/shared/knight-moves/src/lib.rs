//! What the Knight Moves puzzles share in which a knight numbers the cells that it visits.
//!
//! It numbers them 1, 2, 3, and so on, and visits none twice. Some of the numbers are given, or can
//! stand in few cells. Parts of the board, such as rows or regions, hold so many numbers, or
//! numbers with this sum.
//!
//! ```text
//! 1 6 3   10
//! 4 . 8   12      eight cells of a 3 x 3 board, and the sum of the numbers in each row
//! 7 2 5   14
//! ```
//!
//! | for | there is |
//! | --- | --- |
//! | the board | [`Board`] |
//! | the rules | [`rules::walk`] |
//! | the search | [`search::search`] |
//! | the checker | [`check::walk`], which shares no code with rules and search |
//! | the picture | [`draw::walk`] |
//! | a random instance | [`random_walk`] |
//!
//! # How the search goes
//! For each number it keeps the set of cells where the number can stand, a bit for each: its
//! [stations](walks::Stations). Given numbers have one. From there on it spreads along the walk,
//! forwards and backwards: a number stands a jump away from a station of the one before and of the
//! one after.
//!
//! A part of the board is asked the other way round: which numbers can stand in it, and which must?
//! If the rest of its sum cannot be made with a number, or not without it, that number leaves the
//! part or stays in it. All choices of numbers are summed up at once, as the bits of a word, from
//! the first number on and from the last one back. Where numbers are only counted, the part has
//! enough of them at some point, or needs all that are left.
//!
//! When nothing follows any more, the number with the fewest stations is tried on each of them.
//! That is seldom needed: the published instances take 7 to 22 nodes.

pub mod check;
mod choice;
pub mod draw;
pub mod rules;
pub mod search;

use fastrand::Rng;
use grid_utils::{Cell, Grid, KNIGHT_STEPS};

/// Rows of numbers, `.` for a cell that the knight does not visit.
pub type Board = Grid<Option<u8>>;

/// The most rows and columns: numbers are at most 255.
pub const LARGEST_SIZE: usize = 15;

/// The cells that a knight visits who begins anywhere and jumps at random to a cell where it was
/// not yet, as long as there is one.
///
/// ```
/// let cells = knight_moves::random_walk(3, 3, &mut fastrand::Rng::with_seed(1));
/// assert!(cells.len() == 8 || cells.len() == 1, "around the centre, or in it");
/// ```
///
/// # Panics
/// If there are no rows or no columns.
pub fn random_walk(rows: usize, columns: usize, random: &mut Rng) -> Vec<Cell> {
    let mut is_visited = Grid::filled(rows, columns, false);
    let mut walk = Vec::new();
    let mut next = Some(Cell::new(random.usize(..rows), random.usize(..columns)));
    while let Some(cell) = next {
        is_visited[cell] = true;
        walk.push(cell);
        let ways = is_visited.at_steps(cell, &KNIGHT_STEPS).filter(|&cell| !is_visited[cell]);
        next = random.choice(ways.collect::<Vec<_>>());
    }
    walk
}
