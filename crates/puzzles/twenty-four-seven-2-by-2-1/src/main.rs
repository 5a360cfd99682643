//! # Twenty Four Seven 2-by-2
//!
//! *Jane Street, March 2019.* Four squares of 7 rows and 7 columns, each filled by itself with 28
//! numbers: one 1, two 2s, and so on to seven 7s. Each row and each column holds four of them,
//! which add up to 20. The filled cells are connected, and no 2 x 2 block is full. Some numbers are
//! given; a clue at the border is the first number seen from there. For the answer the four squares
//! are superimposed: the numbers of each cell are added, and the squares of these 49 sums are
//! added.
//!
//! ```text
//!    . . 5 6 . 6 7
//! .  7 2 5 6 . . .  6
//! .  2 . . 5 7 6 .  6      the first rows of a square: the 6 above its sixth column is the first
//! 5  5 7 4 . . 4 .  4      number of that, the 4 at the right that of the third row from there
//! ```
//!
//! ## Idea
//! The squares are searched one after the other, each by [`twenty_four_seven::search`], which
//! propagates each line as a whole, by the counts and sums that its cells can make. The squares may
//! have different sizes. The rules alone solve the puzzle, too, but `make` calls the solver many
//! times, and the search is faster.

puzzle::program!(static twenty_four_seven::TWO_BY_TWO, explained);
