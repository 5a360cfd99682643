//! Lines that are read as numbers: the search of the puzzles whose clues say something of them.
//!
//! Each maximal run of filled cells in a row or column is one number, its digits written one after
//! the other in the direction in which the line is read.
//!
//! ```text
//! 3 . 1 4     from the left the numbers 3 and 14, with the product 42;
//!             from the right the numbers 41 and 3, with the product 123
//! ```
//!
//! [`search`] finds all boards that keep some clues; [`check`] is for checkers, and shares nothing
//! with it.
//!
//! ## Idea
//! The search decides the corner and the digit of each hook, from the outermost inwards, and leaves
//! open which cells are filled. That is enough to use the clues. For the row and the column of a
//! new hook have no cell in the hooks that are still to be cut: all their digits are known from
//! then on, and the clue leaves, of all fills of the line (which of its cells hold their digit),
//! only some. A line of 9 cells has 512 fills, so a set of them is eight words, and one or two
//! instructions a word tell
//!
//! - which of them agree with what is known of the cells,
//! - which cells all of them fill, or none of them,
//! - how many cells of a hook they fill: together, its row and column fill as many as its digit says.
//!
//! All this is propagated together with the 2 x 2 rule and connectivity until nothing more follows.
//! Only when all hooks are cut are open cells tried both ways.
//!
//! *Loose clues last.* Most fills of a line keep a greatest common divisor of 1, so reading them
//! takes long and tells little: such lines are read after all that the other line of the hook says.

mod fills;
mod reading;
pub mod rules;
mod search;
mod state;

use std::num::NonZeroU64;

use anyhow::{Result, bail, ensure};
use grid_puzzles::{Clues, Side};
use num_integer::Integer;

use crate::Board;

pub use search::search;

/// The longest line: larger hooks would carry digits that are none.
pub const LARGEST_SIZE: usize = 9;

/// What a clue says of the numbers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Their greatest common divisor.
    Gcd,
    /// Their product.
    Product,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Gcd => "greatest common divisor",
            Kind::Product => "product",
        }
    }

    /// The divisor or product of some numbers.
    fn of(self, numbers: &[u64]) -> u64 {
        match self {
            Kind::Gcd => numbers.iter().fold(0, |divisor, &number| divisor.gcd(&number)),
            Kind::Product => numbers.iter().product(),
        }
    }
}

/// A clue and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberClue {
    /// The side from which the line is read.
    pub side: Side,
    /// The row or column, from 0.
    pub line: usize,
    /// What the clue says.
    pub kind: Kind,
    /// The divisor or product.
    pub value: NonZeroU64,
}

/// The clue of this kind that a board gives; none where the line has no numbers.
#[must_use]
pub fn read(board: &Board, side: Side, line: usize, kind: Kind) -> Option<NonZeroU64> {
    let numbers = of_line(board, side, line);
    if numbers.is_empty() { None } else { NonZeroU64::new(kind.of(&numbers)) }
}

/// The numbers of a row or column as it is read from a side: `line` is its place, from 0.
///
/// ```
/// use grid_puzzles::Side;
/// use nested_hooks::numbers;
///
/// let board = "4 . . 4\n3 . 1 4\n3 2 2 .\n. . 3 4".parse().unwrap();
/// assert_eq!(numbers::of_line(&board, Side::Left, 1), [3, 14]);
/// assert_eq!(numbers::of_line(&board, Side::Right, 1), [41, 3]);
/// assert_eq!(numbers::of_line(&board, Side::Bottom, 0), [334]);
/// ```
///
/// # Panics
/// If the board is no square, or has no such line.
#[must_use]
pub fn of_line(board: &Board, side: Side, line: usize) -> Vec<u64> {
    let digits = side.cells(board.rows(), line).map(|cell| board[cell]);
    let text: String =
        digits.map(|digit| digit.map_or(" ".to_owned(), |digit| digit.to_string())).collect();
    text.split_whitespace().map(|number| number.parse().expect("digits make a number")).collect()
}

/// Do the numbers of a line keep a clue? A line without numbers keeps none.
///
/// ```
/// use std::num::NonZeroU64;
/// use grid_puzzles::Side;
/// use nested_hooks::numbers::{self, Kind, NumberClue};
///
/// let board = "2 .\n1 2".parse().unwrap();
/// let clue = NumberClue { side: Side::Bottom, line: 0, kind: Kind::Product, value: NonZeroU64::new(12).unwrap() };
/// numbers::check(&board, &clue).unwrap();
/// let fault = numbers::check(&board, &NumberClue { side: Side::Top, ..clue }).unwrap_err();
/// assert_eq!(fault.to_string(), "column 0 from the top: the product of 21 is 21 instead of 12");
/// ```
///
/// # Errors
/// Names the line, its numbers and what they make.
///
/// # Panics
/// If the board has no such line, or more than 9 rows and columns.
pub fn check(board: &Board, clue: &NumberClue) -> Result<()> {
    let &NumberClue { side, line, kind, value } = clue;
    let numbers = of_line(board, side, line);
    let (line, name, found) = (side.name(line), kind.name(), kind.of(&numbers));
    if numbers.is_empty() {
        bail!("{line}: there are no numbers; their {name} should be {value}");
    }
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let numbers = numbers.join(", ");
    ensure!(found == value.get(), "{line}: the {name} of {numbers} is {found} instead of {value}");
    Ok(())
}

/// Refuses more clues than a square with digits can have. `key` is their name in the instance.
///
/// # Errors
/// Names the key.
pub fn check_clues<T>(key: &str, clues: &Clues<T>) -> Result<()> {
    ensure!(
        clues.len() <= LARGEST_SIZE,
        "`{key}` has {} clues (`.` is one, too); expected at most {LARGEST_SIZE}, for a cell holds \
         one of the digits 1 to 9",
        clues.len()
    );
    Ok(())
}
