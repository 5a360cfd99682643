//! A crossword of numbers: its grid, its clues, and what is written into it.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Result, ensure};
use fastrand::Rng;
use grid_puzzles::check_size;
use grid_utils::{Cell, Grid, Token};
use rules::{Int, Model, Rules};
use serde::{Deserialize, Serialize};

use crate::{Entry, Name, entries};

/// A black cell of an instance, `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Black;

impl Token for Black {
    fn parse_token(text: &str) -> Result<Self, String> {
        if text == "#" { Ok(Black) } else { Err("a black cell, \"#\",".to_owned()) }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("#")
    }
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// A black one, `#`.
    Black,
    /// A white one that holds a number.
    Number(i8),
    /// A white one whose number is not known, `.`.
    Open,
}

impl Token for Square {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "#" => Ok(Square::Black),
            "." => Ok(Square::Open),
            _ => text
                .parse()
                .map(Square::Number)
                .map_err(|_| "a number from -128 to 127, \"#\" or \".\"".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Square::Black => f.write_str("#"),
            Square::Open => f.write_str("."),
            Square::Number(number) => write!(f, "{number}"),
        }
    }
}

/// Rows of numbers, `#` for a black cell, `.` for a white one whose number is not known.
pub type Board = Grid<Square>;

/// The most rows and columns.
const LARGEST_SIZE: usize = 16;

/// A crossword to fill: its black cells and a clue for each of its entries.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossword<C> {
    /// Rows of cells, `#` for a black one and `.` for a white one.
    pub grid: Grid<Option<Black>>,
    /// The clues, each with the name of its entry; an entry may have none.
    pub clues: BTreeMap<Name, C>,
}

impl<C> Crossword<C> {
    /// A square grid without clues in which about every sixth cell is black.
    #[must_use]
    pub fn random(size: usize, random: &mut Rng) -> Self {
        let size = size.clamp(1, LARGEST_SIZE);
        let grid = Grid::from_fn(size, size, |_| (random.u8(..6) == 0).then_some(Black));
        Crossword { grid, clues: BTreeMap::new() }
    }

    /// The same grid with other clues.
    pub fn with_clues<D>(&self, clues: impl IntoIterator<Item = (Name, D)>) -> Crossword<D> {
        Crossword { grid: self.grid.clone(), clues: clues.into_iter().collect() }
    }

    /// Refuses a grid that is too large, and clues of entries that are not there.
    ///
    /// # Errors
    /// Names the key.
    pub fn validate(&self) -> Result<()> {
        check_size("grid", &self.grid, (LARGEST_SIZE, LARGEST_SIZE))?;
        let entries = self.entries();
        for name in self.clues.keys() {
            ensure!(
                entries.iter().any(|entry| entry.name == *name),
                "`clues.{name}`: the grid has no entry {name}; expected one of {}",
                entries.iter().map(|entry| entry.name.to_string()).collect::<Vec<_>>().join(" ")
            );
        }
        Ok(())
    }

    /// The [entries] of the grid, with a clue or without.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.grid.map(|_, black| black.is_some()))
    }

    /// The entries that have a clue, with it.
    pub fn clued_entries(&self) -> impl Iterator<Item = (Entry, &C)> {
        let entries = self.entries().into_iter();
        entries.filter_map(|entry| self.clues.get(&entry.name).map(|clue| (entry, clue)))
    }

    /// A number to be found for each white cell, one of these values, and 0 for each black one.
    pub fn numbers<V: IntoIterator<Item = i64>>(
        &self,
        model: &mut Model,
        mut values: impl FnMut(Cell) -> V,
    ) -> Grid<Int> {
        self.grid.map(|cell, black| match black {
            Some(Black) => Int::constant(0),
            None => model.int(values(cell)),
        })
    }

    /// Ends the model: the numbers of the white cells are the board, from -128 to 127.
    #[must_use]
    pub fn solved_by(&self, model: Model, numbers: &Grid<Int>) -> Rules<Board> {
        let grid = self.grid.clone();
        model.solved_by(numbers.values(), move |values| {
            let columns = grid.columns();
            grid.map(|Cell { row, column }, black| match (black, values[row * columns + column]) {
                (Some(Black), _) => Square::Black,
                (None, number) => number
                    .and_then(|number| i8::try_from(number).ok())
                    .map_or(Square::Open, Square::Number),
            })
        })
    }
}
