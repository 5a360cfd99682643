//! What follows from what is known, by all the rules together.

use grid_puzzles::Shading;
use grid_utils::{CellSet, Shape};
use nested_hooks::Why;

use super::Solver;
use super::inner_square::InnerSquare;

impl<const WORDS: usize> Solver<WORDS> {
    /// Adds to what is known all that follows from it. `changed` are the cells that became known,
    /// or whose digits did.
    pub(super) fn propagate(
        &self,
        known: &mut Shading<WORDS>,
        inner: &InnerSquare<WORDS>,
        changed: CellSet<WORDS>,
    ) -> Result<(), Why> {
        known.propagate(
            changed,
            |known, changed| {
                self.propagate_counts(known, inner, changed)?;
                self.propagate_clues(known, inner, changed)?;
                known.propagate_blocks(&self.shape)?;
                if self.shape.len() > 1 {
                    known.filled |= known.forced_exits(&self.shape);
                }
                Ok(())
            },
            |known| Ok(known.propagate_connected(&self.shape)?),
        )
    }

    /// As many cells of a hook are filled as its digit says, and as many of the inner square as its digits
    /// say together.
    fn propagate_counts(
        &self,
        known: &mut Shading<WORDS>,
        inner: &InnerSquare<WORDS>,
        changed: CellSet<WORDS>,
    ) -> Result<(), Why> {
        let mut hooks = self.placed.iter().filter(|hook| hook.cells.intersects(changed));
        if let Some(hook) = hooks.find(|hook| !known.propagate_exactly(hook.digit, hook.cells)) {
            return Err(Why::Count(hook.digit));
        }
        if (inner.cells & known.filled).len() > inner.filled {
            return Err(Why::Rule("the inner square has too many filled cells"));
        }
        if inner.filled > self.room(inner.cells, known) {
            return Err(Why::Rule("the inner square has too little room"));
        }
        Ok(())
    }

    /// The digits beside each clue add up to it.
    fn propagate_clues(
        &self,
        known: &mut Shading<WORDS>,
        inner: &InnerSquare<WORDS>,
        changed: CellSet<WORDS>,
    ) -> Result<(), Why> {
        let mut concerned = self.clues.iter().filter(|clue| clue.touches(changed));
        if concerned.all(|clue| clue.propagate(known, inner.cells, &inner.reach, &self.digit_of)) {
            Ok(())
        } else {
            Err(Why::Rule("a clue cannot be kept"))
        }
    }

    /// How many of these cells can be filled at most: of the 2 x 2 blocks that lie side by side,
    /// each has an empty cell.
    pub(super) fn room(&self, cells: CellSet<WORDS>, known: &Shading<WORDS>) -> usize {
        let possible = cells - known.empty;
        let blocks = self.shape.full_blocks(possible);
        let [a, b, c, d] = self.lattices.map(|lattice| (lattice & blocks).len());
        possible.len() - a.max(b).max(c).max(d)
    }
}

/// The top-left cells of 2 x 2 blocks that lie side by side, in four ways: of even or odd rows, and
/// of even or odd columns.
pub(super) fn lattices<const WORDS: usize>(shape: &Shape<WORDS>) -> [CellSet<WORDS>; 4] {
    let every_second = |lines: &dyn Fn(usize) -> CellSet<WORDS>, first: usize| {
        (first..shape.rows()).step_by(2).fold(CellSet::EMPTY, |all, line| all | lines(line))
    };
    let rows = [0, 1].map(|first| every_second(&|row| shape.row(row), first));
    let columns = [0, 1].map(|first| every_second(&|column| shape.column(column), first));
    [rows[0] & columns[0], rows[0] & columns[1], rows[1] & columns[0], rows[1] & columns[1]]
}
