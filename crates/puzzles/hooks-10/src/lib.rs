//! # Hooks 10
//!
//! *Jane Street, March 2024.* Nested hooks of the sizes 1 to n, which carry the digits 1 to n in any
//! order, the digit d in exactly d cells: see [`nested_hooks`]. The filled cells are connected, and no
//! 2 x 2 block is full. A clue stands in an empty cell: the digits in the cells that share a side with
//! it add up to the clue. The answer is the product of the sizes of the groups of empty cells, those
//! of the clues among them.
//!
//! ```text
//! 5 3 4 2 2      . . 4 2 2
//! 5 3 4 1 2      . . . 1 .     each cell with the digit of its hook, and the cells that are
//! 5 3 4 4 4      . 3 4 4 4     filled: 4, 3 and 5 are beside the last cell of the fourth row,
//! 5 3 3 3 3      5 3 . 3 .     which may have the clue 12; the empty groups have the sizes
//! 5 5 5 5 5      . 5 5 5 5     6, 1, 1, 1 and 1, the answer is 6
//! ```
//!
//! ## Idea
//! A clue has its say before any cell is filled. Hooks are cut from the outermost inwards, each
//! with its digit; what they leave is a smaller square, the core. Of the cells beside a clue, those
//! in the core can add up to certain sums: which, depends only on the digits that are left and on
//! how many of the cells are filled. No hook has more than two cells beside any one cell, so each
//! digit counts twice at most. A set of sums is a word of 64 bits, and one digit more is a shift.
//!
//! On the other side of the scales is what the clue still needs: the sums that are left when the
//! cells outside the core, the digits of which are known, have taken any part that they can. So
//! each clue beside the next hook tells, for each of its corners, the digits that it can have: its
//! own cells there take the digit once or twice, the rest of the core has to make what remains.
//! Only what all clues allow is tried.
//!
//! Numbers of cells have their say, too. The digits of a square's hooks add up to its filled cells,
//! and there are no more of them than leave an empty cell in each of the 2 x 2 blocks that fit side
//! by side: in the square of the hook of size 4 that allows four sets of digits, 1 2 3 with 4, 5 or
//! 6, and 1 2 4 5.
//!
//! With each hook, what follows for the cells is taken down until nothing more does. A clue that
//! can be kept in one way only fills or clears cells, also in the core, where their digits are
//! unknown. A hook has enough filled cells, or no others left. The last cell of a 2 x 2 block stays
//! empty. A filled cell with a single way on to others takes it; what no way leads to from the
//! filled cells stays empty. When all hooks are cut, open cells are tried both ways: those first
//! that could connect a group of filled cells with others, of the group with the fewest of them.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 93 nodes in 60 microseconds, tables
//! included. Nodes, where each search adds something to the one above it:
//!
//! | search | nodes |
//! | --- | --- |
//! | every corner, every digit with cells enough; clues wait for the hooks beside them | 10,365 |
//! | what a clue needs is compared with what the core can make | 900 |
//! | the digits that are left have room | 684 |
//! | the clues beside a hook and the numbers of cells choose its digits | 111 |
//! | cells that could connect a group come first | 93 |
//!
//! What the core can make could be told more exactly for each digit that the next hook takes away.
//! That saves 12 of the nodes, and takes more time than they do.
//!
//! ## Why so many lines
//! Clues that are read before any cell is known are most of the search, and make the difference
//! between 684 and 111 nodes.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. That reachable sums are kept as the
//! bits of a number is the usual way of solving subset sums; propagation and trial are those of
//! constraint programming.

mod search;

use std::ops::ControlFlow;

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid};
use nested_hooks::rules::Cells;
use nested_hooks::{Digits, Variant};
use picture::{Ink, Picture, Tint};
use puzzle::{Rng, Search, Stop};
use rules::{Model, sum};
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// The instance: its clues.
pub type Hooks = nested_hooks::Hooks<Neighbours>;

/// The longest side: sums beside a clue are the bits of a word.
const LARGEST_SIZE: usize = 16;

/// Clues about the digits beside cells that stay empty.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neighbours {
    /// The number of each cell that holds one: what the digits beside the cell add up to.
    pub clues: Grid<Option<u32>>,
}

puzzle::program!(Hooks);

/// What the digits beside a cell add up to.
fn sum_beside(board: &Board, cell: Cell) -> u32 {
    board.neighbours(cell).filter_map(|beside| board[beside]).map(u32::from).sum()
}

impl Variant for Neighbours {
    const DIGITS: Digits = Digits::Free;

    fn size(&self) -> usize {
        self.clues.rows()
    }

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.clues.rows(), self.clues.columns());
        ensure!(
            rows == columns,
            "`clues` has {rows} rows and {columns} columns; expected a square"
        );
        ensure!(
            rows <= LARGEST_SIZE,
            "`clues` has {rows} rows and columns; expected at most {LARGEST_SIZE} of each"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(&self.clues, search)
    }

    fn state_clues(&self, model: &mut Model, cells: &Cells) -> Option<()> {
        model.rule(
            "A clue stands in an empty cell: the digits of the cells that share a side with it \
             add up to it.",
        );
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            model.require(!cells.filled[cell]);
            let beside = self.clues.neighbours(cell).map(|cell| &cells.digit[cell]);
            model.require(sum(beside).equals(i64::from(clue)));
        }
        Some(())
    }

    fn check_clues(&self, board: &Board) -> Result<()> {
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            if let Some(digit) = board[cell] {
                bail!("{cell} holds {digit}, and the cell of a clue stays empty");
            }
            let sum = sum_beside(board, cell);
            ensure!(
                sum == clue,
                "the digits beside the clue at {cell} add up to {sum} instead of {clue}"
            );
        }
        Ok(())
    }

    fn random(size: usize, _: &mut Rng) -> Self {
        let size = size.min(LARGEST_SIZE);
        Neighbours { clues: Grid::filled(size, size, None) }
    }

    fn clued(&self, board: &Board) -> Self {
        let clues = board.map(|cell, digit| digit.is_none().then(|| sum_beside(board, cell)));
        Neighbours { clues }
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        for (cell, clue) in &self.clues {
            let Some(clue) = clue else { continue };
            picture.fill(cell, Tint::Shade);
            match board.and_then(|board| board.get(cell).copied().flatten()) {
                Some(mistake) => picture.text(cell, &mistake.to_string(), Ink::Warning),
                None => picture.text(cell, &clue.to_string(), Ink::Given),
            };
        }
    }
}
