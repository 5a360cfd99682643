//! One grid that is to be filled, as the rules, the checker and the search see it.

use grid_puzzles::Side;
use grid_utils::Cell;

use crate::Board;

/// A grid that is covered by squares, which may overlap, with all that is given.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// The numbers that are given. The grid has as many rows as columns.
    pub givens: &'a Board,
    /// The rows and columns of each square.
    pub size: usize,
    /// The top-left cell of each square.
    pub squares: Vec<Cell>,
    /// The first number that is seen from a side along a line of the grid.
    pub seen: Vec<(Side, usize, u8)>,
    /// What the numbers of a line of the grid add up to.
    pub sums: Vec<(Side, usize, u8)>,
}
