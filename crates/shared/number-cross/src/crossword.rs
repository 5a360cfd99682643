//! A crossword of numbers: its grid, its clues, and its contents.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use grid_puzzles::check_size;
use grid_utils::Token;
use puzzle::Vocabulary;
use puzzle::prelude::*;

use crate::entries::{Entry, Name, entries};

/// A black cell of an instance, `#`.
#[derive(Clone, Copy)]
pub(crate) struct Black;

/// The word for a black cell, whose value is 0.
const BLACK: &str = "#";

impl Token for Black {
    fn parse_token(text: &str) -> Result<Self, String> {
        if text == BLACK { Ok(Black) } else { Err("a black cell, \"#\",".to_owned()) }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(BLACK)
    }
}

/// The most rows and columns.
pub const LARGEST_SIZE: usize = 16;

/// A crossword to fill: its black cells and a clue for each of its entries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossword<C> {
    /// Rows of cells, `#` for a black one and `.` for a white one.
    pub(crate) grid: Grid<Option<Black>>,
    /// The clues, each with the name of its entry; an entry may have none.
    pub clues: BTreeMap<Name, C>,
}

/// Returns a square grid without clues. Its entries have at most three cells, or at most four, and
/// each white cell stands in one across and in one down: two that do not could often change places.
#[must_use]
pub fn random(size: usize, random: &mut Rng) -> Draft {
    /// How many cells are tried for each cut; the one that leaves the most white cells connected is
    /// taken.
    const WAYS: usize = 6;
    let longest = random.usize(3..=4);
    let mut grid = Grid::filled(size, size, None);
    loop {
        let long = entries(&grid).into_iter().filter(|entry| entry.cells.len() > longest);
        let cells = long.flat_map(|entry| entry.cells).collect_vec();
        let cut = random.choose_multiple(cells, WAYS).into_iter().map(|cell| {
            let mut cut = grid.clone();
            cut[cell] = Some(Black);
            blacken_unchecked(&mut cut);
            cut
        });
        let connected = |grid: &Grid<Option<Black>>| {
            let pieces = Regions::components(grid, Option::is_none);
            pieces.areas().max().unwrap_or(0)
        };
        let Some(best) = cut.max_by_key(connected) else { break };
        grid = best;
    }
    Draft::new().text("grid", grid).value("clues", BTreeMap::<String, i64>::new())
}

/// Makes white cells black until each of them stands in two entries.
fn blacken_unchecked(grid: &mut Grid<Option<Black>>) {
    loop {
        let entries = entries(grid);
        let times = entries.iter().flat_map(|entry| &entry.cells).counts();
        let unchecked = |cell: &Cell| grid[*cell].is_none() && times.get(cell) != Some(&2);
        let unchecked = grid.cells().filter(unchecked).collect_vec();
        if unchecked.is_empty() {
            break;
        }
        for cell in unchecked {
            grid[cell] = Some(Black);
        }
    }
}

impl<C> Crossword<C> {
    /// Rows and columns.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.grid.rows(), self.grid.columns())
    }

    /// Rows of numbers from this range other than 0, `#` for a black cell.
    #[must_use]
    pub fn form(&self, range: RangeInclusive<i64>) -> Form {
        let (rows, columns) = self.size();
        let is_black = self.grid.values().map(Option::is_some).collect();
        let black = self.grid.map(|_, black| black.is_some().then_some(0_i64));
        Form::own(rows, columns, Squares { is_black, range }).with_givens(&black)
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
                entries.iter().map(|entry| entry.name).join(" ")
            );
        }
        Ok(())
    }

    /// Returns the maximal horizontal and vertical runs of at least two white cells, with a clue or
    /// without, in the order of their names.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.grid)
    }

    /// Returns the entries that have a clue, with it.
    pub fn clued_entries(&self) -> impl Iterator<Item = (Entry, &C)> {
        let entries = self.entries().into_iter();
        entries.filter_map(|entry| self.clues.get(&entry.name).map(|clue| (entry, clue)))
    }

    /// Returns a number to be found for each white cell, one of these values, and 0 for each black
    /// one.
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
}

/// The words of a crossword.
struct Squares {
    /// In reading order.
    is_black: Vec<bool>,
    /// The numbers of white cells, 0 apart.
    range: RangeInclusive<i64>,
}

impl Vocabulary for Squares {
    fn word(&self, _: usize, value: i64) -> String {
        if value == 0 { BLACK.to_owned() } else { value.to_string() }
    }

    fn value(&self, place: usize, word: &str) -> Option<i64> {
        if self.is_black[place] {
            return (word == BLACK).then_some(0);
        }
        word.parse().ok().filter(|number| *number != 0 && self.range.contains(number))
    }

    fn signs(&self) -> String {
        "0123456789".to_owned()
    }

    fn expected(&self, place: usize) -> String {
        let (least, most) = (self.range.start(), self.range.end());
        match (self.is_black[place], self.range.contains(&0)) {
            (true, _) => format!("the black cell, \"{BLACK}\","),
            (false, true) => format!("a number from {least} to {most}, not 0,"),
            (false, false) => format!("a number from {least} to {most}"),
        }
    }
}
