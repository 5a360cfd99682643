//! What the Number Cross puzzles share.
//!
//! The first three are crosswords with numbers for words:
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`Crossword`]: its cells, and clues by the [`Name`] of their [`Entry`] |
//! | the board | [`Board`]: rows of [`Square`]s |
//! | the rules | [`Crossword::numbers`], [`Crossword::solved_by`] |
//! | the checker | [`check`], which shares no code with the rules |
//! | the picture | [`Crossword::picture`] |
//!
//! Clues of several of them name [properties](property) of the numbers in a grid. In the others, black
//! cells cut [rows] of digits into numbers.

pub mod check;
mod crossword;
mod draw;
mod entries;
pub mod property;
pub mod rows;

pub use crossword::{Black, Board, Crossword, Square};
pub use entries::{Direction, Entry, Name, entries};
