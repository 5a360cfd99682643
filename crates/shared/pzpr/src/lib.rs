//! Instances of standard genres in addresses of the public editor at puzz.link and its mirrors.
//!
//! Such an address, in the format pzprv3, names the genre, the number of columns and of rows, and
//! then the contents of the cells:
//!
//! ```
//! use puzzle::Addresses;
//!
//! let address = "https://puzz.link/p?slither/4/4/dgdh2c71";
//! let instance = pzpr::SLITHERLINK.read(address)?;
//! assert_eq!(instance.to_string(), "clues = '''\n3 . . .\n3 . . .\n. 2 2 .\n. 2 . 1\n'''\n");
//! assert_eq!(pzpr::SLITHERLINK.write(&instance)?, address);
//!
//! let wrong = pzpr::SLITHERLINK.read("https://puzz.link/p?slither/4/4/dg!").unwrap_err();
//! assert_eq!(
//!     wrong.to_string(),
//!     "the address, character 35: expected a clue from 0 to 4 or a gap, and found \"!\""
//! );
//! # anyhow::Ok(())
//! ```
//!
//! A genre is a list of parts, one after the other in the address, each of which is a key of the
//! instance.

mod cells;
mod cursor;

use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use grid_puzzles::Label;
use grid_utils::{Cell, Grid, Regions};
use puzzle::{Addresses, Draft};

use cells::{ARROWS, BLACK_CLUES, CLUES, Cells, DIGITS, ISLANDS, NUMBERS, PEARLS};
use cursor::Cursor;

/// The encoding of a genre's instances in addresses.
pub struct Genre {
    /// Its names there; the first one is written.
    names: &'static [&'static str],
    parts: &'static [Part],
}

impl Genre {
    const fn of(names: &'static [&'static str], parts: &'static [Part]) -> Self {
        Genre { names, parts }
    }
}

/// A part of an address, and the key of the instance that it is.
enum Part {
    /// What stands in each cell.
    Cells(&'static str, &'static LazyLock<Cells>),
    /// The walls between cells, which make regions.
    Regions(&'static str),
    /// A number for some regions, in the order of their first cells: the keys of regions and
    /// numbers.
    OfRegions(&'static str, &'static str),
    /// One number, with a slash behind it.
    Number(&'static str),
}

/// Slitherlink.
pub static SLITHERLINK: Genre =
    Genre::of(&["slither", "slitherlink"], &[Part::Cells("clues", &CLUES)]);

/// Masyu.
pub static MASYU: Genre = Genre::of(&["masyu", "mashu"], &[Part::Cells("pearls", &PEARLS)]);

/// Yajilin.
pub static YAJILIN: Genre = Genre::of(&["yajilin", "yajirin"], &[Part::Cells("clues", &ARROWS)]);

/// Nurikabe.
pub static NURIKABE: Genre = Genre::of(&["nurikabe"], &[Part::Cells("clues", &ISLANDS)]);

/// Heyawake.
pub static HEYAWAKE: Genre =
    Genre::of(&["heyawake"], &[Part::Regions("rooms"), Part::OfRegions("rooms", "clues")]);

/// Hitori.
pub static HITORI: Genre = Genre::of(&["hitori"], &[Part::Cells("numbers", &DIGITS)]);

/// LITS.
pub static LITS: Genre = Genre::of(&["lits"], &[Part::Regions("regions")]);

/// Fillomino.
pub static FILLOMINO: Genre = Genre::of(&["fillomino"], &[Part::Cells("givens", &NUMBERS)]);

/// Akari.
pub static AKARI: Genre =
    Genre::of(&["akari", "lightup", "bijutsukan"], &[Part::Cells("clues", &BLACK_CLUES)]);

/// Star Battle.
pub static STAR_BATTLE: Genre =
    Genre::of(&["starbattle"], &[Part::Number("stars"), Part::Regions("regions")]);

/// The most rows or columns: no genre accepts more.
const MOST_LINES: usize = 99;

impl Addresses for Genre {
    fn read(&self, address: &str) -> Result<Draft> {
        let mut cursor = Cursor::new(address.trim().trim_end_matches('/'))?;
        cursor.skip_past('?', "`?` and an instance, as in https://puzz.link/p?...")?;
        let expected = format!("`{}/`", self.names[0]);
        cursor.word(&expected, |word| self.names.contains(&word).then_some(()))?;
        let lines = |word: &str| word.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
        let columns = cursor.word("a number of columns from 1 to 99, and `/`", lines)?;
        let rows = cursor.word("a number of rows from 1 to 99, and `/`", lines)?;
        let mut draft = Draft::new();
        for part in self.parts {
            part.read(&mut cursor, (rows, columns), &mut draft)?;
        }
        cursor.end()?;
        Ok(draft)
    }

    fn write(&self, instance: &Draft) -> Result<String> {
        let (mut shape, mut body) = (None, String::new());
        for part in self.parts {
            body += &part.write(instance, &mut shape)?;
        }
        let (rows, columns) = shape.context("the instance has no grid")?;
        let most = rows.max(columns);
        ensure!(most <= MOST_LINES, "an address has at most {MOST_LINES} rows and columns");
        Ok(format!("https://puzz.link/p?{}/{columns}/{rows}/{body}", self.names[0]))
    }
}

impl Part {
    /// Reads the part into the instance, which contains the parts read before.
    fn read(&self, cursor: &mut Cursor, shape: (usize, usize), draft: &mut Draft) -> Result<()> {
        let (rows, columns) = shape;
        match self {
            Part::Cells(key, cells) => {
                let tokens = cells.read(cursor, rows * columns)?;
                let token = |cell: Cell| tokens[cell.row * columns + cell.column].clone();
                draft.put(key, Grid::from_fn(rows, columns, token).to_string());
            }
            Part::Regions(key) => {
                let beside = walls(cursor, rows * (columns - 1))?;
                let below = walls(cursor, (rows - 1) * columns)?;
                let is_open = |one: Cell, other: Cell| {
                    !(if one.row == other.row {
                        beside[one.row * (columns - 1) + one.column]
                    } else {
                        below[one.row * columns + one.column]
                    })
                };
                let cells = Grid::filled(rows, columns, ());
                let regions = Regions::components_by(&cells, |_| true, is_open);
                let label = |cell, &()| regions.region_of(cell).map(Label::numbered);
                draft.put(key, cells.map(label).to_string());
            }
            Part::OfRegions(labels, key) => {
                let regions = regions(draft, labels)?;
                let tokens = NUMBERS.read(cursor, regions.len())?;
                let mut grid = Grid::filled(rows, columns, ".".to_owned());
                for (region, token) in tokens.into_iter().enumerate() {
                    grid[regions.cells(region)[0]] = token;
                }
                draft.put(key, grid.to_string());
            }
            Part::Number(key) => {
                let number: i64 = cursor.word("a number and `/`", |word| word.parse().ok())?;
                draft.put(key, number);
            }
        }
        Ok(())
    }

    /// Writes the part, and notes rows and columns.
    fn write(&self, instance: &Draft, shape: &mut Option<(usize, usize)>) -> Result<String> {
        match self {
            Part::Cells(key, cells) => {
                let grid = grid(instance, key)?;
                *shape = Some((grid.rows(), grid.columns()));
                cells.write(grid.values().cloned().collect())
            }
            Part::Regions(key) => {
                let (grid, regions) = (grid(instance, key)?, regions(instance, key)?);
                *shape = Some((grid.rows(), grid.columns()));
                let is_whole = (0..regions.len()).all(|region| regions.is_connected(region));
                ensure!(is_whole, "`{key}`: in an address, every region is connected");
                let is_wall = |one: Cell, other| regions.region_of(one) != regions.region_of(other);
                let walls = |rows, columns| {
                    let pairs = grid.windows(rows, columns);
                    written_walls(pairs.map(|Cell { row, column }| {
                        let other = Cell::new(row + rows - 1, column + columns - 1);
                        is_wall(Cell::new(row, column), other)
                    }))
                };
                Ok(walls(1, 2) + &walls(2, 1))
            }
            Part::OfRegions(labels, key) => {
                let (numbers, regions) = (grid(instance, key)?, regions(instance, labels)?);
                let number = |cells: &[Cell]| {
                    let mut numbers = cells.iter().map(|&cell| numbers[cell].as_str());
                    numbers.rfind(|&number| number != ".").unwrap_or(".").to_owned()
                };
                NUMBERS.write(regions.iter().map(|(_, cells)| number(cells)).collect())
            }
            Part::Number(key) => {
                let number = instance.table().get(*key).and_then(toml::Value::as_integer);
                Ok(format!("{}/", number.with_context(|| format!("`{key}` is no number"))?))
            }
        }
    }
}

/// Returns the grid of tokens at a key.
fn grid(instance: &Draft, key: &str) -> Result<Grid<String>> {
    let text = instance.table().get(key).and_then(toml::Value::as_str);
    let text = text.with_context(|| format!("`{key}` is no grid"))?;
    text.parse().with_context(|| format!("`{key}`"))
}

fn regions(instance: &Draft, key: &str) -> Result<Regions> {
    Ok(Regions::from_labels(&grid(instance, key)?))
}

/// How many walls a character of an address stands for, the first as its highest bit.
const WALLS: usize = 5;

/// Reads whether there is a wall, for this many places.
fn walls(cursor: &mut Cursor, count: usize) -> Result<Vec<bool>> {
    let mut walls = Vec::new();
    for _ in 0..count.div_ceil(WALLS) {
        let bits = cursor.digit("walls, 0 to 9 or a to v")?;
        walls.extend((0..WALLS).rev().map(|bit| bits >> bit & 1 == 1));
    }
    Ok(walls)
}

fn written_walls(walls: impl Iterator<Item = bool>) -> String {
    let walls: Vec<bool> = walls.collect();
    let bits = |walls: &[bool]| {
        (0..WALLS).fold(0, |bits, place| 2 * bits + u32::from(walls.get(place) == Some(&true)))
    };
    walls.chunks(WALLS).map(|walls| cells::digit(bits(walls), 32)).collect()
}
