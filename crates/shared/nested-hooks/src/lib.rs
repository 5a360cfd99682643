//! What the puzzles of the Hooks family share.
//!
//! A square is cut into nested hooks: the largest is an outer row together with an outer column;
//! what it leaves is a smaller square, from which the next hook is cut, down to a single cell. The
//! hook with the digit d holds it in exactly d of its cells, and its other cells stay empty. In
//! most of the puzzles the filled cells are connected and no 2 x 2 block is full, and the answer is
//! the product of the sizes of the groups of empty cells. What tells the puzzles apart are their
//! clues.
//!
//! ```text
//! 5 3 3 3 4      5 . . 3 .
//! 5 1 2 3 4      5 1 2 3 .     the hooks of the sizes 5 to 1, each cell with the digit of its
//! 5 2 2 3 4      . 2 . 3 4     hook, and the cells that are filled: the empty groups have the
//! 5 4 4 4 4      5 4 4 . 4     sizes 2, 2, 2, 2, 1 and 1, the answer is 16
//! 5 5 5 5 5      . . 5 . 5
//! ```
//!
//! ## Digits tell the hooks
//!
//! Where the hook of size m carries the digit m, a board allows one way to cut its hooks, so a
//! search which meets each cut once reports each board once. For suppose that two cuts have the
//! same digits, and take the largest square from which they take different hooks, of size m. All
//! digits m lie in both hooks, and all smaller ones in what both leave.
//!
//! - The corners are opposite. Then the hooks have two cells in common, so m is 2, and they
//!   leave two different cells for the 1.
//! - The corners are neighbours, say in the same row. What both leave has m - 1 rows and m - 2
//!   columns: too few cells for the m (m - 1) / 2 smaller digits, unless m is 4 or more. The column
//!   of either hook of size m - 1 must lie in there, for otherwise its digits would have m - 2
//!   cells of its row only; so it is the last column there in the one cut and the first in the
//!   other. What such hooks have in common is a row's m - 2 cells, or two cells: either way fewer
//!   than the m - 1 that are filled.
//!
//! Where the digits are free this does not hold: a hook that has all its digits in its row may have
//! either column.
//!
//! ## Who needs what
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`givens`](check_givens_fit); clues at the border are in [`grid_puzzles`] |
//! | the search | an engine: [`regions`] for equal sums, [`line_clues`] for what is seen first along a line, [`numbers`] for runs of digits read as numbers |
//! | a search of its own | [`Square`], [`Corner`] and [`Hook`]; [`Shading`](grid_puzzles::Shading), what is known of the cells, with what follows from blocks and connectivity |
//! | the checker | [`check`], which shares no code with what a search may use |
//! | the answer | [`empty_groups`](grid_puzzles::empty_groups) |
//! | the picture | [`draw`] |

pub mod check;
pub mod draw;
mod hooks;
pub mod line_clues;
pub mod line_sums;
pub mod numbers;
pub mod regions;
mod rows_and_columns;
pub mod rules;
mod variant;

use anyhow::Result;
use grid_utils::Grid;

pub use hooks::{Corner, Hook, Square, digits_for, have_room};
pub use rows_and_columns::RowsAndColumns;
pub use variant::{Hooks, Variant};

/// The digits, `.` for an empty cell.
pub type Board = Grid<Option<u8>>;

/// Which digit a hook carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// The hook of size m carries the digit m.
    OfSize,
    /// The hooks of the sizes 1 to n carry the digits 1 to n in any order, each once.
    Free,
}

/// A size, a digit, a place or a sum of digits as a narrower number.
///
/// # Panics
/// If it does not fit: squares have at most 20 rows, whose digits add up to 2870.
#[inline]
#[track_caller]
fn small<N: TryFrom<usize>>(number: usize) -> N {
    let Ok(number) = N::try_from(number) else { panic!("squares are small") };
    number
}

/// Refuses given digits that do not fit a square of `size` rows and columns: another shape, or a
/// digit that no hook carries.
///
/// # Errors
/// Names the row and the column.
pub fn check_givens_fit(givens: &Board, size: usize) -> Result<()> {
    let largest = u8::try_from(size).unwrap_or(u8::MAX);
    grid_puzzles::check_givens_fit(givens, (size, size), "digit", 1..=largest)
}
