//! What a symmetry says of each cell.

use grid_puzzles::Shading;
use grid_utils::{Cell, CellSet, Shape};

/// Where a symmetry takes the cells of a grid.
pub(super) struct Images<const WORDS: usize> {
    /// For each cell, its image or itself.
    of: Vec<usize>,
    /// The cells without an image in the grid.
    pub(super) outside: CellSet<WORDS>,
}

impl<const WORDS: usize> Images<WORDS> {
    /// `image` gives only cells of the grid.
    pub(super) fn new(shape: &Shape<WORDS>, image: impl Fn(Cell) -> Option<Cell>) -> Self {
        let mut outside = CellSet::EMPTY;
        let image = |cell| {
            if let Some(image) = image(shape.cell(cell)) {
                shape.index(image)
            } else {
                outside.insert(cell);
                cell
            }
        };
        Images { of: (0..shape.len()).map(image).collect(), outside }
    }

    /// The images of cells that became known are known, too.
    pub(super) fn close(&self, known: &mut Shading<WORDS>, changed: CellSet<WORDS>) {
        for cell in changed & known.filled {
            known.filled.insert(self.of[cell]);
        }
        for cell in changed & known.empty {
            known.empty.insert(self.of[cell]);
        }
    }
}
