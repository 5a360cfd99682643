//! The value of a laser: the lengths of its ray's segments, multiplied.

use grid_puzzles::Side;
use grid_puzzles::mirrors::{Point, beam};
use puzzle::Board;

/// Returns the lengths of the segments between the points of a ray.
pub(crate) fn lengths(ray: &[Point]) -> impl Iterator<Item = usize> {
    ray.windows(2).map(|ends| ends[0].0.abs_diff(ends[1].0) + ends[0].1.abs_diff(ends[1].1))
}

/// Returns the value of a laser: the product of the lengths of its ray's segments.
pub(crate) fn value(board: &Board, side: Side, line: usize) -> u128 {
    lengths(&beam(board.grid(), side, line)).map(|length| length as u128).product()
}
