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
//! Branch and bound: S takes each place in turn, except images under rotation and reflection, and
//! for each place cells are revealed in reading order. A set of revealed cells sorts the layouts by
//! the numbers of these cells: each class is a legal board, and revealing one more cell splits it
//! further. The layouts of a class are not listed. A cell counts once one of its neighbours is
//! revealed, and layouts that differ only in cells without a neighbour that may still be revealed
//! are merged, with the numbers of those with and without a mine in S.
//!
//! Some layout without a mine in S must remain, so a class is worth refining only if it can end
//! with enough layouts that have one. Their number grows only where revealing a cell makes new
//! cells count: k new cells hold the missing mines in at most *k over k / 2* ways, so the best way
//! to partition the cells that may still count gives a bound.
//!
//! `--strategy all-boards` lists all legal boards; `selfcheck` compares the two.
//!
//! ## Why there are no rules as constraints
//! A chance is a fraction of two numbers of layouts, which is not a linear objective, and each
//! layout would need a flag that says whether it fits the board.

mod all_boards;
mod search;

use std::fmt;

use num_integer::gcd;
use puzzle::prelude::*;

/// The most cells of a field: a board has up to a million layouts then.
const MOST_CELLS: i64 = 20;

/// An instance: the shape of the field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MineSweeping {
    rows: Within<1, MOST_CELLS>,
    columns: Within<1, MOST_CELLS>,
}

/// A cell of a board is hidden, hidden and asked for, or shows the number revealed there.
const HIDDEN: i64 = 9;
const ASKED: i64 = 10;
const WORDS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "-", "S"];

/// The chance that a cell holds a mine.
#[derive(Clone, Copy)]
struct Chance {
    /// The layouts that fit and have a mine there.
    with: u64,
    /// The layouts that fit and have no mine there.
    without: u64,
}

impl Chance {
    fn layouts(self) -> u64 {
        self.with + self.without
    }

    /// Returns whether the chance is below certainty and higher than another one.
    fn beats(self, other: Self) -> bool {
        self.without > 0 && self.with * other.without > other.with * self.without
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without layouts the chance is 0/0.
        let common = gcd(self.with, self.layouts()).max(1);
        write!(f, "{}/{}", self.with / common, self.layouts() / common)
    }
}

/// Returns the cell's bit in a set of cells.
fn bit(grid: &Grid<Option<i64>>, cell: Cell) -> u32 {
    1 << (cell.row * grid.columns() + cell.column)
}

/// Returns the layouts that fit a board, each as the set of its mines.
fn layouts(board: &Board) -> Vec<u32> {
    let grid = board.grid();
    let mut hidden = 0;
    let mut revealed = Vec::new();
    for (cell, &value) in grid {
        match value.and_then(|number| u32::try_from(number).ok()) {
            Some(number @ 0..=8) => {
                let near: u32 = grid.all_neighbours(cell).map(|one| bit(grid, one)).sum();
                revealed.push((near, number));
            }
            _ => hidden |= bit(grid, cell),
        }
    }
    let fits = |&mines: &u32| {
        let shows = |&(near, number): &(u32, u32)| (mines & near).count_ones() == number;
        mines & !hidden == 0 && revealed.iter().all(shows)
    };
    (0..=hidden).filter(fits).collect()
}

/// Returns the chance that a cell of a board with these layouts holds a mine.
fn chance(board: &Board, layouts: &[u32], cell: Cell) -> Chance {
    let has_mine = |&&mines: &&u32| mines & bit(board.grid(), cell) != 0;
    let with = layouts.iter().filter(has_mine).count() as u64;
    Chance { with, without: layouts.len() as u64 - with }
}

/// Returns the cell that is asked for, if the board has one.
fn asked(board: &Board) -> Option<Cell> {
    board.grid().find(|&value| value == Some(ASKED))
}

puzzle::program!(MineSweeping, searched without rules);

impl Puzzle for MineSweeping {
    fn form(&self) -> Form {
        Form::words(self.rows.size(), self.columns.size(), WORDS)
    }

    fn validate(&self) -> Result<()> {
        ensure!(
            self.rows.get() * self.columns.get() <= MOST_CELLS,
            "`rows` x `columns` is {} x {}; expected at most {MOST_CELLS} cells",
            self.rows,
            self.columns
        );
        Ok(())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["classes", "all-boards"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        let grid = Grid::filled(self.rows.size(), self.columns.size(), ());
        match search.strategy() {
            0 => search::search(&grid, search),
            _ => all_boards::search(&grid, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let number = board.grid().values().filter(|&&value| value == Some(ASKED)).count();
        ensure!(number == 1, "{number} cells are marked S; expected one");
        let layouts = layouts(board);
        ensure!(!layouts.is_empty(), "the board is not legal: no layout of mines fits it");
        let asked = asked(board).context("no cell is marked S")?;
        let Chance { without, .. } = chance(board, &layouts, asked);
        ensure!(without > 0, "{asked}, marked S, holds a mine in every layout that fits");
        Ok(())
    }

    /// Returns the chance; the score is the chance in units of 2^-64. Two different chances differ
    /// by more than 2^-40.
    fn answer(&self, board: &Board) -> Answer {
        let none = Chance { with: 0, without: 1 };
        let asked = asked(board).map(|asked| chance(board, &layouts(board), asked));
        let chance = asked.unwrap_or(none);
        Answer::new(chance)
            .score((i128::from(chance.with) << 64) / i128::from(chance.layouts()).max(1))
            .remark("layouts that fit", chance.layouts())
            .remark("with a mine in S", chance.with)
    }

    /// Draws the board; hidden cells show their own chances.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.rows.size(), self.columns.size());
        let Some(board) = board else { return picture };
        let layouts = layouts(board);
        for (cell, &value) in board.grid() {
            match value {
                Some(number @ 0..=8) => {
                    picture.text(cell, &number.to_string(), Ink::Found);
                    continue;
                }
                Some(ASKED) => {
                    let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.38);
                    picture.fill(cell, Tint::Highlight).text_at(x, y, 0.5, "S", Ink::Accent)
                }
                _ => picture.fill(cell, Tint::Shade),
            };
            if !layouts.is_empty() {
                let chance = chance(board, &layouts, cell).to_string();
                picture.small_text(cell, Corner::BottomRight, &chance, Ink::Muted);
            }
        }
        if let Some(asked) = asked(board) {
            let chance = chance(board, &layouts, asked);
            picture.caption([format!(
                "{} layouts of mines fit, and {} of them have one in S. The small fractions are \
                 the chances of the hidden cells.",
                chance.layouts(),
                chance.with
            )]);
        }
        picture
    }
}

impl Setter for MineSweeping {
    fn sizes(&self) -> Vec<usize> {
        (1..=4).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rows = random.usize(1..=size);
        let columns = random.usize(1..=size.clamp(1, 9 / rows));
        Some(Draft::new().number("rows", rows).number("columns", columns))
    }
}
