//! # Somewhat Square Sudoku
//!
//! *Jane Street, January 2025.* Fill a 9 x 9 sudoku with nine of the ten digits from 0 to 9: every
//! row, every column and every box holds each of the nine once. Each row, read from left to right,
//! is a number, possibly with a leading 0. The greatest common divisor of the nine numbers is to be
//! as large as possible. The answer is the number in the middle row.
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
//! the sum of the set, and a common divisor of the rows also divides this number. All sets together
//! have 266 such divisors. A large one has few multiples with nine different digits: an automaton
//! reads the divisor and then the digits of one of these. For small divisors an equation states
//! that a row is a multiple.
//!
//! A square of another size n, from 2 to 9, takes n of the digits 0 to n. Its boxes are as nearly
//! square as the size allows, no higher than wide. Of two middle rows the lower one is the answer.
//!
//! ## Boards
//! The square, and a last line with a common divisor of its rows: `divisor 33`.

mod constraints;

use std::collections::BTreeSet;

use grid_puzzles::check_givens_fit;
use puzzle::prelude::*;

/// A square to fill: its given digits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SomewhatSquareSudoku {
    /// The given digits (rows x columns), 0 among them; `.` for an empty cell.
    givens: Grid<Option<u8>>,
}

impl SomewhatSquareSudoku {
    fn size(&self) -> usize {
        self.givens.rows()
    }

    /// Returns the form of the square alone.
    fn square(&self) -> Form {
        let range = 0..=self.largest_digit().into();
        Form::numbers(self.size(), self.size(), range).with_givens(&self.givens)
    }

    /// Returns the largest digit: one more than a row holds.
    fn largest_digit(&self) -> u8 {
        u8::try_from(self.size()).expect("a square has at most 9 rows")
    }

    /// Returns the number written as one 1 for each digit of a row.
    fn ones(&self) -> i64 {
        (0..self.size()).fold(0, |ones, _| 10 * ones + 1)
    }

    /// Returns the sum of all rows if this digit is left out: each column holds each digit of the
    /// set once.
    fn total(&self, left_out: u8) -> i64 {
        let digits = (0..=self.largest_digit()).filter(|&digit| digit != left_out);
        self.ones() * digits.map(i64::from).sum::<i64>()
    }

    /// Returns the smallest number with more digits than a row.
    fn end(&self) -> i64 {
        10_i64.pow(self.largest_digit().into())
    }

    /// Returns the possible divisors of all rows: they divide the sum of the rows.
    fn divisors(&self) -> BTreeSet<i64> {
        // A divisor of a product is a product of divisors.
        let ones = self.ones();
        let sums = (0..=self.largest_digit()).map(|left_out| self.total(left_out) / ones);
        let factors = sums.flat_map(divisors).unique();
        factors.cartesian_product(divisors(ones)).map(|(one, other)| one * other).collect()
    }
}

/// Returns the divisors of a number.
fn divisors(number: i64) -> Vec<i64> {
    let number = number.unsigned_abs();
    let small = (1..=number.isqrt()).filter(|&divisor| number.is_multiple_of(divisor));
    let all = small.flat_map(|divisor| [divisor, number / divisor]).unique();
    all.filter_map(|divisor| divisor.try_into().ok()).collect()
}

/// Returns the board of a square and a divisor of its rows, as far as they are known.
fn board(square: impl Into<Board>, divisor: Option<i64>) -> Board {
    vec![square.into(), Board::Grid(Grid::filled(1, 1, divisor))].into()
}

/// Returns the common divisor of a board, as far as it is known.
fn divisor(board: &Board) -> Option<i64> {
    board.parts()[1][Cell::new(0, 0)]
}

/// Returns the number in a row of a board, with all its digits.
fn number(board: &Board, row: usize) -> String {
    board.parts()[0].grid().row(row).flatten().join("")
}

puzzle::program!(SomewhatSquareSudoku, explained);

impl Puzzle for SomewhatSquareSudoku {
    fn form(&self) -> Form {
        // The divisor divides the sum of all rows.
        let divisor = Form::value(1..=self.total(0));
        let square = self.square().drawn_at((0.0, 0.0));
        Form::parts(Layout::Tail, [("square", square), ("divisor", divisor)])
    }

    fn validate(&self) -> Result<()> {
        latin_squares::check_size("givens", &self.givens)?;
        ensure!(self.size() > 1, "`givens` has a single cell; expected a square of 2 rows or more");
        let shape = (self.size(), self.size());
        check_givens_fit(&self.givens, shape, "digit", 0..=self.largest_digit())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let square = &board.parts()[0];
        latin_squares::check::sudoku(square)?;
        let first: BTreeSet<_> = square.grid().row(0).collect();
        for row in 1..self.size() {
            let digits: BTreeSet<_> = square.grid().row(row).collect();
            ensure!(digits == first, "row {} holds other digits than row 1", row + 1);
        }
        for (row, divisor) in (0..self.size()).cartesian_product(divisor(board)) {
            let number: i64 = number(board, row).parse()?;
            ensure!(
                number % divisor == 0,
                "row {}, {number}, is no multiple of {divisor}",
                row + 1
            );
        }
        Ok(())
    }

    /// Returns the answer; the score is the common divisor.
    fn answer(&self, board: &Board) -> Answer {
        let square = board.parts()[0].grid();
        let mut digits = 0..=self.largest_digit();
        let unused =
            digits.find(|&digit| square.find(|&held| held == Some(digit.into())).is_none());
        let answer = Answer::new(number(board, self.size() / 2)).score(divisor(board).unwrap_or(0));
        unused.into_iter().fold(answer, |answer, digit| answer.remark("unused digit", digit))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = self.square().picture(board.map(|board| &board.parts()[0]));
        latin_squares::draw_boxes(&mut picture);
        let Some((board, divisor)) = board.and_then(|board| Some((board, divisor(board)?))) else {
            return picture;
        };
        for row in 0..self.size() {
            if let Ok(number) = number(board, row).parse::<i64>() {
                picture.label_right(row, &format!("{divisor} × {}", number / divisor));
            }
        }
        picture
    }
}

impl Setter for SomewhatSquareSudoku {
    fn sizes(&self) -> Vec<usize> {
        (2..=latin_squares::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        let size = size.max(2);
        Some(Draft::new().text("givens", Grid::filled(size, size, None::<u8>)))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.parts()[0].grid()))
    }
}
