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
//! A region's sum depends on how many cells it fills in each hook, not on which. So the search cuts
//! the hooks from the outermost inwards, and shares the digits of each out among the regions before
//! it cuts the next; then it chooses the cells by constraint propagation.
//! [`nested_hooks::regions`] explains this search in full.
//!
//! ## Why it is fast
//! Nearly every hook leaves some region a sum that its cells inside cannot make: two ways to cut and
//! fill the first three hooks are left of the published grid, which takes 76 nodes.
//!
//! ## Why it has a search
//! It is here to be read: the rules alone take some 10 ms.

puzzle::program!(static nested_hooks::regions::OF_SIZE, explained);
