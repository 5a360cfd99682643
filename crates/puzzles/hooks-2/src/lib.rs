//! # Hooks #2
//!
//! *Jane Street, May 2016.* Cut a square into nested hooks: the largest is an outer row together
//! with an outer column; what it leaves is a smaller square, from which the next hook is cut, down
//! to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1 cells. The
//! digits of each row and each column add up to the sum at the border. For the answer choose filled
//! cells, at most one in each row and each column, so that the product of their digits is as large
//! as possible.
//!
//! ```text
//!     10  3  5 12
//!  7   .  . (3) 4     the hook of size 4 is the last row and the last column,
//! 11   3 (2) 2  4     that of size 3 what is left of the first row and the first column;
//!  4  (3) 1  .  .     3 x 2 x 3 x 4 = 72 is the answer
//!  8   4  .  . (4)
//! ```
//!
//! ## Idea
//! Look along the row of a hook, a whole row of the grid. Each larger hook meets it in one cell,
//! which holds the larger digit or nothing. All other cells belong to the hook itself, so that the
//! row does not care *which* of them are filled, but only *how many*. The same is true of the
//! column. The hooks have their turns from the largest to the smallest, and in its turn a hook
//! decides its corner, and then for its row and its column
//!
//! - which larger hooks have a digit there, and
//! - how many of its own cells are filled; the corner counts twice if it is.
//!
//! Which cells these are is left to the smaller hooks: every cell but a corner is the place where a
//! smaller hook's line meets a larger hook, and is decided in the smaller one's turn.
//!
//! Until then a larger hook remembers how many cells of its row it still lacks, to be met by
//! columns, and how many of its column. If none are lacking it is empty in all lines to come; if
//! there are as many as lines to come, it has a digit in each of them.
//!
//! *The answer.* From the last row upwards, the largest product is found for each set of columns
//! that may be left for the rows from there on: 9 x 2^9 sets instead of 9! permutations.
//!
//! ## Why each board is found once
//! Different decisions for the same corners fill other cells, or another number of them. Different
//! corners lead to different digits, too: that is shown in the documentation of `nested_hooks`, by the
//! digits' numbers and the geometry of the hooks alone.
//!
//! ## Why it is fast
//! What the larger hooks leave of a sum must be a multiple of the hook's own digit. While the
//! digits are large there are few larger hooks, so that most corners are ruled out at once. The
//! published instance is solved, and its solution proved the only one, in 28 microseconds. Nodes
//! (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | all cells of a hook in its turn, in every way that both sums allow | 5,179 |
//! | how many cells, and which larger hooks; what a hook lacks is looked at in the end | 9,163 |
//! | a hook that lacks no more digits gets none | 457 |
//! | a hook that lacks as many digits as there are lines to come gets one in each | 25 |
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. To watch how many are lacking, and
//! how many places there are for them, is the forward checking of constraint programming. Best
//! results for sets of columns are the textbook dynamic programme for assignments.

mod product;
mod search;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Clues, Side};
use nested_hooks::{Digits, check, draw};
use picture::{Picture, Tint};
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

pub use nested_hooks::Board;

/// The longest side: the sets of columns, and without sums the ways to fill a line, double with
/// each hook.
const LARGEST_SIZE: usize = 16;

/// A square to cut into nested hooks, and to fill: the sums of its rows and columns, as far as they
/// are known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// The sums of the rows, from top to bottom.
    #[serde(deserialize_with = "Clues::of_rows")]
    pub rows: Clues<u32>,
    /// The sums of the columns, from left to right.
    #[serde(deserialize_with = "Clues::of_columns")]
    pub columns: Clues<u32>,
}

impl Hooks {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.rows.len()
    }
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
        for (side, clues) in [(Side::Left, &self.rows), (Side::Top, &self.columns)] {
            for (line, &clue) in clues.given() {
                let digits = side.cells(self.size(), line).filter_map(|cell| board[cell]);
                let sum: u32 = digits.map(u32::from).sum();
                ensure!(sum == clue, "{} adds up to {sum} instead of {clue}", side.name(line));
            }
        }
        Ok(())
    }

    /// The largest product of digits in cells of different rows and columns.
    fn answer(&self, board: &Board) -> String {
        let digits = product::best_cells(board).into_iter().map(|(_, digit)| u128::from(digit));
        digits.product::<u128>().to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let cells = product::best_cells(board);
        let cells: Vec<String> = cells.iter().map(|(cell, _)| cell.to_string()).collect();
        vec![("best cells", cells.join(" "))]
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.size(), None, board);
        if let Some(solution) = board.filter(|board| self.check(board).is_ok()) {
            let best = product::best_cells(solution);
            picture.fill_cells(best.into_iter().map(|(cell, _)| cell), Tint::Highlight);
            draw::hooks(&mut picture, solution, Digits::OfSize);
        }
        draw::side(&mut picture, Side::Left, self.rows.given());
        draw::side(&mut picture, Side::Top, self.columns.given());
        picture
    }
}
