//! # Hooks #7
//!
//! *Jane Street, February 2021.* Cut a square into nested hooks: the largest is an outer row
//! together with an outer column; what it leaves is a smaller square, from which the next hook is
//! cut, down to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1
//! cells. The filled cells hang together, no 2 x 2 block is full, the digits of each region have
//! the same sum, and some digits are given. The answer is the product of the sizes of the groups
//! of empty cells.
//!
//! ```text
//! 5 3 3 3 4      5 . . 3 .
//! 5 1 2 3 4      5 1 2 3 .     hooks of the sizes 5 to 1, and the cells that are filled:
//! 5 2 2 3 4      . 2 . 3 4     the empty groups have the sizes 2, 2, 2, 2, 1 and 1,
//! 5 4 4 4 4      5 4 4 . 4     the answer is 16
//! 5 5 5 5 5      . . 5 . 5
//! ```
//!
//! ## Idea
//! A region's sum cares *how many* cells the region fills in each hook, not *which*. So the search
//! first makes plans: the corner of each hook, and how many cells of it each region fills. Only
//! then are the cells of each plan chosen.
//!
//! *How many.* Hooks are cut from the outermost inwards. Once a corner is chosen, each region has
//! bounds: it cannot fill more cells than it has in the hook, nor more than its sum allows, and it
//! must fill so many that its cells inside the hook, with the largest digits that are left, can
//! make the rest. If the bounds of all regions together leave no room for the m digits of the
//! hook, the corner is impossible; otherwise the m cells are shared out in every way.
//!
//! *Which.* A plan says of many a part (the cells that a hook and a region have in common) that it
//! is full or empty. From there four rules are applied until none says more: the counts of the
//! parts; the last cell of a 2 x 2 block stays empty; a filled cell with a single way on to others
//! takes it; what no way leads to from the filled cells stays empty. Where cells are still open,
//! the first of them is tried both ways.
//!
//! *Corners first.* If the plans are not complete after 500 nodes, they are made in another order:
//! all corners before any count. The search carries along, for each region, the set of sums that it
//! may still need, and compares it with what so many cells can make of the digits that are left. A
//! corner that some region cannot do with is ruled out once, and not once for each way of sharing
//! out the hooks outside.
//!
//! All this is in [`nested_hooks::regions`], which Hooks 8, with digits that are free, uses, too.
//! Who watches the search sees the given digits and the parts that are certainly full, and then the
//! digits that are known.
//!
//! ## Why each board is found once
//! Different plans for the same hooks differ in their digits. Different hooks do, too: the
//! documentation of [`nested_hooks`] shows it.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 76 nodes in 14 microseconds, tables
//! included. Nodes:
//!
//! | | plans | cells |
//! | --- | --- | --- |
//! | no plans: all cells of a hook at once, by the same bounds (calculated) | | 1,145,685 |
//! | first how many, then which: 3 plans | 57 | 27 |
//! | a filled cell with a single way on takes it | 57 | 19 |
//! | corners first, from the start: 101 partitions, the same 3 plans | 331 | 19 |
//!
//! The numbers of all regions are side by side, so that one instruction finds the bounds of eight
//! regions; sets of cells are bitboards.
//!
//! Corners first is for larger grids, where it decides everything. That a 12 x 12 grid with 25
//! random regions and without givens has no solution is proved with 28,717 nodes in 13 ms. Hook by
//! hook, 33 million nodes and 10 seconds are not enough.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. That a region's reachable sums are
//! kept as the bits of a number is the usual way of solving subset sums; propagation and trial are
//! those of constraint programming.

use std::ops::ControlFlow;

use anyhow::Result;
use nested_hooks::regions::EqualSums;
use nested_hooks::{Digits, check};
use picture::Picture;
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

/// The longest side: sets of the cells of larger grids are not provided for.
const LARGEST_SIZE: usize = 20;

/// A square to cut into nested hooks, and to fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Hooks(pub EqualSums);

/// The digits, `.` for an empty cell.
///
/// The hooks are no part of it, for the digits leave only one way to cut them.
pub type Board = nested_hooks::Board;

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    /// See the crate's documentation; each plan is made once, and each cell of it tried both ways.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.0.validate(LARGEST_SIZE)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        self.0.search(Digits::OfSize, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.0.size())?;
        check::digits(board)?;
        check::hooks(board, Digits::OfSize)?;
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
