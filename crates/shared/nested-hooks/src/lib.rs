//! Shared code of the puzzles of the Hooks family.
//!
//! A square is cut into nested hooks: the largest is an outer row together with an outer column;
//! what it leaves is a smaller square, from which the next hook is cut, down to a single cell. The
//! hook with the digit d holds it in exactly d of its cells, and its other cells stay empty. In
//! most of the puzzles the filled cells are connected and no 2 x 2 block is full, and the answer is
//! the product of the sizes of the groups of empty cells. The puzzles differ in their clues.
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
//! search that meets each cut once reports each board once. For suppose that two cuts have the
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
//! | the instance | [`RowsAndColumns`] of clues, [`check_givens_fit`] |
//! | the board | [`form`](form()) |
//! | the rules | [`Cells`](constraints::Cells) |
//! | the search | an engine: [`regions`] for equal sums, [`[`line_clues`] for what is seen first along a line, [`numbers`] for runs of digits read as numbers |
//! | a search of its own | [`Square`], [`Corner`] and [`Hook`]; [`Shading`](grid_puzzles::Shading), what is known of the cells, with what follows from blocks and connectivity |
//! | the checker | [`check`], which shares no code with what a search may use |
//! | the answer | [`product_of_groups`] |
//! | the picture | [`draw_hooks`], [`draw_hooks_thin`] |

pub mod check;
pub mod constraints;
mod hooks;
pub mod line_clues;
pub mod line_sums;
pub mod numbers;
pub mod regions;
mod rows_and_columns;

use std::fmt::{self, Display, Formatter};

use grid_puzzles::empty_groups;
use puzzle::prelude::*;

pub use hooks::{Corner, Hook, Square, digits_for, have_room};
pub use rows_and_columns::RowsAndColumns;

/// A digit for each filled cell: the givens, and the board of a search.
pub type Filling = Grid<Option<u8>>;

/// Which digit a hook carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// The hook of size m carries the digit m.
    OfSize,
    /// The hooks of the sizes 1 to n carry the digits 1 to n in any order, each once.
    Free,
}

/// Why a node of a search is a dead end.
#[derive(Debug)]
pub enum Why {
    /// The hook with this digit cannot have the right number of filled cells.
    Count(usize),
    /// The message of another rule, in a few words.
    Rule(&'static str),
}

impl From<&'static str> for Why {
    fn from(rule: &'static str) -> Self {
        Why::Rule(rule)
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Why::Count(digit) => {
                write!(f, "the hook of the {digit}s has too many filled cells or too few")
            }
            Why::Rule(rule) => f.write_str(rule),
        }
    }
}

/// Returns a size, a digit, a place or a sum of digits as a narrower number.
///
/// # Panics
/// If it does not fit: squares have at most 20 rows, whose digits add up to 2870.
#[inline]
#[track_caller]
fn small<N: TryFrom<usize>>(number: usize) -> N {
    let Ok(number) = N::try_from(number) else { panic!("squares are small") };
    number
}

/// Returns a square with the digits of its hooks, in which cells may be empty.
#[must_use]
pub fn form(size: usize) -> Form {
    Form::numbers(size, size, 1..=small(size)).with_empty_cells()
}

/// Refuses given digits that do not fit a square of `size` rows and columns: another shape, or a
/// digit that no hook carries.
///
/// # Errors
/// Names the row and the column.
pub fn check_givens_fit(givens: &Filling, size: usize) -> Result<()> {
    grid_puzzles::check_givens_fit(givens, (size, size), "digit", 1..=small(size))
}

/// Returns the answer to most of the puzzles, the product of the sizes of the groups of connected
/// empty cells.
#[must_use]
pub fn product_of_groups(board: &Board) -> Answer {
    let remarks = empty_groups::remarks(board.grid());
    Answer { remarks, ..Answer::new(empty_groups::answer(board.grid())) }
}

/// Draws thin lines between the hooks of a board, where thick ones mean something else, if one can
/// cut hooks that fit its digits.
pub fn draw_hooks_thin(picture: &mut Picture, board: &Board, digits: Digits) {
    const WIDTH: f64 = 0.06;
    let Ok(hook_of) = check::hooks(board, digits) else { return };
    // The first and the last line of the square that the larger hooks leave.
    let ends = |size: i64, line: fn(Cell) -> usize| {
        let cells = hook_of.iter().filter(|(_, hook)| **hook <= size);
        cells.map(|(cell, _)| line(cell)).minmax().into_option().unwrap_or_default()
    };
    for size in 1..small(hook_of.rows()) {
        let [(near_x, far_x), (near_y, far_y)] = [|cell: Cell| cell.column, |cell: Cell| cell.row]
            .map(|line| {
                let (first, last) = ends(size, line);
                let (start, end) = (first as f64, last as f64 + 1.0);
                let is_hook_before = ends(size + 1, line).0 < first;
                // The round end stays within the frame.
                if is_hook_before { (start, end - WIDTH) } else { (end, start + WIDTH) }
            });
        picture.line(&[(far_x, near_y), (near_x, near_y), (near_x, far_y)], Ink::Accent, WIDTH);
    }
}

/// Draws thick lines between the hooks of a board, if one can cut hooks that fit its digits.
pub fn draw_hooks(picture: &mut Picture, board: Option<&Board>, digits: Digits) {
    if let Some(Ok(hook_of)) = board.map(|board| check::hooks(board, digits)) {
        picture.borders(|one, other| hook_of[one] != hook_of[other]);
    }
}
