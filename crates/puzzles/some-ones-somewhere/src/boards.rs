//! Boards in rows and columns, and the tiles on each.

use std::fmt;

use puzzle::Vocabulary;
use puzzle::prelude::*;
use serde::Deserializer;
use serde::de::Error as _;

use crate::{LARGEST_SIZE, MOST_LINES};

/// A square tile that lies along the cells.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Tile {
    /// Its top left cell.
    pub(crate) corner: Cell,
    /// The number of cells along a side, from 1.
    pub(crate) side: usize,
}

impl Tile {
    /// Returns its number on a board: tiles are in the order of their corners.
    fn value(self) -> i64 {
        let Cell { row, column } = self.corner;
        let number = (row * LARGEST_SIZE + column) * LARGEST_SIZE + self.side - 1;
        number.cast_signed() as i64
    }

    fn of(value: i64) -> Self {
        let number = usize::try_from(value).expect("values are made of tiles");
        let (place, side) = (number / LARGEST_SIZE, number % LARGEST_SIZE + 1);
        Tile { corner: Cell::new(place / LARGEST_SIZE, place % LARGEST_SIZE), side }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.side, self.corner)
    }
}

/// Tiles on a board of this size.
struct Tiles(usize);

impl Vocabulary for Tiles {
    fn word(&self, _: usize, value: i64) -> String {
        Tile::of(value).to_string()
    }

    fn value(&self, _: usize, word: &str) -> Option<i64> {
        let (side, corner) = word.split_once('@')?;
        let (corner, side): (Cell, usize) = (corner.parse().ok()?, side.parse().ok()?);
        let end = corner.row.max(corner.column).checked_add(side)?;
        (side > 0 && end <= self.0).then(|| Tile { corner, side }.value())
    }

    fn expected(&self, _: usize) -> String {
        format!("a tile within {0} x {0} cells such as 2@r1c1", self.0)
    }
}

/// The tiles on each board, in rows and columns of boards.
pub(crate) type Boards = Grid<Vec<Tile>>;

/// Returns the name of a board: its row and its column, from 1.
pub(crate) fn name(place: Cell) -> String {
    format!("{} {}", place.row + 1, place.column + 1)
}

/// Returns the form of boards, each of this size.
pub(crate) fn form(boards: &Boards, size: usize) -> Form {
    let tiles = || Form::own_list(Tiles(size)).in_any_order();
    Form::parts(Layout::Lines, boards.cells().map(|place| (name(place), tiles())))
}

/// Returns the tiles of a board that has as many parts as these boards.
pub(crate) fn read(boards: &Boards, board: &Board) -> Boards {
    let tiles = |part: &Board| part.list().iter().copied().map(Tile::of).collect_vec();
    let mut parts = board.parts().iter().map(tiles);
    boards.map(|_, _| parts.next().unwrap_or_default())
}

/// Returns the tiles on each board, in reading order, as a board of [`form`].
pub(crate) fn board<T: IntoIterator<Item = Tile>>(boards: impl IntoIterator<Item = T>) -> Board {
    let part = |tiles: T| tiles.into_iter().map(Tile::value).sorted().collect_vec().into();
    Board::Parts(boards.into_iter().map(part).collect())
}

/// Reads a line per board: its row and its column, `:`, and its tiles, each as its side, `@`, and
/// its top left cell; `.` if it has no tile. Rows and columns are counted from 1: `1 1: 2@r1c1`.
pub(crate) fn of_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Boards, D::Error> {
    let text = String::deserialize(deserializer)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    // If there is no first board, or another one is missing, the form says so.
    let columns = text.lines().filter(|line| line.trim().starts_with("1 ")).count().max(1);
    let rows = lines.div_ceil(columns).max(1);
    if rows.max(columns) > MOST_LINES {
        return Err(D::Error::custom(format!("expected at most {MOST_LINES} rows and columns")));
    }
    let empty = Grid::filled(rows, columns, Vec::new());
    let boards = form(&empty, LARGEST_SIZE).read(&text).map(|board| read(&empty, &board));
    boards.map_err(|error| D::Error::custom(format!("{error:#}")))
}
