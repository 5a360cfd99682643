//! Shared code of the Knight Moves puzzles in which a knight numbers the cells that it visits.
//!
//! It numbers them 1, 2, 3, and so on, and visits none twice. Some of the numbers are given, or can
//! stand in few cells only. The numbers in parts of the board, such as rows or regions, have a
//! given count or a given sum.
//!
//! ```text
//! 1 6 3   10
//! 4 . 8   12      eight cells of a 3 x 3 board, and the sum of the numbers in each row
//! 7 2 5   14
//! ```
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`Divided`], a board with regions and given numbers; [`random_walk`], [`random_walk_from`] |
//! | the board | [`form`](form()) |
//! | the rules | [`constraints::walk`] |
//! | the checker | [`check::walk`], which shares no code with the rules |
//! | the picture | [`draw`] |

pub mod check;
pub mod constraints;
mod divided;
pub mod draw;

use grid_utils::{Cell, Grid, KNIGHT_STEPS, Step};
use puzzle::{Form, Rng};

pub use divided::Divided;

/// The numbers that are given, `.` in all other cells (rows x columns).
pub type Givens = Grid<Option<u8>>;

/// The most rows and columns: numbers are at most 255.
pub const LARGEST_SIZE: usize = 15;

/// Returns the form of the boards: rows of numbers, `.` for a cell that the knight does not visit.
#[must_use]
pub fn form(givens: &Givens) -> Form {
    let cells = i64::try_from(givens.len()).unwrap_or(i64::MAX);
    Form::numbers(givens.rows(), givens.columns(), 1..=cells).with_empty_cells().with_givens(givens)
}

/// Returns the cells that a knight visits that begins anywhere and jumps at random to cells that it
/// has not visited yet, as long as there are any.
///
/// ```
/// let cells = knight_moves::random_walk(3, 3, &mut puzzle::Rng::with_seed(1));
/// assert!(cells.len() == 8 || cells.len() == 1, "around the centre, or in it");
/// ```
///
/// # Panics
/// If there are no rows or no columns.
pub fn random_walk(rows: usize, columns: usize, random: &mut Rng) -> Vec<Cell> {
    let start = Cell::new(random.usize(..rows), random.usize(..columns));
    random_walk_from(start, (rows, columns), &KNIGHT_STEPS, random)
}

/// Like [`random_walk`], from a cell of a board of rows and columns, by these steps.
///
/// ```
/// use grid_utils::Cell;
///
/// let start = Cell::new(0, 0);
/// let random = &mut puzzle::Rng::with_seed(1);
/// let cells = knight_moves::random_walk_from(start, (3, 3), &[(0, 2), (2, 0)], random);
/// assert_eq!((cells.len(), cells[0], cells[2]), (3, start, Cell::new(2, 2)));
/// ```
///
/// # Panics
/// If the start is outside.
pub fn random_walk_from(
    start: Cell,
    (rows, columns): (usize, usize),
    steps: &[Step],
    random: &mut Rng,
) -> Vec<Cell> {
    let mut is_visited = Grid::filled(rows, columns, false);
    let mut walk = Vec::new();
    let mut next = Some(start);
    while let Some(cell) = next {
        is_visited[cell] = true;
        walk.push(cell);
        let ways = is_visited.at_steps(cell, steps).filter(|&cell| !is_visited[cell]);
        next = random.choice(ways.collect::<Vec<_>>());
    }
    walk
}
