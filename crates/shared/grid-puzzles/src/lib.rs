//! Shared code of grid puzzles: clues at the border, boards of two colours, names of regions,
//! checks, pictures.
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`LineClues`] of one [`Side`], the [`Border`] of all four; [`Label`], the name of a region; [`ClueOr`], a clue that may say nothing; [`Arrow`], a clue with a direction; [`Dot`], a place in a cell, on a side or at a corner; [`check_givens_fit`], [`check_square`], [`check_connected`]; [`random_regions`], [`without_clues`] |
//! | beams | [`mirrors`]: places, beams that turn, pictures of them |
//! | the rules | [`state`]: a loop over the words of a board, cells that do not touch |
//! | the search | [`Shading`], what is known of a board of filled and empty cells, with what follows from blocks, connectivity and counts |
//! | the instance, too | [`Square`], a cell as chess names it |
//! | the answer | [`empty_groups`] |
//! | the checker | [`check`], which shares no code with what a search may use |
//! | the picture | [`draw`] |
//!
//! Operations of searches on cells and sets of cells are in [`grid_utils`]. When to take labels,
//! given values or clues is in `docs/annotations.md`.

pub mod check;
mod clue_or;
mod clues;
mod dot;
pub mod draw;
pub mod empty_groups;
mod givens;
mod label;
pub mod mirrors;
mod random;
mod shading;
mod square;
pub mod state;

pub use clue_or::{Arrow, ClueOr};
pub use clues::{
    Border, LineClues, Side, check_lines, lines_of_board, without_border_clues, without_clues,
};
pub use dot::Dot;
pub use givens::{
    LARGEST_GRID, check_connected, check_givens_fit, check_numbers_fit, check_same_shape,
    check_signs, check_size, check_square,
};
pub use label::Label;
pub use random::{
    equal_regions, grow_regions, random_pieces, random_regions, regions_apart, rerouted, scattered,
};
pub use shading::Shading;
pub use square::Square;

/// The examples of the page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/annotations.md")]
struct Annotations;
