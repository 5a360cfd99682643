//! Precomputed data of a field for the search.

use grid_puzzles::Side;
use grid_utils::{BitSet, CellSet, Shape};

use super::line::{Line, VALUES};
use crate::Field;

/// Squares, lines and the memberships of each cell.
pub(super) struct Layout<const WORDS: usize> {
    pub(super) shape: Shape<WORDS>,
    /// The size of the squares.
    pub(super) size: usize,
    /// The cells of each square.
    pub(super) squares: Vec<CellSet<WORDS>>,
    /// The squares of each cell.
    pub(super) squares_of: Vec<BitSet<1>>,
    pub(super) lines: Vec<Line>,
    /// The lines of each cell.
    pub(super) lines_of: Vec<BitSet<2>>,
    /// Number of cells of a square with each value.
    pub(super) counts: [usize; VALUES],
}

impl<const WORDS: usize> Layout<WORDS> {
    /// Creates the layout of a field. `None` if the shares of the lines are not whole, so that
    /// there is no solution.
    pub(super) fn new(field: &Field) -> Option<Self> {
        let n = field.size;
        let shape = Shape::new(field.givens.rows(), field.givens.columns())?;
        let numbers = n * (n + 1) / 2;
        let total = numbers * (2 * n + 1) / 3;
        if !numbers.is_multiple_of(n) || !total.is_multiple_of(n) {
            return None;
        }
        // The value 0 is an empty cell's.
        let counts = std::array::from_fn(|value| match value {
            0 => n * n - numbers,
            _ if value <= n => value,
            _ => 0,
        });
        let squares = field.squares.iter().map(|square| {
            let rows = (square.row..square.row + n).map(|row| shape.row(row));
            let columns = (square.column..square.column + n).map(|column| shape.column(column));
            let [rows, columns] = [rows.collect::<Vec<_>>(), columns.collect()]
                .map(|lines| lines.into_iter().fold(CellSet::EMPTY, |all, line| all | line));
            rows & columns
        });
        let squares: Vec<CellSet<WORDS>> = squares.collect();
        let lines = lines(field, &shape, &squares, numbers / n, total / n);
        let squares_of = (0..shape.len()).map(|cell| {
            BitSet::from_indices((0..squares.len()).filter(|&one| squares[one].contains(cell)))
        });
        let squares_of = squares_of.collect();
        let lines_of = (0..shape.len()).map(|cell| {
            BitSet::from_indices((0..lines.len()).filter(|&one| lines[one].cells.contains(&cell)))
        });
        let lines_of = lines_of.collect();
        Some(Layout { shape, size: n, squares, squares_of, lines, lines_of, counts })
    }
}

/// Returns the lines of all squares, those that two of them have in common once, and those of the
/// sums.
fn lines<const WORDS: usize>(
    field: &Field,
    shape: &Shape<WORDS>,
    squares: &[CellSet<WORDS>],
    count: usize,
    sum: usize,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for side in [Side::Left, Side::Top] {
        for line in 0..shape.rows() {
            let whole = cells_of(shape, side, line);
            let mut twice = Vec::new();
            let mut parts: Vec<CellSet<WORDS>> = Vec::new();
            for &square in squares {
                let part = whole & square;
                if part.is_empty() || parts.contains(&part) {
                    continue;
                }
                let others = parts.iter().fold(CellSet::EMPTY, |all, &part| all | part);
                twice.extend(part & others);
                parts.push(part);
            }
            for &part in &parts {
                let mut one = Line::new(part.into_iter().collect(), field.size, count, sum);
                for &(from, at, clue) in &field.seen {
                    if at == line && cells_of(shape, from, line) == whole {
                        match from {
                            Side::Left | Side::Top if part.first() == whole.first() => {
                                one.begin_with(clue);
                            }
                            Side::Right | Side::Bottom if part.last() == whole.last() => {
                                one.end_with(clue);
                            }
                            _ => {}
                        }
                    }
                }
                lines.push(one);
            }
            // Together the parts have their sums, in which some cells count twice.
            for &(from, at, clue) in &field.sums {
                if at == line && cells_of(shape, from, line) == whole {
                    let excess = (parts.len() * sum).checked_sub(clue.into()).unwrap_or(usize::MAX);
                    lines.push(Line::of_any_count(twice.clone(), excess));
                }
            }
        }
    }
    lines
}

/// Returns the cells of a row or a column of the whole grid.
fn cells_of<const WORDS: usize>(shape: &Shape<WORDS>, side: Side, line: usize) -> CellSet<WORDS> {
    match side {
        Side::Left | Side::Right => shape.row(line),
        Side::Top | Side::Bottom => shape.column(line),
    }
}
