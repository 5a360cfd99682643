//! Shared code of the puzzles of the Twenty Four Seven family.
//!
//! A square of 7 rows and 7 columns is filled with 28 numbers: one 1, two 2s, and so on to seven
//! 7s. Each row and each column holds four of them, which add up to 20. The filled cells are
//! connected, and no 2 x 2 block is full. Some numbers are given; a clue at the border is the
//! first number that is seen from there. A square may have any size n: its numbers are 1 to n, the
//! number d in d cells, so each line holds (n + 1) / 2 numbers with the sum (n + 1)(2n + 1) / 6.
//! These are whole for the sizes 1, 5, 7, 11 and so on; size 5 has no solution.
//!
//! | for | there is |
//! | --- | --- |
//! | one square | [`SQUARE`] |
//! | four squares, each filled by itself | [`TWO_BY_TWO`] |
//! | any other grid that is covered by squares | a [`Field`]: its rules, its search, its checker |
//! | the search | [`search`], for squares of up to 7 rows; larger ones are left to the rules |

mod check;
mod constraints;
mod field;
pub mod search;
mod square;
mod two_by_two;

use grid_utils::Grid;
use puzzle::Kind;

pub use field::Field;
pub use square::random_givens;

/// One square.
pub static SQUARE: Kind = Kind::of::<square::Square>().searched();

/// Four squares, each filled by itself.
pub static TWO_BY_TWO: Kind = Kind::of::<two_by_two::TwoByTwo>().searched();

/// The numbers that are given (rows x columns).
pub type Givens = Grid<Option<u8>>;
