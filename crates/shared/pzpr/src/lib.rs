//! Instances of standard genres in addresses and files of public editors: puzz.link with its
//! mirrors, and Kanpen.
//!
//! Such an address, in the format pzprv3, names the genre, the number of columns and of rows, and
//! then the contents of the cells:
//!
//! ```
//! use puzzle::Addresses;
//! use pzpr::{Genre, Part};
//!
//! static SLITHERLINK: Genre = Genre::of(&[Part::Cells("clues", &pzpr::SIDES)]);
//! let names = ["slither".to_owned()];
//!
//! let address = "https://puzz.link/p?slither/4/4/dgdh2c71";
//! let instance = SLITHERLINK.read(&names, address)?;
//! assert_eq!(instance.to_string(), "clues = '''\n3 . . .\n3 . . .\n. 2 2 .\n. 2 . 1\n'''\n");
//! assert_eq!(SLITHERLINK.write(&names, &instance)?, address);
//!
//! let wrong = SLITHERLINK.read(&names, "https://puzz.link/p?slither/4/4/dg!2").unwrap_err();
//! assert_eq!(
//!     wrong.to_string(),
//!     "the address, character 35: expected a clue from 0 to 4 or a gap, and found \"!2\""
//! );
//! # anyhow::Ok(())
//! ```
//!
//! A genre is a list of parts, one after the other in the address, each of which is a key of the
//! instance. It is declared in the genre's own crate, and its names in the editors are in the
//! manifest there.

mod blocks;
mod border;
mod cells;
mod cursor;
mod dots;
mod lines;
mod sums;
mod walls;

use anyhow::{Context, Result, anyhow, bail, ensure};
use grid_puzzles::Label;
use grid_utils::{Cell, Direction, Grid, Quoted, Regions};
use protocol::{Encoded, Syntax};
use puzzle::{Addresses, Draft};

pub use cells::{
    ARROWS, BLACK_CELLS, Cells, DIGITS, ISLANDS, MARKED_NUMBERS, NUMBERS, PEARLS, SIDES, TREES,
};
use cells::{DOTS, NOTHING};
use cursor::Cursor;
use lines::Lines;
use walls::Walls;

/// The encoding of a genre's instances.
pub struct Genre {
    parts: &'static [Part],
    /// Flags of addresses that only change how an editor draws the instance.
    drawing_flags: &'static [&'static str],
    /// Whether files say the size of a square by one number.
    has_square_files: bool,
}

impl Genre {
    /// Creates the encoding of a genre with these parts.
    #[must_use]
    pub const fn of(parts: &'static [Part]) -> Self {
        Genre { parts, drawing_flags: &[], has_square_files: false }
    }

    /// Adds flags between the genre's name and the size that only change how an editor draws the
    /// instance.
    #[must_use]
    pub const fn with_drawing_flags(self, flags: &'static [&'static str]) -> Self {
        Genre { drawing_flags: flags, ..self }
    }

    /// Declares that files say the size of a square by one number.
    #[must_use]
    pub const fn with_square_files(self) -> Self {
        Genre { has_square_files: true, ..self }
    }
}

/// A part of an address, and its keys in the instance.
pub enum Part {
    /// What stands in each cell.
    Cells(&'static str, &'static std::sync::LazyLock<Cells>),
    /// The walls between cells, which divide the grid into regions.
    Regions(&'static str),
    /// The same, then a number for some of the regions, in the order of their first cells: the keys
    /// of the regions and of the numbers.
    Rooms(&'static str, &'static str),
    /// Walls between some cells, as a list of pairs of cells, if there are any.
    Walls(&'static str),
    /// Dots in cells, on their sides and at their corners, as lists of names: the keys of all dots and
    /// of the black ones. `rows` and `columns` are the size of the grid.
    Dots(&'static str, &'static str),
    /// One number on its own, with the value where an address ends before it.
    Number(&'static str, i64),
    /// Clues at the border, the keys of columns before those of rows: one or two of each. Then what
    /// stands in each cell, which may be left out if it is nothing.
    Border(&'static [&'static str], &'static str, &'static std::sync::LazyLock<Cells>),
    /// Lists of the lengths of blocks: the keys of those of columns, and of rows.
    Blocks(&'static str, &'static str),
    /// Black cells with sums, `4\\6`, `4\\`, `\\6` or `#`, and white ones. The first row and the first
    /// column are black.
    Sums(&'static str),
}

/// The most rows or columns: no genre accepts more.
const MOST_LINES: usize = 99;

/// Rows and columns.
type Size = (usize, usize);

impl Addresses for Genre {
    fn read(&self, names: &[String], text: &str) -> Result<Draft> {
        let mut fault = None;
        for reading in Encoded::readings(text) {
            match self.decoded(names, &reading) {
                Ok(draft) => return Ok(draft),
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        let name = names.first().map_or("", String::as_str);
        Err(fault.unwrap_or_else(|| {
            anyhow!(
                "expected an address such as https://puzz.link/p?{name}/..., or a file of such an \
                 editor, and found {}",
                Quoted(text)
            )
        }))
    }

    fn write(&self, names: &[String], instance: &Draft) -> Result<String> {
        let keys: Vec<&str> = self.parts.iter().flat_map(Part::keys).collect();
        let is_said = |(key, value): &(&String, &toml::Value)| {
            keys.contains(&key.as_str()) || value.as_bool() == Some(false)
        };
        if let Some((key, _)) = instance.table().iter().find(|key| !is_said(key)) {
            bail!("an address cannot hold `{key}`");
        }
        let (mut size, mut body) = (None, String::new());
        for part in self.parts {
            body += &part.pack(instance, &mut size)?;
        }
        let (rows, columns) = size.context("the instance has no grid")?;
        let most = rows.max(columns);
        ensure!(most <= MOST_LINES, "an address has at most {MOST_LINES} rows and columns");
        let name = names.first().context("the manifest has no `addresses`")?;
        // Chats and mail programs drop a full stop at the end.
        let end =
            if body.ends_with(|letter: char| letter.is_ascii_alphanumeric()) { "" } else { "/" };
        Ok(format!("https://puzz.link/p?{name}/{columns}/{rows}/{body}{end}"))
    }
}

impl Genre {
    /// Reads an instance of the genre, which has these names.
    fn decoded(&self, names: &[String], encoded: &Encoded) -> Result<Draft> {
        let genre = &encoded.genre;
        if !genre.is_empty() && !names.contains(genre) {
            let name = names.first().map_or("", String::as_str);
            bail!(
                "this is a `{genre}`, not a `{name}`: `cargo xtask solve ADDRESS` finds the puzzle \
                 for an address, if there is one"
            );
        }
        if encoded.syntax == Syntax::Packed { self.unpacked(encoded) } else { self.listed(encoded) }
    }

    /// Reads an address in which each character says something of the cells.
    fn unpacked(&self, encoded: &Encoded) -> Result<Draft> {
        let mut cursor = Cursor::new(&encoded.text, encoded.start)?;
        let is_flag = |word: &&str| !word.starts_with(|letter: char| letter.is_ascii_digit());
        let flag = cursor.ahead_of_slash().filter(is_flag);
        let has_labels = flag == Some(OLD_LABELS) && matches!(self.parts, [Part::Regions(_)]);
        if let Some(flag) = flag {
            // `v:` marks a variant that the address does not name.
            let is_drawing = ["", "v:"].contains(&flag) || self.drawing_flags.contains(&flag);
            let variant = flag.strip_prefix("v:").unwrap_or(flag);
            ensure!(
                is_drawing || has_labels,
                "the variant `{variant}` of `{}` is not supported",
                encoded.genre
            );
            cursor.skip(flag.len() + 1);
        }
        let lines = |word: &str| word.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
        let columns = cursor.word("a number of columns from 1 to 99, and `/`", lines)?;
        let rows = cursor.word("a number of rows from 1 to 99, and `/`", lines)?;
        let mut draft = Draft::new();
        for part in self.parts {
            part.unpack(&mut cursor, (rows, columns), has_labels, &mut draft)?;
        }
        cursor.end()?;
        Ok(draft)
    }

    /// Reads an address or a file in which a word stands for each cell.
    fn listed(&self, encoded: &Encoded) -> Result<Draft> {
        let mut lines = Lines::new(encoded)?;
        let size = lines.size(self.has_square_files)?;
        let mut draft = Draft::new();
        for part in self.parts {
            part.read_lines(&mut lines, size, &mut draft)?;
        }
        Ok(draft)
    }
}

/// The flag of an old format of regions: a character for each cell, equal ones within a region.
const OLD_LABELS: &str = "d";

impl Part {
    /// Returns its keys in the instance.
    fn keys(&self) -> Vec<&'static str> {
        match self {
            Part::Cells(key, _)
            | Part::Regions(key)
            | Part::Walls(key)
            | Part::Number(key, _)
            | Part::Sums(key) => vec![key],
            Part::Rooms(one, other) | Part::Blocks(one, other) => vec![one, other],
            Part::Dots(all, black) => vec!["rows", "columns", all, black],
            Part::Border(sides, key, _) => [sides, &[*key][..]].concat(),
        }
    }

    /// Reads the part from an address into the instance.
    fn unpack(
        &self,
        cursor: &mut Cursor,
        size: Size,
        has_labels: bool,
        draft: &mut Draft,
    ) -> Result<()> {
        let (rows, columns) = size;
        match self {
            Part::Cells(key, cells) => {
                let tokens = cells.unpack(cursor, rows * columns)?;
                draft.put(key, grid_of(tokens, columns).to_string());
            }
            Part::Regions(key) if has_labels => {
                let labels = cursor.letters(rows * columns, "a character for each cell")?;
                let regions = Regions::connected(&grid_of(labels, columns));
                put_regions(draft, key, &regions, size);
            }
            Part::Regions(key) => {
                put_regions(draft, key, &Walls::unpack(cursor, size)?.regions(), size);
            }
            Part::Rooms(key, clues) => {
                let regions = Walls::unpack(cursor, size)?.regions();
                let numbers = NUMBERS.unpack(cursor, regions.len())?;
                put_regions(draft, key, &regions, size);
                put_numbers(draft, clues, &regions, numbers, size);
            }
            Part::Walls(key) => put_walls(draft, key, &Walls::unpack(cursor, size)?, size),
            Part::Dots(all, black) => {
                let (rows, columns) = dots::places(size);
                let tokens = DOTS.unpack(cursor, rows * columns)?;
                dots::put(draft, [all, black], &grid_of(tokens, columns));
            }
            Part::Number(key, default) => {
                let number = if cursor.is_at_end() {
                    *default
                } else {
                    cursor.word("a number and `/`", |word| word.parse().ok())?
                };
                draft.put(key, number);
            }
            Part::Border(sides, key, cells) => {
                border::unpack(cursor, size, (sides, key, cells), draft)?;
            }
            Part::Blocks(of_columns, of_rows) => {
                blocks::unpack(cursor, size, (of_columns, of_rows), draft)?;
            }
            Part::Sums(key) => draft.put(key, sums::unpack(cursor, size)?.to_string()),
        }
        Ok(())
    }

    /// Reads the part from lines of words into the instance.
    fn read_lines(&self, lines: &mut Lines, size: Size, draft: &mut Draft) -> Result<()> {
        match self {
            Part::Cells(key, cells) => {
                let of_word = |word: &str, syntax| cells.of_word(word, syntax);
                let tokens = lines.grid(size, cells.expected(), of_word)?;
                draft.put(key, grid_of(tokens, size.1).to_string());
            }
            Part::Regions(key) => put_regions(draft, key, &lines.regions(size)?, size),
            Part::Rooms(key, clues) => {
                let (regions, numbers) = lines.rooms(size)?;
                put_regions(draft, key, &regions, size);
                put_numbers(draft, clues, &regions, numbers, size);
            }
            Part::Walls(key) => {
                if let Some(walls) = lines.walls(size)? {
                    put_walls(draft, key, &walls, size);
                }
            }
            Part::Dots(all, black) => {
                let places = dots::places(size);
                lines.divide(places.0);
                let of_word = |word: &str, syntax| DOTS.of_word(word, syntax);
                let tokens = lines.grid(places, DOTS.expected(), of_word)?;
                dots::put(draft, [all, black], &grid_of(tokens, places.1));
            }
            Part::Number(key, _) => {
                draft.put(key, i64::try_from(lines.number()?).unwrap_or(i64::MAX));
            }
            Part::Border(sides, key, cells) => {
                border::read_lines(lines, size, (sides, key, cells), draft)?;
            }
            Part::Blocks(of_columns, of_rows) => {
                blocks::read_lines(lines, size, (of_columns, of_rows), draft)?;
            }
            Part::Sums(key) => draft.put(key, sums::read_lines(lines, size)?.to_string()),
        }
        Ok(())
    }

    /// Writes the part in an address, and notes rows and columns.
    fn pack(&self, instance: &Draft, size: &mut Option<Size>) -> Result<String> {
        match self {
            Part::Cells(key, cells) => {
                let grid = cells.grid(text(instance, key)?).with_context(|| format!("`{key}`"))?;
                *size = Some((grid.rows(), grid.columns()));
                cells.pack(grid.values().cloned().collect())
            }
            Part::Regions(key) => {
                let grid = labels(instance, key)?;
                let regions = Regions::from_labels(&grid);
                *size = Some((grid.rows(), grid.columns()));
                let is_whole = (0..regions.len()).all(|region| regions.is_connected(region));
                ensure!(is_whole, "`{key}`: in an address, every region is connected");
                let is_wall = |one: Cell, other| regions.region_of(one) != regions.region_of(other);
                Ok(Walls::pack((grid.rows(), grid.columns()), is_wall))
            }
            Part::Rooms(key, clues) => {
                let walls = Part::Regions(key).pack(instance, size)?;
                let regions = Regions::from_labels(&labels(instance, key)?);
                let clues =
                    NUMBERS.grid(text(instance, clues)?).with_context(|| format!("`{clues}`"))?;
                let number = |cells: &[Cell]| {
                    let mut numbers = cells.iter().map(|&cell| clues[cell].as_str());
                    numbers.rfind(|&number| number != NOTHING).unwrap_or(NOTHING).to_owned()
                };
                let numbers = regions.iter().map(|(_, cells)| number(cells)).collect();
                Ok(walls + &NUMBERS.pack(numbers)?)
            }
            Part::Walls(key) => {
                let Some(walls) = instance.table().get(*key) else { return Ok(String::new()) };
                let walls: Vec<String> =
                    walls.clone().try_into().with_context(|| format!("`{key}`"))?;
                let is_wall = |one: Cell, other: Cell| {
                    let either = [format!("{one} {other}"), format!("{other} {one}")];
                    either.iter().any(|wall| walls.contains(wall))
                };
                Ok(Walls::pack(size.context("walls need a grid")?, is_wall))
            }
            Part::Dots(all, black) => dots::pack(instance, [all, black], size),
            Part::Number(key, _) => {
                let number = instance.table().get(*key).and_then(toml::Value::as_integer);
                Ok(format!("{}/", number.with_context(|| format!("`{key}` is no number"))?))
            }
            Part::Border(sides, key, cells) => border::pack(instance, (sides, key, cells), size),
            Part::Blocks(of_columns, of_rows) => {
                blocks::pack(instance, (of_columns, of_rows), size)
            }
            Part::Sums(key) => {
                sums::pack(&text(instance, key)?.parse()?, size).with_context(|| format!("`{key}`"))
            }
        }
    }
}

/// Returns a grid of tokens, row by row.
fn grid_of(tokens: Vec<String>, columns: usize) -> Grid<String> {
    let rows = tokens.len() / columns;
    let mut tokens = tokens.into_iter();
    Grid::from_fn(rows, columns, |_| tokens.next().expect("a token for each cell"))
}

/// Returns the text at a key.
fn text<'a>(instance: &'a Draft, key: &str) -> Result<&'a str> {
    let text = instance.table().get(key).and_then(toml::Value::as_str);
    text.with_context(|| format!("`{key}` is no grid"))
}

/// Returns the regions of cells at a key.
fn labels(instance: &Draft, key: &str) -> Result<Grid<Label>> {
    text(instance, key)?.parse().with_context(|| format!("`{key}`"))
}

/// Puts regions with letters into an instance.
fn put_regions(draft: &mut Draft, key: &str, regions: &Regions, (rows, columns): Size) {
    let label = |cell| Label::numbered(regions.region_of(cell).expect("each cell is in a region"));
    draft.put(key, Grid::from_fn(rows, columns, label).to_string());
}

/// Puts the number of each region into its first cell.
fn put_numbers(
    draft: &mut Draft,
    key: &str,
    regions: &Regions,
    numbers: Vec<String>,
    (rows, columns): Size,
) {
    let mut clues = Grid::filled(rows, columns, NOTHING.to_owned());
    for ((_, cells), number) in regions.iter().zip(numbers) {
        clues[cells[0]] = number;
    }
    draft.put(key, clues.to_string());
}

/// Puts walls, if there are any, into an instance as pairs of cells.
fn put_walls(draft: &mut Draft, key: &str, walls: &Walls, (rows, columns): Size) {
    let grid = Grid::filled(rows, columns, ());
    let next = |cell| [Direction::East, Direction::South].map(|side| grid.neighbour(cell, side));
    let pairs = grid.cells().flat_map(|cell| next(cell).map(|other| Some((cell, other?))));
    let pairs = pairs.flatten().filter(|&(cell, other)| walls.is_between(cell, other));
    let pairs: Vec<String> = pairs.map(|(cell, other)| format!("{cell} {other}")).collect();
    if !pairs.is_empty() {
        draft.put(key, pairs);
    }
}
