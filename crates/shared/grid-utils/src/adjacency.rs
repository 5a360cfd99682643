//! Which cells are next to each other: on squares, by a knight's move, on tilings of any kind.

use std::iter::FusedIterator;

use crate::{CellGraph, CellSet, Members};

/// A step to another cell: a number of rows down and a number of columns to the right.
pub type Step = (isize, isize);

/// The steps of a knight, clockwise from the one that leads up and slightly to the right.
pub const KNIGHT_STEPS: [Step; 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// A neighbour relation on sets of cells, which allows flooding and splitting into connected
/// components.
///
/// A [`Shape`](crate::Shape) does this for cells that share sides, and moves whole sets at once; a
/// [`Neighbourhood`] does it for everything else. Indices beyond the last cell are ignored, and
/// never returned.
pub trait Adjacency<const WORDS: usize> {
    /// Returns all cells.
    fn all(&self) -> CellSet<WORDS>;

    /// Returns the cells next to a member. A member is among them only if it is next to another
    /// member.
    fn neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS>;

    /// Returns the cells next to two or more members.
    ///
    /// ```
    /// use grid_utils::{Adjacency, CellSet, Shape};
    ///
    /// let shape = Shape::<1>::new(1, 5).unwrap();
    /// let ends = CellSet::from_indices([0, 2]);
    /// assert_eq!(shape.between(ends), CellSet::of(1));
    /// ```
    fn between(&self, set: CellSet<WORDS>) -> CellSet<WORDS>;

    /// Returns everything in `within` that can be reached from `seed` by steps in `within`. The
    /// part of the seed outside `within` is ignored.
    #[must_use]
    fn flood(&self, seed: CellSet<WORDS>, within: CellSet<WORDS>) -> CellSet<WORDS> {
        let within = within & self.all();
        let mut reached = seed & within;
        let mut front = reached;
        while !front.is_empty() {
            front = (self.neighbours(front) & within) - reached;
            reached |= front;
        }
        reached
    }

    /// Returns whether every member can be reached from every other by steps between members. The
    /// empty set is connected.
    #[inline]
    #[must_use]
    fn is_connected(&self, set: CellSet<WORDS>) -> bool {
        let set = set & self.all();
        set.first().is_none_or(|first| self.flood(CellSet::of(first), set) == set)
    }

    /// Returns the connected components of a set, in the order of their first members.
    #[inline]
    #[must_use]
    fn components(&self, set: CellSet<WORDS>) -> Components<&Self, WORDS> {
        Components::new(self, set)
    }

    /// Returns the members as the nodes of a graph, for the algorithms of [`petgraph`].
    ///
    /// ```
    /// use grid_utils::{Adjacency, Shape};
    /// use petgraph::algo::{dijkstra, maximum_matching};
    ///
    /// // Dominoes cannot cover a chessboard without two opposite corners.
    /// let shape = Shape::<1>::new(8, 8).unwrap();
    /// let board = shape.graph(shape.all().without(0).without(63));
    /// assert_eq!(maximum_matching(board).edges().count(), 30);
    /// assert_eq!(dijkstra(board, 1, Some(62), |_| 1)[&62], 12);
    /// ```
    fn graph(
        &self,
        set: CellSet<WORDS>,
    ) -> CellGraph<CellSet<WORDS>, impl Fn(usize) -> Members<WORDS> + Copy> {
        let neighbours = |cell| self.neighbours(CellSet::of(cell)).into_iter();
        CellGraph::of_set(set & self.all(), neighbours)
    }
}

impl<const WORDS: usize, A: Adjacency<WORDS> + ?Sized> Adjacency<WORDS> for &A {
    #[inline]
    fn all(&self) -> CellSet<WORDS> {
        (**self).all()
    }

    #[inline]
    fn neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        (**self).neighbours(set)
    }

    #[inline]
    fn between(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        (**self).between(set)
    }

    #[inline]
    fn flood(&self, seed: CellSet<WORDS>, within: CellSet<WORDS>) -> CellSet<WORDS> {
        (**self).flood(seed, within)
    }
}

/// A table of the neighbours of each cell: for a knight's steps, for triangles, hexagons, or any
/// other tiling whose cells are numbered from 0.
///
/// ```
/// use grid_utils::{Adjacency, CellSet, Grid, KNIGHT_STEPS, Neighbourhood, Shape};
///
/// let (shape, grid) = (Shape::<1>::new(3, 3).unwrap(), Grid::filled(3, 3, ()));
/// let knight = Neighbourhood::new(shape.len(), |cell| {
///     grid.at_steps(shape.cell(cell), &KNIGHT_STEPS).map(|cell| shape.index(cell))
/// });
/// assert_eq!(knight.of(0), CellSet::from_indices([5, 7]));
/// assert!(!knight.is_connected(shape.all()), "the centre has no jumps");
///
/// // A strip of triangles that point up and down in turn; above the even ones lies a second strip.
/// let triangles = Neighbourhood::<1>::new(12, |cell| {
///     let (row, place) = (cell / 6, cell % 6);
///     let across = if place % 2 == 0 { 6 * (1 - row) + place } else { cell };
///     let along = [place.checked_sub(1), Some(place + 1).filter(|&next| next < 6)];
///     along.into_iter().flatten().map(move |place| 6 * row + place).chain([across])
/// });
/// assert_eq!(triangles.neighbours(CellSet::of(2)), CellSet::from_indices([1, 3, 8]));
/// assert_eq!(triangles.components(CellSet::from_indices([0, 1, 3, 5, 6])).count(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood<const WORDS: usize> {
    all: CellSet<WORDS>,
    /// The neighbours of each cell.
    of: Vec<CellSet<WORDS>>,
}

impl<const WORDS: usize> Neighbourhood<WORDS> {
    /// Asks each of the `cells` for its neighbours. If one cell names another, they are neighbours
    /// of each other; a cell is never its own neighbour.
    ///
    /// # Panics
    /// If a neighbour is not below `cells`, or there are more than `64 * WORDS` cells.
    #[must_use]
    #[track_caller]
    pub fn new<I: IntoIterator<Item = usize>>(
        cells: usize,
        neighbours: impl Fn(usize) -> I,
    ) -> Self {
        let mut of = vec![CellSet::EMPTY; cells];
        for cell in 0..cells {
            for neighbour in neighbours(cell) {
                if neighbour != cell {
                    of[cell].insert(neighbour);
                    of[neighbour].insert(cell);
                }
            }
        }
        Neighbourhood { all: CellSet::below(cells), of }
    }

    /// Returns the neighbours of one cell, read from the table.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    #[must_use]
    pub fn of(&self, cell: usize) -> CellSet<WORDS> {
        self.of[cell]
    }
}

impl<const WORDS: usize> Adjacency<WORDS> for Neighbourhood<WORDS> {
    #[inline]
    fn all(&self) -> CellSet<WORDS> {
        self.all
    }

    #[inline]
    fn neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        (set & self.all).iter().fold(CellSet::EMPTY, |all, cell| all | self.of[cell])
    }

    fn between(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for cell in set & self.all {
            twice |= once & self.of[cell];
            once |= self.of[cell];
        }
        twice
    }
}

/// The connected components of a set, in the order of their first members: see
/// [`Adjacency::components`].
#[derive(Clone, Debug)]
pub struct Components<A, const WORDS: usize> {
    adjacency: A,
    rest: CellSet<WORDS>,
}

impl<A: Adjacency<WORDS>, const WORDS: usize> Components<A, WORDS> {
    #[inline]
    pub(crate) fn new(adjacency: A, set: CellSet<WORDS>) -> Self {
        Components { rest: set & adjacency.all(), adjacency }
    }
}

impl<A: Adjacency<WORDS>, const WORDS: usize> Iterator for Components<A, WORDS> {
    type Item = CellSet<WORDS>;

    #[inline]
    fn next(&mut self) -> Option<CellSet<WORDS>> {
        let first = self.rest.first()?;
        let component = self.adjacency.flood(CellSet::of(first), self.rest);
        self.rest -= component;
        Some(component)
    }
}

impl<A: Adjacency<WORDS>, const WORDS: usize> FusedIterator for Components<A, WORDS> {}
