//! # Hooks #7
//!
//! *Jane Street, February 2021.* Nested hooks, the hook of size m with the digit m in exactly m of its
//! cells: see [`nested_hooks`]. The filled cells are connected, no 2 x 2 block is full, the digits of
//! each region have the same sum, and some digits are given. The answer is the product of the sizes
//! of the groups of empty cells.
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
//! First plans, how many cells each region fills in each hook, then the cells of each plan. It is the
//! search of [`nested_hooks::regions`], which tells more.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 76 nodes in 25 microseconds, tables
//! included. Nodes:
//!
//! | | plans | cells |
//! | --- | --- | --- |
//! | no plans: all cells of a hook at once, by bounds of the regions' sums (calculated) | | 1,145,685 |
//! | counts at once: 3 plans | 57 | 19 |
//! | hooks first, from the start: 101 ways to cut the hooks, the same 3 plans | 331 | 19 |
//!
//! Hooks first is for larger grids, where it decides everything. That a 12 x 12 grid with 25
//! random regions and without givens has no solution is proved with 28,717 nodes in 13 ms; with
//! counts at once, 33 million nodes and 10 seconds are not enough.

use nested_hooks::regions::EqualSums;

pub use nested_hooks::Board;

/// The instance: its regions, and its digits where they are given.
pub type Hooks = nested_hooks::Hooks<EqualSums<false>>;

puzzle::program!(Hooks);
