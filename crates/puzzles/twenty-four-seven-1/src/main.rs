//! # Twenty Four Seven
//!
//! *Jane Street, June 2018.* A square of 7 rows and 7 columns is filled with 28 numbers: one 1,
//! two 2s, and so on to seven 7s. Each row and each column holds four of them, which add up to 20.
//! The filled cells are connected, and no 2 x 2 block is full. Some numbers are given. The answer
//! is the product of the sizes of the groups of empty cells.
//!
//! ```text
//! 7 4 3 . 6 . .
//! . . 6 3 5 . 6
//! . . 5 . 5 5 5
//! . 3 6 4 . . 7      the empty groups have the sizes 8, 5, 3, 2, 1, 1 and 1:
//! 4 7 . . . 7 2      the answer is 240
//! 2 . . 7 4 7 .
//! 7 6 . 6 . 1 .
//! ```
//!
//! ## Idea
//! The search of [`twenty_four_seven::search`] propagates each line as a whole, by the counts and
//! sums that its cells can make. The rules alone solve the puzzle, too, but `make` calls the solver
//! many times, and the search is faster.

puzzle::program!(static twenty_four_seven::SQUARE, explained);
