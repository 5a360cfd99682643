//! The entries of a crossword and their numbers.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use grid_utils::{Cell, Grid, Quoted};
use serde::{Deserialize, Deserializer};

/// The direction of an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// The name of an entry: `A5` is the one across that starts in the cell with the number 5, `D5` the
/// one down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// Its direction.
    pub direction: Direction,
    /// The number of its first cell, from 1.
    pub number: usize,
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let direction = match text.get(..1) {
            Some("A") => Some(Direction::Across),
            Some("D") => Some(Direction::Down),
            _ => None,
        };
        let number = || text[1..].parse().ok();
        let name = direction.and_then(|direction| Some(Name { direction, number: number()? }));
        // Every entry has one name only: no sign, no leading zero.
        name.filter(|name| name.number > 0 && name.to_string() == text).ok_or_else(|| {
            format!("expected the name of an entry such as A1 or D12 and found {}", Quoted(text))
        })
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grid_utils::from_text(deserializer)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.direction {
            Direction::Across => 'A',
            Direction::Down => 'D',
        };
        write!(f, "{letter}{}", self.number)
    }
}

/// Cells that are read as one, two of them at least.
pub struct Entry {
    /// Its name.
    pub name: Name,
    /// Its cells, in reading order.
    pub cells: Vec<Cell>,
}

/// Returns the entries of a grid in the order of their names: the maximal horizontal and vertical
/// runs of at least two white cells. The cells in which an entry starts are numbered row by row,
/// from 1.
///
/// ```text
/// 1 2 #
/// 3 . 4     A1, A3, A5 are read across, D1, D2, D4 down
/// # 5 .
/// ```
pub(crate) fn entries<Black>(grid: &Grid<Option<Black>>) -> Vec<Entry> {
    let rows = (0..grid.rows())
        .map(|row| (0..grid.columns()).map(move |column| Cell::new(row, column)).collect());
    let columns = (0..grid.columns())
        .map(|column| (0..grid.rows()).map(move |row| Cell::new(row, column)).collect());
    let across = rows.map(|line| (Direction::Across, line));
    let down = columns.map(|line| (Direction::Down, line));
    let mut runs: Vec<(Direction, Vec<Cell>)> = Vec::new();
    for (direction, line) in across.chain(down) {
        let line: Vec<Cell> = line;
        let whites = line.split(|&cell| grid[cell].is_some()).filter(|run| run.len() > 1);
        runs.extend(whites.map(|run| (direction, run.to_vec())));
    }
    let starts: BTreeSet<Cell> = runs.iter().map(|(_, cells)| cells[0]).collect();
    let number_of = |start: Cell| starts.range(..=start).count();
    let mut entries: Vec<Entry> = runs
        .into_iter()
        .map(|(direction, cells)| Entry {
            name: Name { direction, number: number_of(cells[0]) },
            cells,
        })
        .collect();
    entries.sort_unstable_by_key(|entry| entry.name);
    entries
}
