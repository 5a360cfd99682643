//! # Somewhat Square Sudoku
//!
//! *Jane Street, January 2025.* Fill a 9 x 9 sudoku with nine of the ten digits from 0 to 9: every
//! row, every column and every box holds each of the nine once. Each row, read from left to right,
//! is a number; a 0 in front makes it a shorter one. The greatest common divisor of the nine
//! numbers is to be as large as possible. The answer is the number in the middle row.
//!
//! ```text
//! 0 1 | 3 2
//! 2 3 | 1 0     four rows of the digits 0 to 3: 132, 2310, 3201 and 1023 are multiples of 33,
//! ----+----     and no square of four of the digits 0 to 4 has a larger common divisor
//! 3 2 | 0 1
//! 1 0 | 2 3
//! ```
//!
//! ## Idea
//! Every column holds each digit of the set once, so all rows together add up to 111,111,111 times
//! the sum of the set, of which a common divisor of the rows is a divisor, too. There are few of
//! these: 266 for all sets. The search takes them from the largest down. The multiples of a large
//! divisor are few, and of these a row needs one with nine different digits: mostly there are not
//! nine of them, and that is the proof that nothing larger divides all rows. Where there are, they
//! are laid into the rows like cards: the row that has the fewest to choose from comes first, and
//! what does not go with the card goes from all other rows. The first square that is found is one
//! of the best.
//!
//! Beyond the published size: the square of a size n from 2 to 9 takes n of the digits 0 to n; its
//! boxes are those of [`box_shape`](sudoku::box_shape), and of two rows in the middle the lower one
//! is the answer.
//!
//! ## Why it is fast
//! Largest divisors first is the whole difference. For the published instance 107 divisors are
//! larger than the best one, and none of them has nine multiples that could be rows; the best has
//! nine of each set, and the givens tell at once which goes where. That makes 119 nodes in 100
//! microseconds, tables included.
//!
//! The rules alone find and prove the same in about a second. They list the multiples of large
//! divisors, too, as what an automaton accepts, and state all others by an equation: with equations
//! alone, it takes 30 seconds.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

mod rules;
mod search;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use ::rules::Rules;
use anyhow::{Context, Result, ensure};
use grid_puzzles::{check, check_givens_fit, draw};
use grid_utils::Grid;
use itertools::Itertools;
use picture::Picture;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// A square to fill: its given digits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SomewhatSquareSudoku {
    /// The digits that are given (rows x columns), 0 among them; `.` for an empty cell.
    pub givens: Grid<Option<u8>>,
}

/// A square and what divides its rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The digits, `.` for an empty cell.
    pub square: Grid<Option<u8>>,
    /// A common divisor of all rows; none as long as it is open.
    pub divisor: Option<u64>,
}

/// The rows of the square, and a last line such as `divisor 12345679`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let divisor = self.divisor.map_or_else(|| ".".to_owned(), |divisor| divisor.to_string());
        write!(f, "{}\ndivisor {divisor}", self.square)
    }
}

impl FromStr for Board {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (square, divisor) = text
            .trim_end()
            .rsplit_once("divisor")
            .context("expected rows of digits and a last line such as `divisor 33`")?;
        let divisor = match divisor.trim() {
            "." => None,
            divisor => Some(divisor.parse().with_context(|| {
                format!("`divisor`: expected a number from 0 to {} or \".\"", u64::MAX)
            })?),
        };
        Ok(Board { square: square.parse()?, divisor })
    }
}

impl SomewhatSquareSudoku {
    fn size(&self) -> usize {
        self.givens.rows()
    }

    /// The largest digit: one more than a row holds.
    fn largest_digit(&self) -> u8 {
        u8::try_from(self.size()).expect("a square has at most 9 rows")
    }

    /// What all rows add up to if this digit is left out: each column holds each digit of the set
    /// once.
    fn total(&self, left_out: u8) -> u64 {
        let ones = (0..self.size()).fold(0, |ones, _| 10 * ones + 1);
        let digits = (0..=self.largest_digit()).filter(|&digit| digit != left_out);
        ones * digits.map(u64::from).sum::<u64>()
    }

    /// The first number that has more digits than a row.
    fn end(&self) -> u64 {
        10_u64.pow(self.largest_digit().into())
    }

    /// The numbers that can divide all rows, for they divide what the rows add up to.
    fn divisors(&self) -> BTreeSet<u64> {
        // A divisor of a product is a product of divisors.
        let ones = (0..self.size()).fold(0, |ones, _| 10 * ones + 1);
        let divisors = divisors(ones);
        let sums = (0..=self.largest_digit()).map(|left_out| self.total(left_out) / ones);
        let factors = sums.flat_map(self::divisors).unique();
        factors.cartesian_product(divisors).map(|(one, other)| one * other).collect()
    }
}

/// The divisors of a number.
fn divisors(number: u64) -> Vec<u64> {
    let small = (1..=number.isqrt()).filter(|divisor| number.is_multiple_of(*divisor));
    small.flat_map(|divisor| [divisor, number / divisor]).unique().collect()
}

puzzle::program!(SomewhatSquareSudoku);

impl Puzzle for SomewhatSquareSudoku {
    // The search reports one board.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        sudoku::check_size("givens", &self.givens)?;
        ensure!(self.size() > 1, "`givens` has a single cell; expected a square of 2 rows or more");
        let shape = (self.size(), self.size());
        check_givens_fit(&self.givens, shape, "digit", 0..=self.largest_digit())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        rules::rules(self)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, false, search)
    }

    /// Counts the best squares, of which the search reports the first.
    fn count(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, true, search)
    }

    fn check(&self, Board { square, divisor }: &Board) -> Result<()> {
        let size = self.size();
        sudoku::check::sudoku(square, size, |digit| usize::from(digit) <= size)?;
        check::givens(square, &self.givens)?;
        let first: BTreeSet<_> = square.row(0).collect();
        for row in 1..size {
            let digits: BTreeSet<_> = square.row(row).collect();
            ensure!(digits == first, "row {row} holds other digits than row 0");
        }
        let divisor = divisor.filter(|&divisor| divisor > 0).context("the board has no divisor")?;
        for row in 0..size {
            let number: u64 = number(square, row).parse()?;
            ensure!(
                number.is_multiple_of(divisor),
                "row {row}, {number}, is no multiple of {divisor}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        number(&board.square, self.size() / 2)
    }

    /// The common divisor.
    fn score(&self, board: &Board) -> i128 {
        board.divisor.unwrap_or(0).into()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let mut digits = 0..=self.largest_digit();
        let unused = digits.find(|&digit| board.square.find(|&held| held == Some(digit)).is_none());
        unused.map(|digit| ("unused digit", digit.to_string())).into_iter().collect()
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let size = size.clamp(2, sudoku::LARGEST_SIZE);
        Some(SomewhatSquareSudoku { givens: Grid::filled(size, size, None) })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(SomewhatSquareSudoku { givens: board.square.clone() })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let square = board.map(|board| &board.square);
        let mut picture = draw::numbers(self.size(), self.size(), Some(&self.givens), square);
        sudoku::draw_boxes(&mut picture);
        if let Some(Board { square, divisor: Some(divisor) }) = board {
            let rows = 0..self.size().min(square.rows());
            for (row, number) in
                rows.filter_map(|row| Some((row, number(square, row).parse().ok()?)))
            {
                if let Some(quotient) = u64::checked_div(number, *divisor) {
                    picture.label_right(row, &format!("{divisor} x {quotient}"));
                }
            }
        }
        picture
    }
}

/// The number in a row, with all its digits.
fn number(square: &Grid<Option<u8>>, row: usize) -> String {
    square.row(row).map(|digit| digit.map_or(String::new(), |digit| digit.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use puzzle::Limits;

    use super::*;

    #[test]
    fn every_best_square_is_counted() {
        // 12 and 21 can change places, and 3 divides both.
        let sudoku = SomewhatSquareSudoku { givens: Grid::filled(2, 2, None) };
        let counted = puzzle::count(&sudoku, &Limits::default());
        assert_eq!((counted.solutions, counted.complete()), (2, true));
    }
}
