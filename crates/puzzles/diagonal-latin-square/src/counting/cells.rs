//! The assignment of bits to cells in a set of cells.

use super::case::Fixed;
use super::symmetry::{LineSet, LineSplit, all, members};

/// A set of cells, a bit for each cell that is neither on the main diagonal nor taken by the symbol
/// of the centre: 56 cells for order 8, 64 for order 9.
pub(crate) type CellSet = u64;

/// The row and the column, both of the same number, whose cells the halves agree on beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// None, for small orders.
    None,
    /// Row and column 0, of an even order.
    First,
    /// The centre's row and column, of an odd order.
    Centre,
}

impl Axis {
    /// Returns the axis that pays off for this order.
    pub(crate) fn of_order(order: usize) -> Self {
        match order {
            ..8 => Self::None,
            _ if order.is_multiple_of(2) => Self::First,
            _ => Self::Centre,
        }
    }

    /// Returns its line number.
    fn line(self, order: usize) -> Option<usize> {
        match self {
            Self::None => None,
            Self::First => Some(0),
            Self::Centre => Some(order / 2),
        }
    }

    /// Returns the lines whose cells in the axis are not on a diagonal.
    pub(crate) fn lines(self, lines: usize) -> LineSet {
        match self {
            Self::None => 0,
            Self::First => all(lines) & !(1 | 1 << (lines - 1)),
            Self::Centre => all(lines),
        }
    }

    /// Returns how many of these cells a half takes in the row and in the column: one for each
    /// symbol that is not on a diagonal there.
    pub(crate) fn agreed(self, lines: usize, split: LineSplit) -> (u32, u32) {
        let symbols = split.main.count_ones();
        match self {
            Self::None => (0, 0),
            Self::First => {
                let takes = |set: LineSet, line: usize| u32::from(set >> line & 1);
                let main = takes(split.main, 0);
                // The antidiagonal meets row 0 in row 0 and column 0 in the last.
                let (row, column) = (takes(split.anti, 0), takes(split.anti, lines - 1));
                (symbols - main - row, symbols - main - column)
            }
            Self::Centre => (symbols, symbols),
        }
    }
}

/// The numbers of the cells.
///
/// The cells of the antidiagonal, the axis row and the axis column that half of the symbols takes
/// are agreed beforehand; these cells have the highest bits, so sorting sets sorts them by these
/// cells. The other cells are the *body*. Each symbol of a half occurs once in every row and
/// column, so the number of cells that the half takes in a row or column of the body is known, too:
/// its last row, and the last cell of each row, follow from the others. The remaining cells are the
/// *key*, which determines the whole set. They have the lowest bits: 24 for order 8, 28 for order
/// 9.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    order: usize,
    axis: Option<usize>,
    /// Row by row, the bit of each cell that has one.
    bits: Vec<Option<u8>>,
    key_bits: usize,
    body_bits: usize,
}

impl Cells {
    pub(crate) fn new(order: usize, axis: Axis, fixed: &Fixed) -> Self {
        let mut cells = Self {
            order,
            axis: axis.line(order),
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
            open.into_iter().partition(|&(row, _)| Some(row) == cells.axis);
        let (axis_column, body): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|&(_, column)| Some(column) == cells.axis);
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
            "the cells of order {order} with this axis are too many"
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
        self.axis.map_or(0, |axis| self.set(columns, |column| (axis, column)))
    }

    /// Returns the cells of the axis column in some rows.
    pub(crate) fn axis_column(&self, rows: LineSet) -> CellSet {
        self.axis.map_or(0, |axis| self.set(rows, |row| (row, axis)))
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

#[cfg(test)]
mod tests {
    use super::super::case::Class;
    use super::*;

    #[test]
    fn a_symbol_of_order_8_has_116_placements() {
        for case in Class::all(8).into_iter().map(|class| class.of_antidiagonals(0b1111)) {
            let cells = Cells::new(8, Axis::First, &case.fixed);
            for symbol in 0..8 {
                let rows = case.antidiagonal_rows(symbol, all(8));
                assert_eq!(cells.placements(symbol, rows, 0).len(), 116);
            }
        }
    }

    #[test]
    fn the_key_has_24_bits_for_order_8_and_28_for_order_9() {
        let eight = Class::all(8).remove(0).of_antidiagonals(0b1111);
        assert_eq!(Cells::new(8, Axis::First, &eight.fixed).key(), (1 << 24) - 1);
        let nine = Class::all(8).remove(0).of_centre_placements(0b1111).remove(0);
        assert_eq!(Cells::new(9, Axis::Centre, &nine.fixed).key(), (1 << 28) - 1);
    }
}
