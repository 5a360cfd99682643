//! What follows from what is known, by all the rules together.

use grid_puzzles::Shading;
use grid_utils::{CellSet, Shape};

use super::Solver;
use super::core::Core;

impl<const WORDS: usize> Solver<WORDS> {
    /// Adds to what is known all that follows from it; false if a rule cannot be kept. `news` are
    /// the cells that became known, or whose digits did.
    pub(super) fn settle(
        &self,
        known: &mut Shading<WORDS>,
        core: &Core<WORDS>,
        news: CellSet<WORDS>,
    ) -> bool {
        known.propagate(
            news,
            |known, news| {
                let is_kept = self.apply_counts(known, core, news)
                    && self.apply_clues(known, core, news)
                    && known.propagate_blocks(&self.shape);
                if self.shape.len() > 1 {
                    known.filled |= known.forced_exits(&self.shape);
                }
                is_kept
            },
            |known| known.propagate_connected(&self.shape),
        )
    }

    /// As many cells of a hook are filled as its digit says, and as many of the core as its digits
    /// say together.
    fn apply_counts(
        &self,
        known: &mut Shading<WORDS>,
        core: &Core<WORDS>,
        news: CellSet<WORDS>,
    ) -> bool {
        let mut cuts = self.cuts.iter().filter(|cut| cut.cells.intersects(news));
        if !cuts.all(|cut| known.propagate_exactly(cut.digit, cut.cells)) {
            return false;
        }
        let fewest = (core.cells & known.filled).len();
        fewest <= core.filled && core.filled <= self.room(core.cells, known)
    }

    /// The digits beside each clue add up to it.
    fn apply_clues(
        &self,
        known: &mut Shading<WORDS>,
        core: &Core<WORDS>,
        news: CellSet<WORDS>,
    ) -> bool {
        let mut concerned = self.clues.iter().filter(|clue| clue.touches(news));
        concerned.all(|clue| clue.apply(known, core.cells, &core.reach, &self.digit_of))
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
