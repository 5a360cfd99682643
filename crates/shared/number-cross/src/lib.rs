//! Shared code of the Number Cross puzzles.
//!
//! The first three are crosswords with numbers for words:
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`Crossword`]: its cells, and clues by the [`Name`] of their [`Entry`] |
//! | the board | [`Crossword::form`]: a number for each white cell, 0 for a black one |
//! | the rules | [`Crossword::numbers`] |
//! | the checker | [`check`], which shares no code with the rules |
//! | the picture | [`Crossword::draw`] |
//!
//! Clues of several of them name [properties](property) of the numbers in a grid. In the others,
//! black cells cut [rows] of digits into numbers.

pub mod check;
mod crossword;
mod draw;
mod entries;
pub mod property;
pub mod rows;

pub use crossword::{Crossword, LARGEST_SIZE, random};
pub use entries::{Direction, Entry, Name};
