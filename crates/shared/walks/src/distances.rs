//! How far it is from cell to cell, and where a piece can be after so many jumps.

use std::iter;

use grid_utils::{Adjacency, CellSet};

/// The fewest jumps from each cell to each other one.
///
/// ```
/// use grid_utils::{CellSet, Shape};
/// use walks::{Distances, Piece};
///
/// // A knight in the corner of a 3 x 3 board never comes to its centre.
/// let board = Shape::<1>::new(3, 3).unwrap();
/// let distances = Distances::new(&Piece::KNIGHT.jumps(&board));
/// assert_eq!(distances.between(0, 8), Some(4));
/// assert_eq!(distances.between(0, 4), None);
/// assert_eq!(distances.within(0, 1), CellSet::from_indices([0, 5, 7]));
/// assert_eq!(distances.farthest(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances<const WORDS: usize> {
    /// For each cell the cells that are at most 0, 1, 2, ... jumps away; the last set has all that
    /// can be reached.
    within: Vec<Vec<CellSet<WORDS>>>,
}

impl<const WORDS: usize> Distances<WORDS> {
    /// The distances by these jumps.
    #[must_use]
    pub fn new(jumps: &impl Adjacency<WORDS>) -> Self {
        let cells = jumps.all().last().map_or(0, |last| last + 1);
        Distances { within: (0..cells).map(|cell| spheres(jumps, cell)).collect() }
    }

    /// The fewest jumps from one cell to another; none if it cannot be reached.
    ///
    /// # Panics
    /// If the first is no cell.
    #[inline]
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Option<usize> {
        self.within[one].iter().position(|reached| reached.contains(other))
    }

    /// The cells that are at most so many jumps away, the cell itself among them.
    ///
    /// # Panics
    /// If it is no cell.
    #[inline]
    #[must_use]
    pub fn within(&self, cell: usize, jumps: usize) -> CellSet<WORDS> {
        let within = &self.within[cell];
        within[jumps.min(within.len() - 1)]
    }

    /// The largest distance of two cells of which one can be reached from the other.
    #[must_use]
    pub fn farthest(&self) -> usize {
        self.within.iter().map(|within| within.len() - 1).max().unwrap_or(0)
    }
}

/// The cells at most 0, 1, 2, ... jumps away from one, as long as there are more of them.
fn spheres<const WORDS: usize>(jumps: &impl Adjacency<WORDS>, cell: usize) -> Vec<CellSet<WORDS>> {
    let mut within = vec![CellSet::of(cell)];
    let mut front = CellSet::of(cell);
    loop {
        let reached = within[within.len() - 1];
        front = jumps.neighbours(front) - reached;
        if front.is_empty() {
            return within;
        }
        within.push(reached | front);
    }
}

/// Where a piece can be after exactly 0, 1, 2, ... jumps, without end, if it begins in one of these
/// cells and may come to any cell again.
///
/// ```
/// use grid_utils::{CellSet, Shape};
/// use walks::{Piece, after_jumps};
///
/// let board = Shape::<1>::new(1, 5).unwrap();
/// let king = Piece::KING.jumps(&board);
/// let mut after = after_jumps(&king, CellSet::of(0));
/// assert_eq!(after.nth(3), Some(CellSet::from_indices([1, 3])));
/// assert_eq!(after.next(), Some(CellSet::from_indices([0, 2, 4])));
/// ```
pub fn after_jumps<const WORDS: usize>(
    jumps: &impl Adjacency<WORDS>,
    start: CellSet<WORDS>,
) -> impl Iterator<Item = CellSet<WORDS>> {
    iter::successors(Some(start & jumps.all()), |&cells| Some(jumps.neighbours(cells)))
}

#[cfg(test)]
mod tests {
    use grid_utils::Shape;

    use super::*;
    use crate::Piece;

    #[test]
    fn a_cell_is_as_far_as_the_first_of_all_walks_that_end_there() {
        for (piece, rows, columns) in [
            (Piece::KNIGHT, 3, 4),
            (Piece::KNIGHT, 6, 5),
            (Piece::BISHOP, 4, 4),
            (Piece::QUEEN, 2, 7),
        ] {
            let board = Shape::<1>::new(rows, columns).unwrap();
            let jumps = piece.jumps(&board);
            let distances = Distances::new(&jumps);
            for one in board.all() {
                let after: Vec<_> =
                    after_jumps(&jumps, CellSet::of(one)).take(board.len()).collect();
                for other in board.all() {
                    let first = after.iter().position(|cells| cells.contains(other));
                    assert_eq!(distances.between(one, other), first, "{one} to {other}");
                    assert_eq!(distances.between(other, one), first, "jumps lead back");
                    for jumps in 0..10 {
                        let is_near = first.is_some_and(|first| first <= jumps);
                        assert_eq!(distances.within(one, jumps).contains(other), is_near);
                    }
                }
            }
        }
    }
}
