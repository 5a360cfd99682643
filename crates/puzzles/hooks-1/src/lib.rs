//! # Hooks
//!
//! *Jane Street, February 2014.* A square is cut into nested hooks. All of them have their corner
//! at the bottom right: the hook of size m is what row m - 1 and column m - 1, counted from 0, have
//! in common with the m x m square at the top left. It has 2m - 1 cells and carries the digit m in
//! exactly m of them, so the 1 is known from the start. The digits of each row and each column
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
//! A hook's row does not care *which* of its cells are filled, but only *how many*, and which larger
//! hooks have a digit there. It is the search of [`nested_hooks::line_sums`], which tells more, with
//! one corner instead of four.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 9 microseconds. Nodes
//! (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | all cells of a hook in its turn, in every way that both sums allow | 860,123 |
//! | how many cells, and which larger hooks; what a hook lacks is checked in the end | 6,511 |
//! | a hook that lacks no more digits gets none | 23 |
//! | a hook that lacks as many digits as there are lines to come gets one in each | 13 |

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid};
use nested_hooks::rules::Cells;
use nested_hooks::{Corner, Digits, RowsAndColumns, check, draw, line_sums};
use picture::{Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use rules::{Int, Model, Rules};
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// A square to fill: the sums of its rows and columns, as far as they are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hooks(pub RowsAndColumns<u32>);

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
    /// See [`line_sums`].
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.0.validate(line_sums::LARGEST_SIZE)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let (mut model, size) = (Model::default(), self.0.size());
        let hook = Grid::from_fn(size, size, |cell| Int::from(hook_of(cell)));
        let cells = Cells::of(&mut model, hook, Digits::OfSize);
        cells.add_up(&mut model, &self.0);
        Some(cells.solved(model))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        line_sums::search(&self.0, &[Corner::BottomRight], search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.0.size())?;
        check::digits(board)?;
        for (cell, digit) in board.iter().filter_map(|(cell, digit)| Some((cell, (*digit)?))) {
            let hook = hook_of(cell);
            ensure!(
                usize::from(digit) == hook,
                "{cell} holds {digit} and belongs to the hook of size {hook}"
            );
        }
        line_sums::check(board, &self.0)
    }

    /// The sum of the digits in the coloured cells.
    fn answer(&self, board: &Board) -> String {
        let coloured = board.iter().filter(|&(cell, _)| is_coloured(cell));
        let sum: u32 = coloured.filter_map(|(_, digit)| *digit).map(u32::from).sum();
        sum.to_string()
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        Some(Hooks(RowsAndColumns::of(size.min(line_sums::LARGEST_SIZE), |_, _| None)))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let sum = |side, line| Some(line_sums::sum(board, side, line));
        Some(Hooks(RowsAndColumns::of(self.0.size(), sum)))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.0.size();
        let printed = Grid::from_fn(size, size, |cell| (hook_of(cell) == 1).then_some(1));
        let mut picture = draw::digits(size, Some(&printed), board);
        picture.fill_cells(printed.cells().filter(|&cell| is_coloured(cell)), Tint::Shade);
        picture.borders(|one, other| hook_of(one) != hook_of(other));
        self.0.draw(&mut picture);
        picture
    }
}
