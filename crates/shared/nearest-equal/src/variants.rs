//! The variants: the relevant cells, and the answer.

use grid_puzzles::Label;
use puzzle::prelude::*;

/// The numbers of a board.
type Numbers = Grid<Option<i64>>;

/// The specifics of a Block Party.
pub(crate) trait Variant: 'static {
    /// The summands of the answer, in words.
    const PARTS: &'static str;

    /// The rule of the distances, in words.
    const DISTANCES: &'static str;

    /// Returns whether `other` is among the cells that are looked at from `cell`.
    fn sees(cell: Cell, other: Cell) -> bool;

    /// Returns the distance from a cell to the nearest other cell with its number, if there is one:
    /// for the checker, independently of the rules.
    fn nearest(numbers: &Numbers, cell: Cell) -> Option<usize>;

    /// Returns the summands of the answer, each with a name.
    fn parts(regions: &Grid<Label>, numbers: &Numbers) -> Vec<(String, i128)>;
}

/// The cells in the same row and column; the answer adds up the largest number of each region.
///
/// Numbers are read from left to right in each run of cells that a row and a region have in common.
pub(crate) struct InLine;

impl Variant for InLine {
    const PARTS: &'static str = "largest numbers";
    const DISTANCES: &'static str = "The nearest other K in the row and the column of a number K \
        is exactly K steps away, in another region.";

    fn sees(cell: Cell, other: Cell) -> bool {
        cell.row == other.row || cell.column == other.column
    }

    fn nearest(numbers: &Numbers, cell: Cell) -> Option<usize> {
        let first = |direction| {
            numbers.ray(cell, direction).position(|other| numbers[other] == numbers[cell])
        };
        Direction::ALL.into_iter().filter_map(first).map(|passed| passed + 1).min()
    }

    fn parts(regions: &Grid<Label>, numbers: &Numbers) -> Vec<(String, i128)> {
        let runs = regions.cells().chunk_by(|&cell| (cell.row, regions[cell]));
        let mut largest: Vec<(String, i128)> = Vec::new();
        for ((_, label), run) in &runs {
            let number = run.filter_map(|cell| numbers[cell]).join("").parse().unwrap_or(0);
            let name = label.to_string();
            match largest.iter_mut().find(|(known, _)| *known == name) {
                Some((_, most)) => *most = number.max(*most),
                None => largest.push((name, number)),
            }
        }
        largest
    }
}

/// All cells, so that distances are steps to neighbours; the answer adds up the products of the
/// rows.
pub(crate) struct Anywhere;

impl Variant for Anywhere {
    const PARTS: &'static str = "products of the rows";
    const DISTANCES: &'static str = "From a number K it is exactly K steps, up, down, left or right, \
        to the nearest other K, in another region.";

    fn sees(_: Cell, _: Cell) -> bool {
        true
    }

    fn nearest(numbers: &Numbers, cell: Cell) -> Option<usize> {
        let others =
            numbers.cells().filter(|&other| other != cell && numbers[other] == numbers[cell]);
        let steps = |other: Cell| cell.row.abs_diff(other.row) + cell.column.abs_diff(other.column);
        others.map(steps).min()
    }

    fn parts(_: &Grid<Label>, numbers: &Numbers) -> Vec<(String, i128)> {
        let product =
            |row: &[Option<i64>]| row.iter().flatten().map(|&number| i128::from(number)).product();
        let rows = numbers.row_slices().enumerate();
        rows.map(|(number, row)| (format!("row {}:", number + 1), product(row))).collect()
    }
}
