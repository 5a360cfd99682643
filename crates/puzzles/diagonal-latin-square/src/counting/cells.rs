//! The assignment of bits to cells in a set of cells.

use super::case::Fixed;
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
    /// Row by row, the bit of each cell that has one.
    bits: Vec<Option<u8>>,
    key_bits: usize,
    body_bits: usize,
}

impl Cells {
    pub(crate) fn new(order: usize, fixed: &Fixed) -> Self {
        let mut cells = Self {
            order,
            axis: axis(order),
            bits: vec![None; order * order],
            key_bits: 0,
            body_bits: 0,
        };
        let taken: Vec<_> = match fixed {
            Fixed::Antidiagonal(_) => Vec::new(),
            Fixed::CentreSymbol(placement) => (0..order - 1)
                .map(|row| (cells.line(row), cells.line(usize::from(placement[row]))))
                .collect(),
        };
        let open = (0..order * order)
            .map(|index| (index / order, index % order))
            .filter(|&(row, column)| row != column && !taken.contains(&(row, column)));
        let (anti, open): (Vec<_>, Vec<_>) =
            open.partition(|&(row, column)| row + column == order - 1);
        let (axis_row, open): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|&(row, _)| row == cells.axis);
        let (axis_column, body): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|&(_, column)| column == cells.axis);
        let last_row = body.last().map(|&(row, _)| row);
        let last_of_its_row =
            |&(row, column)| !body.iter().any(|&(r, later)| r == row && later > column);
        let (told, key): (Vec<_>, Vec<_>) =
            body.iter().partition(|&cell| Some(cell.0) == last_row || last_of_its_row(cell));

        cells.key_bits = key.len();
        cells.body_bits = body.len();
        let in_order: Vec<_> = [key, told, axis_column, axis_row, anti].concat();
        assert!(
            cells.key_bits < 32 && in_order.len() <= CellSet::BITS as usize,
            "the cells of order {order} are too many"
        );
        for (bit, (row, column)) in (0..).zip(in_order) {
            cells.bits[row * order + column] = Some(bit);
        }
        cells
    }

    /// Returns the row or column of a line: the centre is not counted among the lines.
    fn line(&self, line: usize) -> usize {
        let past_the_centre = self.order % 2 == 1 && line >= self.order / 2;
        line + usize::from(past_the_centre)
    }

    /// Returns the set of one cell; `None` for a cell without a bit.
    fn cell(&self, row: usize, column: usize) -> Option<CellSet> {
        self.bits[row * self.order + column].map(|bit| 1 << bit)
    }

    /// Returns the cells of the antidiagonal in some rows.
    pub(crate) fn antidiagonal(&self, rows: LineSet) -> CellSet {
        self.set(rows, |row| (row, self.order - 1 - row))
    }

    /// Returns the cells of the axis row in some columns.
    pub(crate) fn axis_row(&self, columns: LineSet) -> CellSet {
        self.set(columns, |column| (self.axis, column))
    }

    /// Returns the cells of the axis column in some rows.
    pub(crate) fn axis_column(&self, rows: LineSet) -> CellSet {
        self.set(rows, |row| (row, self.axis))
    }

    fn set(&self, lines: LineSet, cell: impl Fn(usize) -> (usize, usize)) -> CellSet {
        let cells = members(lines).filter_map(|line| {
            let (row, column) = cell(self.line(line));
            self.cell(row, column)
        });
        cells.fold(0, |set, cell| set | cell)
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

    /// Returns the order of the square.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// The sets of cells that a symbol can take, one in each row but its own, when it is on the
    /// antidiagonal in one of these rows and avoids the cells closed to it.
    pub(crate) fn placements(
        &self,
        symbol: usize,
        antidiagonal_rows: LineSet,
        closed: CellSet,
    ) -> Vec<CellSet> {
        let mut found = Vec::new();
        let main = self.line(symbol);
        let closed = closed | self.antidiagonal(all(self.order - self.order % 2));
        for anti in members(antidiagonal_rows).map(|row| self.line(row)) {
            let column = self.order - 1 - anti;
            let Some(cell) = self.cell(anti, column) else { continue };
            let placed = Placed { rows: 1 << main | 1 << anti, columns: 1 << main | 1 << column };
            self.place(0, placed, cell, closed, &mut found);
        }
        found
    }

    /// Places a symbol in all rows from `row` on where it is still missing.
    fn place(
        &self,
        row: usize,
        placed: Placed,
        taken: CellSet,
        closed: CellSet,
        found: &mut Vec<CellSet>,
    ) {
        if row == self.order {
            return found.push(taken);
        }
        if placed.rows >> row & 1 == 1 {
            return self.place(row + 1, placed, taken, closed, found);
        }
        for column in (0..self.order).filter(|column| placed.columns >> column & 1 == 0) {
            if let Some(cell) = self.cell(row, column).filter(|cell| cell & closed == 0) {
                let placed = Placed { columns: placed.columns | 1 << column, ..placed };
                self.place(row + 1, placed, taken | cell, closed, found);
            }
        }
    }
}

/// The rows in which a symbol is on a diagonal, and its columns there.
#[derive(Clone, Copy, Debug)]
struct Placed {
    rows: u16,
    columns: u16,
}
