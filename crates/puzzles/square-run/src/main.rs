//! # Square Run
//!
//! *Jane Street, September 2017.* A queen moves over a chess board with a number in each square,
//! from the bottom left to the top right. Each move is a queen's move and scores the number in
//! the square where it ends. Then all numbers decrease: by 1 if the numbers in the two squares of
//! the move, as they were, add up to a perfect square (0, 1, 4, 9, ...), else by 5. She may return
//! to any square and may pass through the top right; when she stops there, the journey is
//! over. What is the highest score?
//!
//! ```text
//! 8 . . 6      a1 to a2: 5 points, and 4 + 5 = 9, so all numbers decrease by 1.
//! 5 . . .      a2 to d3: no queen's move. a2 to a3: 8 - 1 = 7 points, 4 + 7 = 11, minus 5.
//! 4 . . .      a3 to d3: 6 - 6 = 0 points. In all 12.
//! ```
//!
//! Boards may have other sizes, up to 16 x 16, and numbers from -999 to 999.
//!
//! ## Boards
//! `a1 a5 a3 ...`: the squares of the journey as in chess, files from the left, ranks from below.
//!
//! ## Idea
//! The past matters only through the square of the queen and the decrease of the numbers: a state.
//! There is a flag for each move from each state, and she leaves a state as often as she reaches
//! it. The price of a state is the most that can be won from there on. With these prices the
//! constraints add up to the highest score, so the proof has four steps. A wrong price would not
//! invalidate it: the proof derives its bound from the sum of the constraints.
//!
//! The rules do not limit the number of moves, but a model has to be finite. Once the numbers have
//! decreased by more than the largest of them, every further move loses points. There the queen may
//! stop in any square, at the cost of a move to the top right, with which every journey ends. No
//! journey that continues has more points than that, so if the best solution is a journey, it is
//! optimal.
//!
//! ## Sources
//! Longest paths by dynamic programming over states are due to Bellman.

mod constraints;
mod journeys;

use grid_puzzles::{Square, check_size, draw};
use puzzle::prelude::*;

/// The most rows or columns.
const LARGEST_SIZE: usize = 16;

/// An instance: the numbers on the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SquareRun {
    /// The numbers before the first move, the highest rank first.
    numbers: Grid<Within<-999, 999>>,
}

impl SquareRun {
    /// Returns the bottom left square.
    fn start(&self) -> Cell {
        Cell::new(self.numbers.rows() - 1, 0)
    }

    /// Returns the top right square.
    fn finish(&self) -> Cell {
        Cell::new(0, self.numbers.columns() - 1)
    }

    /// Returns the score of each move of a journey.
    fn points(&self, journey: &[Cell]) -> Vec<i64> {
        let mut decrease = 0;
        let score = |(from, to): (&Cell, &Cell)| {
            let [before, after] = [from, to].map(|&cell| self.numbers[cell].get() - decrease);
            decrease += decrease_by(before + after);
            after
        };
        journey.iter().tuple_windows().map(score).collect()
    }
}

/// Returns the decrease caused by a move whose two squares have numbers that add up to `sum`.
fn decrease_by(sum: i64) -> i64 {
    let is_square = u64::try_from(sum).is_ok_and(|sum| sum.isqrt().pow(2) == sum);
    if is_square { 1 } else { 5 }
}

puzzle::program!(SquareRun);

impl Puzzle for SquareRun {
    fn form(&self) -> Form {
        Form::chess_walk(self.numbers.rows(), self.numbers.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let rows = self.numbers.rows();
        let square = |cell| Square::of(cell, rows);
        let (start, finish) = (self.start(), self.finish());
        let journey = board.walk();
        let &[first, .., last] = journey else { bail!("the journey has no move") };
        ensure!(first == start, "the journey starts on {}, not on a1", square(first));
        for (&from, &to) in journey.iter().tuple_windows() {
            let (ranks, files) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
            ensure!(
                from != to && (files == 0 || ranks == 0 || files == ranks),
                "{} to {} is no queen's move",
                square(from),
                square(to)
            );
        }
        ensure!(last == finish, "the journey ends on {}, not on {}", square(last), square(finish));
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let points = self.points(board.walk());
        let journeys = journeys::best(self);
        let journeys = journeys.map_or("2^128 or more".to_owned(), |journeys| journeys.to_string());
        Answer::of_score(points.iter().sum::<i64>())
            .remark("moves", points.len())
            .remark("points", points.iter().format(" "))
            .remark("journeys with the highest score", journeys)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let numbers = self.numbers.map(|_, number| number.get());
        let mut picture = Picture::grid(numbers.rows(), numbers.columns());
        picture.description("A queen's journey over a board of numbers");
        let journey = board.map_or(&[][..], Board::walk);
        draw::way_over_numbers(&mut picture, &numbers, journey);
        draw::chess_labels(&mut picture, numbers.rows(), numbers.columns());
        if board.is_some() {
            let points = self.points(journey);
            let sum: i64 = points.iter().sum();
            picture.caption([format!("{} = {sum}", points.iter().join(" + "))]);
        }
        picture
    }
}

impl Setter for SquareRun {
    /// Makes random numbers, occasionally all of them below 0.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (rows, columns) = (random.usize(1..=size), random.usize(1..=size));
        let largest = random.i64(-5..=40);
        let numbers = Grid::from_fn(rows, columns, |_| random.i64(-10..=largest));
        Some(Draft::new().text("numbers", numbers))
    }
}
