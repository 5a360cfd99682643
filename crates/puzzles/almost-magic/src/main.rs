//! # Almost Magic
//!
//! *Jane Street, April 2022.* Four 3 x 3 squares form a ring; each shares two cells with the next,
//! which makes 28 cells. They hold different whole numbers above 0. Each square is almost magic:
//! the sums of its rows, columns and diagonals differ by at most 1. How small can the sum of all
//! numbers be?
//!
//! ```text
//! .  A  A  A  .  .
//! .  A  A  AB B  B      A and B have the cells AB in common, and so on around the figure,
//! C  AC AC AB B  B      which looks the same after a quarter turn
//! C  C  CD BD BD B
//! C  C  CD D  D  .
//! .  .  D  D  D  .
//! ```
//!
//! Instances may have up to four squares at other places, with at most 28 cells together.
//!
//! ## Boards
//! Rows of numbers, with `.` beside the figure.
//!
//! ## Idea
//! *Iterative deepening*: the sum gets a budget, at first the minimum sum of different numbers plus
//! some slack. The slack is doubled until there is a filling. Squares within the budget are listed:
//! a square is determined by the two numbers that it shares with the one before, the third of their
//! row, its centre and a few bits. For instance, let the bottom row be 13 16 5, the centre 12 and
//! the least sum 34: then the top row holds 17 or 18, 6 or 7, and 9 or 10; and if it is 18 6 10,
//! there are 3 or 4 and 19 or 20 beside the centre. Then the search looks for four squares that fit
//! together:
//!
//! 1. The first square adds at most as much to the one before it as the others do, since the figure
//!    can be rotated.
//! 2. For the square after it, and for the one before it, there are lists by the numbers that it
//!    shares with them. Squares that repeat another number of the first square are excluded.
//! 3. Each pair of squares from the two lists fixes four numbers of the last square; the squares
//!    with these four numbers are looked up.
//!
//! A bound prunes the search. The three shared numbers of a row determine the sums of their square
//! within 1, so the sum of its nine numbers is three times as large, within 2. So the shared
//! numbers give a lower bound, the price, of a square that is not chosen yet. Both lists are sorted
//! by the numbers that their squares add plus their share in the price of the last one, and pairs
//! are tried only up to the budget.
//!
//! ## Why there are no rules as constraints
//! A model with a variable for each number in each cell, and eight sums of each square between a
//! least sum and that plus 1, is too weak for more than one square. Prices of constraints do not
//! help: with a 28th of each number from 1 to 28 in each cell all sums are the same, so no linear
//! bound is above 406.
//!
//! ## Sources
//! Ever larger budgets are iterative deepening (Korf).

mod ring;
mod search;
mod squares;

use std::ops::RangeInclusive;

use puzzle::prelude::*;

/// The number of rows and columns of each square.
const SIZE: usize = 3;
/// The maximum number of squares in a figure.
const MOST_SQUARES: usize = 4;
/// The maximum number of cells in a figure.
const MOST_CELLS: usize = 28;
/// The maximum number of rows or columns of the frame around a figure.
const LARGEST_FRAME: usize = 12;

/// The cells of each line of a square, numbered in reading order from 0.
const LINES: [[usize; SIZE]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// An instance: the positions of the squares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AlmostMagic {
    /// Their top-left cells.
    corners: Vec<Cell>,
}

/// Returns the cells of a square in reading order.
fn cells(corner: Cell) -> [Cell; SIZE * SIZE] {
    std::array::from_fn(|place| Cell::new(corner.row + place / SIZE, corner.column + place % SIZE))
}

/// Returns the range of the sums of a square's lines; `None` if a number is missing. For the
/// checker and the answer.
fn sums(board: &Board, corner: Cell) -> Option<RangeInclusive<i64>> {
    let numbers = board.grid().window_cells(corner, SIZE, SIZE).map(|cell| board[cell]);
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    let sums = LINES.map(|line| line.map(|place| numbers[place]).iter().sum());
    let (least, largest) = sums.into_iter().minmax().into_option()?;
    Some(least..=largest)
}

/// Formats a range of sums, or a single sum, in words.
fn in_words(sums: &RangeInclusive<i64>, between: &str) -> String {
    let (least, largest) = (sums.start(), sums.end());
    if least == largest { least.to_string() } else { format!("{least}{between}{largest}") }
}

impl AlmostMagic {
    /// Returns the cells of the figure in reading order.
    fn figure(&self) -> Vec<Cell> {
        self.corners.iter().flat_map(|&corner| cells(corner)).sorted().dedup().collect()
    }

    /// Returns the number of rows and columns of the frame.
    fn frame(&self) -> (usize, usize) {
        let most = |place: fn(&Cell) -> usize| self.corners.iter().map(place).max().unwrap_or(0);
        (most(|corner| corner.row) + SIZE, most(|corner| corner.column) + SIZE)
    }
}

puzzle::program!(AlmostMagic, searched without rules);

impl Puzzle for AlmostMagic {
    fn form(&self) -> Form {
        let (rows, columns) = self.frame();
        Form::numbers(rows, columns, 1..=u32::MAX.into()).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        let squares = self.corners.len();
        ensure!(
            (1..=MOST_SQUARES).contains(&squares),
            "`corners` has {squares} cells; expected 1 to {MOST_SQUARES}"
        );
        for (place, corner) in self.corners.iter().enumerate() {
            ensure!(
                corner.row.max(corner.column) <= LARGEST_FRAME - SIZE,
                "`corners[{place}]` is {corner}; expected rows and columns up to {}",
                LARGEST_FRAME - SIZE + 1
            );
        }
        ensure!(self.corners.iter().all_unique(), "`corners` has a cell twice");
        let cells = self.figure().len();
        ensure!(cells <= MOST_CELLS, "the figure has {cells} cells; expected at most {MOST_CELLS}");
        Ok(())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["ring", "one-by-one"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (cell, number) in board.grid() {
            let is_in =
                |corner: &Cell| board.grid().window_cells(*corner, SIZE, SIZE).contains(&cell);
            let is_inside = self.corners.iter().any(is_in);
            ensure!(number.is_some() || !is_inside, "{cell} is empty");
            let is_right = number.is_none() || is_inside;
            ensure!(is_right, "{cell} is outside the figure and must stay empty");
        }
        let numbers = board.grid().iter().filter(|(_, number)| number.is_some());
        for [(one, number), (other, same)] in numbers.array_combinations() {
            ensure!(number != same, "{one} and {other} hold the same number");
        }
        for &corner in &self.corners {
            let Some(sums) = sums(board, corner) else { continue };
            ensure!(
                sums.end() - sums.start() <= 1,
                "the square whose top-left cell is {corner} has sums from {}",
                in_words(&sums, " to ")
            );
        }
        Ok(())
    }

    /// Returns the sum of all numbers, which is minimised.
    fn answer(&self, board: &Board) -> Answer {
        let sum: i64 = board.grid().values().flatten().sum();
        let sums = self.corners.iter().filter_map(|&corner| {
            let sums = sums(board, corner)?;
            Some(format!("{} at {corner}", in_words(&sums, " or ")))
        });
        Answer::new(sum).score(-sum).remark("sums of the squares", sums.format(", "))
    }

    /// Draws each square with an outline, and its sums in its central cell.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = self.frame();
        let mut picture = Picture::grid(rows, columns);
        let figure = self.figure();
        let outside = Grid::filled(rows, columns, ()).cells().filter(|cell| !figure.contains(cell));
        picture.fill_cells(outside, Tint::Shade);
        for &cell in &figure {
            let Some(number) = board.and_then(|board| board[cell]) else { continue };
            let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.45);
            picture.text_at(x, y, 0.4, &number.to_string(), Ink::Found);
        }
        for (colour, &corner) in (0..).zip(&self.corners) {
            // Shift the outlines, so that those of overlapping squares do not coincide.
            let inset = 0.03 * f64::from(colour);
            let (x, y) = (corner.column as f64 + inset, corner.row as f64 + inset);
            let side = SIZE as f64 - 2.0 * inset;
            picture.rectangle((x, y), (side, side), Ink::Colour(colour), None);
            if let Some(sums) = board.and_then(|board| sums(board, corner)) {
                let centre = cells(corner)[SIZE * SIZE / 2];
                picture.small_text(centre, Corner::BottomRight, &in_words(&sums, ", "), Ink::Label);
            }
        }
        picture
    }
}

impl Setter for AlmostMagic {}
