//! # Mine Sweeping
//!
//! *Jane Street, October 2014.* Each cell of a field holds a mine or shows how many of its up to
//! eight neighbours hold one. On a board some cells without mines are revealed, the others are
//! hidden. It is legal if at least one layout of mines fits it; nobody knows how many mines there
//! are, and all layouts that fit are equally likely. How likely can a hidden cell, S, hold a mine
//! without being sure to?
//!
//! ```text
//! - - -       9 layouts fit, and 8 of them have a mine in S: 8/9
//! 4 - 4       16/17 is the best of boards with 3 x 4 cells
//! - S -
//! - 4 -
//! ```
//!
//! Fields may have other shapes, of at most 20 cells.
//!
//! ## Boards
//! Rows of digits, of `-` for hidden cells, and one `S`, which is hidden as well.
//!
//! ## Idea
//! S stays in one place after the other, turned and reflected ones left out. For each, cells are
//! revealed in reading order. A set of revealed cells sorts the layouts by what these show: each
//! class is a legal board, and revealing one more cell splits it further. The layouts of a class
//! are not listed: a cell counts once a neighbour of it is revealed, and layouts that
//! differ only in cells that have no neighbour to come are kept as one, with the number of those
//! with a mine in S and of those without.
//!
//! Some layout must be left that has none there, so a class is worth going on with only if it can end
//! with enough layouts that have one. They become more only where revealing a cell makes new ones
//! count: k of them hold so many mines as are missing in at most *k over k / 2* ways, so the best way
//! to parcel out the cells that may still count is a bound.
//!
//! ## Why it is fast
//! Of the 12,379,759 legal boards of the published size, 12,696 are looked into, in 40 milliseconds.
//! `--strategy all-boards` lists them all and finds the same chance in 12 seconds: it sorts the
//! layouts for each set of revealed cells, 43 million in all, and counts each legal board as a node.
//! With 2 ways for each new cell instead of the binomial bound it takes 32,744 nodes. To merge layouts
//! gains little there, and more on larger fields: of 5 x 4 cells 2.2 seconds instead of 3.6.
//!
//! ## Why so many lines
//! The plain search and its line in the list of strategies: `selfcheck` compares both on other sizes.
//!
//! ## Why there are no rules as constraints
//! A chance counts layouts: there would be a flag for each of the 65,536 that says whether it fits
//! the board, and the fraction of two sums of these is no linear objective.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

mod all_boards;
mod search;

use std::fmt;
use std::ops::ControlFlow;

use anyhow::{Context, Result, ensure};
use grid_puzzles::check;
use grid_utils::{Cell, Grid, Token};
use picture::{Corner, Ink, Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop, Strategy};
use serde::{Deserialize, Serialize};

/// The most cells of a field: a board has up to a million layouts then.
const MOST_CELLS: usize = 20;

/// An instance: the shape of the field.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MineSweeping {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

/// What a board says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// It may hold a mine.
    Hidden,
    /// It may hold a mine, and this is the cell that is asked for.
    Asked,
    /// It holds no mine, and so many of its neighbours do.
    Revealed(u8),
}

impl Token for Square {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "-" => Ok(Square::Hidden),
            "S" => Ok(Square::Asked),
            _ => {
                let number = text.parse().ok().filter(|number| *number <= 8);
                number.map(Square::Revealed).ok_or_else(|| "-, S or a number from 0 to 8".into())
            }
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Square::Hidden => f.write_str("-"),
            Square::Asked => f.write_str("S"),
            Square::Revealed(number) => write!(f, "{number}"),
        }
    }
}

/// What is revealed, and which cell is asked for.
pub type Board = Grid<Square>;

/// How likely a cell holds a mine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    /// The layouts that fit and have a mine there.
    with: u64,
    /// Those that have none.
    without: u64,
}

impl Chance {
    /// Whether it is less than certain, and higher than another one.
    fn beats(self, other: Self) -> bool {
        self.without > 0 && self.with * other.without > other.with * self.without
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.with + self.without;
        // No layout at all is 0/0.
        let (mut common, mut rest) = (total.max(1), self.with);
        while rest > 0 {
            (common, rest) = (rest, common % rest);
        }
        write!(f, "{}/{}", self.with / common, total / common)
    }
}

/// The cell's bit in a set of cells.
fn bit(board: &Board, cell: Cell) -> u32 {
    1 << (cell.row * board.columns() + cell.column)
}

/// The layouts that fit a board, each as the set of its mines.
fn layouts(board: &Board) -> Vec<u32> {
    let mut hidden = 0;
    let mut revealed = Vec::new();
    for (cell, &square) in board {
        match square {
            Square::Hidden | Square::Asked => hidden |= bit(board, cell),
            Square::Revealed(number) => {
                let near: u32 = board.all_neighbours(cell).map(|one| bit(board, one)).sum();
                revealed.push((near, u32::from(number)));
            }
        }
    }
    let fits = |&mines: &u32| {
        let shows = |&(near, number): &(u32, u32)| (mines & near).count_ones() == number;
        mines & !hidden == 0 && revealed.iter().all(shows)
    };
    (0..=hidden).filter(fits).collect()
}

/// How likely a cell of a board with these layouts holds a mine.
fn chance(board: &Board, layouts: &[u32], cell: Cell) -> Chance {
    let has_mine = |&&mines: &&u32| mines & bit(board, cell) != 0;
    let with = layouts.iter().filter(has_mine).count() as u64;
    Chance { with, without: layouts.len() as u64 - with }
}

/// The cell that is asked for, where the board has one.
fn asked(board: &Board) -> Option<Cell> {
    board.find(|&square| square == Square::Asked)
}

/// How likely the cell that is asked for holds a mine.
fn asked_chance(board: &Board) -> Chance {
    let none = Chance { with: 0, without: 1 };
    asked(board).map_or(none, |asked| chance(board, &layouts(board), asked))
}

puzzle::program!(MineSweeping);

impl Puzzle for MineSweeping {
    const DISTINCT: bool = true;

    const STRATEGIES: &'static [Strategy<Self>] = &[
        Strategy { name: "classes", search: search::search },
        Strategy { name: "all-boards", search: all_boards::search },
    ];

    type Board = Board;

    fn validate(&self) -> Result<()> {
        for (name, size) in [("rows", self.rows), ("columns", self.columns)] {
            ensure!(size > 0, "`{name}` is 0; expected at least 1");
        }
        ensure!(
            self.rows.saturating_mul(self.columns) <= MOST_CELLS,
            "`rows` x `columns` is {} x {}; expected at most {MOST_CELLS} cells",
            self.rows,
            self.columns
        );
        Ok(())
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.rows, self.columns)?;
        let number = board.values().filter(|&&square| square == Square::Asked).count();
        ensure!(number == 1, "{number} cells are marked S; expected one");
        let layouts = layouts(board);
        ensure!(!layouts.is_empty(), "the board is not legal: no layout of mines fits it");
        let asked = asked(board).context("no cell is marked S")?;
        let Chance { without, .. } = chance(board, &layouts, asked);
        ensure!(without > 0, "{asked}, marked S, holds a mine in every layout that fits");
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        asked_chance(board).to_string()
    }

    /// The chance, as so many parts of 2^64: two that differ, differ by more than 2^-40.
    fn score(&self, board: &Board) -> i128 {
        let Chance { with, without } = asked_chance(board);
        (i128::from(with) << 64) / i128::from(with + without).max(1)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let Chance { with, without } = asked_chance(board);
        vec![
            ("layouts that fit", (with + without).to_string()),
            ("with a mine in S", with.to_string()),
        ]
    }

    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let rows = random.usize(1..=size.clamp(1, 4));
        let columns = random.usize(1..=size.clamp(1, 9 / rows));
        Some(MineSweeping { rows, columns })
    }

    /// Hidden cells show their own chances.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.rows, self.columns);
        let Some(board) =
            board.filter(|board| check::shape(board, self.rows, self.columns).is_ok())
        else {
            return picture;
        };
        let layouts = layouts(board);
        for (cell, &square) in board {
            match square {
                Square::Revealed(number) => {
                    picture.text(cell, &number.to_string(), Ink::Found);
                    continue;
                }
                Square::Hidden => picture.fill(cell, Tint::Shade),
                Square::Asked => {
                    let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.38);
                    picture.fill(cell, Tint::Highlight).text_at(x, y, 0.5, "S", Ink::Accent)
                }
            };
            if !layouts.is_empty() {
                let chance = chance(board, &layouts, cell).to_string();
                picture.small_text(cell, Corner::BottomRight, &chance, Ink::Muted);
            }
        }
        if let Some(asked) = asked(board) {
            let Chance { with, without } = chance(board, &layouts, asked);
            picture.caption([format!(
                "{} layouts of mines fit, and {with} of them have one in S. The small fractions are \
                 the chances of the hidden cells.",
                with + without
            )]);
        }
        picture
    }
}
