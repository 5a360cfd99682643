//! The board type of all puzzles.

use std::ops::{Index, IndexMut};

use grid_utils::{Cell, Grid};

/// A partial or complete solution of any puzzle, including everything in which two solutions can
/// differ.
///
/// The puzzle's [`Form`](crate::Form) determines which variant its boards use and which words stand
/// for the values.
///
/// ```
/// use grid_utils::{Cell, Grid};
/// use puzzle::Board;
///
/// let digits: Grid<Option<u8>> = "5 .\n. 4".parse()?;
/// let board = Board::from(digits);
/// assert_eq!(board[Cell::new(1, 1)], Some(4));
/// # anyhow::Ok(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// The value of each cell (rows x columns); `None` where it is open or empty.
    Grid(Grid<Option<i64>>),
    /// A walk over the cells of a grid, step by step.
    Walk(Vec<Cell>),
    /// A list of values.
    List(Vec<i64>),
    /// A line of text: a number of any size, a formula, a strategy.
    Line(String),
    /// Boards that belong together.
    Parts(Vec<Board>),
}

impl Board {
    /// Returns the cells of a board that is a grid.
    ///
    /// # Panics
    /// If the board is not a grid.
    #[must_use]
    #[track_caller]
    pub fn grid(&self) -> &Grid<Option<i64>> {
        match self {
            Self::Grid(grid) => grid,
            _ => panic!("the form of the board is no grid"),
        }
    }

    /// Returns the steps of a board that is a walk.
    ///
    /// # Panics
    /// If the board is not a walk.
    #[must_use]
    #[track_caller]
    pub fn walk(&self) -> &[Cell] {
        match self {
            Self::Walk(steps) => steps,
            _ => panic!("the form of the board is no walk"),
        }
    }

    /// Returns the values of a board that is a list.
    ///
    /// # Panics
    /// If the board is not a list.
    #[must_use]
    #[track_caller]
    pub fn list(&self) -> &[i64] {
        match self {
            Self::List(values) => values,
            _ => panic!("the form of the board is no list"),
        }
    }

    /// Returns the board that is one number, of the form [`Form::value`](crate::Form::value).
    #[must_use]
    pub fn of_value(value: i64) -> Self {
        Self::Grid(Grid::filled(1, 1, Some(value)))
    }

    /// Returns the number of a board that is one; `None` if it is open.
    ///
    /// # Panics
    /// If the board is not a number.
    #[must_use]
    #[track_caller]
    pub fn value(&self) -> Option<i64> {
        self[Cell::new(0, 0)]
    }

    /// Returns the text of a board that is a line.
    ///
    /// # Panics
    /// If the board is not a line.
    #[must_use]
    #[track_caller]
    pub fn line(&self) -> &str {
        match self {
            Self::Line(text) => text,
            _ => panic!("the form of the board is no line"),
        }
    }

    /// Returns the parts of a board with parts.
    ///
    /// # Panics
    /// If the board is something else, which no board of a form with parts is.
    #[must_use]
    #[track_caller]
    pub fn parts(&self) -> &[Board] {
        match self {
            Self::Parts(parts) => parts,
            _ => panic!("the form of the board has no parts"),
        }
    }

    /// Returns the values of its cells, part by part; `None` for open cells.
    #[must_use]
    pub fn cells(&self) -> Vec<Option<i64>> {
        match self {
            Self::Grid(grid) => grid.values().copied().collect(),
            Self::Parts(parts) => parts.iter().flat_map(Self::cells).collect(),
            Self::Walk(_) | Self::List(_) | Self::Line(_) => Vec::new(),
        }
    }

    /// Returns its memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Grid(grid) => size_of::<Option<i64>>() * grid.values().len(),
            Self::Walk(steps) => size_of_val(&steps[..]),
            Self::List(values) => size_of_val(&values[..]),
            Self::Line(text) => text.len(),
            Self::Parts(parts) => parts.iter().map(|part| size_of::<Self>() + part.bytes()).sum(),
        }
    }

    /// Returns a short key that is unique among boards of the same form, to remember the boards
    /// found.
    pub(crate) fn key(&self) -> Box<[u8]> {
        let mut key = Vec::new();
        self.add_key(&mut key);
        key.into()
    }

    fn add_key(&self, key: &mut Vec<u8>) {
        match self {
            Self::Grid(grid) => grid.values().for_each(|&value| add_value(key, value)),
            Self::Walk(steps) => {
                for &Cell { row, column } in steps {
                    add_value(key, i64::try_from(row).ok());
                    add_value(key, i64::try_from(column).ok());
                }
            }
            Self::List(values) => values.iter().for_each(|&value| add_value(key, Some(value))),
            Self::Line(text) => key.extend(text.bytes()),
            Self::Parts(parts) => {
                for part in parts {
                    let start = key.len();
                    part.add_key(key);
                    // Parts may be lists of any length.
                    add_value(key, i64::try_from(key.len() - start).ok());
                }
            }
        }
    }
}

/// Adds a value: small ones, the most frequent, take a single byte.
fn add_value(key: &mut Vec<u8>, value: Option<i64>) {
    const LONG: u8 = 255;
    match value {
        None => key.push(0),
        Some(value @ 0..254) => key.push(1 + value.to_le_bytes()[0]),
        Some(value) => {
            key.push(LONG);
            key.extend(value.to_le_bytes());
        }
    }
}

impl Index<Cell> for Board {
    type Output = Option<i64>;

    /// Returns the value of a cell of a board that is a grid.
    ///
    /// # Panics
    /// If there is no such cell.
    fn index(&self, cell: Cell) -> &Option<i64> {
        &self.grid()[cell]
    }
}

impl IndexMut<Cell> for Board {
    /// # Panics
    /// If there is no such cell.
    fn index_mut(&mut self, cell: Cell) -> &mut Option<i64> {
        match self {
            Self::Grid(grid) => &mut grid[cell],
            _ => panic!("the form of the board is no grid"),
        }
    }
}

impl<T: Copy + Into<i64>> From<Grid<Option<T>>> for Board {
    fn from(grid: Grid<Option<T>>) -> Self {
        Self::from(&grid)
    }
}

impl<T: Copy + Into<i64>> From<&Grid<Option<T>>> for Board {
    fn from(grid: &Grid<Option<T>>) -> Self {
        Self::Grid(grid.map(|_, value| value.map(T::into)))
    }
}

impl From<Vec<Cell>> for Board {
    fn from(steps: Vec<Cell>) -> Self {
        Self::Walk(steps)
    }
}

impl From<Vec<i64>> for Board {
    fn from(values: Vec<i64>) -> Self {
        Self::List(values)
    }
}

impl From<String> for Board {
    fn from(text: String) -> Self {
        Self::Line(text)
    }
}

impl From<Vec<Board>> for Board {
    fn from(parts: Vec<Board>) -> Self {
        Self::Parts(parts)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn boards_have_keys_of_their_own() {
        let values = [i64::MIN, -129, -1, 0, 1, 253, 254, 255, 256, i64::MAX];
        let mut boards: Vec<Board> = values.iter().map(|&value| vec![value].into()).collect();
        boards.extend(values.iter().map(|&value| vec![value, 0].into()));
        let lists = [vec![], vec![1], vec![1, 1], vec![2]].map(Board::from);
        for one in &lists {
            boards.extend(lists.iter().map(|other| vec![one.clone(), other.clone()].into()));
        }
        let keys: HashSet<_> = boards.iter().map(Board::key).collect();
        // A list and parts never have the same form.
        assert!(keys.len() >= boards.len() - 2, "{} of {}", keys.len(), boards.len());
        let cells = [None, Some(0), Some(1)].map(|value| Board::Grid(Grid::filled(1, 1, value)));
        assert_eq!(cells.iter().map(Board::key).collect::<HashSet<_>>().len(), 3);
    }
}
