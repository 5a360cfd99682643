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
//! Constraint propagation over *fills*: the search decides where hooks are and which digits they carry,
//! not which cells are filled; for each line it keeps the set of fills that the clues leave, one bit a
//! fill. It is the search of [`nested_hooks::numbers`], which explains it in full.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 240 nodes in about a millisecond, tables
//! included. Nodes:
//!
//! | | nodes |
//! | --- | --- |
//! | corners and digits, as far as whole lines have fills that keep their clues; the rest when all hooks are cut | 8,201 |
//! | cells that all fills agree on become known, and row and column share the digits of their hook | 1,134 |
//! | the 2 x 2 rule and connectivity on the way, too | 496 |
//! | only digits that leave the smaller hooks [room](nested_hooks::have_room) for the others | 240 |

puzzle::program!(static nested_hooks::numbers::DIVISORS, explained);
