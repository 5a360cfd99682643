//! # Square Run
//!
//! *Jane Street, September 2017.* A queen moves over a chess board with a number in each square,
//! from the bottom left to the top right. Each move is a queen's move and scores the number in
//! the square where it ends. Then all numbers decrease: by 1 if the numbers in the two squares of
//! the move, as they were, add up to a perfect square (0, 1, 4, 9, ...), else by 5. She may come
//! to any square again and may pass through the top right; when she stops there, the journey is
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
//! What happened before does not matter, only where the queen stands and by how much the numbers
//! have decreased: a state. Decreases only grow, so the states are taken in their order, and each
//! passes its score on to those that a move leads to, which keep the best (dynamic programming).
//! A move later scores less, so from a state on there is at most the largest number to gain, then
//! that less 1, and so on. Where this is not enough to beat the best journey so far, the queen
//! need not go on: this also ends the search once numbers are negative.
//!
//! ## Why it is fast
//! On the published board 1,394 states are taken up, with 32,000 moves, in 150 microseconds, and
//! 36 journeys reach the highest score. Bounds that know which sums are squares were tried: they
//! save at most 8 % of the states. Half of the time was saved by reading decreases off a table,
//! and by leaving open how a state was reached: the journey is followed backwards from its end.
//!
//! ## Why there are no rules as constraints
//! They would be a flow with a flag for each of more than 32,000 moves between states, and would
//! need a limit to the number of moves, which the rules do not have.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Longest paths by dynamic programming
//! over states are Bellman's.

mod search;

use std::ops::ControlFlow;

use anyhow::{Context, Result, ensure};
use grid_puzzles::{Square, Walk, check_size, draw};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use picture::Picture;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// The most rows or columns.
const LARGEST_SIZE: usize = 16;
/// The largest number, and with the other sign the least.
const LARGEST_NUMBER: i64 = 999;

/// An instance: the numbers on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareRun {
    /// The numbers before the first move, the highest rank first.
    pub numbers: Grid<i64>,
}

/// A journey: the squares on which the queen stands, from the first on.
pub type Journey = Walk<Square>;

impl SquareRun {
    /// The cell of a square, if the board has it.
    fn cell(&self, square: Square) -> Option<Cell> {
        square.cell(self.numbers.rows()).filter(|&cell| self.numbers.contains(cell))
    }

    /// The square at the top right, where the journey ends.
    fn last_square(&self) -> Square {
        Square::of(Cell::new(0, self.numbers.columns() - 1), self.numbers.rows())
    }

    /// What each move of a journey scores.
    ///
    /// # Errors
    /// The first move that is none.
    fn points(&self, journey: &Journey) -> Result<Vec<i64>> {
        let mut decrease = 0;
        let mut points = Vec::new();
        for (&from, &to) in journey.0.iter().tuple_windows() {
            let at = |square: Square| {
                let cell = self.cell(square);
                cell.with_context(|| format!("{square} is no square of the board"))
            };
            let [before, after] = [at(from)?, at(to)?].map(|cell| self.numbers[cell] - decrease);
            let (files, ranks) = (from.file.abs_diff(to.file), from.rank.abs_diff(to.rank));
            ensure!(from != to, "the queen stays on {from}, which is no move");
            ensure!(
                files == 0 || ranks == 0 || files == ranks,
                "{from} to {to} is no queen's move"
            );
            points.push(after);
            let is_square = (0..=before + after).any(|root| root * root == before + after);
            decrease += if is_square { 1 } else { 5 };
        }
        Ok(points)
    }
}

puzzle::program!(SquareRun);

impl Puzzle for SquareRun {
    // The search reports one journey.
    const DISTINCT: bool = true;

    type Board = Journey;

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))?;
        for (Cell { row, column }, number) in &self.numbers {
            ensure!(
                (-LARGEST_NUMBER..=LARGEST_NUMBER).contains(number),
                "`numbers`, row {row}, column {column}: expected a number from -{LARGEST_NUMBER} \
                 to {LARGEST_NUMBER} and found {number}"
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search<Journey>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, journey: &Journey) -> Result<()> {
        let first = *journey.0.first().context("the journey is empty: it must start on a1")?;
        ensure!(first == Square { file: 0, rank: 0 }, "the journey starts on {first}, not on a1");
        ensure!(!self.points(journey)?.is_empty(), "the journey has no move");
        let (last, expected) = (journey.0[journey.0.len() - 1], self.last_square());
        ensure!(last == expected, "the journey ends on {last}, not on {expected}");
        Ok(())
    }

    fn answer(&self, journey: &Journey) -> String {
        self.score(journey).to_string()
    }

    fn score(&self, journey: &Journey) -> i128 {
        self.points(journey).unwrap_or_default().into_iter().map(i128::from).sum()
    }

    fn remarks(&self, journey: &Journey) -> Vec<(&'static str, String)> {
        let points = self.points(journey).unwrap_or_default();
        let mut remarks =
            vec![("moves", points.len().to_string()), ("points", points.iter().join(" "))];
        let journeys = search::best_journeys(self);
        let journeys = journeys.map_or("2^128 or more".to_owned(), |journeys| journeys.to_string());
        remarks.push(("journeys with the highest score", journeys));
        remarks
    }

    /// Numbers at random, now and then all of them below 0.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        let (rows, columns) = (random.usize(1..=size), random.usize(1..=size));
        let largest = random.i64(-5..=40);
        let numbers = Grid::from_fn(rows, columns, |_| random.i64(-10..=largest));
        Some(SquareRun { numbers })
    }

    fn picture(&self, journey: Option<&Journey>) -> Picture {
        let numbers = &self.numbers;
        let mut picture = Picture::grid(numbers.rows(), numbers.columns());
        picture.title("Square Run").description("A queen's journey over a board of numbers");
        let squares = journey.map_or(&[][..], |journey| &journey.0);
        let cells = squares.iter().filter_map(|&square| self.cell(square)).collect_vec();
        draw::way_over_numbers(&mut picture, numbers, &cells);
        draw::chess_labels(&mut picture, numbers.rows(), numbers.columns());
        if let Some(Ok(points)) = journey.map(|journey| self.points(journey)) {
            let sum: i64 = points.iter().sum();
            picture.caption([format!("{} = {sum}", points.iter().join(" + "))]);
        }
        picture
    }
}
