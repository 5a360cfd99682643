//! # Sum of Squares
//!
//! *Jane Street, January 2014.* Write a digit into each cell, such that each row, read from left to
//! right, is a multiple of the row's divisor, and each column, read downwards, one of the column's.
//! Numbers may begin with 0, and 0 is a multiple of everything. The sum of all digits is to be as
//! large as possible. The answer is that sum with the digits in reading order.
//!
//! ```text
//!      6 7
//!    +----
//!  3 | 9 9      99, 68, 96 and 98 are multiples of 3, 4, 6 and 7, and no other grid has
//!  4 | 6 8      as large a sum as 32: the answer is (32,9968)
//! ```
//!
//! ## Idea
//! The difference between 9 and a digit is its cost. The cost of all digits is that of the rows,
//! and that of the columns: two bounds. An automaton for each line follows the remainder of the
//! number and the cost together, so the least cost of a divisor is known before any digit: the
//! solver gets the bound of the lines, rows or columns, that cost more. Remainders alone give no
//! bound, and then the proof is out of reach.
//!
//! An instance may be any rectangle, with `.` for a line that can hold any number. The command
//! `count` prints the number of grids with the largest sum.

mod constraints;

use grid_puzzles::{LineClues, Side, draw};
use puzzle::prelude::*;

/// The divisors of lines, `.` for a line that holds any number; they have to be small, because of
/// the tables of remainders.
type Divisors = LineClues<Within<1, 999>>;

/// An instance: the divisor of each line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SumOfSquares {
    /// For each row, from the top.
    #[serde(deserialize_with = "LineClues::of_rows")]
    rows: Divisors,
    /// For each column, from the left.
    #[serde(deserialize_with = "LineClues::of_columns")]
    columns: Divisors,
}

/// The most rows and columns: numbers stay below 10^9.
const LARGEST_SIZE: usize = 9;

/// Returns the divisors of lines; a line without one has the divisor 1.
fn divisors(clues: &Divisors) -> Vec<usize> {
    clues.iter().map(|divisor| divisor.map_or(1, |divisor| divisor.size())).collect()
}

puzzle::program!(SumOfSquares, explained);

impl Puzzle for SumOfSquares {
    fn form(&self) -> Form {
        Form::numbers(self.rows.len(), self.columns.len(), 0..=9)
    }

    fn validate(&self) -> Result<()> {
        self.rows.check_at_most("rows", LARGEST_SIZE)?;
        self.columns.check_at_most("columns", LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let digit = board.cells(model);
        let (rows, columns) = (divisors(&self.rows), divisors(&self.columns));
        constraints::state(model, &digit, &rows, &columns);
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (side, clues) in [(Side::Left, &self.rows), (Side::Top, &self.columns)] {
            for (line, divisor) in clues.given() {
                let length = if side == Side::Left { self.columns.len() } else { self.rows.len() };
                let digits = side.cells(length, line).filter_map(|cell| board[cell]);
                let number = digits.fold(0, |number, digit| 10 * number + digit);
                let name = side.name(line);
                ensure!(
                    number % divisor.get() == 0,
                    "{name}: {number} is no multiple of {divisor}"
                );
            }
        }
        Ok(())
    }

    /// Returns the sum of the digits, which is the score, and the digits.
    fn answer(&self, board: &Board) -> Answer {
        let digits = || board.grid().values().flatten();
        let sum: i64 = digits().sum();
        let text: String = digits().map(ToString::to_string).collect();
        Answer::new(format!("({sum},{text})")).score(sum)
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::side(picture, Side::Left, self.rows.given());
        draw::side(picture, Side::Top, self.columns.given());
        picture.description(
            "A digit in each cell: each row and each column, read as a number, is a multiple of \
             the number beside it. The sum of all digits is as large as possible.",
        );
    }
}

impl Setter for SumOfSquares {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let mut line = || {
            let divisors = (0..random.usize(1..=size)).map(|_| random.u16(0..=12));
            divisors.map(|divisor| Within::new(divisor.into())).collect::<Divisors>()
        };
        Some(Draft::new().text("rows", line()).text("columns", line()))
    }
}
