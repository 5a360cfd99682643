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
//! `r5c0 r4c0 r4c1 ...`: the cells on which the die stands, from the start to the finish.
//!
//! ## Idea
//! Depth first: tip the die in each direction in turn. A face gets its value when it first comes
//! up: the difference of the scores over the number of the move. From then on it must fit exactly:
//! the search multiplies crosswise, in integers, and never divides.
//!
//! A path is endless only if the die can *wait*: if two moves in a row are level, that is, show
//! zero, the second can be taken back, since zero comes up again, and made again, at any time. All
//! other paths end: at most six faces come up for the first time, a known face that is not zero
//! fits a pair of neighbours at one time only, and between such moves there is one level move at
//! most.
//!
//! So the paths without waits come first. Mostly these are all, and the result is proved for
//! journeys of any length. If some path can wait, or has more than `max_moves` moves, the paths
//! with waits are followed for 16 moves, for 32, and so on up to `max_moves`. If waiting makes a
//! journey longer that was found, there are endlessly many: the longer one is reported, too, and
//! the search ends. Otherwise nothing is proved, and the search says so; early, if it holds half a
//! million states.
//!
//! ## Why it is fast
//! From start to finish of the published instance there are 2.8 * 10^15 ways of 32 moves, the
//! length of the one journey. Unknown faces let everything pass for a few moves, then known ones
//! decide: 33 states after 5 moves, 3 after 7, two or one from then on; 135 in all, and 50 if faces
//! had to be integers.
//!
//! A face keeps its name when the die tips over, and a table of the 24 orientations tells which
//! face comes up and how the die lies then: a move changes one value at most, which is easily taken
//! back. An unknown value is 0 / 0, equal to any other when multiplied crosswise: the four
//! directions are tried without a branch. Only long searches remember states (cell, number of the
//! move, values on the six sides) that led to no journey.
//!
//! ## Why so many lines
//! Faces are fractions, and journeys may wait without end: search and die are 415 lines. The rules
//! as constraints, over time steps, are 120; a checker that rolls a die of its own is as long; and
//! 70 roll random dice for random instances.

mod check;
mod picture;
mod random;
mod rules;
mod search;

use std::collections::HashSet;
use std::ops::ControlFlow;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::Walk;
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// An instance: a grid of numbers, and where the journey starts and ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieAgony {
    /// The score that each cell demands, row 0 at the top.
    pub grid: Grid<i64>,
    /// The cell on which the die stands at first, as `[row, column]`; it holds 0.
    pub start: Cell,
    /// The cell where the journey ends, as `[row, column]`.
    pub finish: Cell,
    /// Journeys are followed for so many moves, from 1 to 1,000,000; 10,000 if nothing is said. The
    /// search does not say that it saw everything if there may be longer ones.
    #[serde(default = "default_max_moves")]
    pub max_moves: i64,
}

/// The largest number of a cell; the least has the other sign.
const MOST_NUMBER: i64 = 1_000_000_000_000;

/// Journeys are followed for at most so many moves.
const MOST_MOVES: i64 = 1_000_000;

fn default_max_moves() -> i64 {
    10_000
}

/// A journey: the cells on which the die stands, from the start on, each beside the one before.
///
/// As text the cells stand one after the other, separated by white space: `r5c0 r4c0 r4c1`.
pub type Journey = Walk<Cell>;

impl DieAgony {
    /// The cells of the grid on which the die never stands.
    fn unvisited(&self, journey: &Journey) -> impl Iterator<Item = Cell> {
        let visited: HashSet<Cell> = journey.0.iter().copied().collect();
        self.grid.cells().filter(move |cell| !visited.contains(cell))
    }
}

puzzle::program!(DieAgony);

impl Puzzle for DieAgony {
    // Each path is followed once, as it waits or not.
    const DISTINCT: bool = true;

    type Board = Journey;

    fn validate(&self) -> Result<()> {
        for (key, cell) in [("start", self.start), ("finish", self.finish)] {
            ensure!(
                self.grid.contains(cell),
                "`{key}` is [{}, {}]: expected a row below {} and a column below {}",
                cell.row,
                cell.column,
                self.grid.rows(),
                self.grid.columns()
            );
        }
        for (Cell { row, column }, number) in &self.grid {
            ensure!(
                (-MOST_NUMBER..=MOST_NUMBER).contains(number),
                "`grid` row {row}, column {column}: expected a number from -{MOST_NUMBER} to \
                 {MOST_NUMBER} and found {number}"
            );
        }
        ensure!(
            (1..=MOST_MOVES).contains(&self.max_moves),
            "`max_moves` is {}: expected a number from 1 to {MOST_MOVES}",
            self.max_moves
        );
        let Cell { row, column } = self.start;
        let score = self.grid[self.start];
        ensure!(
            score == 0,
            "`grid` row {row}, column {column}: expected 0 in the start cell and found {score}"
        );
        ensure!(
            self.start != self.finish,
            "`finish` is [{row}, {column}], like `start`: expected another cell"
        );
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Journey>> {
        Some(rules::rules(self))
    }

    fn search(&self, search: &mut Search<Journey>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, journey: &Journey) -> Result<()> {
        check::roll(self, journey).map(drop)
    }

    fn answer(&self, journey: &Journey) -> String {
        let sum: i128 = self.unvisited(journey).map(|cell| i128::from(self.grid[cell])).sum();
        sum.to_string()
    }

    /// A grid with a journey, where the die that made it is rolled at random.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        Some(random::roll(size, random))
    }

    fn remarks(&self, journey: &Journey) -> Vec<(&'static str, String)> {
        let moves = journey.0.len().saturating_sub(1);
        let mut remarks = vec![("moves", moves.to_string())];
        let die = check::roll(self, journey);
        remarks.extend(die.ok().map(|die| ("final die", die.to_string())));
        let unvisited = self.unvisited(journey).join(" ");
        let unvisited = if unvisited.is_empty() { "none".to_owned() } else { unvisited };
        remarks.push(("unvisited cells", unvisited));
        remarks
    }

    fn picture(&self, journey: Option<&Journey>) -> Picture {
        picture::picture(self, journey)
    }
}
