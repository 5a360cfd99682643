//! # Hooks \#5
//!
//! *Jane Street, June 2019.* Cut a square into nested hooks: the largest is an outer row together
//! with an outer column; what it leaves is a smaller square, from which the next hook is cut, down
//! to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1 cells. The
//! filled cells hang together, and no 2 x 2 block is full. A clue at the border is the sum of the
//! first run of filled cells that is seen from there: empty cells are skipped, and the run ends at
//! the next empty cell or at the border. The answer is the product of the sizes of the groups of
//! empty cells.
//!
//! ```text
//!       .  5  .  4
//!  8    4  4  .  .   .
//!  .    .  1  2  4   .      from the bottom, the third column begins with a 3, and from the top
//!  .    .  .  2  .   .      with the run 2, 2, 3. The empty groups have the sizes 3, 2 and 1,
//!  .    3  3  3  4  13      the answer is 6
//!       3  .  7  .
//! ```
//!
//! ## Idea
//! All cells of a line up to the end of its first run are settled by saying where the run begins
//! and where it ends: such an *opening* fits a clue if the digits of the hooks along the run add up
//! to it. With all digits known each beginning has one end at most: a clue allows few openings, and
//! what they have in common is known: say, that the line's third cell is filled.
//! [`nested_hooks::sight`] cuts the hooks from the outermost inwards and draws such conclusions
//! after each cut, long before all hooks of a line are cut: what is left of the line may hold any
//! digit up to the size of the square that is left, so that a run there has a least and a largest
//! sum.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 58 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | openings tell that a line is impossible, but not what they have in common | 5,043 |
//! | whether the cells hang together is looked at when the board is complete | 178 |
//! | a line is looked at when all its hooks are cut | 172 |
//! | everything after each cut | 80 |
//!
//! Of the cells that are open in the end, the one is tried next that led to dead ends most often.
//! Here it makes no difference, but where clues are scarce: for one random 12 x 12 instance with
//! half of the clues, two boards are found with 348 instead of 2,362,851 nodes.
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
    /// For each side and each line, the sum of the first run of digits that is seen from there.
    pub sums: Border<NonZeroU64>,
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    /// See [`nested_hooks::sight`].
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.sums.check_sides("sums")?;
        self.sums.top.check_at_most("sums.top", LARGEST_SIZE)
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
        let size = self.sums.size();
        let mut picture = draw::digits(size, None, board);
        draw::border(&mut picture, &self.sums);
        if let Some(board) = board {
            draw::hooks(&mut picture, board, Digits::OfSize);
        }
        picture
    }
}
