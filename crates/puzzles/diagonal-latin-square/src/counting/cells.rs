//! The assignment of bits to cells in a set of cells.

use puzzle::prelude::*;

use super::case::Case;
use super::symmetry::{LineSet, LineSplit, all, members};

/// A set of cells, a bit for each cell that is neither on the main diagonal nor taken by the symbol
/// of the centre: 56 cells for order 8, 64 for order 9.
pub(crate) type CellSet = u64;

/// Returns the number of the *axis*, the row and the column whose cells the halves agree on
/// beforehand: the first of an even order, the centre of an odd one.
fn axis(order: usize) -> usize {
    if order.is_multiple_of(2) { 0 } else { order / 2 }
}

/// Returns the lines whose cells in the axis are not on a diagonal.
pub(crate) fn axis_lines(order: usize) -> LineSet {
    if order.is_multiple_of(2) { all(order) & !(1 | 1 << (order - 1)) } else { all(order - 1) }
}

/// Returns how many of these cells a half takes in the row and in the column: one for each symbol
/// that is not on a diagonal there.
pub(crate) fn agreed(order: usize, split: LineSplit) -> (u32, u32) {
    let symbols = split.main.count_ones();
    if !order.is_multiple_of(2) {
        return (symbols, symbols);
    }
    let takes = |set: LineSet, line: usize| u32::from(set >> line & 1);
    let main = takes(split.main, 0);
    // The antidiagonal meets row 0 in row 0 and column 0 in the last.
    let (row, column) = (takes(split.anti, 0), takes(split.anti, order - 1));
    (symbols - main - row, symbols - main - column)
}

/// The numbers of the cells.
///
/// The cells of the antidiagonal, the axis row and the axis column that half of the symbols takes
/// are agreed beforehand; these cells have the highest bits, so sorting sets sorts them by these
/// cells. The other cells are the *body*. Each symbol of a half occurs once in every row and
/// column, so the number of cells that the half takes in a row or column of the body is known, too:
/// its last row, and the last cell of each row, follow from the others. The remaining cells are the
/// *key*, which determines the whole set. They have the lowest bits, fewer than 32.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    order: usize,
    axis: usize,
    /// The set of each cell alone; empty for a cell without a bit.
    sets: Grid<CellSet>,
    key_bits: usize,
    body_bits: usize,
}

impl Cells {
    pub(crate) fn new(case: &Case) -> Self {
        let (order, axis) = (case.order, axis(case.order));
        let mut open = Grid::filled(order, order, true);
        for line in 0..order {
            open[Cell::new(line, line)] = false;
        }
        if !order.is_multiple_of(2) {
            for (row, &column) in case.placement.iter().enumerate() {
                open[Cell::new(row_of(order, row), row_of(order, column))] = false;
            }
        }
        let is_anti = |cell: &Cell| cell.row + cell.column == order - 1;
        let (anti, others): (Vec<_>, Vec<_>) = open.find_all(|&is_open| is_open).partition(is_anti);
        let (axis_row, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|cell| cell.row == axis);
        let (axis_column, body): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|cell| cell.column == axis);
        let mut rows = body.chunk_by(|one, next| one.row == next.row).collect_vec();
        let last_row = rows.pop().unwrap_or_default();
        let (key, ends): (Vec<_>, Vec<_>) =
            rows.iter().map(|row| row.split_at(row.len() - 1)).unzip();
        let key = key.concat();

        let (key_bits, body_bits) = (key.len(), body.len());
        let in_order = [&key, &ends.concat(), last_row, &axis_column, &axis_row, &anti].concat();
        assert!(
            key_bits < 32 && in_order.len() <= CellSet::BITS as usize,
            "the cells of order {order} are too many"
        );
        let mut sets = Grid::filled(order, order, 0);
        for (bit, cell) in in_order.into_iter().enumerate() {
            sets[cell] = 1 << bit;
        }
        Self { order, axis, sets, key_bits, body_bits }
    }

    /// Returns the cells of the antidiagonal in some rows.
    pub(crate) fn antidiagonal(&self, rows: LineSet) -> CellSet {
        self.set(rows, |row| Cell::new(row, self.order - 1 - row))
    }

    /// Returns the cells of the axis row in some columns.
    pub(crate) fn axis_row(&self, columns: LineSet) -> CellSet {
        self.set(columns, |column| Cell::new(self.axis, column))
    }

    /// Returns the cells of the axis column in some rows.
    pub(crate) fn axis_column(&self, rows: LineSet) -> CellSet {
        self.set(rows, |row| Cell::new(row, self.axis))
    }

    fn set(&self, lines: LineSet, cell: impl Fn(usize) -> Cell) -> CellSet {
        let cells = members(lines).map(|line| cell(row_of(self.order, line)));
        cells.fold(0, |set, cell| set | self.sets[cell])
    }

    /// Returns the cells of the body.
    pub(crate) fn body(&self) -> CellSet {
        (1 << self.body_bits) - 1
    }

    /// Returns the cells of the body that determine the others.
    pub(crate) fn key(&self) -> u32 {
        (1 << self.key_bits) - 1
    }

    /// Returns the key of a set.
    pub(crate) fn key_of(&self, set: CellSet) -> u32 {
        u32::try_from(set & CellSet::from(self.key())).expect("a key has fewer than 32 bits")
    }

    /// Returns the sets of cells that a symbol can take, one in each row but its own, when it is on
    /// the antidiagonal in one of these rows and avoids the cells closed to it.
    pub(crate) fn placements(
        &self,
        symbol: usize,
        antidiagonal_rows: LineSet,
        closed: CellSet,
    ) -> Vec<CellSet> {
        let main = row_of(self.order, symbol);
        let closed = closed | self.antidiagonal(all(self.order / 2 * 2));
        let on_antidiagonal = |line| {
            let anti = row_of(self.order, line);
            let column = self.order - 1 - anti;
            // Sets of cells, with the columns in use.
            let start = (self.antidiagonal(1 << line), 1_u16 << main | 1 << column);
            let rows = (0..self.order).filter(|row| ![main, anti].contains(row));
            rows.fold(vec![start], |sets, row| {
                let longer = sets.iter().cartesian_product(0..self.order);
                longer
                    .filter_map(|(&(set, columns), column)| {
                        let cell = self.sets[Cell::new(row, column)] & !closed;
                        let is_free = cell != 0 && columns >> column & 1 == 0;
                        is_free.then_some((set | cell, columns | 1 << column))
                    })
                    .collect()
            })
        };
        members(antidiagonal_rows).flat_map(on_antidiagonal).map(|(set, _)| set).collect()
    }
}

/// Returns the row or column of a line: the centre is not counted among the lines.
fn row_of(order: usize, line: usize) -> usize {
    let is_past_the_centre = !order.is_multiple_of(2) && line >= order / 2;
    line + usize::from(is_past_the_centre)
}
