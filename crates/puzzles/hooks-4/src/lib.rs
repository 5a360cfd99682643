//! # Hooks #4
//!
//! *Jane Street, August 2018.* Nested hooks, the hook of size m with the digit m in exactly m of its
//! cells: see [`nested_hooks`]. The filled cells are connected. Clues stand at rows and columns: the
//! digits of each run of neighbouring filled cells are multiplied, and the products of the runs added
//! up. The answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!     16  3  .  8
//! 20   4  .  4  4     4 + 4 x 4 = 20
//!  5   2  .  3  .     2 + 3 = 5
//!  .   2  1  3  4     a line without a clue
//!  3   .  3  .  .     the empty groups have the sizes 2, 2, 1 and 1: the answer is 4
//! ```
//!
//! ## Idea
//! *Fills instead of cells.* The clue of a line leaves few fills, sets of cells that have it, once
//! it is known which hooks its cells belong to. This is so when the hook that takes the line is
//! cut, for all cells outside its own segment belong to larger hooks. The fills are read off the
//! clue: after the runs at the two ends of the line, only runs of a single digit d are left, worth
//! d for one cell, d * d for two, and so on, and there are fewer than d of them. So the rest of the
//! clue *written in base d* tells how many runs there are of each length. 810, for one, is 1100 in
//! base 9: a 9 9 9, a 9 9 and nothing else; 567 is 700, seven times 9 9, which no line has room
//! for.
//!
//! *Corners before fills.* The search cuts hooks from the outermost inwards and leaves the fills of
//! their lines open, as lists. From these it propagates, until nothing changes:
//!
//! - A cell that is filled in all fills of a line, or in none, is known, and fills of the line
//!   across that have it otherwise are dropped.
//! - A fill of a hook's row is dropped if no fill of its column goes with it, with the same corner and
//!   as many digits together as the hook should have; and the other way round.
//! - What cannot be reached from the filled cells stays empty; a filled cell with a single exit takes
//!   it.
//!
//! Only when all hooks are cut and a line has still several fills, each of them is tried, in the
//! line that has the fewest.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 16 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | each hook in its turn: a corner, and all pairs of fills of its two lines | 29,542 |
//! | fills stay open, corners first; connectivity is checked in the end | 18 |
//! | connectivity is propagated on the way | 17 |
//!
//! Read cell by cell, cut short when the clue is exceeded or out of reach, the fills would double
//! the time. Connectivity counts where clues are missing: without the clues of all rows the published
//! columns have 42 solutions, found with 4,329 nodes; checked in the end it takes
//! 243,361.
//!
//! ## Why so many lines
//! Reading the fills off a clue, a line in base d, is most of what is above 600 lines, with its test
//! against all fills; lists of fills that are propagated and taken back are the rest. No other puzzle
//! needs them so far.
//!
//! ## Sources
//! Lists of fills that lose what does not agree with the lines across are the usual way of solving
//! nonograms.

mod search;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::Side;
use nested_hooks::rules::{Cells, lines};
use nested_hooks::{Digits, RowsAndColumns, Variant};
use picture::Picture;
use puzzle::{Rng, Search, Stop};
use rules::Model;
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// The instance: its clues.
pub type Hooks = nested_hooks::Hooks<SumsOfRuns>;

/// The longest side: the fills of a line without a clue double with each cell.
const LARGEST_SIZE: usize = 12;

/// What the products of the runs add up to, for each row and each column.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SumsOfRuns(pub RowsAndColumns<u64>);

/// The products of the runs of a line, added up.
fn sum_of_runs(line: &[Option<u8>]) -> u64 {
    let runs = line.split(Option::is_none).filter(|run| !run.is_empty());
    runs.map(|run| run.iter().flatten().map(|&digit| u64::from(digit)).product::<u64>()).sum()
}

puzzle::program!(Hooks);

impl Variant for SumsOfRuns {
    const DIGITS: Digits = Digits::OfSize;

    const BLOCKS_HAVE_EMPTY_CELLS: bool = false;

    fn size(&self) -> usize {
        self.0.size()
    }

    fn validate(&self) -> Result<()> {
        self.0.validate(LARGEST_SIZE)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(&self.0, search)
    }

    fn state_clues(&self, model: &mut Model, cells: &Cells) -> Option<()> {
        model.rule(
            "The digits of each run of filled cells in a row or column are multiplied: the \
             products add up to its clue.",
        );
        let lines = lines::of_size(model.bound(), self.size());
        for (side, line, &clue) in self.0.given() {
            let clue = i64::try_from(clue).unwrap_or(i64::MAX);
            // What the runs that have ended add up to, and the product of the one that has not.
            let step = |&(sum, product): &(i64, i64), digit: i64| {
                let next = match digit {
                    0 => (sum + product, 0),
                    _ => (sum, product.max(1) * digit),
                };
                (next.0 + next.1 <= clue).then_some(next)
            };
            let keeping =
                lines.narrowed(model.bound(), (0, 0), step, |(sum, product)| sum + product == clue);
            model.regular(cells.digits(side, line), &keeping);
        }
        Some(())
    }

    fn check_clues(&self, board: &Board) -> Result<()> {
        for (side, number, &expected) in self.0.given() {
            let line: Vec<_> = side.cells(self.size(), number).map(|cell| board[cell]).collect();
            let sum = sum_of_runs(&line);
            ensure!(
                sum == expected,
                "the runs of {} add up to {sum} instead of {expected}",
                side.name(number)
            );
        }
        Ok(())
    }

    fn random(size: usize, _: &mut Rng) -> Self {
        SumsOfRuns(RowsAndColumns::of(size.min(LARGEST_SIZE), |_, _| None))
    }

    fn clued(&self, board: &Board) -> Self {
        let sum = |side: Side, line| {
            let cells: Vec<_> = side.cells(board.rows(), line).map(|cell| board[cell]).collect();
            Some(sum_of_runs(&cells))
        };
        SumsOfRuns(RowsAndColumns::of(self.size(), sum))
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        self.0.draw(picture);
    }
}
