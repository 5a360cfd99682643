//! # Altered States
//!
//! *Jane Street, March 2014.* Write a letter into each cell of a 5 x 5 grid. A king spells words:
//! from one letter to the next it steps to one of the adjacent cells, and it may revisit cells.
//! Each name of a state of the United States that is spelled, without spaces, scores its length
//! once. How large can the sum be?
//!
//! ```text
//! . i h
//! d a o      idaho, iowa, ohio: 5 + 4 + 4 = 13
//! . w .
//! ```
//!
//! ## Boards
//! Rows of letters.
//!
//! ## Idea
//! Simulated annealing; the score of a grid takes a microsecond, by dynamic programming over sets of
//! cells: see [`altered_states`], which explains search, bound and checker.
//!
//! ## The record
//! The record is 127 letters in 15 names, found by annealing with the seed 15. `altered-states-1
//! improve --seeds 201..1201` continues the search.
//!
//! ## Bound
//! No grid scores more than 246, which is computed anew for each answer: see [`altered_states`].
//! The gap is 119. With 20,000 nodes instead of 2,000, the bound is 240, but takes some seconds.
//! All names have 412 letters. By the 72 pairs of neighbours alone, the bound is 262 as a linear
//! program, and 256 if names are spelled wholly or not at all; the sides of the cells with each
//! letter account for the rest. Letters on two whole rows at a time, instead of single pairs, give
//! 258.6 as a linear program.
//!
//! ## Sources
//! The names are those of the puzzle's page.

puzzle::program!(static altered_states::ALTERED_STATES);
