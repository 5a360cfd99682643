//! # Polymath
//!
//! *Jane Street, June 2015.* Choose a polyomino and lay copies of it on a board of numbers, rotated
//! and reflected as you like, none over another one. Each copy must cover different numbers, and
//! scores their product. How much can all copies score together?
//!
//! ```text
//! 1 1 2 3      . . A A      With the bent polyomino of three cells it is
//! 2 1 4 1      . . A .      2 x 3 x 4 + 1 x 2 x 3 + 1 x 2 x 4 = 38.
//! 1 2 1 2      B . C C
//! 2 3 2 4      B B . C
//! ```
//!
//! Boards may have other sizes, up to 12 x 12, and numbers from 1 to 9; `polyomino = "##/#."` asks
//! for copies of this one.
//!
//! ## Boards
//! Rows of letters, one for each copy, `A` for the one that comes first, `.` for no copy.
//!
//! ## Idea
//! A copy has no more cells than there are different numbers: seven here, so there are 152
//! polyominoes that have copies, and 2,590 copies in all. Let each cell have a price, such that the
//! cells of every copy of a polyomino cost at least what the copy scores. Then no choice of copies
//! that do not overlap scores more than all cells cost together.
//!
//! Prices are found greedily: the copy that lacks most pays for one of its cells, the one that
//! helps the other copies most; at last each price is lowered as far as it can be. Where this is
//! not enough, prices are made smaller one by one, and all is settled again. Copies that are taken
//! greedily, those with the largest products first, score 20,160 with one of the polyominoes;
//! prices show that no other one scores more. Where a gap is left, copies are taken or left out one
//! by one, with prices for those that remain (branch and bound).
//!
//! ## Why it is fast
//! With equal parts of the scores as the only prices it takes 160 nodes. These prices are found at
//! once, and are enough for 130 of the 152 polyominoes; with good prices each of the others is a
//! single node, which makes 23 in all. Most of the time, some milliseconds, is to list the copies.
//!
//! The rules alone, told these prices, are as good: their proof is the sum of the constraints, each
//! so often as its price says, and has four steps. Without prices they had not ended after 50
//! seconds.
//!
//! ## Why so many lines
//! Prices are a hundred lines beside rules and search, and make the proof of both.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Prices are the dual values of the
//! linear programme that packs copies.

mod check;
mod prices;
mod rules;
mod search;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::Label;
use grid_utils::{Cell, Grid, GridError, Regions};
use itertools::Itertools;
use picture::{Corner, Ink, Picture, Tint, region_colours};
use polyominoes::{Kind, ParsePolyominoError, Polyomino, polyominoes};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// The most rows or columns.
const LARGEST_SIZE: usize = 12;
/// The largest number, so that a polyomino has at most so many cells.
const LARGEST_NUMBER: u8 = 9;

/// An instance: the numbers on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polymath {
    /// The numbers, from 1 to 9.
    pub numbers: Grid<u8>,
    /// The polyomino to take copies of, where it is not to be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polyomino: Option<Given>,
}

/// A polyomino as it is written in an instance: `##/#.`, rows from the top, `#` for a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Given(pub Polyomino);

impl TryFrom<String> for Given {
    type Error = ParsePolyominoError;

    fn try_from(text: String) -> Result<Self, ParsePolyominoError> {
        text.parse().map(Given)
    }
}

impl From<Given> for String {
    fn from(Given(polyomino): Given) -> String {
        in_a_line(&polyomino)
    }
}

/// The rows of a polyomino, as an instance has them.
fn in_a_line(polyomino: &Polyomino) -> String {
    polyomino.to_string().replace('\n', "/")
}

/// Which copy covers each cell: `A` for the one that comes first in reading order, then `B`, and so
/// on, `.` for none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(Grid<Option<Label>>);

impl Board {
    /// A board on which these sets of cells are copies.
    fn of<C: IntoIterator<Item = Cell>>(
        rows: usize,
        columns: usize,
        copies: impl IntoIterator<Item = C>,
    ) -> Self {
        let mut board = Grid::filled(rows, columns, None);
        for (number, cells) in copies.into_iter().enumerate() {
            cells.into_iter().for_each(|cell| board[cell] = Some(Label::numbered(number)));
        }
        Self::named(&board)
    }

    /// The board with the copies named in reading order.
    fn named(board: &Grid<Option<Label>>) -> Self {
        let found: Vec<Label> = board.values().copied().flatten().unique().collect();
        let name = |label: &Label| found.iter().position(|other| other == label);
        Board(board.map(|_, label| label.as_ref().and_then(name).map(Label::numbered)))
    }

    /// The cells of each copy.
    fn copies(&self) -> Vec<Vec<Cell>> {
        let labels: Vec<Label> = self.0.values().copied().flatten().unique().collect();
        let cells = |label: &Label| {
            let here = self.0.iter().filter(move |(_, other)| **other == Some(*label));
            here.map(|(cell, _)| cell).collect()
        };
        labels.iter().map(cells).collect()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Board {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        Ok(Board::named(&text.parse()?))
    }
}

impl Polymath {
    /// What a copy scores.
    fn product(&self, cells: &[Cell]) -> u64 {
        cells
            .iter()
            .filter_map(|&cell| self.numbers.get(cell))
            .map(|&number| u64::from(number))
            .product()
    }

    /// The polyominoes that may be chosen, each in one of its orientations: a copy has at most as
    /// many cells as there are different numbers.
    fn polyominoes(&self) -> Vec<Polyomino> {
        if let Some(Given(polyomino)) = &self.polyomino {
            return vec![polyomino.clone()];
        }
        let most = self.numbers.values().unique().count();
        (1..=most).flat_map(|cells| polyominoes(cells, Kind::Free)).collect()
    }
}

puzzle::program!(Polymath);

impl Puzzle for Polymath {
    // Each board scores more than the one before.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        ensure!(
            rows.max(columns) <= LARGEST_SIZE,
            "`numbers` has {rows} rows and {columns} columns; expected at most {LARGEST_SIZE} of \
             each"
        );
        for (Cell { row, column }, number) in &self.numbers {
            ensure!(
                (1..=LARGEST_NUMBER).contains(number),
                "`numbers`, row {row}, column {column}: expected a number from 1 to \
                 {LARGEST_NUMBER} and found {number}"
            );
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::rules(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> String {
        self.score(board).to_string()
    }

    fn score(&self, board: &Board) -> i128 {
        board.copies().iter().map(|cells| i128::from(self.product(cells))).sum()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let copies = board.copies();
        let Some(first) = copies.first() else { return Vec::new() };
        let shape = Polyomino::new(first.iter().copied()).canonical(Kind::Free);
        let scores = copies.iter().map(|cells| self.product(cells)).sorted().rev().join(" + ");
        vec![("T", in_a_line(&shape)), ("scores", scores)]
    }

    /// Numbers at random.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        let cells = random.usize(1..=4);
        let polyomino = random.choice(polyominoes(cells, Kind::Fixed)).map(Given);
        let polyomino = polyomino.filter(|_| random.u8(..4) == 0);
        let (rows, columns) = (random.usize(1..=size), random.usize(1..=size));
        let largest = random.u8(1..=LARGEST_NUMBER);
        Some(Polymath {
            numbers: Grid::from_fn(rows, columns, |_| random.u8(1..=largest)),
            polyomino,
        })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        let mut picture = Picture::grid(rows, columns);
        picture.title("Copies of one polyomino, each over different numbers");
        for (cell, number) in &self.numbers {
            picture.text(cell, &number.to_string(), Ink::Given);
        }
        if let Some(Given(polyomino)) = &self.polyomino {
            picture.caption([format!("The polyomino is {}.", in_a_line(polyomino))]);
        }
        let Some(Board(board)) = board else { return picture };
        // A board may come from a user, and have another shape.
        let label = |cell: Cell| board.get(cell).copied().flatten();
        let copies = Grid::from_fn(rows, columns, label);
        picture.borders(|one, other| label(one) != label(other));
        let regions = Regions::from_labels(&copies);
        let colours = region_colours(&regions);
        for ((_, cells), &colour) in regions.iter().zip(&colours) {
            if label(cells[0]).is_some() {
                let score = self.product(cells).to_string();
                picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
                picture.small_text(cells[0], Corner::TopLeft, &score, Ink::Found);
            }
        }
        picture
    }
}
