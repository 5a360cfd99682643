//! # Hooks 8
//!
//! *Jane Street, January 2022.* Cut a square into nested hooks: the largest is an outer row
//! together with an outer column; what it leaves is a smaller square, from which the next hook is
//! cut, down to a single cell. A hook of size m has 2m - 1 cells. Give the n hooks the digits 1 to
//! n, each digit once and in any order; the hook with the digit d holds it in exactly d of its
//! cells. The filled cells hang together, no 2 x 2 block is full, the digits of each region have
//! the same sum, and some digits are given. The answer is the product of the sizes of the groups
//! of empty cells.
//!
//! ```text
//! 5 4 4 4 3      5 4 . 4 3
//! 5 1 2 4 3      . 1 2 4 .     each cell with the digit of its hook, and the cells that are
//! 5 2 2 4 3      5 2 . 4 .     filled: the hook of size 4 carries the 3 and that of size 3 the
//! 5 3 3 3 3      . 3 . 3 .     4; the empty groups have the sizes 4, 3, 1, 1 and 1,
//! 5 5 5 5 5      5 5 . 5 .     the answer is 12
//! ```
//!
//! ## Idea
//! The search is that of [`nested_hooks::regions`], which Hooks #7 uses, too: first the plan, how
//! many cells each region fills in each hook, and only then which cells. But digits that may be in
//! any hook leave little to bounds, so that the plan is made in two steps.
//!
//! *Hooks and digits first.* From the outermost hook inwards a corner and a digit are chosen, and
//! nothing is said of how many cells a region fills. Instead there is, for each region, the set of
//! the sums that it may still need: lowered by d, 2d, 3d ... for each cell of the hook that it may
//! fill, and intersected with all that its cells inside the hook can make of the digits that are
//! left. A region whose set is empty rules the choice out. So do all regions together, if the
//! fewest cells that each may fill are more than the d cells of the hook, or the most are fewer.
//!
//! *What cells can make* depends on how many they are and which digits are left, not on where they
//! are. So one table per set of digits serves every square, and is only filled for the sets that
//! come up.
//!
//! *Which digits.* A hook of size m has room for 2m - 1. So the digits that are left for the hooks
//! inside, in ascending order, must be at most 1, 3, 5 ...; and the hook of size 2 carries the 2,
//! for a 3 fills its 2 x 2 block together with the 1.
//!
//! *Shares, then cells.* For the partitions that are left, the cells of each hook are shared out
//! among the regions, in every way that leaves each region what it can make in the hooks inside.
//! Then each plan is filled by propagation and trial.
//!
//! Who watches the search sees the given digits and the parts that are certainly full, and then the
//! digits that are known.
//!
//! ## Boards that come twice
//! Digits that are free may leave several ways to cut the hooks: where the two largest have their
//! corners opposite each other, either may be cut first if no digit lies where they cross. A board
//! is its digits, so that it counts once.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 201 nodes in 68 microseconds, tables
//! included: 74 nodes for the hooks and their digits, 93 for sharing out 19 partitions, 34 for the
//! cells of 4 plans. The nodes that lead to the partitions or, in the last row, to the plans, of
//! weaker variants:
//!
//! | | nodes | partitions |
//! | --- | --- | --- |
//! | nothing but the digits that hooks have room for (calculated) | | 188,743,680 |
//! | sets of sums, but no count of all regions together | 822 | 440 |
//! | bounds of what cells can make, in place of sets | 96 | 20 |
//! | as above | 74 | 19 |
//! | corners, digits and counts together, by the same sets | 195 | 4 plans |
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. That reachable sums are kept as the
//! bits of a number is the usual way of solving subset sums; propagation and trial are those of
//! constraint programming.

use std::ops::ControlFlow;

use anyhow::Result;
use nested_hooks::regions::EqualSums;
use nested_hooks::{Digits, check};
use picture::Picture;
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

/// The longest side: there is a table for each of up to 2^12 sets of digits.
const LARGEST_SIZE: usize = 12;

/// A square to cut into nested hooks, and to fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Hooks8(pub EqualSums);

/// The digits, `.` for an empty cell.
///
/// The hooks are no part of it: boards are the same where the same digits allow several cuts.
pub type Board = nested_hooks::Board;

puzzle::program!(Hooks8);

impl Puzzle for Hooks8 {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.0.validate(LARGEST_SIZE)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        self.0.search(Digits::Free, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.0.size())?;
        check::digits(board)?;
        check::hooks(board, Digits::Free)?;
        check::connected(board)?;
        check::blocks(board)?;
        self.0.check(board)?;
        check::givens(board, &self.0.givens)
    }

    /// The product of the sizes of the groups of connected empty cells.
    fn answer(&self, board: &Board) -> String {
        nested_hooks::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        self.0.remarks(board)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        self.0.picture(board)
    }
}
