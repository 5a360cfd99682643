//! A rectangle of values.

use std::fmt;
use std::iter::{self, FusedIterator, Zip};
use std::ops::{Index, IndexMut};
use std::slice;
use std::str::FromStr;

use itertools::Itertools;

use crate::token::Shown;
use crate::{Cell, Direction, Quoted, Step, Symmetry, Token};

/// A rectangle of values, one per cell, stored row by row.
///
/// ```
/// use grid_utils::{Cell, Grid};
///
/// let mut grid = Grid::filled(2, 3, None);
/// grid[Cell::new(1, 2)] = Some(7_u8);
/// assert_eq!(grid.to_string(), ". . .\n. . 7");
///
/// let next_to_seven: Vec<Cell> = grid.neighbours(Cell::new(1, 2)).collect();
/// assert_eq!(next_to_seven, [Cell::new(0, 2), Cell::new(1, 1)]);
/// ```
///
/// # Text
/// Grids of [`Token`]s have a text: a line per row, tokens separated by spaces, no line break at
/// the end. Reading it back gives the same grid; more spaces, and blank lines before and after,
/// make no difference. If each token has one character, spaces may be left out, unless all is a
/// number. `{:#}` aligns tokens of different lengths. Serde reads and writes the same text, as a
/// string.
///
/// ```
/// # use grid_utils::Grid;
/// let sums: Grid<i32> = "
///     1 -2
///    30  4
/// ".parse().unwrap();
/// assert_eq!(sums.to_string(), "1 -2\n30 4");
/// assert_eq!(format!("{sums:#}"), " 1 -2\n30  4");
/// let clues: Grid<Option<u8>> = "2.1\n.3.".parse().unwrap();
/// assert_eq!(clues.to_string(), "2 . 1\n. 3 .");
///
/// let error = "1 2\n3 x".parse::<Grid<u8>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"row 2, column 2: expected a number from 0 to 255 and found "x""#
/// );
/// ```
///
/// # Sizes
/// A grid may have no rows or no columns, but then it has no text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    /// Row by row; `rows * columns` of them.
    values: Vec<T>,
}

/// Why a text is not a grid. Its message counts rows and columns from 1.
///
/// ```
/// use grid_utils::{Cell, Grid, GridError};
///
/// let error = "1 2 3\n4 5".parse::<Grid<u8>>().unwrap_err();
/// assert_eq!(error, GridError::Ragged { row: 1, expected: 3, found: 2 });
/// assert_eq!(
///     error.to_string(),
///     "row 2, column 3: expected 3 columns, as in row 1, and found 2"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// There is no cell at all.
    Empty,
    /// A row is longer or shorter than the first one.
    Ragged {
        /// The first row that differs, from 0.
        row: usize,
        /// The number of columns of the first row.
        expected: usize,
        /// The number of columns of this row.
        found: usize,
    },
    /// A token cannot be read as a value.
    Token {
        /// Its cell.
        cell: Cell,
        /// What was expected: see [`Token::parse_token`].
        expected: String,
        /// The token.
        found: String,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Empty => write!(f, "expected at least one row and found none"),
            GridError::Ragged { row, expected, found } => {
                let plural = if *expected == 1 { "" } else { "s" };
                let place = Cell::new(*row, *expected.min(found)).in_words();
                write!(
                    f,
                    "{place}: expected {expected} column{plural}, as in row 1, and found {found}"
                )
            }
            GridError::Token { cell, expected, found } => {
                write!(f, "{}: expected {expected} and found {}", cell.in_words(), Quoted(found))
            }
        }
    }
}

impl std::error::Error for GridError {}

impl GridError {
    /// Returns the row, from 0, that the text of such an error names: deserializers pass on nothing
    /// else.
    ///
    /// ```
    /// use grid_utils::{Grid, GridError};
    ///
    /// let error = "1 2\n3 x".parse::<Grid<u8>>().unwrap_err().to_string();
    /// assert_eq!(GridError::row_in(&error), Some(1));
    /// assert_eq!(GridError::row_in("the rows differ"), None);
    /// ```
    #[must_use]
    pub fn row_in(text: &str) -> Option<usize> {
        let (row, _) = text.strip_prefix("row ")?.split_once(", column ")?;
        row.parse::<usize>().ok()?.checked_sub(1)
    }
}

/// Construction.
impl<T> Grid<T> {
    /// Creates a grid with the same value everywhere.
    ///
    /// # Panics
    /// If there are more than `usize::MAX` cells.
    #[must_use]
    pub fn filled(rows: usize, columns: usize, value: T) -> Self
    where
        T: Clone,
    {
        let cells = rows.checked_mul(columns).expect("a grid must fit into memory");
        Grid { rows, columns, values: vec![value; cells] }
    }

    /// Creates a grid whose values are computed from their cells, in reading order.
    ///
    /// ```
    /// # use grid_utils::Grid;
    /// let products = Grid::from_fn(2, 3, |cell| (cell.row + 1) * (cell.column + 1));
    /// assert_eq!(products.to_string(), "1 2 3\n2 4 6");
    /// ```
    #[must_use]
    pub fn from_fn(rows: usize, columns: usize, value: impl FnMut(Cell) -> T) -> Self {
        Grid { rows, columns, values: Cells::new(rows, columns).map(value).collect() }
    }

    /// Returns the grid of the same shape with a value computed from each cell and its value.
    ///
    /// ```
    /// # use grid_utils::Grid;
    /// let grid: Grid<u8> = "1 2\n3 4".parse().unwrap();
    /// let even = grid.map(|_, &digit| if digit % 2 == 0 { Some(digit) } else { None });
    /// assert_eq!(even.to_string(), ". 2\n. 4");
    /// ```
    #[must_use]
    pub fn map<'a, U>(&'a self, mut value: impl FnMut(Cell, &'a T) -> U) -> Grid<U> {
        Grid {
            rows: self.rows,
            columns: self.columns,
            values: self.iter().map(|(cell, old)| value(cell, old)).collect(),
        }
    }

    /// Returns the grid after a rotation or reflection.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self
    where
        T: Clone,
    {
        let (rows, columns) = symmetry.shape_after(self.rows, self.columns);
        let back = symmetry.inverse();
        Grid::from_fn(rows, columns, |cell| self[back.apply(cell, rows, columns)].clone())
    }

    /// Returns the symmetries that leave the grid unchanged, the identity first.
    ///
    /// ```
    /// # use grid_utils::{Grid, Symmetry};
    /// let grid: Grid<u8> = "1 2\n2 1".parse().unwrap();
    /// use Symmetry::{AntiTranspose, HalfTurn, Identity, Transpose};
    /// assert!(grid.symmetries().eq([Identity, HalfTurn, Transpose, AntiTranspose]));
    /// ```
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry>
    where
        T: Clone + PartialEq,
    {
        Symmetry::ALL.into_iter().filter(|&symmetry| self.transformed(symmetry) == *self)
    }

    /// Returns the smallest rectangle around the cells whose values pass a test: its first cell,
    /// and which of its cells pass. `None` if no cell does.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid};
    /// let grid: Grid<char> = "
    ///     . . x .
    ///     . x x .
    /// ".parse().unwrap();
    /// let (first, cut_out) = grid.cut_out(|&value| value == 'x').unwrap();
    /// assert_eq!(first, Cell::new(0, 1));
    /// assert_eq!(cut_out.map(|_, &is_in| u8::from(is_in)).to_string(), "0 1\n1 1");
    /// ```
    #[must_use]
    pub fn cut_out(&self, mut test: impl FnMut(&T) -> bool) -> Option<(Cell, Grid<bool>)> {
        let passes = self.map(|_, value| test(value));
        let cells = || passes.iter().filter(|&(_, &is_in)| is_in).map(|(cell, _)| cell);
        let (top, bottom) = cells().map(|cell| cell.row).minmax().into_option()?;
        let (left, right) = cells().map(|cell| cell.column).minmax().into_option()?;
        let cut_out = Grid::from_fn(bottom - top + 1, right - left + 1, |Cell { row, column }| {
            passes[Cell::new(top + row, left + column)]
        });
        Some((Cell::new(top, left), cut_out))
    }
}

/// Shape and single values.
impl<T> Grid<T> {
    /// Returns the shape for messages.
    ///
    /// ```
    /// let grid: grid_utils::Grid<u8> = "1 2".parse()?;
    /// assert_eq!(grid.shape_in_words(), "1 row and 2 columns");
    /// # Ok::<(), grid_utils::GridError>(())
    /// ```
    #[must_use]
    pub fn shape_in_words(&self) -> String {
        let plural = |number| if number == 1 { "" } else { "s" };
        let Grid { rows, columns, .. } = self;
        format!("{rows} row{} and {columns} column{}", plural(*rows), plural(*columns))
    }

    /// Returns the number of rows.
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[inline]
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of cells.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there is no cell.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns whether a cell lies inside.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Returns the value of a cell; `None` outside the grid. (`grid[cell]` panics there.)
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.values.get(self.position(cell)?)
    }

    /// Returns a mutable reference to the value of a cell; `None` outside the grid.
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        let position = self.position(cell)?;
        self.values.get_mut(position)
    }

    /// Returns the first cell, in reading order, whose value passes a test.
    #[must_use]
    pub fn find(&self, mut test: impl FnMut(&T) -> bool) -> Option<Cell> {
        self.iter().find(|&(_, value)| test(value)).map(|(cell, _)| cell)
    }

    /// Returns the cells whose values pass a test, in reading order.
    ///
    /// ```
    /// use grid_utils::{Cell, Grid};
    ///
    /// let pearls: Grid<Option<char>> = ". w\nb w".parse()?;
    /// let white: Vec<Cell> = pearls.find_all(|&pearl| pearl == Some('w')).collect();
    /// assert_eq!(white, [Cell::new(0, 1), Cell::new(1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_all(&self, mut test: impl FnMut(&T) -> bool) -> impl Iterator<Item = Cell> {
        self.iter().filter(move |&(_, value)| test(value)).map(|(cell, _)| cell)
    }

    /// Returns the index of a cell's value.
    #[inline]
    fn position(&self, cell: Cell) -> Option<usize> {
        // This cannot overflow: it is below the number of values, a `usize`.
        self.contains(cell).then(|| cell.row.wrapping_mul(self.columns).wrapping_add(cell.column))
    }
}

/// Iteration over cells and values, all or line by line.
impl<T> Grid<T> {
    /// Returns the cells in reading order. They do not borrow the grid, so it can be changed in a
    /// loop over them.
    #[inline]
    #[must_use]
    pub const fn cells(&self) -> Cells {
        Cells::new(self.rows, self.columns)
    }

    /// Returns the cells with their values, in reading order.
    #[inline]
    pub fn iter(&self) -> Zip<Cells, slice::Iter<'_, T>> {
        self.cells().zip(&self.values)
    }

    /// Returns the values in reading order.
    #[inline]
    pub fn values(&self) -> slice::Iter<'_, T> {
        self.values.iter()
    }

    /// Returns mutable references to the values in reading order.
    #[inline]
    pub fn values_mut(&mut self) -> slice::IterMut<'_, T> {
        self.values.iter_mut()
    }

    /// Returns the values of a row, from left to right.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row(
        &self,
        row: usize,
    ) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        self.row_slice(row).iter()
    }

    /// Returns the values of a column, from top to bottom.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    #[track_caller]
    pub fn column(
        &self,
        column: usize,
    ) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        if column >= self.columns {
            lies_outside(
                format_args!("column {}", column.saturating_add(1)),
                self.rows,
                self.columns,
            );
        }
        self.values.iter().skip(column).step_by(self.columns)
    }

    /// Returns the rows, from top to bottom, each from left to right.
    ///
    /// ```
    /// # use grid_utils::Grid;
    /// let grid: Grid<u8> = "1 2 3\n4 5 6".parse().unwrap();
    /// let sums: Vec<u8> = grid.row_slices().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [6, 15]);
    /// ```
    #[must_use]
    pub fn row_slices(&self) -> impl DoubleEndedIterator<Item = &[T]> + ExactSizeIterator + Clone {
        (0..self.rows).map(|row| self.row_slice(row))
    }

    #[track_caller]
    fn row_slice(&self, row: usize) -> &[T] {
        if row >= self.rows {
            lies_outside(format_args!("row {}", row.saturating_add(1)), self.rows, self.columns);
        }
        &self.values[row * self.columns..][..self.columns]
    }
}

/// The surroundings of a cell. The cell may lie outside the grid; all cells returned lie inside.
impl<T> Grid<T> {
    /// Returns the next cell in a direction; `None` beyond the border.
    #[inline]
    #[must_use]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        cell.step(direction).filter(|&next| self.contains(next))
    }

    /// Returns the cells that share a side with a cell, in the order of [`Direction::ALL`].
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone + use<T> {
        let inside = self.inside();
        Direction::ALL.into_iter().filter_map(move |direction| cell.step(direction)).filter(inside)
    }

    /// Returns the cells that share a side or a corner with a cell, clockwise from the north.
    #[inline]
    pub fn all_neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone + use<T> {
        let inside = self.inside();
        Direction::ALL
            .into_iter()
            .flat_map(move |direction| [cell.step(direction), diagonal_step(cell, direction)])
            .flatten()
            .filter(inside)
    }

    /// Returns the cells that these steps lead to, in the order of the steps.
    #[inline]
    pub fn at_steps<'s>(
        &self,
        cell: Cell,
        steps: &'s [Step],
    ) -> impl Iterator<Item = Cell> + Clone + use<'s, T> {
        steps.iter().filter_map(move |&step| cell.offset(step)).filter(self.inside())
    }

    /// Returns the cells visible from a cell: those reached by repeating a step, up to the border.
    ///
    /// ```
    /// # use grid_utils::{Cell, Direction, Grid};
    /// let grid: Grid<char> = "a b c\nd e f".parse().unwrap();
    /// let seen: String = grid.ray(Cell::new(0, 0), Direction::East).map(|cell| grid[cell]).collect();
    /// assert_eq!(seen, "bc");
    /// let diagonal: Vec<Cell> = grid.ray(Cell::new(1, 2), (-1, -1)).collect();
    /// assert_eq!(diagonal, [Cell::new(0, 1)]);
    /// ```
    ///
    /// # Panics
    /// If the step is `(0, 0)`.
    #[inline]
    #[track_caller]
    pub fn ray<S: Into<Step>>(
        &self,
        cell: Cell,
        step: S,
    ) -> impl Iterator<Item = Cell> + Clone + use<T, S> {
        let (step, inside) = (step.into(), self.inside());
        assert!(step != (0, 0), "a ray needs a step that leads on");
        let next = move |cell: Cell| cell.offset(step).filter(|next| inside(next));
        iter::successors(next(cell), move |&cell| next(cell))
    }

    /// Returns the cells visible from a cell in the four directions, each up to the border or to
    /// the first value that is not open.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid};
    /// let grid: Grid<char> = ". . #\n. # .".parse().unwrap();
    /// let seen: Vec<Cell> = grid.seen_from(Cell::new(0, 0), |&sign| sign == '.').collect();
    /// assert_eq!(seen, [Cell::new(0, 1), Cell::new(1, 0)]);
    /// ```
    pub fn seen_from(
        &self,
        cell: Cell,
        is_open: impl Fn(&T) -> bool + Copy,
    ) -> impl Iterator<Item = Cell> {
        let ray = move |side| self.ray(cell, side).take_while(move |&seen| is_open(&self[seen]));
        Direction::ALL.into_iter().flat_map(ray)
    }

    /// Like [`contains`](Self::contains), without a borrow of the grid.
    #[inline]
    fn inside(&self) -> impl Fn(&Cell) -> bool + Clone + use<T> {
        let (rows, columns) = (self.rows, self.columns);
        move |cell| cell.row < rows && cell.column < columns
    }

    /// Returns the top-left cells of all windows of `rows` rows and `columns` columns, in reading
    /// order.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid};
    /// let grid = Grid::filled(3, 3, 0);
    /// let corners: Vec<Cell> = grid.windows(2, 3).collect();
    /// assert_eq!(corners, [Cell::new(0, 0), Cell::new(1, 0)]);
    /// assert_eq!(grid.windows(4, 1).count(), 0);
    /// ```
    ///
    /// # Panics
    /// If the window has no cell.
    #[must_use]
    #[track_caller]
    pub fn windows(&self, rows: usize, columns: usize) -> Cells {
        assert!(rows > 0 && columns > 0, "a window has at least one cell");
        let starts = |window, length: usize| length.checked_sub(window).map_or(0, |last| last + 1);
        Cells::new(starts(rows, self.rows), starts(columns, self.columns))
    }

    /// Returns the cells of the window of `rows` rows and `columns` columns, in reading order.
    ///
    /// ```
    /// # use grid_utils::{Cell, Grid};
    /// let grid: Grid<char> = "a b c\nd e f".parse().unwrap();
    /// let cells = grid.window_cells(Cell::new(0, 1), 2, 2);
    /// assert_eq!(cells.map(|cell| grid[cell]).collect::<String>(), "bcef");
    /// ```
    ///
    /// # Panics
    /// If the window reaches beyond the border.
    #[track_caller]
    pub fn window_cells(
        &self,
        top_left: Cell,
        rows: usize,
        columns: usize,
    ) -> impl Iterator<Item = Cell> + Clone + use<T> {
        let fits =
            |start: usize, length, end| start.checked_add(length).is_some_and(|to| to <= end);
        assert!(
            fits(top_left.row, rows, self.rows) && fits(top_left.column, columns, self.columns),
            "the {rows} x {columns} window at {top_left} reaches beyond {}",
            shape(self.rows, self.columns)
        );
        Cells::new(rows, columns)
            .map(move |cell| Cell::new(top_left.row + cell.row, top_left.column + cell.column))
    }
}

/// Returns a size, for messages.
fn shape(rows: usize, columns: usize) -> String {
    format!("a {rows} x {columns} grid")
}

/// Panics for what lies outside a grid of this size.
#[cold]
#[track_caller]
fn lies_outside(what: fmt::Arguments, rows: usize, columns: usize) -> ! {
    panic!("{what} lies outside {}", shape(rows, columns))
}

/// Returns the cell diagonally ahead to the right of a direction: to the north-east of the north.
#[inline]
fn diagonal_step(cell: Cell, direction: Direction) -> Option<Cell> {
    cell.step(direction)?.step(direction.clockwise())
}

/// The cells of a rectangle in reading order: see [`Grid::cells`].
#[derive(Clone, Debug)]
pub struct Cells {
    next: Cell,
    rows: usize,
    columns: usize,
}

impl Cells {
    /// Returns the cells of a grid of `rows` rows and `columns` columns.
    #[inline]
    #[must_use]
    pub const fn new(rows: usize, columns: usize) -> Self {
        let rows = if columns == 0 { 0 } else { rows };
        Cells { next: Cell::new(0, 0), rows, columns }
    }
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.next;
        if cell.row == self.rows {
            return None;
        }
        self.next.column += 1;
        if self.next.column == self.columns {
            self.next = Cell::new(cell.row + 1, 0);
        }
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left =
            (self.rows - self.next.row).saturating_mul(self.columns).wrapping_sub(self.next.column);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}

impl FusedIterator for Cells {}

impl<'a, T> IntoIterator for &'a Grid<T> {
    type Item = (Cell, &'a T);
    type IntoIter = Zip<Cells, slice::Iter<'a, T>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The value of a cell. Panics outside the grid; see [`Grid::get`].
impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, cell: Cell) -> &T {
        match self.position(cell) {
            Some(position) => &self.values[position],
            None => lies_outside(format_args!("{cell}"), self.rows, self.columns),
        }
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        match self.position(cell) {
            Some(position) => &mut self.values[position],
            None => lies_outside(format_args!("{cell}"), self.rows, self.columns),
        }
    }
}

/// Reads a line of tokens per row: see [the type](Grid#text).
impl<T: Token> FromStr for Grid<T> {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let mut values = Vec::new();
        let (rows, columns) = read(text, T::IS_SPLIT, &mut |index, token| {
            // The text may be read a second time, in another way.
            values.truncate(index);
            values.push(T::parse_token(token)?);
            Ok(())
        })?;
        Ok(Grid { rows, columns, values })
    }
}

/// Takes the value with this index, or says what was expected.
type Take<'a> = &'a mut dyn FnMut(usize, &str) -> Result<(), String>;

/// Reads the tokens of a grid, and returns its rows and columns. It knows nothing of the type of the
/// values, so that it is compiled once, not for each type in each program.
fn read(text: &str, is_split: bool, take: Take) -> Result<(usize, usize), GridError> {
    let Some(letters) = letters_apart(text) else { return read_words(text, take) };
    if is_split && text.contains(char::is_alphabetic) {
        return read_words(&letters, take);
    }
    read_words(text, take).or_else(|fault| {
        let is_row = !text.trim().contains('\n');
        // A row of digits is a number, whether it is in range or not.
        if is_row && text.trim().bytes().all(|letter| letter.is_ascii_digit()) {
            return Err(fault);
        }
        read_words(&letters, take).map_err(|split| if is_row { fault } else { split })
    })
}

/// Returns a text with a space between all characters, if each line is a single word of the same
/// length, of two at least.
fn letters_apart(text: &str) -> Option<String> {
    let lines = text.trim().lines().map(str::trim);
    let length = lines.clone().next()?.chars().count();
    let is_word =
        |line: &str| !line.contains(char::is_whitespace) && line.chars().count() == length;
    let are_words = length > 1 && lines.clone().all(is_word);
    are_words.then(|| lines.map(|line| line.chars().join(" ")).join("\n"))
}

/// Reads the words of each line.
fn read_words(text: &str, take: Take) -> Result<(usize, usize), GridError> {
    let (mut index, mut lengths) = (0, Vec::new());
    for (row, line) in text.trim().lines().enumerate() {
        let before = index;
        for (column, found) in line.split_whitespace().enumerate() {
            take(index, found).map_err(|expected| GridError::Token {
                cell: Cell { row, column },
                expected,
                found: found.to_owned(),
            })?;
            index += 1;
        }
        lengths.push(index - before);
    }
    let columns = common_length(&lengths)?;
    Ok((lengths.len(), columns))
}

/// Returns the length that all rows have.
fn common_length(lengths: &[usize]) -> Result<usize, GridError> {
    let expected = lengths.first().copied().unwrap_or(0);
    if lengths.iter().all(|&length| length == 0) {
        return Err(GridError::Empty);
    }
    match lengths.iter().find_position(|&&length| length != expected) {
        Some((row, &found)) => Err(GridError::Ragged { row, expected, found }),
        None => Ok(expected),
    }
}

/// Writes a line of tokens per row: see [the type](Grid#text).
impl<T: Token> fmt::Display for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            let text = |value| Shown(value).to_string();
            return write_aligned(&self.values().map(text).collect::<Vec<_>>(), self.columns, f);
        }
        for (row, values) in self.row_slices().enumerate() {
            if row > 0 {
                f.write_str("\n")?;
            }
            for (column, value) in values.iter().enumerate() {
                if column > 0 {
                    f.write_str(" ")?;
                }
                value.write_token(f)?;
            }
        }
        Ok(())
    }
}

/// Writes tokens in columns of the same width. Not generic in the values, so compiled once.
fn write_aligned(tokens: &[String], columns: usize, f: &mut fmt::Formatter) -> fmt::Result {
    let width = tokens.iter().map(|token| token.chars().count()).max().unwrap_or(0);
    for (index, token) in tokens.iter().enumerate() {
        let space = match index {
            0 => "",
            _ if index % columns == 0 => "\n",
            _ => " ",
        };
        write!(f, "{space}{token:>width$}")?;
    }
    Ok(())
}
