//! What the Number Cross puzzles share: [properties](property) of the numbers in a grid, as their clues
//! name them.

pub mod property;
