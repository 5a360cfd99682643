//! # The Marshy Mess
//!
//! *Jane Street, October 2022.* Each field is a bridges puzzle, or hashi. Numbers are islands; bridges
//! run along rows and columns from an island to the next, at most two between the same islands, and
//! do not cross. All islands of a field are connected. The number of an island says how many
//! bridges end there, but one number of each field is wrong.
//!
//! ```text
//! field         board
//! 2 . 1 . 2     2 . 1 - 2     - and | are one bridge, = and " are two; each island shows how many
//! . . . . .     " . . . |     bridges end there: the wrong number is the 4, and should be 2
//! 3 . . . 4     3 - - - 2     the answer is 11/13
//! ```
//!
//! The true numbers of the wrong islands, k1, k2, ..., are the lengths of the suits of a hand, and
//! add up to its cards: `hand` in an instance. The answer is the probability that a hand
//! with suits of these lengths has no ace. One that has k of the 13 cards of a suit has not its
//! ace in (13 - k) / 13 of all cases, independently of the other suits, so this is the product
//! of these fractions. An instance has up to four fields, as there are suits.
//!
//! ## Idea
//! There is no search of its own: the [rules](Puzzle::rules) alone solve the published instance and
//! prove the solution the only one, in 37 milliseconds. The fields have nothing in common but the
//! sum, so what the solver learns in one of them is of use whatever it tries in the others: their
//! searches add up instead of multiplying. The sum is a rule like the others, though the
//! published fields would have one solution without it.
//!
//! ## Why so many lines
//! It has a search's worth of lines without one: a board is several drawn fields, which are
//! written, read, drawn and made at random, and a checker that follows the bridges cell by cell.

mod check;
mod picture;
mod rules;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Context, Result, anyhow, ensure};
use grid_utils::{Cell, Direction, Grid, GridError, Token};
use itertools::Itertools;
use puzzle::{Puzzle, Rng};
use serde::{Deserialize, Serialize};

/// The fields of a marsh, and what is known of their wrong numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarshyMess {
    /// The sum of the true numbers of the wrong islands, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
    /// By their names, in alphabetical order: islands with their numbers among water.
    pub fields: BTreeMap<String, Field>,
}

/// The islands of a field with the numbers that they are given, from 1 to 8.
pub type Field = Grid<Option<u8>>;

/// As many as there are suits.
const MOST_FIELDS: usize = 4;
/// More rows or columns no field has.
const LARGEST_SIZE: usize = 32;
/// Of each suit.
const CARDS: u128 = 13;

/// What stands in a cell that is not water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// An island with so many bridges.
    Island(u8),
    /// One bridge or two, from left to right.
    Across(u8),
    /// One bridge or two, from top to bottom.
    Down(u8),
}

impl Token for Mark {
    fn parse_token(text: &str) -> Result<Self, String> {
        let number = text.parse().map(Mark::Island);
        Ok(match text {
            "-" => Mark::Across(1),
            "=" => Mark::Across(2),
            "|" => Mark::Down(1),
            "\"" => Mark::Down(2),
            _ => number.map_err(|_| "a number or bridges, one of - = | \"".to_owned())?,
        })
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Mark::Island(bridges) => write!(f, "{bridges}"),
            Mark::Across(bridges) => f.write_str(if *bridges == 1 { "-" } else { "=" }),
            Mark::Down(bridges) => f.write_str(if *bridges == 1 { "|" } else { "\"" }),
        }
    }
}

/// The bridges of each field, which stand below its name: `1:`. An island shows its true number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bridges(pub BTreeMap<String, Grid<Option<Mark>>>);

impl fmt::Display for Bridges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().map(|(name, board)| format!("{name}:\n{board}")).format("\n").fmt(f)
    }
}

impl FromStr for Bridges {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut blocks: Vec<(&str, String)> = Vec::new();
        for line in text.trim().lines() {
            if let Some(name) = line.trim().strip_suffix(':') {
                blocks.push((name, String::new()));
            } else {
                let block = blocks.last_mut();
                let (_, block) = block.context("expected the name of a field, such as `1:`")?;
                *block += line;
                block.push('\n');
            }
        }
        let mut boards = BTreeMap::new();
        for (name, block) in blocks {
            let board = block.parse().map_err(|error: GridError| anyhow!("field {name}, {error}"));
            ensure!(
                boards.insert(name.to_owned(), board?).is_none(),
                "two fields are called {name}"
            );
        }
        Ok(Bridges(boards))
    }
}

/// The islands of a field whose numbers are not those of a board: cell, given and true number.
fn wrong(field: &Field, board: &Grid<Option<Mark>>) -> Vec<(Cell, u8, u8)> {
    let number = |cell| board.get(cell).copied().flatten();
    let islands = field.iter().filter_map(|(cell, given)| match (*given, number(cell)) {
        (Some(given), Some(Mark::Island(found))) => Some((cell, given, found)),
        _ => None,
    });
    islands.filter(|(_, given, found)| given != found).collect()
}

impl MarshyMess {
    /// The wrong islands of a solution, one of each field.
    fn wrong_islands(&self, Bridges(boards): &Bridges) -> Vec<(&str, (Cell, u8, u8))> {
        let fields = self.fields.iter().zip(boards.values());
        let wrong = fields.map(|((name, field), board)| (name, wrong(field, board)));
        wrong.flat_map(|(name, wrong)| wrong.into_iter().map(move |one| (&**name, one))).collect()
    }
}

puzzle::program!(MarshyMess);

impl Puzzle for MarshyMess {
    type Board = Bridges;

    fn validate(&self) -> Result<()> {
        let count = self.fields.len();
        ensure!(
            (1..=MOST_FIELDS).contains(&count),
            "`fields` has {count} fields; expected 1 to {MOST_FIELDS}"
        );
        for (name, field) in &self.fields {
            ensure!(
                !name.is_empty() && name.chars().all(char::is_alphanumeric),
                "`fields`: expected a name of letters and digits and found {name:?}"
            );
            let (rows, columns) = (field.rows(), field.columns());
            ensure!(
                rows.max(columns) <= LARGEST_SIZE,
                "`fields.{name}` has {rows} rows and {columns} columns; expected at most \
                 {LARGEST_SIZE} of each"
            );
            let mut islands = field.iter().filter_map(|(cell, number)| Some((cell, (*number)?)));
            ensure!(islands.clone().next().is_some(), "`fields.{name}`: expected an island");
            islands.try_for_each(|(cell, number)| {
                let Cell { row, column } = cell;
                ensure!(
                    (1..=8).contains(&number),
                    "`fields.{name}`, row {row}, column {column}: expected a number from 1 to 8 and \
                     found {number}"
                );
                let neighbour = field.neighbours(cell).find(|&other| field[other].is_some());
                ensure!(
                    neighbour.is_none(),
                    "`fields.{name}`, row {row}, column {column}: expected water between two \
                     islands, where bridges can be seen, and found a neighbour"
                );
                Ok(())
            })?;
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Bridges>> {
        Some(rules::rules(self))
    }

    fn check(&self, board: &Bridges) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Bridges) -> String {
        let numbers = self.wrong_islands(board).into_iter().map(|(_, (_, _, number))| number);
        // 13 is a prime number, so the fractions of suits that have cards cannot be reduced.
        let numbers = numbers.filter(|&number| number > 0).map(u128::from);
        let (chances, cases) = numbers.fold((1, 1), |(chances, cases), number| {
            (chances * CARDS.saturating_sub(number), cases * CARDS)
        });
        format!("{chances}/{cases}")
    }

    fn remarks(&self, board: &Bridges) -> Vec<(&'static str, String)> {
        let wrong = self.wrong_islands(board).into_iter().map(|(name, (cell, given, found))| {
            format!("field {name}, {cell}: {found} instead of {given}")
        });
        vec![("wrong islands", wrong.format("; ").to_string())]
    }

    /// One field or two with bridges that are built at random, and a wrong number in each.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let mut hand = 0;
        let mut fields = BTreeMap::new();
        for name in ["1", "2"].into_iter().take(random.usize(1..=2)) {
            let mut field = random_field((2 * size + 1).min(LARGEST_SIZE), random);
            let islands = field.cells().filter(|&cell| field[cell].is_some()).collect_vec();
            let number = field[random.choice(islands)?].as_mut()?;
            hand += *number;
            *number = random.u8(1..=8);
            fields.insert(name.to_owned(), field);
        }
        Some(MarshyMess { hand: random.bool().then_some(hand), fields })
    }

    fn picture(&self, board: Option<&Bridges>) -> Picture {
        picture::picture(self, board)
    }
}

/// A field with the numbers of bridges that are built from one island to the next.
fn random_field(size: usize, random: &mut Rng) -> Field {
    let mut field = Field::filled(size, size, None);
    let mut taken = Grid::filled(size, size, false);
    let first = Cell::new(random.usize(..size), random.usize(..size));
    (field[first], taken[first]) = (Some(0), true);
    let mut islands = vec![first];
    for _ in 0..3 * size {
        let Some(&start) = random.choice(&islands) else { continue };
        let direction = Direction::ALL[random.usize(..4)];
        let way = field.ray(start, direction).take(random.usize(2..=5)).collect_vec();
        let Some((&end, water)) = way.split_last() else { continue };
        let is_apart = field.neighbours(end).all(|cell| field[cell].is_none());
        if water.is_empty() || !is_apart || way.iter().any(|&cell| taken[cell]) {
            continue;
        }
        let bridges = random.u8(1..=2);
        for &cell in &way {
            taken[cell] = true;
        }
        field[end] = Some(bridges);
        field[start] = field[start].map(|number| number + bridges);
        islands.push(end);
    }
    field
}
