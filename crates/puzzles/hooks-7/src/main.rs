//! # Hooks #7
//!
//! *Jane Street, February 2021.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hook of size m holds the digit m in exactly m of its cells; the others stay empty. The
//! filled cells are connected, no 2 x 2 block is full, the digits of each region have the same sum, and
//! some digits are given. The answer is the product of the sizes of the groups of empty cells.
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
//! A region's sum depends on how many cells it fills in each hook, not on which. So the search first
//! makes plans, which say how many, by subset sums; then it chooses the cells of each plan by
//! constraint propagation. It is the search of [`nested_hooks::regions`], which explains it in
//! full.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 76 nodes in 18 microseconds, tables
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

puzzle::program!(static nested_hooks::regions::OF_SIZE, explained);
