//! Placements of polyominoes on a grid.

use grid_utils::{Cell, CellSet, Direction, Shape};

use crate::Polyomino;

impl Polyomino {
    /// Returns the top-left cells of the polyomino's box in all its placements on a grid that lie
    /// within the allowed cells, as it lies. That cell need not be one of the polyomino's own.
    ///
    /// ```text
    /// # #      . . . .      . . . .
    /// . #      . . x .      o . . .
    ///          . . . .      o o . .
    ///          . . . .      . . . .
    ///
    /// piece    allowed: .   corners: o
    /// ```
    ///
    /// All places are tried at once: the allowed cells are moved so that each cell of the polyomino
    /// lies on the corner of its box; if all of these sets have a member, it fits. This is the
    /// erosion of image processing; it takes one shift for each cell of the box.
    #[must_use]
    #[inline]
    pub fn corners<const WORDS: usize>(
        &self,
        shape: &Shape<WORDS>,
        allowed: CellSet<WORDS>,
    ) -> CellSet<WORDS> {
        let mut cells = self.cells().iter().rev().peekable();
        let mut corners = shape.all();
        // As Horner evaluates a polynomial: the last cell of the box is moved in all later steps,
        // the first in none. What leaves the grid on the way is lost, so the box lies inside.
        for row in (0..self.rows()).rev() {
            let mut line = shape.all();
            for column in (0..self.columns()).rev() {
                if column + 1 < self.columns() {
                    line = shape.shift(line, Direction::West);
                }
                if cells.next_if(|&&cell| cell == Cell::new(row, column)).is_some() {
                    line &= allowed;
                }
            }
            if row + 1 < self.rows() {
                corners = shape.shift(corners, Direction::North);
            }
            corners &= line;
        }
        corners
    }

    /// Returns the placements of the polyomino on a grid that lie within the allowed cells, each as
    /// the set of its cells. It stays as it lies; see [`orientations`](Self::orientations) for
    /// other ways.
    ///
    /// ```
    /// use grid_utils::{CellSet, Shape};
    /// use polyominoes::{Kind, Pentomino, Polyomino};
    ///
    /// // The cells of a 3 x 4 grid: 0 1 2 3
    /// //                            4 5 6 7
    /// //                            8 9 ...
    /// let shape = Shape::<1>::new(3, 4).unwrap();
    /// let bar: Polyomino = "###".parse().unwrap();
    /// let placements: Vec<_> = bar.placements(&shape, shape.all().without(5)).collect();
    /// assert_eq!(placements[1], CellSet::from_indices([1, 2, 3]));
    /// assert_eq!(placements.len(), 4, "two in the first row, two in the last");
    ///
    /// // The twelve pentominoes on a chessboard, turned and mirrored:
    /// let shape = Shape::<1>::new(8, 8).unwrap();
    /// let orientations = Pentomino::ALL.map(|pentomino| pentomino.shape().orientations(Kind::Free));
    /// let placements = orientations.iter().flatten().map(|o| o.placements(&shape, shape.all()).count());
    /// assert_eq!(placements.sum::<usize>(), 2308);
    ///
    /// // Does a shape contain another? Is there a placement within its cells?
    /// let (p, l) = (Pentomino::P.shape(), "#./#./##".parse::<Polyomino>().unwrap());
    /// let shape = Shape::<1>::new(p.rows(), p.columns()).unwrap();
    /// let cells: CellSet<1> = p.cells().iter().map(|&cell| shape.index(cell)).collect();
    /// let mut orientations = l.orientations(Kind::Free).into_iter();
    /// assert!(orientations.any(|orientation| !orientation.corners(&shape, cells).is_empty()));
    /// ```
    #[inline]
    pub fn placements<const WORDS: usize>(
        &self,
        shape: &Shape<WORDS>,
        allowed: CellSet<WORDS>,
    ) -> impl Iterator<Item = CellSet<WORDS>> {
        let corners = self.corners(shape, allowed);
        // Where there is a corner, the box has room at the top left of the grid, too.
        let cells = if corners.is_empty() { &[] } else { self.cells() };
        let at_top_left: CellSet<WORDS> = cells.iter().map(|&cell| shape.index(cell)).collect();
        corners.iter().map(move |corner| at_top_left.raised(corner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, polyominoes};

    /// Returns the placements by trying each place and looking at each cell.
    fn tried<const WORDS: usize>(
        polyomino: &Polyomino,
        shape: &Shape<WORDS>,
        allowed: CellSet<WORDS>,
    ) -> Vec<CellSet<WORDS>> {
        let mut found = Vec::new();
        for corner in shape.cells_of(shape.all()) {
            let cells = polyomino
                .cells()
                .iter()
                .map(|cell| Cell::new(corner.row + cell.row, corner.column + cell.column));
            let is_free = |cell: Cell| {
                cell.row < shape.rows()
                    && cell.column < shape.columns()
                    && allowed.contains(shape.index(cell))
            };
            if cells.clone().all(is_free) {
                found.push(cells.map(|cell| shape.index(cell)).collect());
            }
        }
        found
    }

    fn assert_placements_are_those_tried<const WORDS: usize>(rows: usize, columns: usize) {
        let shape = Shape::<WORDS>::new(rows, columns).unwrap();
        let mut random = fastrand::Rng::with_seed((100 * rows + columns) as u64);
        let mut found = 0;
        for cells in 1..=6 {
            for polyomino in polyominoes(cells, Kind::Fixed) {
                let allowed = (0..rows * columns).filter(|_| random.usize(..5) > 0).collect();
                for allowed in [allowed, shape.all()] {
                    let placements: Vec<_> = polyomino.placements(&shape, allowed).collect();
                    assert_eq!(placements, tried(&polyomino, &shape, allowed), "{polyomino}");
                    found += placements.len();
                }
            }
        }
        assert!(found > rows * columns, "{rows} x {columns}: too few placements to tell");
    }

    #[test]
    fn the_placements_are_those_that_trying_finds() {
        for (rows, columns) in [(1, 6), (6, 1), (2, 3), (4, 7), (8, 8), (1, 64)] {
            assert_placements_are_those_tried::<1>(rows, columns);
        }
        for (rows, columns) in [(9, 9), (10, 10), (2, 64), (64, 2), (1, 128)] {
            assert_placements_are_those_tried::<2>(rows, columns);
        }
        assert_placements_are_those_tried::<5>(17, 17);
    }

    #[test]
    fn a_box_larger_than_the_grid_has_no_placement() {
        let shape = Shape::<1>::new(3, 4).unwrap();
        for drawing in ["#####", "#/#/#/#", "###/..#/..#/..#"] {
            let polyomino: Polyomino = drawing.parse().unwrap();
            assert!(polyomino.corners(&shape, shape.all()).is_empty(), "{drawing}");
        }
    }
}
