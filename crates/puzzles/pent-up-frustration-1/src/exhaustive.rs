//! Exhaustive search of small trays, the reference for the fast search.

use numbers::Interval;
use polyominoes::{Kind, Pentomino};
use puzzle::prelude::*;

use crate::{PentUp, score};

struct Trying<'p> {
    puzzle: &'p PentUp,
    best: Option<Interval>,
    tray: Grid<Option<Pentomino>>,
    /// The cells of each piece on the tray.
    laid: Vec<CellSet<1>>,
}

impl Trying<'_> {
    /// Tries the first of these pieces left out, then in every place.
    fn lay(&mut self, pieces: &[Pentomino], search: &mut Search) -> Flow {
        search.node()?;
        let Some((&piece, others)) = pieces.split_first() else { return self.finish(search) };
        self.lay(others, search)?;
        let shape = self.puzzle.shape();
        let free = shape.set_of(&self.tray, Option::is_none);
        for orientation in piece.shape().orientations(Kind::Free) {
            for cells in orientation.placements(&shape, free) {
                self.set(cells, Some(piece));
                self.laid.push(cells);
                self.lay(others, search)?;
                self.laid.pop();
                self.set(cells, None);
            }
        }
        Flow::Continue(())
    }

    fn set(&mut self, cells: CellSet<1>, piece: Option<Pentomino>) {
        for cell in self.puzzle.shape().cells_of(cells) {
            self.tray[cell] = piece;
        }
    }

    /// Returns whether some pieces can slide together: one of them, those that it pushes, and so on.
    fn is_loose(&self) -> bool {
        let shape = self.puzzle.shape();
        iproduct!(&self.laid, Direction::ALL).any(|(&first, direction)| {
            let mut sliding = first;
            loop {
                let moved = shape.shift(sliding, direction);
                if moved.len() < sliding.len() {
                    // The rim stops them.
                    return false;
                }
                let pushed = self.laid.iter().filter(|piece| piece.intersects(moved));
                let all = pushed.fold(sliding, |all, &piece| all | piece);
                if all == sliding {
                    return true;
                }
                sliding = all;
            }
        })
    }

    fn finish(&mut self, search: &mut Search) -> Flow {
        let score = score(&self.puzzle.areas(&self.tray));
        let is_better = self.best.is_none_or(|best| best.certainly_less(score));
        if !is_better || self.is_loose() {
            return Flow::Continue(());
        }
        self.best = Some(score);
        search.solution(self.tray.map(|_, piece| piece.map(|piece| piece as i64)))
    }
}

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &PentUp, search: &mut Search) -> Flow {
    let tray = Grid::filled(puzzle.rows.size(), puzzle.columns.size(), None);
    Trying { puzzle, best: None, tray, laid: Vec::new() }.lay(&puzzle.pieces(), search)
}
