//! The masks of a grid's shape, with which bitboards move, grow and flood.

use crate::{Adjacency, Cell, CellSet, Components, Direction, Grid};

/// The shape of a grid whose sets of cells are [`CellSet`]s. It holds the masks that keep shifted
/// sets inside the grid.
///
/// Indices beyond the last cell are ignored, and never returned.
///
/// ```
/// use grid_utils::{Cell, CellSet, Direction, Grid, Shape};
///
/// let maze: Grid<char> = "
///     . . x .
///     x . x .
///     . . x .
/// ".parse().unwrap();
/// let shape = Shape::<1>::new(3, 4).unwrap();
/// let open = shape.set_of(&maze, |&character| character == '.');
///
/// // Walk from the top left as far as possible: the last column cannot be reached.
/// let start = CellSet::of(shape.index(Cell::new(0, 0)));
/// assert_eq!(shape.flood(start, open), open - shape.column(3));
/// assert!(!shape.is_connected(open));
/// assert_eq!(shape.shift(start, Direction::West), CellSet::EMPTY);
/// ```
///
/// The methods are inlined and allocate nothing. With one word they compile to the same
/// instructions as for a plain `u64`. A shape takes `24 * WORDS + 8` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape<const WORDS: usize> {
    rows: u32,
    columns: u32,
    all: CellSet<WORDS>,
    /// All cells that have a neighbour in the west.
    beyond_first_column: CellSet<WORDS>,
    /// All cells that have a neighbour in the north.
    beyond_first_row: CellSet<WORDS>,
}

/// Builds the first column by doubling. Cell by cell, this would take as long as the fastest
/// searches, which create a shape each time.
#[inline]
fn first_column<const WORDS: usize>(rows: usize, columns: usize) -> CellSet<WORDS> {
    let mut column = CellSet::of(0);
    let mut height = 1;
    while height < rows {
        column |= column.moved_up(height * columns);
        height *= 2;
    }
    column & CellSet::below(rows * columns)
}

impl<const WORDS: usize> Shape<WORDS> {
    /// Returns the shape of grids of `rows` rows and `columns` columns; `None` if there are more
    /// than `64 * WORDS` cells, or none.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        if cells == 0 || cells > CellSet::<WORDS>::CAPACITY {
            return None;
        }
        let all = CellSet::below(cells);
        Some(Shape {
            rows: rows.try_into().ok()?,
            columns: columns.try_into().ok()?,
            all,
            beyond_first_column: all - first_column(rows, columns),
            beyond_first_row: all - CellSet::below(columns),
        })
    }

    /// Returns the number of rows.
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Returns the number of columns.
    #[inline]
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Returns the number of cells.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a shape has at least one cell")]
    pub const fn len(&self) -> usize {
        self.rows() * self.columns()
    }

    /// Returns the index of a cell.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn index(&self, cell: Cell) -> usize {
        assert!(
            cell.row < self.rows() && cell.column < self.columns(),
            "the cell lies outside the shape"
        );
        // This cannot overflow: the cell lies inside, so it is below `64 * WORDS`.
        cell.row.wrapping_mul(self.columns()).wrapping_add(cell.column)
    }

    /// Returns the cell with an index.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn cell(&self, index: usize) -> Cell {
        assert!(index < self.len(), "the index lies outside the shape");
        let columns = self.columns;
        // Narrow numbers divide faster.
        #[expect(clippy::cast_possible_truncation, reason = "an index is below rows * columns")]
        let index = index as u32;
        Cell::new((index / columns) as usize, (index % columns) as usize)
    }

    /// Returns the members of a set as cells, in reading order.
    #[inline]
    pub fn cells_of(&self, set: CellSet<WORDS>) -> impl Iterator<Item = Cell> + Clone + use<WORDS> {
        let shape = *self;
        (set & self.all).iter().map(move |index| shape.cell(index))
    }

    /// Returns all cells.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> CellSet<WORDS> {
        self.all
    }

    /// Returns the cells of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row(&self, row: usize) -> CellSet<WORDS> {
        assert!(row < self.rows(), "the row lies outside the shape");
        (self.all - self.beyond_first_row).moved_up(row * self.columns())
    }

    /// Returns the cells of a column.
    ///
    /// # Panics
    /// If there is no such column.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn column(&self, column: usize) -> CellSet<WORDS> {
        assert!(column < self.columns(), "the column lies outside the shape");
        (self.all - self.beyond_first_column).moved_up(column)
    }

    /// Moves every member one step in a direction. Members that leave the grid are dropped.
    #[inline]
    #[must_use]
    pub fn shift(&self, set: CellSet<WORDS>, direction: Direction) -> CellSet<WORDS> {
        // In a grid of one row the masks are empty: any distance to the next row will do.
        match direction {
            Direction::North => (set & self.beyond_first_row).moved_down(self.columns()),
            Direction::East => set.moved_up(1) & self.beyond_first_column,
            Direction::South => set.moved_up(self.columns()) & self.beyond_first_row,
            Direction::West => (set & self.beyond_first_column).moved_down(1),
        }
    }

    /// Returns the cells that share a side with a member. A member is among them only if it is next
    /// to another member.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.horizontal_neighbours(set) | self.vertical_neighbours(set)
    }

    /// Returns the neighbours in the east and the west.
    #[inline]
    fn horizontal_neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.shift(set, Direction::East) | self.shift(set, Direction::West)
    }

    /// Returns the neighbours in the north and the south.
    #[inline]
    fn vertical_neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.shift(set, Direction::North) | self.shift(set, Direction::South)
    }

    /// Returns the members and the cells that share a side with one.
    #[inline]
    #[must_use]
    pub fn grow(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        set & self.all | self.neighbours(set)
    }

    /// Returns everything in `within` that can be reached from `seed` by steps in `within`. The
    /// part of the seed outside `within` is ignored.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Shape};
    /// let shape = Shape::<1>::new(1, 7).unwrap();
    /// let within = CellSet::from_indices([0, 1, 2, 4, 5]);
    /// assert_eq!(shape.flood(CellSet::of(1), within), CellSet::from_indices([0, 1, 2]));
    /// assert!(shape.flood(CellSet::of(3), within).is_empty(), "the seed must lie within");
    /// ```
    #[inline]
    #[must_use]
    pub fn flood(&self, seed: CellSet<WORDS>, within: CellSet<WORDS>) -> CellSet<WORDS> {
        let within = within & self.all;
        let mut reached = seed & within;
        loop {
            // Along the rows, then along the columns, so that a diagonal step takes one iteration.
            let along_rows = reached | self.horizontal_neighbours(reached) & within;
            let grown = along_rows | self.vertical_neighbours(along_rows) & within;
            if grown.is_subset(reached) {
                return reached;
            }
            reached = grown;
        }
    }

    /// Returns whether every member can be reached from every other by steps between members. The
    /// empty set is connected.
    #[inline]
    #[must_use]
    pub fn is_connected(&self, set: CellSet<WORDS>) -> bool {
        Adjacency::is_connected(self, set)
    }

    /// Returns the connected components of a set, in the order of their first members.
    #[inline]
    #[must_use]
    pub fn components(&self, set: CellSet<WORDS>) -> Components<Self, WORDS> {
        Components::new(*self, set)
    }

    /// Returns the top-left cells of all 2 x 2 blocks whose four cells are members.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Shape};
    /// let shape = Shape::<1>::new(3, 3).unwrap();
    /// let without_last = shape.all().without(8);
    /// assert_eq!(shape.full_blocks(without_last), CellSet::from_indices([0, 1, 3]));
    /// ```
    #[inline]
    #[must_use]
    pub fn full_blocks(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        let pairs = set & self.shift(set, Direction::West);
        pairs & self.shift(pairs, Direction::North)
    }

    /// Returns the cells of a grid of this shape whose values pass a test.
    ///
    /// # Panics
    /// If the grid has another shape.
    #[must_use]
    #[track_caller]
    pub fn set_of<T>(&self, grid: &Grid<T>, mut test: impl FnMut(&T) -> bool) -> CellSet<WORDS> {
        assert!(
            (grid.rows(), grid.columns()) == (self.rows(), self.columns()),
            "a {} x {} grid does not have the shape {} x {}",
            grid.rows(),
            grid.columns(),
            self.rows,
            self.columns
        );
        grid.values()
            .enumerate()
            .filter(|&(_, value)| test(value))
            .map(|(index, _)| index)
            .collect()
    }
}

/// Adjacency by the sides of squares.
impl<const WORDS: usize> Adjacency<WORDS> for Shape<WORDS> {
    #[inline]
    fn all(&self) -> CellSet<WORDS> {
        self.all
    }

    #[inline]
    fn neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.neighbours(set)
    }

    #[inline]
    fn between(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        let [a, b, c, d] = Direction::ALL.map(|direction| self.shift(set, direction));
        ((a | b) & (c | d)) | (a & b) | (c & d)
    }

    #[inline]
    fn flood(&self, seed: CellSet<WORDS>, within: CellSet<WORDS>) -> CellSet<WORDS> {
        self.flood(seed, within)
    }
}
