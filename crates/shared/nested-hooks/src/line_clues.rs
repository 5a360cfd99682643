//! Clues at the border about the first value seen along a line, as in Hooks #3 and #5.

use std::num::NonZeroU64;

use anyhow::Result;
use grid_puzzles::Border;

/// The longest side of a grid.
pub const LARGEST_SIZE: usize = 16;

/// Refuses clues that are not the border of a square of at most [`LARGEST_SIZE`] rows. `key` is the
/// border's name in the instance.
///
/// # Errors
/// Names the side, and how many clues it has.
pub fn check_border(border: &Border<NonZeroU64>, key: &str) -> Result<()> {
    border.check_sides(key)?;
    border.top.check_at_most(&format!("{key}.top"), LARGEST_SIZE)
}
