//! The small states: all symmetric pieces of a few cells, wherever they fit.

use std::ops::ControlFlow;

use puzzle::{Flow, Search, Stop};

use super::domains::{Domains, Values, least};
use super::{Cells, Field};

/// A symmetric connected set of cells.
pub(super) struct Piece {
    pub(super) cells: Cells,
    /// Its cells and their neighbours.
    pub(super) around: Cells,
    /// How many cells it has, as a set of one size.
    pub(super) size: Values,
    /// Its capitol, if it has one.
    pub(super) capitol: Cells,
}

impl Piece {
    /// Whether the domains allow the piece. They are narrowed in its cells and beside it.
    pub(super) fn fits(&self, field: &Field, domains: &mut Domains) -> bool {
        self.place(field, domains) && domains.settle(field, self.around)
    }

    /// Narrows the domains of its cells to those of a state.
    pub(super) fn place(&self, field: &Field, domains: &mut Domains) -> bool {
        self.cells.iter().all(|cell| {
            let costs = if self.capitol.contains(cell) { 1 } else { !1 };
            domains.limit(field, cell, costs, self.size)
        })
    }
}

/// All pieces in the grid, of cells that may be in small states.
pub(super) fn pieces(
    field: &Field,
    domains: &Domains,
    search: &mut Search,
) -> ControlFlow<Stop, Vec<Piece>> {
    let is_small = |&cell: &usize| least(domains.sizes[cell]) <= field.most_small;
    let cells = field.shape.all().iter().filter(is_small).collect();
    let mut pieces = Vec::new();
    for motion in 0..field.motions.len() {
        let mut open = field.motions[motion].whole(cells);
        while let Some(first) = open.first() {
            let orbit = field.motions[motion].of(first);
            let mut listing = Listing { field, motion, pieces: &mut pieces, search };
            listing.list(Cells::EMPTY, orbit, open)?;
            open -= orbit;
        }
    }
    ControlFlow::Continue(pieces)
}

/// Lists the pieces that a motion maps onto themselves.
struct Listing<'a, 's> {
    field: &'a Field,
    motion: usize,
    pieces: &'a mut Vec<Piece>,
    search: &'a mut Search<'s>,
}

impl Listing<'_, '_> {
    /// Lists the pieces with some cells, others of the front, and of what is open beyond it. As in
    /// Redelmeier's algorithm (Counting polyominoes: yet another attack, 1981), what was tried at the
    /// front stays out of all that follows; but whole orbits are added instead of cells.
    fn list(&mut self, piece: Cells, mut front: Cells, mut open: Cells) -> Flow {
        while let Some(cell) = front.first() {
            let orbit = self.field.motions[self.motion].of(cell);
            front -= orbit;
            open -= orbit;
            let cells = piece | orbit;
            if cells.len() > self.field.most_small {
                continue;
            }
            self.search.poll()?;
            // Each piece is listed for the first of its symmetries.
            let shape = &self.field.shape;
            if shape.is_connected(cells) && self.field.symmetries(cells).next() == Some(self.motion)
            {
                self.pieces.push(Piece {
                    cells,
                    around: shape.grow(cells),
                    size: 1 << cells.len(),
                    capitol: self.field.capitol(cells),
                });
            }
            self.list(cells, front | shape.neighbours(orbit) & open, open)?;
        }
        Flow::Continue(())
    }
}
