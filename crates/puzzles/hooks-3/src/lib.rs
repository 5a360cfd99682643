//! # Hooks \#3
//!
//! *Jane Street, February 2018.* Cut a square into nested hooks: the largest is an outer row
//! together with an outer column; what it leaves is a smaller square, from which the next hook is
//! cut, down to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1
//! cells. The filled cells hang together, no 2 x 2 block is full, and each row and each column has
//! two filled cells or more. A clue at the border is the product of the first two digits that are
//! seen from there. The answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!      16  .  6  .
//!  .    4  .  3  .  12
//!  8    4  2  2  3   .      from the right, the row at the top begins with 3 and 4; they need
//!  .    .  1  .  3   3      not be neighbours. The empty groups have the sizes 2, 2, 1 and 1,
//! 16    .  4  .  4   .      the answer is 4
//!       .  4  . 12
//! ```
//!
//! ## Idea
//! Two cells of a line are seen first, and all cells before the second are settled by saying which:
//! such an *opening* fits a clue if the digits of the two hooks have the right product. A clue
//! allows few openings, for few pairs of digits make the product, and what they have in common is
//! known: say, that the line's first three cells stay empty. [`nested_hooks::sight`] cuts the hooks
//! from the outermost inwards and draws such conclusions after each cut, long before all hooks of a
//! line are cut: what is left of the line may hold any digit up to the size of the square that is
//! left.
//!
//! A line without a clue has openings, too: any two cells.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 72 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | openings tell that a line is impossible, but not what they have in common | 1,783 |
//! | whether the cells hang together is looked at when the board is complete | 2,887 |
//! | a line is looked at when all its hooks are cut | 135 |
//! | everything after each cut | 95 |
//!
//! Of the cells that are open in the end, the one is tried next that led to dead ends most often.
//! Here it makes no difference (in their order, 93 nodes), but where clues are scarce: for one
//! random 9 x 9 instance with 40 % of the clues, two boards are found with 530 instead of 2,723,970
//! nodes.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. What all ways to fill a line have in
//! common is how people solve nonograms; counting failures is the weighing of constraints by their
//! conflicts in constraint programming.

mod check;
mod search;

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::Border;
use nested_hooks::sight::LARGEST_SIZE;
use nested_hooks::{Digits, draw};
use picture::Picture;
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

pub use nested_hooks::Board;

/// A square to cut into nested hooks, and to fill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// For each side and each line, the product of the first two digits that are seen from there.
    pub products: Border<NonZeroU64>,
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    /// See [`nested_hooks::sight`].
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.products.check_sides("products")?;
        self.products.top.check_at_most("products.top", LARGEST_SIZE)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    /// The product of the sizes of the groups of connected empty cells.
    fn answer(&self, board: &Board) -> String {
        nested_hooks::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        nested_hooks::remarks(board)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.products.size();
        let mut picture = draw::digits(size, None, board);
        draw::border(&mut picture, &self.products);
        if let Some(board) = board {
            draw::hooks(&mut picture, board, Digits::OfSize);
        }
        picture
    }
}
