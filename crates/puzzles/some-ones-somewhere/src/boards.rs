//! Boards in rows and columns, and the tiles on each.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, ensure};
use grid_utils::Quoted;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// A square tile that lies along the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// The row of its top left cell, from 0.
    pub row: usize,
    /// The column of its top left cell, from 0.
    pub column: usize,
    /// How many cells it is wide and high, from 1.
    pub side: usize,
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{},{}", self.side, self.row, self.column)
    }
}

impl FromStr for Tile {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let tile = || {
            let (side, corner) = text.split_once('@')?;
            let (row, column) = corner.split_once(',')?;
            let number = |text: &str| text.parse::<u8>().ok().map(usize::from);
            let side = number(side).filter(|&side| side > 0)?;
            Some(Tile { row: number(row)?, column: number(column)?, side })
        };
        tile()
            .with_context(|| format!("expected a tile such as `9@0,15` and found {}", Quoted(text)))
    }
}

/// Boards in rows and columns, and the tiles on each.
///
/// As text, a line per board: its row and its column, `:`, and its tiles, each as
/// `side@row,column` of its top left cell; `.` stands for no tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Boards {
    columns: usize,
    /// Board by board in reading order; the tiles of each in the order of their corners.
    boards: Vec<Vec<Tile>>,
}

impl Boards {
    /// Boards in so many columns, given in reading order.
    pub(crate) fn new(columns: usize, boards: impl IntoIterator<Item = Vec<Tile>>) -> Self {
        let boards = boards.into_iter().map(|tiles| tiles.into_iter().sorted().collect());
        Boards { columns, boards: boards.collect() }
    }

    /// How many boards stand one above the other.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.boards.len() / self.columns
    }

    /// How many boards stand side by side.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Row, column and tiles of each board, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, &[Tile])> {
        let place = |(number, tiles)| (number / self.columns, number % self.columns, tiles);
        self.boards.iter().map(Vec::as_slice).enumerate().map(place)
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |(row, column, tiles): (usize, usize, &[Tile])| {
            let tiles = if tiles.is_empty() { ".".to_owned() } else { tiles.iter().join(" ") };
            format!("{row} {column}: {tiles}")
        };
        write!(f, "{}", self.iter().map(line).format("\n"))
    }
}

impl From<Boards> for String {
    fn from(boards: Boards) -> String {
        boards.to_string()
    }
}

impl TryFrom<String> for Boards {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl FromStr for Boards {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut rows: Vec<Vec<Vec<Tile>>> = Vec::new();
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (number, line) in lines.enumerate() {
            let context = |error: anyhow::Error| anyhow!("line {}: {error}", number + 1);
            let (place, tiles) = line.split_once(':').unwrap_or((line, ""));
            let place = place.split_whitespace().join(" ");
            let tokens = tiles.split_whitespace().filter(|&token| token != ".");
            let tiles = tokens.map(str::parse).collect::<Result<_>>().map_err(context)?;
            let below = format!("{} 0", rows.len());
            let beside = rows.last().map(|row| format!("{} {}", rows.len() - 1, row.len()));
            if place == below {
                rows.push(vec![tiles]);
            } else if let Some(row) = rows.last_mut()
                && Some(&place) == beside.as_ref()
            {
                row.push(tiles);
            } else {
                let expected = beside.into_iter().chain([below]);
                let expected = expected.map(|place| format!("`{place}:`")).join(" or ");
                return Err(context(anyhow!("expected {expected} and found {}", Quoted(line))));
            }
        }
        let columns = rows.first().context("there is no board")?.len();
        for (row, boards) in rows.iter().enumerate() {
            let found = boards.len();
            ensure!(
                found == columns,
                "row {row}: expected {columns} boards, as in row 0, and found {found}"
            );
        }
        Ok(Boards::new(columns, rows.into_iter().flatten()))
    }
}
