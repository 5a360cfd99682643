//! The end of the search: only 1-tiles remain.
//!
//! Each line then lacks as many cells as points. Usually the lines decide the cells one by one;
//! where they do not, a cell of the row with the least choice is tried both ways.

use puzzle::Flow;

use super::lines::{Line, LineSet, Lines};
use super::{Cells, State, Tiler, board};

impl Tiler<'_, '_> {
    /// Reports every board that 1-tiles can complete from this one and the 1-tiles so far.
    pub(super) fn lay_ones(&mut self, mut state: State, mut ones: Cells) -> Flow {
        if !state.propagate(&mut ones) {
            self.dead_end("a line cannot come to its sum with tiles of one cell");
            return Flow::Continue(());
        }
        let Tiler { size, tiles, search, .. } = self;
        let depth = tiles.len() + ones.iter().map(LineSet::len).sum::<usize>();
        let Some((row, column)) = state.undecided() else {
            return search.solution_at(depth, board(*size, tiles, &ones));
        };
        let (mut without, ones_without) = (state, ones);
        state.lay_one(row, column, &mut ones);
        search.visit(depth + 1, || board(*size, tiles, &ones))?;
        self.lay_ones(state, ones)?;
        without.rows.0[row].free.remove(column);
        without.columns.0[column].free.remove(row);
        self.lay_ones(without, ones_without)
    }
}

impl State {
    fn lay_one(&mut self, row: usize, column: usize, ones: &mut Cells) {
        self.rows.cover(row, column, 1);
        self.columns.cover(column, row, 1);
        ones[row].insert(column);
    }

    /// Leaves the free cells of finished lines uncovered, and lays 1-tiles on those of lines that
    /// need them all, until nothing changes. Returns false if that makes a line impossible.
    fn propagate(&mut self, ones: &mut Cells) -> bool {
        let full = |lines: &Lines| {
            let is_full = |line: &Line| line.missing > 0 && line.missing == line.free.len();
            lines.0.iter().position(is_full)
        };
        loop {
            *self = self.without_finished();
            let mut lines = self.rows.0.iter().chain(self.columns.0.iter());
            if lines.any(|line| line.missing > line.free.len()) {
                return false;
            }
            if let Some(row) = full(&self.rows) {
                self.rows.0[row].free.iter().for_each(|column| self.lay_one(row, column, ones));
            } else if let Some(column) = full(&self.columns) {
                self.columns.0[column].free.iter().for_each(|row| self.lay_one(row, column, ones));
            } else {
                return true;
            }
        }
    }

    /// Returns an undecided cell of the row with the least choice, in the column that lacks most:
    /// in a grid without other tiles that leads to a board, if there is one (Gale and Ryser).
    fn undecided(&self) -> Option<(usize, usize)> {
        let rows = self.rows.0.iter().enumerate().filter(|(_, line)| !line.free.is_empty());
        let (row, line) =
            rows.min_by_key(|(_, line)| line.missing.min(line.free.len() - line.missing))?;
        let column = line.free.iter().max_by_key(|&column| self.columns.0[column].missing)?;
        Some((row, column))
    }
}
