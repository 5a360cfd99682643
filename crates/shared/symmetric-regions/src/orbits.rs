//! Orbits of cells under motions.

use grid_utils::{Cell, CellSet, Motion, Shape};

/// The orbits of cells under some motions: each cell with all places to which they take it.
pub struct Orbits<const WORDS: usize> {
    shape: Shape<WORDS>,
    orbits: Vec<CellSet<WORDS>>,
}

impl<const WORDS: usize> Orbits<WORDS> {
    /// Returns the orbits in a grid of a shape. The motions and the identity are a group: what they
    /// take to each other has one orbit.
    #[must_use]
    pub fn new(shape: Shape<WORDS>, motions: &[Motion]) -> Self {
        let orbit = |index| {
            let cell = shape.cell(index);
            let is_in =
                |&Cell { row, column }: &Cell| row < shape.rows() && column < shape.columns();
            let image = |motion: &Motion| motion.image(cell).filter(is_in);
            let images = motions.iter().map(image).map(|image| Some(shape.index(image?)));
            let orbit: Option<CellSet<WORDS>> = images.chain([Some(index)]).collect();
            orbit.unwrap_or_default()
        };
        Orbits { shape, orbits: (0..shape.len()).map(orbit).collect() }
    }

    /// Returns the orbit of a cell; empty if it is not all in the grid.
    #[must_use]
    pub fn of(&self, cell: usize) -> CellSet<WORDS> {
        self.orbits[cell]
    }

    /// Returns the cells that stay where they are.
    #[must_use]
    pub fn fixed(&self) -> CellSet<WORDS> {
        self.shape.all().iter().filter(|&cell| self.of(cell).len() == 1).collect()
    }

    /// Returns the cells of whole orbits, out of some cells.
    #[must_use]
    pub fn whole(&self, within: CellSet<WORDS>) -> CellSet<WORDS> {
        let is_whole = |&cell: &usize| {
            let orbit = self.of(cell);
            !orbit.is_empty() && orbit.is_subset(within)
        };
        within.iter().filter(is_whole).collect()
    }

    /// Returns the largest connected set of whole orbits with a seed, out of some cells; empty if
    /// the seed is not in one.
    #[must_use]
    pub fn reach(&self, seed: usize, mut within: CellSet<WORDS>) -> CellSet<WORDS> {
        loop {
            let reached = self.shape.flood(CellSet::of(seed), self.whole(within));
            if reached == within {
                return reached;
            }
            within = reached;
        }
    }
}
