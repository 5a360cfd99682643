//! # Tile and Trouble 2
//!
//! *Jane Street, February 2019.* The tiles of a set of letters lie on a board in alphabetical
//! order, row by row, the blanks last. A knight visits every cell once. Most of the letters that it
//! meets are given, in their order. The answer is the word of four letters that are asked for.
//!
//! ```text
//! A E H I      5  2  7 10      The letters are OEONA..L????, so the knight begins on an O,
//! L N N O      8 11  4  1      and jumps to the E. This is the only tour with these letters;
//! O O P T      3  6  9 12      it ends with the word PINT.
//! ```
//!
//! The board may be any rectangle with up to 15 rows and columns, the letters are A to Z.
//!
//! ## Idea
//! It is the search of [`knight_moves`](knight_moves#how-the-search-goes): where each step can
//! stand. A letter that is given leaves its step the few cells that have it; the next step is a
//! jump away from one of these, and the one before; and no two steps stand in the same cell.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 19 nodes in 60 microseconds, tables
//! included: most letters have three cells or fewer to begin with once both neighbours had their
//! say. The ten unknown letters are on the ten tiles that are left.
//!
//! The rules alone take 22 nodes and 0.1 seconds.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{check, check_size};
use grid_utils::{Cell, Grid, Token};
use itertools::Itertools;
use knight_moves::rules::{Walk, walk};
use knight_moves::search::{Conditions, search};
use knight_moves::{Board, LARGEST_SIZE, draw};
use picture::{Corner, Ink, Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use rules::{Model, Rules, any};
use serde::{Deserialize, Serialize};

/// Tiles, and the letters that a knight meets on them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileAndTrouble2 {
    /// The letters along the tour, in as many rows and columns as the board has: `.` for one that
    /// is not known, `?` for one of the answer.
    pub letters: Grid<Letter>,
    /// How many tiles there are of each letter, and of blanks.
    pub tiles: BTreeMap<Tile, usize>,
}

/// What is on a tile: a letter from A to Z, or `_` on a blank one, which comes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tile(char);

impl TryFrom<String> for Tile {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.chars().exactly_one() {
            Ok(letter @ ('A'..='Z' | '_')) => Ok(Tile(letter)),
            _ => Err(format!("expected a letter from A to Z or `_` and found `{text}`")),
        }
    }
}

impl From<Tile> for String {
    fn from(tile: Tile) -> String {
        tile.0.into()
    }
}

/// What is known of a letter along the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// It is given.
    Given(Tile),
    /// It is unknown.
    Unknown,
    /// It belongs to the answer.
    Asked,
}

impl Token for Letter {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "." => Ok(Letter::Unknown),
            "?" => Ok(Letter::Asked),
            _ => Tile::try_from(text.to_owned())
                .map(Letter::Given)
                .map_err(|_| "a letter from A to Z, `_`, `.` or `?`".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Letter::Given(tile) => write!(f, "{}", tile.0),
            Letter::Unknown => f.write_str("."),
            Letter::Asked => f.write_str("?"),
        }
    }
}

puzzle::program!(TileAndTrouble2);

impl TileAndTrouble2 {
    /// The board: the tiles in alphabetical order.
    fn board(&self) -> Grid<Tile> {
        let mut tiles = self.tiles.iter().flat_map(|(&tile, &count)| vec![tile; count]);
        self.letters.map(|_, _| tiles.next().expect("there are as many tiles as letters"))
    }

    /// None of the numbers is given.
    fn no_numbers(&self) -> Board {
        self.letters.map(|_, _| None)
    }

    /// The tiles along a tour.
    fn tiles_along(&self, board: &Board) -> Result<Vec<Tile>> {
        let tiles = self.board();
        Ok(knight_moves::check::walk(board)?.into_iter().map(|cell| tiles[cell]).collect())
    }
}

impl Puzzle for TileAndTrouble2 {
    // The search tries different cells for the same step.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        check_size("letters", &self.letters, (LARGEST_SIZE, LARGEST_SIZE))?;
        ensure!(
            self.letters.values().any(|&letter| letter == Letter::Asked),
            "`letters` has no `?`; expected one for each letter of the answer"
        );
        let tiles = self.tiles.values().fold(0, |sum: usize, &count| sum.saturating_add(count));
        let cells = self.letters.len();
        ensure!(
            tiles == cells,
            "`tiles` are {tiles} in all; expected {cells}, as many as `letters`"
        );
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let cells = i64::try_from(self.letters.len()).expect("there are at most 225");
        let Walk { number, .. } = walk(&mut model, &self.no_numbers(), [cells]);
        model.rule("It visits every cell, and meets the given letters in their order.");
        let tiles = self.board();
        for (step, letter) in (1..).zip(self.letters.values()) {
            if let Letter::Given(given) = letter {
                let cells = tiles.iter().filter(|&(_, tile)| tile == given);
                model.require(any(cells.map(|(cell, _)| number[cell].is(step))));
            }
        }
        Some(model.solved_by_grid(&number))
    }

    fn search(&self, reported: &mut Search<Board>) -> ControlFlow<Stop> {
        let mut cells_of: BTreeMap<Tile, Vec<Cell>> = BTreeMap::new();
        for (cell, &tile) in &self.board() {
            cells_of.entry(tile).or_default().push(cell);
        }
        let narrowed =
            (1..).zip(self.letters.values()).filter_map(|(number, letter)| match letter {
                Letter::Given(tile) => {
                    Some((number, cells_of.get(tile).cloned().unwrap_or_default()))
                }
                Letter::Unknown | Letter::Asked => None,
            });
        let conditions = Conditions {
            givens: &self.no_numbers(),
            narrowed: narrowed.collect(),
            may_jump: &|_, _| true,
            turned: None,
            parts: Vec::new(),
            lengths: vec![(self.letters.len(), Vec::new())],
        };
        search(&conditions, reported)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.letters.rows(), self.letters.columns())?;
        let tiles = self.tiles_along(board)?;
        let cells = self.letters.len();
        ensure!(
            tiles.len() == cells,
            "the tour visits {} cells instead of all {cells}",
            tiles.len()
        );
        for (step, (letter, tile)) in (1..).zip(self.letters.values().zip(tiles)) {
            if let Letter::Given(given) = letter {
                ensure!(*given == tile, "{step} stands on {} instead of {}", tile.0, given.0);
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        let tiles = self.tiles_along(board).unwrap_or_default();
        let asked =
            self.letters.values().zip(tiles).filter(|(letter, _)| **letter == Letter::Asked);
        asked.map(|(_, tile)| tile.0).collect()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let tiles = self.tiles_along(board).unwrap_or_default();
        vec![("letters along the tour", tiles.into_iter().map(|tile| tile.0).collect())]
    }

    /// Boards that have a tour, with any tiles.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let (rows, columns) = match size {
            ..=1 => (1, 1),
            2..=4 => (3, 4),
            _ => (size.min(LARGEST_SIZE), (size + random.usize(..2)).min(LARGEST_SIZE)),
        };
        let mut tiles = BTreeMap::new();
        for _ in 0..rows * columns {
            let letter = random.u8(b'A'..=b'Z' + 1);
            let tile = if letter > b'Z' { '_' } else { letter.into() };
            *tiles.entry(Tile(tile)).or_default() += 1;
        }
        let letters =
            Grid::from_fn(rows, columns, |cell| match (cell.row + 1 == rows, cell.column) {
                (true, ..4) => Letter::Asked,
                _ => Letter::Unknown,
            });
        Some(TileAndTrouble2 { letters, tiles })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let mut tiles = self.tiles_along(board).ok()?.into_iter();
        let letters = self.letters.map(|_, &letter| match (letter, tiles.next()) {
            (Letter::Unknown, Some(tile)) => Letter::Given(tile),
            _ => letter,
        });
        Some(TileAndTrouble2 { letters, tiles: self.tiles.clone() })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.letters.rows(), self.letters.columns());
        for (cell, tile) in &self.board() {
            picture.text(cell, &tile.0.to_string(), Ink::Given);
        }
        let Some(board) = board else {
            let letters = self.letters.row_slices().map(|row| row.iter().join(""));
            picture
                .caption(["The letters along the tour:".to_owned(), letters.into_iter().join(" ")]);
            return picture;
        };
        draw::jumps(&mut picture, board);
        let letters: Vec<Letter> = self.letters.values().copied().collect();
        for (cell, number) in board {
            let Some(number) = number.filter(|_| self.letters.contains(cell)) else { continue };
            picture.small_text(cell, Corner::TopLeft, &number.to_string(), Ink::Found);
            if letters.get(usize::from(number).wrapping_sub(1)) == Some(&Letter::Asked) {
                picture.fill(cell, Tint::Highlight);
            }
        }
        picture
    }
}
