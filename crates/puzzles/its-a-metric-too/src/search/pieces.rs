//! The small states: all symmetric pieces of a few cells, wherever they fit.

use std::collections::HashMap;
use std::ops::ControlFlow;

use puzzle::{Effort, Flow, Stop};

use super::domains::Values;
use super::{Cells, Field};

/// A symmetric connected set of cells.
pub(super) struct Piece {
    pub(super) cells: Cells,
    /// Its capitol, if it has one.
    pub(super) capitol: Cells,
}

impl Piece {
    /// Returns the possible costs of journeys from one of its cells.
    pub(super) fn costs(&self, cell: usize) -> Values {
        if self.capitol.contains(cell) { 1 } else { !1 }
    }
}

/// Returns all pieces in the grid.
pub(super) fn pieces(field: &Field, effort: &mut Effort) -> ControlFlow<Stop, Vec<Piece>> {
    let mut listing =
        Listing { field, motion: 0, pieces: Vec::new(), places: HashMap::new(), effort };
    for motion in 0..field.motions.len() {
        listing.motion = motion;
        let mut open = field.motions[motion].whole(field.shape.all());
        while let Some(first) = open.first() {
            let orbit = field.motions[motion].of(first);
            listing.list(Cells::EMPTY, orbit, open)?;
            open -= orbit;
        }
    }
    ControlFlow::Continue(listing.pieces)
}

/// Lists the pieces that a motion maps onto themselves, so each piece once for each of its
/// symmetries.
struct Listing<'a> {
    field: &'a Field,
    motion: usize,
    pieces: Vec<Piece>,
    /// The index of each piece.
    places: HashMap<Cells, usize>,
    effort: &'a mut Effort,
}

impl Listing<'_> {
    /// Lists the pieces that consist of these cells, others of the front, and open cells beyond it.
    /// As in Redelmeier's algorithm (Counting polyominoes: yet another attack, 1981), orbits of the
    /// front that were tried are excluded afterwards; but whole orbits are added instead of cells.
    fn list(&mut self, piece: Cells, mut front: Cells, mut open: Cells) -> Flow {
        while let Some(cell) = front.first() {
            let orbit = self.field.motions[self.motion].of(cell);
            front -= orbit;
            open -= orbit;
            let cells = piece | orbit;
            if cells.len() > self.field.most_small {
                continue;
            }
            self.effort.poll()?;
            let shape = &self.field.shape;
            if shape.is_connected(cells) {
                self.add(cells);
            }
            self.list(cells, front | shape.neighbours(orbit) & open, open)?;
        }
        Flow::Continue(())
    }

    /// Adds a piece; its capitol is the one cell that all its symmetries leave in place.
    fn add(&mut self, cells: Cells) {
        let fixed = self.field.fixed[self.motion] & cells;
        let capitol = if fixed.len() == 1 { fixed } else { Cells::EMPTY };
        let place = *self.places.entry(cells).or_insert(self.pieces.len());
        match self.pieces.get_mut(place) {
            Some(piece) => piece.capitol &= capitol,
            None => self.pieces.push(Piece { cells, capitol }),
        }
    }
}
