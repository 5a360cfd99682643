//! # Hooks #6
//!
//! *Jane Street, November 2019.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hook of size m holds the digit m in exactly m of its cells; the others stay empty. The
//! filled cells are connected, and no 2 x 2 block is full. A clue at the border looks along a row or
//! column, in which each run of filled cells is a number, its digits in the order in which they are
//! met; the clue is the greatest common divisor of these numbers, or their product. The answer is the
//! product of the sizes of the groups of empty cells.
//!
//! ```text
//!    4 . . 4
//! 42 3 . 1 4 123     from the left the numbers 3 and 14, with the product 42;
//!    3 2 2 .         from the right 41 and 3, with the product 123
//!    . . 3 4
//! ```
//!
//! ## Idea
//! Constraint propagation over *fills*: the search decides where hooks are, not which cells are
//! filled; for each line it keeps the set of fills that the clues leave, one bit per fill.
//! [`nested_hooks::numbers`] explains this search in full.
//!
//! ## Why it is fast
//! The clues of the published instance are so strong that the fills of whole lines nearly suffice.

puzzle::program!(static nested_hooks::numbers::NUMBERS, explained);
