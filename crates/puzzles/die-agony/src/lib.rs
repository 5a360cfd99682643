//! # Die Agony
//!
//! *Jane Street, December 2022.* A die with an unknown number on each face stands on the start cell of
//! a grid of numbers. Each move tips it over an edge into a neighbouring cell. Move `n` adds `n` times
//! the face that is then on top to the score, which is 0 at first and must be equal to the number in
//! the cell that was entered. The journey ends when the die first arrives at the finish; cells on the
//! way may be entered several times. The answer is the sum of the numbers in the cells never visited.
//!
//! ```text
//!  .   2   2        From the 0, move 1 goes north: the south face comes up, and it must be 5.
//!  5  -1   .        Move 2, east: the west face is (-1 - 5) / 2 = -3.
//!  0   .   .        Move 3, north: the face that was at the bottom at first is (2 + 1) / 3 = 1.
//!                   Move 4, east: the west face again, now a face that never came up: 0 / 4.
//! ```
//!
//! Faces may be any numbers, fractions included. The grid may be any rectangle of 64-bit integers.
//!
//! ## Boards
//! `r5c0 r4c0 r4c1 ...`: the cells on which the die stands, from the start to the finish.
//!
//! ## Idea
//! All states after one move are found, then all after two moves, and so on. A state is a cell and the
//! die on it, each face with its value or none. A face gets its value when it first comes up: the
//! difference of the scores over the number of the move. A known face must fit exactly: the search
//! multiplies crosswise, in integers, and never divides. Equal states after the same number of moves
//! have the same future, so that they are kept once, with links back to all states that they came from.
//! At the finish, each way back along the links is a journey, and no two are the same.
//!
//! ### Endless journeys
//! A die that shows zero can tip over between equal cells at any time. Where two zeros lie side by side
//! the move can be reversed, since zero comes up again: the die can *wait*, for any even number of moves.
//! Conversely a state comes back, without a new face, only along a round of such moves: a face that is
//! not zero would have to add the same at two different times. Without waits every search ends, for at
//! most six faces come up for the first time, a known face fits a pair of neighbours at one time only,
//! and after such a move there is one zero at most before the next.
//!
//! A state in which the die can wait is therefore kept once for all times, not once for each:
//!
//! - A known face that is not zero fits a difference at one time only. That move goes into a timetable,
//!   so that a wait for move 100,005 takes no longer than one for move 5.
//! - A face that never came up can do so at any time, with another value each. Such a move is made
//!   again and again, as long as the finish is perhaps in reach (`outlook.rs`): this is followed with
//!   times that are left open, but with exact conditions on them. If it is not in reach, the move is
//!   given up; when nothing is left to do, the search is complete.
//! - A journey that leads past a wait may be stretched by it (`stretch.rs`): by any number of moves if no
//!   value depends on the time, and otherwise if all times that do can be tripled. Then there are
//!   endlessly many journeys: this one, the stretched one and so on. Both are reported, and the search
//!   ends as endless.
//!
//! What is left over are journeys of more than a million moves, whether they exist or the open conditions
//! merely do not rule them out, and endless families that cannot be tripled, whose members are reported
//! one by one. There the search gives up after a million moves, or when it holds two million states, and
//! says that it proved nothing.
//!
//! ## Why it is fast
//! From start to finish of the published instance there are 2.8 * 10^15 ways of 32 moves, the length of
//! the one journey. Unknown faces let everything pass for a few moves, then known ones decide: 33 states
//! after 5 moves, 3 after 7, two or one from then on.
//!
//! | search | states |
//! | --- | --- |
//! | all values, equal states merged or not | 135 |
//! | integers only, were that known | 50 |
//!
//! There is nothing to precompute, and a value is two words: the difference and the number of the move,
//! not reduced, since few values are ever compared with another. The states lie in one list, which is at
//! once the queue of the search and the history that journeys are read off. Waits cost nothing where
//! there are none: a state is asked for one only if it shows zero.

mod check;
mod draw;
mod faces;
mod history;
mod outlook;
mod search;
mod stretch;
mod terrain;

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use picture::Picture;
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

/// An instance: a grid of numbers, and where the journey starts and ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieAgony {
    /// The score that each cell demands, row 0 at the top.
    pub grid: Grid<i64>,
    /// The cell on which the die stands at first, as `[row, column]`; it holds 0.
    pub start: Cell,
    /// The cell where the journey ends, as `[row, column]`.
    pub finish: Cell,
}

/// A journey: the cells on which the die stands, from the start on, each beside the one before.
///
/// As text the cells stand one after the other, separated by white space: `r5c0 r4c0 r4c1`.
///
/// ```
/// use die_agony::Journey;
///
/// let journey: Journey = "r5c0 r4c0\nr4c1".parse()?;
/// assert_eq!(journey.0.len(), 3);
/// assert_eq!(journey.to_string(), "r5c0 r4c0 r4c1");
/// # anyhow::Ok(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Journey(pub Vec<Cell>);

impl fmt::Display for Journey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.iter().format(" "))
    }
}

impl FromStr for Journey {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Journey(text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?))
    }
}

impl Journey {
    /// The journey that goes on to one more cell.
    fn and(mut self, cell: Cell) -> Self {
        self.0.push(cell);
        self
    }
}

impl DieAgony {
    /// The cells of the grid on which the die never stands.
    fn unvisited(&self, journey: &Journey) -> impl Iterator<Item = Cell> {
        let visited: HashSet<Cell> = journey.0.iter().copied().collect();
        self.grid.cells().filter(move |cell| !visited.contains(cell))
    }
}

puzzle::program!(DieAgony);

impl Puzzle for DieAgony {
    // Equal states are merged, so that different ways back through the history are different journeys.
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

    fn search(&self, search: &mut Search<Journey>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, journey: &Journey) -> Result<()> {
        check::check(self, journey)
    }

    fn answer(&self, journey: &Journey) -> String {
        let sum: i128 = self.unvisited(journey).map(|cell| i128::from(self.grid[cell])).sum();
        sum.to_string()
    }

    fn remarks(&self, journey: &Journey) -> Vec<(&'static str, String)> {
        let moves = journey.0.len().saturating_sub(1);
        let mut remarks = vec![("moves", moves.to_string())];
        let die = check::final_die(self, journey);
        remarks.extend(die.map(|die| ("final die", die.to_string())));
        let unvisited = self.unvisited(journey).join(" ");
        let unvisited = if unvisited.is_empty() { "none".to_owned() } else { unvisited };
        remarks.push(("unvisited cells", unvisited));
        remarks
    }

    fn picture(&self, journey: Option<&Journey>) -> Picture {
        draw::picture(self, journey)
    }
}
