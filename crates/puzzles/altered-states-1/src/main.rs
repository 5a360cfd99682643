//! # Altered States
//!
//! *Jane Street, March 2014.* Write a letter into each cell of a 5 x 5 grid. A king spells words:
//! from one letter to the next it steps to one of the cells around, and it may come back to a cell.
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
//! 127 letters in 15 names. The annealing with the seed 10 finds it after 212,234 moves and 0.2
//! seconds. Of those with the seeds 1 to 82, four come to 127 (10, 42, 57 and 72), and of those with
//! the seeds 1 to 82 and 100 to 200 none is better: `altered-states-1 improve --seeds 201..1201` goes on.
//! Experiments with longer annealings and other temperatures, some 200 in all, came to 127 eight
//! times, and never beyond.
//!
//! ## Bound
//! No grid scores more than 249, as is computed anew for each answer: see [`altered_states`]. The gap
//! is 122. All names have 412 letters. By the 72 pairs of neighbours alone, the bound is 262 as a
//! linear program, and 256 if names are spelled wholly or not at all; the sides of the cells with
//! each letter do the rest. 16,000 nodes instead of 500 would give 240, in eleven seconds. Tried
//! besides: an integer solver in floating-point numbers says 228 for the same conditions, after 23
//! seconds, which is no proof; letters on two whole rows at a time, instead of single pairs, give 258.6
//! as a linear program.
//!
//! ## What a large search would do
//! An annealing of 2,000,000 moves takes 1.8 seconds of a core: a thousand of them would make 2 million
//! annealings in an hour, where some 180 were made here. `improve` splits them into tasks for as many
//! machines as there are.
//!
//! ## Sources
//! The names are those of the puzzle's page.

puzzle::program!(static altered_states::ALTERED_STATES);
