//! Partitions of a grid into regions.

use std::collections::HashMap;
use std::hash::Hash;

use petgraph::visit::{Dfs, EdgeFiltered, IntoNodeIdentifiers, NodeFiltered, Walker};

use crate::{Cell, CellGraph, Direction, Grid};

/// The partition of a grid, or of some of its cells, into regions.
///
/// Regions are numbered from 0 in the reading order of their first cells.
///
/// ```
/// use grid_utils::{Cell, Grid, Regions};
///
/// let filling: Grid<Option<u8>> = "
///     . . 3
///     1 . 2
///     . 4 .
/// ".parse().unwrap();
///
/// // The orthogonally connected groups of empty cells, and the product of their areas.
/// let empty = Regions::components(&filling, Option::is_none);
/// assert_eq!(empty.areas().collect::<Vec<_>>(), [3, 1, 1]);
/// assert_eq!(empty.product_of_areas(), Some(3));
/// assert_eq!(empty.cells(0), [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)]);
/// assert_eq!(empty.region_of(Cell::new(0, 2)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    region_of: Grid<Option<usize>>,
    /// Region by region, in reading order.
    cells: Vec<Vec<Cell>>,
}

/// Construction.
impl Regions {
    /// Returns the regions of equal labels, connected or not.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, Regions};
    /// let labels: Grid<char> = "b a b\na a b".parse().unwrap();
    /// let regions = Regions::from_labels(&labels);
    /// assert_eq!(regions.len(), 2);
    /// assert_eq!(regions.cells(0), [Cell::new(0, 0), Cell::new(0, 2), Cell::new(1, 2)]);
    /// assert!(!regions.is_connected(0));
    /// ```
    #[must_use]
    pub fn from_labels<L: Eq + Hash>(labels: &Grid<L>) -> Self {
        let mut numbers = HashMap::new();
        let region_of = labels.map(|_, label| {
            let next = numbers.len();
            Some(*numbers.entry(label).or_insert(next))
        });
        Self::of(region_of, numbers.len())
    }

    /// Returns the orthogonally connected groups of equal values as regions.
    #[must_use]
    pub fn connected<T: Eq>(grid: &Grid<T>) -> Self {
        Self::components_by(grid, |_| true, |a, b| grid[a] == grid[b])
    }

    /// Returns the orthogonally connected groups of included values as regions. The other cells are
    /// in no region.
    #[must_use]
    pub fn components<T>(grid: &Grid<T>, include: impl Fn(&T) -> bool) -> Self {
        Self::components_by(grid, |cell| include(&grid[cell]), |_, _| true)
    }

    /// Like [`components`](Self::components), but orthogonal neighbours are connected only if they
    /// are `joined`, which is called with the earlier cell in reading order first.
    ///
    /// ```
    /// # use grid_utils::{Grid, Regions};
    /// // Heights: one may walk where the ground rises or falls by 1 at most.
    /// let heights: Grid<u8> = "1 2 9\n5 3 8".parse().unwrap();
    /// let walks = Regions::components_by(
    ///     &heights,
    ///     |cell| heights[cell] > 0,
    ///     |a, b| heights[a].abs_diff(heights[b]) <= 1,
    /// );
    /// assert_eq!(walks.areas().collect::<Vec<_>>(), [3, 2, 1]);
    /// ```
    #[must_use]
    pub fn components_by<T>(
        grid: &Grid<T>,
        include: impl Fn(Cell) -> bool,
        joined: impl Fn(Cell, Cell) -> bool,
    ) -> Self {
        Self::of_connected(grid.rows(), grid.columns(), &include, &joined)
    }

    /// Implements [`components_by`](Self::components_by), compiled once for all grids.
    fn of_connected(
        rows: usize,
        columns: usize,
        include: &dyn Fn(Cell) -> bool,
        joined: &dyn Fn(Cell, Cell) -> bool,
    ) -> Self {
        let sides = |cell: Cell| Direction::ALL.into_iter().filter_map(move |to| cell.step(to));
        let cells = NodeFiltered::from_fn(CellGraph::new(rows, columns, sides), include);
        let is_joined =
            |(one, other, ()): (Cell, Cell, &())| joined(one.min(other), one.max(other));
        let graph = EdgeFiltered::from_fn(&cells, is_joined);
        let mut search = Dfs::empty(&graph);
        let mut region_of = Grid::filled(rows, columns, None);
        let mut count = 0;
        for first in cells.node_identifiers() {
            if region_of[first].is_none() {
                search.move_to(first);
                while let Some(cell) = search.next(&graph) {
                    region_of[cell] = Some(count);
                }
                count += 1;
            }
        }
        Self::of(region_of, count)
    }

    fn of(region_of: Grid<Option<usize>>, count: usize) -> Self {
        let mut cells = vec![Vec::new(); count];
        for (cell, region) in &region_of {
            if let Some(region) = *region {
                cells[region].push(cell);
            }
        }
        Regions { region_of, cells }
    }
}

/// Queries.
impl Regions {
    /// Returns the number of regions.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether there is no region.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the region of a cell; `None` if it is in no region or outside the grid.
    #[inline]
    #[must_use]
    pub fn region_of(&self, cell: Cell) -> Option<usize> {
        self.region_of.get(cell).copied().flatten()
    }

    /// Returns the cells of a region, in reading order.
    ///
    /// # Panics
    /// If there is no such region.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn cells(&self, region: usize) -> &[Cell] {
        &self.cells[region]
    }

    /// Returns the cells of the region that a cell is in, in reading order; empty if it is in no
    /// region or outside the grid.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, Regions};
    /// let labels: Grid<Option<char>> = "a a .\na b b".parse().unwrap();
    /// let regions = Regions::components(&labels, |&label| label == Some('a'));
    /// assert_eq!(regions.around(Cell::new(1, 0)).len(), 3);
    /// assert!(regions.around(Cell::new(1, 1)).is_empty());
    /// ```
    #[must_use]
    pub fn around(&self, cell: Cell) -> &[Cell] {
        self.region_of(cell).map_or(&[], |region| self.cells(region))
    }

    /// Returns the number of cells of a region.
    ///
    /// # Panics
    /// If there is no such region.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn area(&self, region: usize) -> usize {
        self.cells[region].len()
    }

    /// Returns the number of cells of each region.
    pub fn areas(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone {
        self.cells.iter().map(Vec::len)
    }

    /// Returns the regions with their cells.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, &[Cell])> + ExactSizeIterator + Clone {
        self.cells.iter().map(Vec::as_slice).enumerate()
    }

    /// Returns whether all cells of a region are orthogonally connected.
    ///
    /// # Panics
    /// If there is no such region.
    #[must_use]
    #[track_caller]
    pub fn is_connected(&self, region: usize) -> bool {
        assert!(region < self.len(), "there is no region {region} of {}", self.len());
        let is_member = |cell| self.region_of(cell) == Some(region);
        let sides = |cell: Cell| Direction::ALL.into_iter().filter_map(move |to| cell.step(to));
        let graph = CellGraph::new(self.region_of.rows(), self.region_of.columns(), sides);
        let own = NodeFiltered::from_fn(graph, is_member);
        Dfs::new(&own, self.cells[region][0]).iter(&own).count() == self.area(region)
    }

    /// Returns the pairs of orthogonal neighbours with a border between them: they are in different
    /// regions, or one of them is in no region. The earlier cell in reading order comes first.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, Regions};
    /// let labels: Grid<char> = "a a b\na c c".parse().unwrap();
    /// let regions = Regions::from_labels(&labels);
    /// let borders: Vec<_> = regions.borders().collect();
    /// assert_eq!(borders.len(), 4);
    /// assert_eq!(borders[0], (Cell::new(0, 1), Cell::new(0, 2)));
    /// ```
    pub fn borders(&self) -> impl Iterator<Item = (Cell, Cell)> {
        pairs_of_neighbours(&self.region_of)
            .filter(|&(one, other)| self.region_of[one] != self.region_of[other])
    }

    /// Returns the product of all areas, 1 if there is no region; `None` if it exceeds `u128::MAX`.
    #[must_use]
    pub fn product_of_areas(&self) -> Option<u128> {
        self.areas().try_fold(1_u128, |product, area| product.checked_mul(area as u128))
    }

    /// Returns the product of all areas as a text: its factors where it exceeds `u128::MAX`.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, Regions};
    /// let labels: Grid<char> = "a a b\na c c".parse().unwrap();
    /// assert_eq!(Regions::from_labels(&labels).product_text(), "6");
    ///
    /// let pairs = Grid::from_fn(2, 130, |cell| cell.column);
    /// let text = Regions::from_labels(&pairs).product_text();
    /// assert!(text.starts_with("2 x 2 x 2"));
    /// ```
    #[must_use]
    pub fn product_text(&self) -> String {
        match self.product_of_areas() {
            Some(product) => product.to_string(),
            None => joined(self.areas(), " x "),
        }
    }

    /// Returns all areas as a text, the largest first; `none` if there is no region.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid, Regions};
    /// let labels: Grid<char> = "b a a\na c c".parse().unwrap();
    /// assert_eq!(Regions::from_labels(&labels).areas_text(), "3 2 1");
    /// ```
    #[must_use]
    pub fn areas_text(&self) -> String {
        if self.is_empty() {
            return "none".to_owned();
        }
        let mut areas: Vec<usize> = self.areas().collect();
        areas.sort_unstable_by(|one, other| other.cmp(one));
        joined(areas.into_iter(), " ")
    }
}

/// Returns the pairs of orthogonal neighbours, the earlier cell in reading order first.
fn pairs_of_neighbours<T>(grid: &Grid<T>) -> impl Iterator<Item = (Cell, Cell)> + use<'_, T> {
    grid.cells().flat_map(move |cell| {
        [Direction::East, Direction::South]
            .into_iter()
            .filter_map(move |direction| grid.neighbour(cell, direction))
            .map(move |next| (cell, next))
    })
}

/// Returns the numbers as one text.
fn joined(numbers: impl Iterator<Item = usize>, separator: &str) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(separator)
}
