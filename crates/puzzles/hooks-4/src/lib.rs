//! # Hooks #4
//!
//! *Jane Street, August 2018.* Cut a square into nested hooks: the largest is an outer row together
//! with an outer column; what it leaves is a smaller square, from which the next hook is cut, down
//! to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1 cells. The
//! filled cells hang together. Clues stand at rows and columns: the digits of each run of
//! neighbouring filled cells are multiplied, and the products of the runs added up. The answer is
//! the product of the sizes of the groups of empty cells.
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
//! their lines open, as lists. From these it concludes what it can, until nothing changes:
//!
//! - A cell that is filled in all fills of a line, or in none, is known, and fills of the line
//!   across that have it otherwise are dropped.
//! - A fill of a hook's row is dropped if no fill of its column goes with it, so that the corner is
//!   the same and the hook has as many digits as it should; and the other way round.
//! - What no way leads to from the filled cells stays empty; a filled cell with a single way on to
//!   others takes it.
//!
//! Only when all hooks are cut and a line has still several fills, each of them is tried, in the
//! line that has the fewest.
//!
//! ## Why each board is found once
//! Different fills are different cells. Different corners lead to different digits, too: that is
//! shown in the documentation of `nested_hooks`, by the digits' numbers and the geometry of the hooks
//! alone.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 16 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | each hook in its turn: a corner, and all pairs of fills of its two lines | 29,542 |
//! | fills stay open, corners first; are the cells connected is asked in the end | 18 |
//! | connection is used on the way | 17 |
//!
//! Read cell by cell, cut short when the clue is exceeded or out of reach, the fills would double
//! the time. Connection counts where clues are missing: without the clues of all rows the published
//! columns have 42 solutions, found with 4,329 nodes; with the question in the end it takes
//! 243,361.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Lists of fills that lose what does
//! not agree with the lines across are the usual way of solving nonograms.

mod search;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Clues, Side};
use nested_hooks::{Digits, check, draw};
use picture::Picture;
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

pub use nested_hooks::Board;

/// The longest side: the fills of a line without a clue double with each cell.
const LARGEST_SIZE: usize = 12;

/// A square to cut into nested hooks, and to fill: the clues of its rows and columns, as far as
/// they are given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// The clues of the rows, from top to bottom.
    #[serde(deserialize_with = "Clues::of_rows")]
    pub rows: Clues<u64>,
    /// The clues of the columns, from left to right.
    #[serde(deserialize_with = "Clues::of_columns")]
    pub columns: Clues<u64>,
}

impl Hooks {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.rows.len()
    }
}

/// The products of the runs of a line, added up.
fn sum_of_runs(line: &[Option<u8>]) -> u64 {
    let runs = line.split(Option::is_none).filter(|run| !run.is_empty());
    runs.map(|run| run.iter().flatten().map(|&digit| u64::from(digit)).product::<u64>()).sum()
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    /// See the crate's documentation.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.rows.check_at_most("rows", LARGEST_SIZE)?;
        self.columns.check_as_many("columns", "rows", &self.rows)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.size())?;
        check::digits(board)?;
        check::hooks(board, Digits::OfSize)?;
        check::connected(board)?;
        for (side, clues) in [(Side::Left, &self.rows), (Side::Top, &self.columns)] {
            for (number, &clue) in clues.given() {
                let line: Vec<_> =
                    side.cells(self.size(), number).map(|cell| board[cell]).collect();
                let sum = sum_of_runs(&line);
                ensure!(
                    sum == clue,
                    "the runs of {} add up to {sum} instead of {clue}",
                    side.name(number)
                );
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        nested_hooks::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        nested_hooks::remarks(board)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.size(), None, board);
        if let Some(board) = board.filter(|board| check::shape(board, self.size()).is_ok()) {
            draw::hooks(&mut picture, board, Digits::OfSize);
        }
        draw::side(&mut picture, Side::Left, self.rows.given());
        draw::side(&mut picture, Side::Top, self.columns.given());
        picture
    }
}
