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
//! have decreased: a state. Decreases only grow, so dynamic programming takes the states in their
//! order, and each passes its score on to the states that a move leads to, which keep the best. A
//! later move scores less, so from a state on there is at most the largest number to gain, then
//! that less 1, and so on. Where this cannot beat the best journey so far, the queen does not go
//! on; so the search ends once numbers are negative.
//!
//! ## Why it is fast
//! On the published board 1,394 states are visited, with 32,000 moves, in 150 microseconds, and
//! 36 journeys reach the highest score. Bounds that know which sums are squares were tried: they
//! save at most 8 % of the states. Half of the time was saved by looking up decreases in a table,
//! and by not keeping how a state was reached: the journey is followed backwards from its end.
//!
//! ## The rules as constraints
//! A flag for each move from each state, and for each state: she leaves it as often as she comes to it.
//! The most that can be won from a state on is its price. With these prices the constraints add up to
//! the highest score, so the proof has four steps. Nothing is stated beyond the rules, and no proof
//! rests on a price: what follows from the sum of the constraints, the proof derives.
//!
//! The rules do not limit the number of moves, but a model has to end. Once the numbers have decreased
//! by more than the largest of them, every further move loses points. There the queen may stop in any
//! square, at the cost of the cheapest move. No journey that goes on has more points than that, so if
//! the best solution is a journey, it is the best of all.
//!
//! ## Sources
//! Longest paths by dynamic programming
//! over states are due to Bellman.

mod constraints;
mod search;

use anyhow::{Result, bail, ensure};
use grid_puzzles::{Square, check_size, draw};
use grid_utils::{Cell, Grid, Within};
use itertools::Itertools;
use picture::Picture;
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Rules, Search};
use rules::Model;
use serde::Deserialize;

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
    /// What each move of a journey scores.
    fn points(&self, journey: &[Cell]) -> Vec<i64> {
        let mut decrease = 0;
        let score = |(from, to): (&Cell, &Cell)| {
            let [before, after] = [from, to].map(|&cell| self.numbers[cell].get() - decrease);
            let is_square = (0..=before + after).any(|root| root * root == before + after);
            decrease += if is_square { 1 } else { 5 };
            after
        };
        journey.iter().tuple_windows().map(score).collect()
    }
}

puzzle::program!(SquareRun);

impl Puzzle for SquareRun {
    fn form(&self) -> Form {
        Form::chess_walk(self.numbers.rows(), self.numbers.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: Model) -> Option<Rules> {
        Some(constraints::state(self, model))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    /// The search reports one journey.
    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        let rows = self.numbers.rows();
        let square = |cell| Square::of(cell, rows);
        let (start, finish) = (Cell::new(rows - 1, 0), Cell::new(0, self.numbers.columns() - 1));
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
        let journeys = search::best_journeys(self);
        let journeys = journeys.map_or("2^128 or more".to_owned(), |journeys| journeys.to_string());
        Answer::of_score(points.iter().sum::<i64>())
            .remark("moves", points.len())
            .remark("points", points.iter().format(" "))
            .remark("journeys with the highest score", journeys)
    }

    /// Numbers at random, now and then all of them below 0.
    fn sizes() -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let (rows, columns) = (random.usize(1..=size), random.usize(1..=size));
        let largest = random.i64(-5..=40);
        let numbers = Grid::from_fn(rows, columns, |_| random.i64(-10..=largest));
        Some(Draft::new().text("numbers", numbers))
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
