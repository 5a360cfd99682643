//! What the puzzles of the Twenty Four Seven family share.
//!
//! A square of 7 rows and 7 columns is filled with 28 numbers: one 1, two 2s, and so on to seven
//! 7s. Each row and each column holds four of them, which add up to 20. The filled cells are
//! connected, and no 2 x 2 block is full. Some numbers are given; a clue at the border is the
//! first number that is seen from there. A square may have any size n: its numbers are 1 to n, the
//! number d in d cells, so each line holds (n + 1) / 2 numbers with the sum (n + 1)(2n + 1) / 6.
//! Beyond the sizes 1 and 5, which has no solution, the first for which these are whole are 7 and
//! 11.
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`Square`], a puzzle itself; [`TwoByTwo`], four of them; any others as a [`Field`], one grid that is covered by squares |
//! | the rules | [`rules::state`] |
//! | the search | [`search`], for squares of up to 7 rows; larger ones are left to the rules |
//! | the checker | [`check`], which shares no code with the rules or the search |

pub mod check;
mod field;
pub mod rules;
pub mod search;
mod square;
mod two_by_two;

use grid_utils::Grid;

pub use field::Field;
pub use square::Square;
pub use two_by_two::{Boards, TwoByTwo};

/// Rows of numbers, `.` for an empty cell.
pub type Board = Grid<Option<u8>>;

/// The largest square. Beyond it the rules take gigabytes.
pub const LARGEST_SIZE: usize = 16;
