//! The end of the search: only 1-tiles remain.
//!
//! Each line then lacks as many cells as points. Usually the lines decide the cells one by one;
//! where they do not, a cell of the row with the least choice is tried both ways.

use puzzle::Flow;

use super::lines::{LineSet, Lines};
use super::{State, Tiler, board, count};

/// The cells with 1-tiles, as sets of columns row by row.
type Ones<const LINES: usize> = [LineSet; LINES];

impl<const WORDS: usize, const LINES: usize> Tiler<'_, '_, WORDS, LINES> {
    /// Reports every board that 1-tiles can complete from this one and the 1-tiles so far.
    pub(super) fn lay_ones(&mut self, mut state: State<LINES>, mut ones: Ones<LINES>) -> Flow {
        let State { rows, columns } = &mut state;
        if !propagate(rows, columns, &mut ones) {
            self.dead_end("a line cannot come to its sum with tiles of one cell");
            return Flow::Continue(());
        }
        let Some((row, column)) = undecided(rows, columns) else {
            return self.report(&ones[..self.shape.rows()]);
        };
        rows.all[row].lose_cell(column);
        columns.all[column].lose_cell(row);
        let (without, ones_without) = (state, ones);

        let State { rows, columns } = &mut state;
        rows.all[row].missing -= 1;
        columns.all[column].missing -= 1;
        ones[row].insert(column);
        let Tiler { shape, tiles, search, .. } = self;
        let laid = &ones[..shape.rows()];
        search.visit(tiles.len() + count(laid), || board(shape, tiles, laid))?;
        self.lay_ones(state, ones)?;
        self.lay_ones(without, ones_without)
    }
}

/// Returns an undecided cell of the row with the least choice, in the column that lacks most: in a
/// grid without other tiles that leads to a board, if there is one (Gale and Ryser).
fn undecided<const LINES: usize>(
    rows: &Lines<LINES>,
    columns: &Lines<LINES>,
) -> Option<(usize, usize)> {
    let open = (0..LINES).filter(|&row| rows.all[row].free > 0);
    let row = open.min_by_key(|&row| rows.all[row].slack())?;
    let column =
        rows.all[row].cells.into_iter().max_by_key(|&column| columns.all[column].missing)?;
    Some((row, column))
}

/// Gives 1-tiles to the lines that need one in each free cell, and none to finished lines, until
/// nothing changes. Returns false if that makes a line impossible.
fn propagate<const LINES: usize>(
    rows: &mut Lines<LINES>,
    columns: &mut Lines<LINES>,
    ones: &mut Ones<LINES>,
) -> bool {
    loop {
        let Some(rows_changed) = rows.propagate_ones(columns, |row, cells| ones[row] |= cells)
        else {
            return false;
        };
        let columns_changed = columns.propagate_ones(rows, |column, cells| {
            for row in cells {
                ones[row].insert(column);
            }
        });
        match columns_changed {
            None => return false,
            Some(false) if !rows_changed => return true,
            Some(_) => {}
        }
    }
}
