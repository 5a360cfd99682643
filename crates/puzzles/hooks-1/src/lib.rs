//! # Hooks
//!
//! *Jane Street, February 2014.* A square is cut into nested hooks. All of them have their corner
//! at the bottom right: the hook of size m is what row m - 1 and column m - 1, counted from 0, have
//! in common with the m x m square at the top left. It has 2m - 1 cells and carries the digit m in
//! exactly m of them, so that the 1 is known from the start. The digits of each row and each column
//! add up to the sum at the border. The cells are coloured like a chessboard; the answer is the sum
//! of the digits in the cells of the top left cell's colour.
//!
//! ```text
//!      8 8 6 8
//!  7   1 2 . 4      the hook of size 3, for one, is row 2 and column 2, up to where
//!  5   . 2 3 .      they meet: three of its five cells are filled;
//! 10   3 . 3 4      every second cell is coloured, from the 1 on:
//!  8   4 4 . .      1 + 2 + 3 + 3 + 4 = 13 is the answer
//! ```
//!
//! ## Idea
//! Look along the row of a hook. Each larger hook meets it in one cell, which holds the larger
//! digit or nothing. All other cells belong to the hook itself, so that the row does not care
//! *which* of them are filled, but only *how many*. The same is true of the column. The hooks have
//! their turns from the largest to the smallest, and in its turn a hook decides, for its row and
//! its column,
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
//! ## Why it is fast
//! What the larger hooks leave of a sum must be a multiple of the hook's own digit, and while the
//! digits are large there are few larger hooks. The published instance is solved, and its solution
//! proved the only one, in 9 microseconds. Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | all cells of a hook in its turn, in every way that both sums allow | 860,123 |
//! | how many cells, and which larger hooks; what a hook lacks is looked at in the end | 6,511 |
//! | a hook that lacks no more digits gets none | 23 |
//! | a hook that lacks as many digits as there are lines to come gets one in each | 13 |
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. To watch how many are lacking, and
//! how many places there are for them, is the forward checking of constraint programming.

mod search;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Clues, Side};
use grid_utils::{Cell, Grid};
use nested_hooks::{check, draw};
use picture::{Picture, Tint};
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

pub use nested_hooks::Board;

/// The longest side: without sums, the ways to fill a line double with each hook.
const LARGEST_SIZE: usize = 16;

/// A square to fill: the sums of its rows and columns, as far as they are known.
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

/// The size of the hook that a cell belongs to.
fn hook_of(cell: Cell) -> usize {
    cell.row.max(cell.column) + 1
}

/// Whether a cell has the colour of the top left one.
fn is_coloured(cell: Cell) -> bool {
    (cell.row + cell.column).is_multiple_of(2)
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    /// Different decisions of a turn fill other cells, or another number of cells.
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
        for (cell, digit) in board.iter().filter_map(|(cell, digit)| Some((cell, (*digit)?))) {
            let hook = hook_of(cell);
            ensure!(
                usize::from(digit) == hook,
                "{cell} holds {digit} and belongs to the hook of size {hook}"
            );
        }
        for (side, clues) in [(Side::Left, &self.rows), (Side::Top, &self.columns)] {
            for (line, &clue) in clues.given() {
                let digits = side.cells(self.size(), line).filter_map(|cell| board[cell]);
                let sum: u32 = digits.map(u32::from).sum();
                ensure!(sum == clue, "{} adds up to {sum} instead of {clue}", side.name(line));
            }
        }
        Ok(())
    }

    /// The sum of the digits in the coloured cells.
    fn answer(&self, board: &Board) -> String {
        let coloured = board.iter().filter(|&(cell, _)| is_coloured(cell));
        let sum: u32 = coloured.filter_map(|(_, digit)| *digit).map(u32::from).sum();
        sum.to_string()
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.size();
        let printed = Grid::from_fn(size, size, |cell| (hook_of(cell) == 1).then_some(1));
        let mut picture = draw::digits(size, Some(&printed), board);
        picture.fill_cells(printed.cells().filter(|&cell| is_coloured(cell)), Tint::Shade);
        picture.borders(|one, other| hook_of(one) != hook_of(other));
        draw::side(&mut picture, Side::Left, self.rows.given());
        draw::side(&mut picture, Side::Top, self.columns.given());
        picture
    }
}
