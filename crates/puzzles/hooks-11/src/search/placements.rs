//! Where pentominoes can lie.

use grid_puzzles::Shading;
use grid_utils::Shape;

use super::{Cells, WORDS};
use crate::Pentomino;
use crate::polyomino::{Polyomino, Windows};

/// The pentominoes in all their orientations, in the order of their names.
const PENTOMINOES: [Polyomino; Pentomino::ALL.len()] = {
    let mut all = [Polyomino::new(Pentomino::F.pattern()); Pentomino::ALL.len()];
    let mut next = 0;
    while next < all.len() {
        all[next] = Polyomino::new(Pentomino::ALL[next].pattern());
        next += 1;
    }
    all
};

/// A pentomino at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) pentomino: Pentomino,
    pub(super) cells: Cells,
    /// Cells that stay empty then: those that would make a 2 x 2 block full, and those that would
    /// hide the pentomino from where a clue says that it is seen.
    pub(super) clears: Cells,
    /// Its cells once more, one by one.
    pub(super) members: [u8; 5],
}

impl Placement {
    /// Whether no cell of it is blocked, and none of the cells that stay empty is filled.
    #[inline]
    pub(super) fn fits(&self, blocked: Cells, filled: Cells) -> bool {
        (self.cells & blocked | self.clears & filled).is_empty()
    }
}

/// The places that are left for pentominoes.
pub(super) struct Places<'s> {
    shape: &'s Shape<WORDS>,
    free: Windows<WORDS>,
    not_filled: Windows<WORDS>,
}

impl<'s> Places<'s> {
    /// For all that is known, and with the cells of the pentominoes that lie.
    pub(super) fn new(shape: &'s Shape<WORDS>, known: &Shading<WORDS>, covered: Cells) -> Self {
        Places {
            shape,
            free: Windows::new(shape, shape.all() - known.empty - covered),
            not_filled: Windows::new(shape, shape.all() - known.filled),
        }
    }

    /// The placements of a pentomino, without those that fill a 2 x 2 block.
    pub(super) fn of(&self, pentomino: Pentomino) -> impl Iterator<Item = Placement> {
        let orientations = PENTOMINOES[pentomino as usize].orientations();
        let orientations = orientations.iter().filter(|orientation| !orientation.has_full_block);
        orientations.flat_map(move |orientation| {
            let corners =
                self.free.corners(orientation.cells) & self.not_filled.corners(orientation.notches);
            corners.iter().map(move |corner| {
                let mut members = [0; 5];
                let cells = orientation.cells.at(corner, self.shape);
                members.iter_mut().zip(cells).for_each(|(member, cell)| *member = cell as u8);
                let cells = members.iter().map(|&cell| usize::from(cell)).collect();
                let clears = orientation.notches.at(corner, self.shape).collect();
                Placement { pentomino, cells, clears, members }
            })
        })
    }
}
