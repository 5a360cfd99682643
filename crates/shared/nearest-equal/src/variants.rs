//! Which cells are looked at, and what the answer is.

use grid_puzzles::Label;
use grid_utils::{Cell, Direction, Grid};
use itertools::Itertools;

use crate::Board;

/// What puzzles with equal numbers at a distance have of their own.
pub trait Variant: Clone + 'static {
    /// What the answer adds up, in words.
    const PARTS: &'static str;

    /// The rule of the distances, in words.
    const DISTANCES: &'static str;

    /// Whether a cell that looks for its number from `cell` comes upon `other`.
    fn sees(cell: Cell, other: Cell) -> bool;

    /// How many steps away from a cell the nearest other cell with its number is, if there is one: for
    /// the checker, which shares nothing with the rules.
    fn nearest(board: &Board, cell: Cell) -> Option<usize>;

    /// What the answer adds up, each with a name. A number that is not known is left out.
    fn parts(regions: &Grid<Label>, board: &Board) -> Vec<(String, u128)>;
}

/// One looks along rows and columns; the answer adds up the largest number of each region.
///
/// Numbers are read from left to right in each run of cells that a row and a region have in common.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Variant for Lines {
    const PARTS: &'static str = "largest numbers";
    const DISTANCES: &'static str = "In the row and the column of a number K, whatever regions \
        lie between, the nearest other K is exactly K steps away.";

    fn sees(cell: Cell, other: Cell) -> bool {
        cell.row == other.row || cell.column == other.column
    }

    fn nearest(board: &Board, cell: Cell) -> Option<usize> {
        let first =
            |direction| board.ray(cell, direction).position(|other| board[other] == board[cell]);
        Direction::ALL.into_iter().filter_map(first).map(|passed| passed + 1).min()
    }

    fn parts(regions: &Grid<Label>, board: &Board) -> Vec<(String, u128)> {
        let rows = regions.cells().chunk_by(|&cell| (cell.row, regions[cell]));
        let mut largest: Vec<(String, u128)> = Vec::new();
        for ((_, label), run) in &rows {
            let digits: String =
                run.filter_map(|cell| board[cell]).map(|digit| digit.to_string()).collect();
            let number = digits.parse().unwrap_or(0);
            let name = label.to_string();
            match largest.iter_mut().find(|(known, _)| *known == name) {
                Some((_, most)) => *most = number.max(*most),
                None => largest.push((name, number)),
            }
        }
        largest
    }
}

/// One looks at all cells, so that distances are steps to neighbours; the answer adds up the products of
/// the rows.
#[derive(Clone, Copy, Debug)]
pub struct Taxicab;

impl Variant for Taxicab {
    const PARTS: &'static str = "products of the rows";
    const DISTANCES: &'static str = "From a number K, whatever regions lie between, it is exactly \
        K steps, up, down, left or right, to the nearest other K.";

    fn sees(_: Cell, _: Cell) -> bool {
        true
    }

    fn nearest(board: &Board, cell: Cell) -> Option<usize> {
        let others = board.cells().filter(|&other| other != cell && board[other] == board[cell]);
        let steps = |other: Cell| cell.row.abs_diff(other.row) + cell.column.abs_diff(other.column);
        others.map(steps).min()
    }

    fn parts(_: &Grid<Label>, board: &Board) -> Vec<(String, u128)> {
        let product =
            |row: &[Option<u8>]| row.iter().flatten().map(|&number| u128::from(number)).product();
        let rows = board.row_slices().enumerate();
        rows.map(|(number, row)| (format!("row {number}:"), product(row))).collect()
    }
}
