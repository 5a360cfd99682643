//! Boards in rows and columns, and the tiles on each.

use std::fmt;

use anyhow::anyhow;
use grid_utils::Quoted;
use puzzle::Vocabulary;
use puzzle::prelude::*;

use crate::{LARGEST_SIZE, MOST_LINES};

/// A square tile that lies along the cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile {
    /// The row of its top left cell, an index.
    pub(crate) row: usize,
    /// The column of its top left cell, an index.
    pub(crate) column: usize,
    /// The number of cells along a side, from 1.
    pub(crate) side: usize,
}

impl Tile {
    /// Returns its number on a board; tiles are ordered by these numbers.
    fn value(self) -> i64 {
        let number = (self.row * LARGEST_SIZE + self.column) * LARGEST_SIZE + self.side - 1;
        number.cast_signed() as i64
    }

    fn of(value: i64) -> Self {
        let number = usize::try_from(value).expect("values are made of tiles");
        let (corner, side) = (number / LARGEST_SIZE, number % LARGEST_SIZE + 1);
        Tile { row: corner / LARGEST_SIZE, column: corner % LARGEST_SIZE, side }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.side, Cell::new(self.row, self.column))
    }
}

/// Tiles on a board of this size.
struct Tiles {
    size: usize,
}

impl Vocabulary for Tiles {
    fn word(&self, _: usize, value: i64) -> String {
        Tile::of(value).to_string()
    }

    fn value(&self, _: usize, word: &str) -> Option<i64> {
        let (side, corner) = word.split_once('@')?;
        let (Cell { row, column }, side) = (corner.parse().ok()?, side.parse().ok()?);
        let is_inside = row.max(column).checked_add(side).is_some_and(|end| end <= self.size);
        (side > 0 && is_inside).then(|| Tile { row, column, side }.value())
    }

    fn expected(&self, _: usize) -> String {
        format!("a tile within {0} x {0} cells such as 2@r1c1", self.size)
    }
}

/// Boards in rows and columns, and the tiles on each.
///
/// As text, a line per board: its row and its column, `:`, and its tiles, each as its side, `@`,
/// and its top left cell; `.` if it has no tile. Rows and columns are counted from 1: `1 1:
/// 2@r1c1`.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Boards {
    columns: usize,
    /// The tiles of each board in the order of their corners; boards in reading order.
    boards: Vec<Vec<Tile>>,
}

impl Boards {
    /// Returns boards in this number of columns, given in reading order.
    pub(crate) fn new(columns: usize, boards: impl IntoIterator<Item = Vec<Tile>>) -> Self {
        let boards = boards.into_iter().map(|tiles| tiles.into_iter().sorted().collect());
        Boards { columns, boards: boards.collect() }
    }

    /// Returns the tiles of a board whose parts have the same rows and columns.
    pub(crate) fn read(&self, board: &Board) -> Self {
        let tiles = |part: &Board| part.list().iter().map(|&value| Tile::of(value)).collect();
        Boards::new(self.columns, board.parts().iter().map(tiles))
    }

    /// Returns the tiles as a board of [`form`](Self::form).
    pub(crate) fn board(&self) -> Board {
        let part = |tiles: &Vec<Tile>| tiles.iter().map(|tile| tile.value()).collect_vec().into();
        Board::Parts(self.boards.iter().map(part).collect())
    }

    /// Returns the form of these boards, each of this size.
    pub(crate) fn form(&self, size: usize) -> Form {
        let tiles = || Form::own_list(Tiles { size }).in_any_order();
        let part = |(row, column, _)| (format!("{} {}", row + 1, column + 1), tiles());
        Form::parts(Layout::Lines, self.iter().map(part))
    }

    /// Returns the number of rows of boards.
    pub(crate) fn rows(&self) -> usize {
        self.boards.len() / self.columns
    }

    /// Returns the number of columns of boards.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Iterates over row, column and tiles of each board, in reading order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize, &[Tile])> {
        let places = iproduct!(0..self.rows(), 0..self.columns);
        places.zip(&self.boards).map(|((row, column), tiles)| (row, column, &tiles[..]))
    }
}

impl TryFrom<String> for Boards {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Self> {
        let last = text.trim().lines().next_back().context("there is no board")?;
        let number =
            |text: &str| text.parse().ok().filter(|number| (1..=MOST_LINES).contains(number));
        let place = || {
            let (row, column) = last.split_once(':')?.0.split_whitespace().collect_tuple()?;
            Some((number(row)?, number(column)?))
        };
        let (rows, columns) = place().with_context(|| {
            format!(
                "expected the row and the column of the last board, up to \
                 `{MOST_LINES} {MOST_LINES}:`, and found {}",
                Quoted(last)
            )
        })?;
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let expected = rows * columns;
        ensure!(
            lines == expected,
            "expected a line for each of {expected} boards, up to `{rows} {columns}:`, and found {lines}"
        );
        let empty = Boards::new(columns, vec![Vec::new(); expected]);
        let board = empty.form(LARGEST_SIZE).read(&text);
        Ok(empty.read(&board.map_err(|error| anyhow!("board {error:#}"))?))
    }
}
