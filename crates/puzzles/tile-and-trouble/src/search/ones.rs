//! The end of the search: only 1-tiles remain.
//!
//! Each line then lacks as many cells as points. Usually the lines decide the cells one by one.
//! Where they do not, the 1-tiles form a flow from the rows to the columns: one is found by
//! augmenting paths, and every other by changes along cycles, so every further step leads to a
//! board.

use std::collections::VecDeque;

use puzzle::Flow as Searched;

use super::lines::{LineSet, Lines};
use super::{State, Tiler, board, count};

/// The cells with 1-tiles, as sets of columns row by row.
type Ones<const LINES: usize> = [LineSet; LINES];

impl<const WORDS: usize, const LINES: usize> Tiler<'_, '_, WORDS, LINES> {
    /// Reports every board that 1-tiles can complete from this one.
    pub(super) fn lay_ones(&mut self, state: &mut State<LINES>) -> Searched {
        let mut ones = [LineSet::EMPTY; LINES];
        let State { rows, columns } = state;
        if !propagate(rows, columns, &mut ones) {
            self.dead_end("a line cannot come to its sum with tiles of one cell");
            return Searched::Continue(());
        }
        if rows.all.iter().all(|row| row.free == 0) {
            return self.report(&ones[..self.shape.rows()]);
        }
        if let Some(flow) = Flow::first(rows, columns) {
            return self.lay_flow(flow, ones);
        }
        self.dead_end("no tiles of one cell give every line its sum");
        Searched::Continue(())
    }

    /// Reports the board with these 1-tiles and this flow, and those with every other flow through
    /// the same cells.
    fn lay_flow(&mut self, mut flow: Flow<LINES>, mut ones: Ones<LINES>) -> Searched {
        self.search.poll()?;
        for row in 0..self.shape.rows() {
            for column in flow.chosen[row] {
                // Either this cell stays uncovered, and others compensate for it, or it has a tile
                // in all that follow.
                flow.close(row, column);
                let mut other = flow.clone();
                if other.augment(row, LineSet::of(column)).is_some() {
                    let Tiler { shape, tiles, search, .. } = self;
                    let laid = &ones[..shape.rows()];
                    search.visit(tiles.len() + count(laid), || board(shape, tiles, laid))?;
                    self.lay_flow(other, ones)?;
                }
                ones[row].insert(column);
            }
        }
        self.report(&ones[..self.shape.rows()])
    }
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

/// A choice of open cells that gives each row and each column its missing number.
#[derive(Clone)]
struct Flow<const LINES: usize> {
    /// The undecided cells, as sets of columns row by row.
    open: [LineSet; LINES],
    /// The chosen ones among them.
    chosen: [LineSet; LINES],
}

impl<const LINES: usize> Flow<LINES> {
    /// Returns some flow through the free cells; `None` if none exists.
    fn first(rows: &Lines<LINES>, columns: &Lines<LINES>) -> Option<Self> {
        let open = rows.all.map(|row| row.cells);
        let mut flow = Flow { open, chosen: [LineSet::EMPTY; LINES] };
        let mut missing = columns.all.map(|column| column.missing);
        let mut lacking = LineSet::below(LINES) - columns.finished();
        for (row, line) in rows.all.iter().enumerate() {
            for _ in 0..line.missing {
                let column = flow.augment(row, lacking)?;
                missing[column] -= 1;
                if missing[column] == 0 {
                    lacking.remove(column);
                }
            }
        }
        Some(flow)
    }

    /// Removes a chosen cell from both sets: it is decided.
    fn close(&mut self, row: usize, column: usize) {
        self.open[row].remove(column);
        self.chosen[row].remove(column);
    }

    /// Gives one more cell to a row and to one of the columns `lacking`, and to no other line, by
    /// an augmenting path: the row chooses a cell, a row that had one in the same column chooses
    /// another instead, and so on. Returns the column that gained; `None`, without a change, if no
    /// such path exists.
    fn augment(&mut self, start: usize, lacking: LineSet) -> Option<usize> {
        // Breadth first: the row from which each column was reached, and vice versa.
        let (mut row_before, mut column_before) = ([0; LINES], [0; LINES]);
        let (mut reached_rows, mut reached_columns) = (LineSet::of(start), LineSet::EMPTY);
        let mut queue = VecDeque::from([start]);
        while let Some(row) = queue.pop_front() {
            let columns = self.open[row] - self.chosen[row] - reached_columns;
            reached_columns |= columns;
            for column in columns {
                row_before[column] = row;
            }
            if let Some(gainer) = (columns & lacking).first() {
                let mut column = gainer;
                loop {
                    let row = row_before[column];
                    self.chosen[row].insert(column);
                    if row == start {
                        return Some(gainer);
                    }
                    column = column_before[row];
                    self.chosen[row].remove(column);
                }
            }
            for (other, chosen) in self.chosen.iter().enumerate() {
                if let Some(column) = (*chosen & columns).first()
                    && reached_rows.insert(other)
                {
                    column_before[other] = column;
                    queue.push_back(other);
                }
            }
        }
        None
    }
}
