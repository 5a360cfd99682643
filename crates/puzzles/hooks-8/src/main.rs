//! # Hooks 8
//!
//! *Jane Street, January 2022.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hooks carry the digits 1 to n in any order, each once, the digit d in exactly d cells;
//! the others stay empty. The filled cells are connected, no 2 x 2 block is full, the digits of each
//! region have the same sum, and some digits are given. The answer is the product of the sizes of the
//! groups of empty cells.
//!
//! ```text
//! 5 4 4 4 3      5 4 . 4 3
//! 5 1 2 4 3      . 1 2 4 .     each cell with the digit of its hook, and the cells that are
//! 5 2 2 4 3      5 2 . 4 .     filled: the hook of size 4 carries the 3 and that of size 3 the
//! 5 3 3 3 3      . 3 . 3 .     4; the empty groups have the sizes 4, 3, 1, 1 and 1,
//! 5 5 5 5 5      5 5 . 5 .     the answer is 12
//! ```
//!
//! ## Boards
//! A board consists of its digits: one that allows several ways to cut the hooks counts once.

puzzle::program!(static nested_hooks::regions::FREE, explained);
