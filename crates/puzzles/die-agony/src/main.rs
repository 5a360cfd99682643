//! # Die Agony
//!
//! *Jane Street, December 2022.* A die with an unknown number on each face stands on the start cell
//! of a grid of numbers. Each move tips it over an edge into a neighbouring cell. Move `n` adds `n`
//! times the face that is then on top to the score, which is 0 at first and must be equal to the
//! number in the cell that was entered. The journey ends when the die first arrives at the finish;
//! cells on the way may be entered several times. The answer is the sum of the numbers in the cells
//! never visited.
//!
//! ```text
//!  .   2   2        From the 0, move 1 goes north: the south face comes up, and it must be 5.
//!  5  -1   .        Move 2, east: the west face is (-1 - 5) / 2 = -3.
//!  0   .   .        Move 3, north: the face that was at the bottom at first is (2 + 1) / 3 = 1.
//!                   Move 4, east: the west face again, now a face that never came up: 0 / 4.
//! ```
//!
//! Faces may be any numbers, fractions included. The grid may be any rectangle of integers from
//! -10^12 to 10^12.
//!
//! ## Boards
//! `r6c1 r5c1 r5c2 ...`: the cells on which the die stands, from the start to the finish.
//!
//! ## Idea
//! Depth first: tip the die in each direction in turn. A face gets its value when it first comes
//! up: the difference of the scores over the number of the move. From then on it must fit exactly:
//! the search multiplies crosswise, in integers, and never divides.
//!
//! A path is endless only if the die *waits*: if two consecutive moves are level, that is, show
//! zero, the second can be undone, since zero comes up again, and repeated, at any time. All other
//! paths end: at most six faces come up for the first time, a known nonzero face fits a pair of
//! neighbours at one time only, and there is at most one level move between two such moves.
//!
//! So paths that wait are not followed. Usually there are none, and the result is proved for
//! journeys of any length. If the die can wait somewhere, or a path has more than `max_moves`
//! moves, other journeys may exist: the result is reported as unproved, and if no journey was
//! found, the rules alone look for one. Only neighbours with equal numbers let the die wait.
//!
//! ## Why it is fast
//! Unknown faces allow any move for a few moves, then known ones decide: soon only one or two
//! states are left. On the sample, each of the four moves shows a new face, so any number in the
//! cell would do; only to go back south instead of the last move would show a face again, the -3,
//! where -3 / 4 is needed.
//!
//! The die carries the values of its faces with it, by their sides, so nothing is restored when a
//! move is taken back. An unknown value is 0 / 0, equal to any other when multiplied crosswise.
//! Only long searches remember arrivals (cell, number of the move, values on the six sides) that
//! led to no journey.
//!
//! ## Why it has a search
//! Proves results for journeys of any length, while the rules alone are stated for a limited number
//! of moves. It is also far faster.

mod check;
mod constraints;
mod die;
mod random;
mod search;

use std::collections::HashSet;

use grid_puzzles::draw::way_over_numbers;
use puzzle::prelude::*;

/// The largest number of a cell; the smallest is its negative.
const MOST_NUMBER: i64 = 1_000_000_000_000;
/// The largest `max_moves`.
const MOST_MOVES: i64 = 1_000_000;
/// The default of `max_moves`.
const USUAL_MOVES: usize = 10_000;

/// An instance: a grid of numbers, and where the journey starts and ends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DieAgony {
    /// The required score of each cell.
    grid: Grid<Within<{ -MOST_NUMBER }, MOST_NUMBER>>,
    /// The start cell; it holds 0.
    start: Cell,
    /// The cell where the journey ends.
    finish: Cell,
    /// The maximum number of moves of a journey; 10,000 by default. If there may be longer
    /// journeys, the search does not claim to be complete.
    max_moves: Option<Within<1, MOST_MOVES>>,
}

impl DieAgony {
    fn max_moves(&self) -> usize {
        self.max_moves.map_or(USUAL_MOVES, Within::size)
    }

    /// Returns the change of the score by a move between two cells.
    fn difference(&self, from: Cell, to: Cell) -> i64 {
        self.grid[to].get() - self.grid[from].get()
    }
}

puzzle::program!(DieAgony, searched, explained);

impl Puzzle for DieAgony {
    /// Returns the form: the cells on which the die stands, from the start on.
    fn form(&self) -> Form {
        Form::walk(self.grid.rows(), self.grid.columns())
    }

    fn validate(&self) -> Result<()> {
        for (key, cell) in [("start", self.start), ("finish", self.finish)] {
            ensure!(self.grid.contains(cell), "`{key}` is {cell}; expected a cell of `grid`");
        }
        let score = self.grid[self.start].get();
        ensure!(score == 0, "`grid` has {score} in the start cell; expected 0");
        ensure!(self.start != self.finish, "`finish` is `start`; expected another cell");
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::roll(self, board.walk()).map(drop)
    }

    fn answer(&self, board: &Board) -> Answer {
        let journey = board.walk();
        let visited: HashSet<Cell> = journey.iter().copied().collect();
        let unvisited = self.grid.cells().filter(|cell| !visited.contains(cell)).collect_vec();
        let sum = unvisited.iter().map(|&cell| i128::from(self.grid[cell].get())).sum::<i128>();
        let mut answer = Answer::new(sum).remark("moves", journey.len().saturating_sub(1));
        if let Ok(die) = check::roll(self, journey) {
            answer = answer.remark("final die", die);
        }
        let unvisited = unvisited.iter().join(" ");
        answer.remark("unvisited cells", if unvisited.is_empty() { "none" } else { &unvisited })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let mut picture = Picture::grid(rows, columns);
        picture.description(&format!(
            "A die rolls from {} to {} over a grid of {rows} rows and {columns} columns of numbers",
            self.start, self.finish,
        ));
        let numbers = self.grid.map(|_, number| number.get());
        way_over_numbers(&mut picture, &numbers, board.map_or(&[], Board::walk));
        for (cell, word) in [(self.start, "start"), (self.finish, "finish")] {
            let (x, y) = (cell.column as f64 + 0.07, cell.row as f64 + 0.85);
            picture.text_from(x, y, 0.2, word, Ink::Label);
        }
        picture
    }
}

impl Setter for DieAgony {
    /// Returns the sizes of grids with a journey, made by rolling a random die.
    fn sizes(&self) -> Vec<usize> {
        (2..=random::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(random::roll(size, random))
    }
}
