//! The masks of a grid's shape, with which bitboards move, grow and flood.

use crate::{Adjacency, Cell, CellSet, Components, Direction, Grid};

/// The shape of a grid whose sets of cells are [`CellSet`]s: the masks, computed once, that keep
/// moving sets inside.
///
/// Members of a set that are no cells of the shape are ignored, and none are ever returned.
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
/// The methods are inlined and allocate nothing; with one word they come down to the instructions
/// that one would write for a plain `u64`. A shape takes `24 * WORDS + 8` bytes.
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

/// The first column, doubled downwards until it has a cell in each row: a shape is made as often as a
/// search begins, and cell by cell that would take as long as the fastest of them.
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
    /// The shape of grids of `rows` rows and `columns` columns; `None` if there are more than
    /// `64 * WORDS` cells, or none.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// assert!(Shape::<1>::new(8, 8).is_some());
    /// assert!(Shape::<1>::new(8, 9).is_none(), "72 cells need two words");
    /// assert!(Shape::<2>::new(1, 100).is_some(), "rows may be longer than a word");
    /// assert!(Shape::<1>::new(0, 8).is_none());
    /// ```
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

    /// The number of rows.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// assert_eq!(Shape::<1>::new(5, 3).unwrap().rows(), 5);
    /// ```
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// assert_eq!(Shape::<1>::new(5, 3).unwrap().columns(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of cells.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// assert_eq!(Shape::<1>::new(5, 3).unwrap().len(), 15);
    /// ```
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a shape has at least one cell")]
    pub const fn len(&self) -> usize {
        self.rows() * self.columns()
    }

    /// The index of a cell.
    ///
    /// ```
    /// # use grid_utils::{Cell, Shape};
    /// let shape = Shape::<1>::new(5, 3).unwrap();
    /// assert_eq!(shape.index(Cell::new(1, 2)), 5);
    /// ```
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
        // Below `64 * WORDS`, for the cell lies inside.
        cell.row.wrapping_mul(self.columns()).wrapping_add(cell.column)
    }

    /// The cell with an index.
    ///
    /// ```
    /// # use grid_utils::{Cell, Shape};
    /// let shape = Shape::<1>::new(5, 3).unwrap();
    /// assert_eq!(shape.cell(5), Cell::new(1, 2));
    /// ```
    ///
    /// # Panics
    /// If there is none.
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

    /// The members of a set as cells, in reading order.
    ///
    /// ```
    /// # use grid_utils::{Cell, CellSet, Shape};
    /// let shape = Shape::<1>::new(5, 3).unwrap();
    /// let cells: Vec<_> = shape.cells_of(CellSet::from_indices([1, 5])).collect();
    /// assert_eq!(cells, [Cell::new(0, 1), Cell::new(1, 2)]);
    /// ```
    #[inline]
    pub fn cells_of(&self, set: CellSet<WORDS>) -> impl Iterator<Item = Cell> + Clone + use<WORDS> {
        let shape = *self;
        (set & self.all).iter().map(move |index| shape.cell(index))
    }

    /// All cells.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// let shape = Shape::<1>::new(5, 3).unwrap();
    /// assert_eq!(shape.all().len(), 15);
    /// ```
    #[inline]
    #[must_use]
    pub const fn all(&self) -> CellSet<WORDS> {
        self.all
    }

    /// The cells of a row.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// let shape = Shape::<1>::new(5, 3).unwrap();
    /// assert_eq!(shape.row(1).iter().collect::<Vec<_>>(), [3, 4, 5]);
    /// ```
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

    /// The cells of a column.
    ///
    /// ```
    /// # use grid_utils::Shape;
    /// let shape = Shape::<1>::new(5, 3).unwrap();
    /// assert_eq!(shape.column(1).iter().collect::<Vec<_>>(), [1, 4, 7, 10, 13]);
    /// ```
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

    /// Every member moved one step in a direction; what would leave the grid is lost.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Direction, Shape};
    /// let shape = Shape::<1>::new(2, 3).unwrap();
    /// let set = CellSet::from_indices([1, 2]);
    /// assert_eq!(shape.shift(set, Direction::East), CellSet::of(2));
    /// assert_eq!(shape.shift(set, Direction::South), CellSet::from_indices([4, 5]));
    /// assert_eq!(shape.shift(set, Direction::North), CellSet::EMPTY);
    /// ```
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

    /// The cells that share a side with a member. Members are among them only where they have
    /// neighbours that are members.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Shape};
    /// let shape = Shape::<1>::new(3, 3).unwrap();
    /// let centre = CellSet::of(4);
    /// assert_eq!(shape.neighbours(centre), CellSet::from_indices([1, 3, 5, 7]));
    /// assert!(shape.neighbours(centre.with(5)).contains(4), "the neighbour of a member");
    /// ```
    #[inline]
    #[must_use]
    pub fn neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.horizontal_neighbours(set) | self.vertical_neighbours(set)
    }

    /// The neighbours in the east and the west.
    #[inline]
    fn horizontal_neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.shift(set, Direction::East) | self.shift(set, Direction::West)
    }

    /// The neighbours in the north and the south.
    #[inline]
    fn vertical_neighbours(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        self.shift(set, Direction::North) | self.shift(set, Direction::South)
    }

    /// The members and the cells that share a side with one.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Shape};
    /// let shape = Shape::<1>::new(3, 3).unwrap();
    /// assert_eq!(shape.grow(CellSet::of(0)), CellSet::from_indices([0, 1, 3]));
    /// ```
    #[inline]
    #[must_use]
    pub fn grow(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        set & self.all | self.neighbours(set)
    }

    /// Everything in `within` that can be reached from a cell of both sets by steps in `within`.
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
            // Along the rows first, then along the columns: a diagonal step takes one round.
            let along_rows = reached | self.horizontal_neighbours(reached) & within;
            let grown = along_rows | self.vertical_neighbours(along_rows) & within;
            if grown.is_subset(reached) {
                return reached;
            }
            reached = grown;
        }
    }

    /// Whether every member can be reached from every other by steps between members. The empty
    /// set is connected.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Shape};
    /// let shape = Shape::<1>::new(2, 2).unwrap();
    /// assert!(shape.is_connected(CellSet::from_indices([0, 1, 3])));
    /// assert!(!shape.is_connected(CellSet::from_indices([0, 3])), "a corner is no side");
    /// assert!(shape.is_connected(CellSet::EMPTY));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_connected(&self, set: CellSet<WORDS>) -> bool {
        Adjacency::is_connected(self, set)
    }

    /// The connected parts of a set, in the order of their first members.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Shape};
    /// let shape = Shape::<1>::new(1, 6).unwrap();
    /// let sizes: Vec<_> =
    ///     shape.components(CellSet::from_indices([0, 2, 3, 5])).map(|part| part.len()).collect();
    /// assert_eq!(sizes, [1, 2, 1]);
    /// ```
    #[inline]
    #[must_use]
    pub fn components(&self, set: CellSet<WORDS>) -> Components<Self, WORDS> {
        Components::new(*self, set)
    }

    /// The top-left cells of all 2 x 2 blocks whose four cells are members.
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

    /// The cells of a grid of this shape whose values pass a test.
    ///
    /// ```
    /// # use grid_utils::{CellSet, Grid, Shape};
    /// let grid: Grid<u8> = "1 2 3\n4 5 6".parse().unwrap();
    /// let shape = Shape::<1>::new(2, 3).unwrap();
    /// assert_eq!(shape.set_of(&grid, |digit| digit % 2 == 0), CellSet::from_indices([1, 3, 5]));
    /// ```
    ///
    /// # Panics
    /// If the grid has another shape.
    #[must_use]
    #[track_caller]
    pub fn set_of<T>(&self, grid: &Grid<T>, mut test: impl FnMut(&T) -> bool) -> CellSet<WORDS> {
        assert!(
            (grid.rows(), grid.columns()) == (self.rows(), self.columns()),
            "a {} x {} grid has not the shape {} x {}",
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

/// The sides of squares.
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
