//! The end of the search: only 1-tiles are left to lay.
//!
//! Each line then lacks as many cells as points, so that the 1-tiles are a filling of the free
//! cells with so many per row and so many per column. Mostly the lines decide that one by one.
//! Where they do not, one filling is found as a flow from the rows to the columns, and every other
//! by swaps along cycles, so that every further step leads to a board.

use std::ops::ControlFlow;

use puzzle::Stop;

use super::lines::{Lines, bits, set_of};
use super::{State, Tiler, board, count};

/// The cells with 1-tiles, as sets of columns row by row.
type Ones<const LINES: usize> = [u32; LINES];

impl<const WORDS: usize> Tiler<'_, '_, WORDS> {
    /// Reports every board that 1-tiles can make of this one.
    pub(super) fn lay_ones<const LINES: usize>(
        &mut self,
        state: &mut State<LINES>,
    ) -> ControlFlow<Stop> {
        let mut ones = [0; LINES];
        let State { rows, columns } = state;
        if !settle(rows, columns, &mut ones) {
            self.dead_end();
            return ControlFlow::Continue(());
        }
        if rows.all().iter().all(|row| row.free == 0) {
            return self.report(&ones[..self.shape.rows()]);
        }
        if let Some(filling) = Filling::first(rows, columns) {
            return self.lay_filling(filling, ones);
        }
        self.dead_end();
        ControlFlow::Continue(())
    }

    /// Reports the board with these 1-tiles and this filling, and those with every other filling of
    /// the same cells.
    fn lay_filling<const LINES: usize>(
        &mut self,
        mut filling: Filling<LINES>,
        mut ones: Ones<LINES>,
    ) -> ControlFlow<Stop> {
        self.search.poll()?;
        for row in 0..self.shape.rows() {
            for column in bits(filling.chosen[row]) {
                // Either this cell stays without a tile, and others make up for it, or it has one
                // in all that follow.
                filling.settle(row, column);
                let mut other = filling.clone();
                if other.extend(row, 1 << column).is_some() {
                    let Tiler { shape, tiles, search, .. } = self;
                    let laid = &ones[..shape.rows()];
                    search.visit(tiles.len() + count(laid), || board(shape, tiles, laid))?;
                    self.lay_filling(other, ones)?;
                }
                ones[row] |= 1 << column;
            }
        }
        self.report(&ones[..self.shape.rows()])
    }
}

/// Gives 1-tiles to the lines that need one in each free cell, and none to those that are finished,
/// until no line is decided any more. False if that makes a line impossible.
fn settle<const LINES: usize>(
    rows: &mut Lines<LINES>,
    columns: &mut Lines<LINES>,
    ones: &mut Ones<LINES>,
) -> bool {
    loop {
        let Some(rows_changed) = rows.settle(columns, |row, cells| ones[row] |= cells) else {
            return false;
        };
        let columns_changed = columns.settle(rows, |column, cells| {
            for row in bits(cells) {
                ones[row] |= 1 << column;
            }
        });
        match columns_changed {
            None => return false,
            Some(false) if !rows_changed => return true,
            Some(_) => {}
        }
    }
}

/// A choice of open cells that gives each row and each column as many as it lacks.
#[derive(Clone)]
struct Filling<const LINES: usize> {
    /// The cells that are undecided, as sets of columns row by row.
    open: [u32; LINES],
    /// Those that are chosen.
    chosen: [u32; LINES],
}

impl<const LINES: usize> Filling<LINES> {
    /// Some filling of the free cells; `None` if there is none.
    fn first(rows: &Lines<LINES>, columns: &Lines<LINES>) -> Option<Self> {
        let open = rows.all().map(|row| row.cells);
        let mut filling = Filling { open, chosen: [0; LINES] };
        let mut missing = columns.all().map(|column| column.missing);
        let mut lacking = set_of(LINES, |column| missing[column] > 0);
        for (row, line) in rows.all().iter().enumerate() {
            for _ in 0..line.missing {
                let column = filling.extend(row, lacking)?;
                missing[column] -= 1;
                if missing[column] == 0 {
                    lacking &= !(1 << column);
                }
            }
        }
        Some(filling)
    }

    /// Takes a chosen cell out of both sets.
    fn settle(&mut self, row: usize, column: usize) {
        self.open[row] &= !(1 << column);
        self.chosen[row] &= !(1 << column);
    }

    /// Gives one more cell to a row and to one of the columns `lacking`, and to nobody else: the
    /// row chooses a cell, a row that had one in the same column chooses another instead, and so
    /// on. Says which column gained; `None`, and no change, if there is no such chain.
    fn extend(&mut self, start: usize, lacking: u32) -> Option<usize> {
        // Breadth first: by which row each column was reached, and by which column each row.
        let (mut row_before, mut column_before) = ([0; LINES], [0; LINES]);
        let (mut reached_rows, mut reached_columns) = (1_u32 << start, 0_u32);
        let mut queue = [0; LINES];
        let (mut next, mut end) = (0, 1);
        queue[0] = start;
        while next < end {
            let row = queue[next];
            next += 1;
            let columns = self.open[row] & !self.chosen[row] & !reached_columns;
            reached_columns |= columns;
            for column in bits(columns) {
                row_before[column] = row;
            }
            if let Some(gainer) = bits(columns & lacking).next() {
                self.swap_back(gainer, start, &row_before, &column_before);
                return Some(gainer);
            }
            for other in
                bits(set_of(LINES, |other| self.chosen[other] & columns != 0) & !reached_rows)
            {
                reached_rows |= 1 << other;
                column_before[other] = (self.chosen[other] & columns).trailing_zeros() as usize;
                queue[end] = other;
                end += 1;
            }
        }
        None
    }

    /// Makes the swaps of a chain, from the column that gains back to the row where it starts.
    fn swap_back(
        &mut self,
        gainer: usize,
        start: usize,
        row_before: &[usize; LINES],
        column_before: &[usize; LINES],
    ) {
        let mut column = gainer;
        loop {
            let row = row_before[column];
            self.chosen[row] |= 1 << column;
            if row == start {
                return;
            }
            column = column_before[row];
            self.chosen[row] &= !(1 << column);
        }
    }
}
