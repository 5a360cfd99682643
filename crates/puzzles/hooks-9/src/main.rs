//! # Hooks 9
//!
//! *Jane Street, June 2023.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hooks carry the digits 1 to n in any order, each once, the digit d in exactly d cells;
//! the others stay empty. The filled cells are connected, and no 2 x 2 block is full. In a row read
//! from left to right, or a column from top to bottom, each run of filled cells is a number; the clue
//! is the greatest common divisor of the line's numbers. The answer is the product of the sizes of the
//! groups of empty cells.
//!
//! ```text
//!     .  1  1  5  4
//! .   .  4  4  4  .
//! 5   5  5  .  5  .     the second row has the numbers 55 and 5, its clue is 5;
//! 3   3  .  .  5  4     the fourth column has 455 and 5, with the same clue
//! 123 1  2  3  .  .
//! 1   2  .  3  5  .
//! ```
//!
//! ## Idea
//! Constraint propagation over *fills*: the search decides where hooks are and which digits they
//! carry, not which cells are filled; for each line it keeps the set of fills that the clues leave,
//! one bit per fill. [`nested_hooks::numbers`] explains this search in full.
//!
//! ## Why it is fast
//! Cells on which all fills of a line agree are decided, row and column share the digits of their
//! hook, the 2 x 2 rule and connectivity are propagated, and a digit must leave the smaller hooks
//! [room](nested_hooks::have_room) for the others.

puzzle::program!(static nested_hooks::numbers::DIVISORS, explained);
