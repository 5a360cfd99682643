//! # Hooks #6
//!
//! *Jane Street, November 2019.* Cut a square into nested hooks: the largest is an outer row together
//! with an outer column; what it leaves is a smaller square, from which the next hook is cut, down
//! to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1 cells. The
//! filled cells hang together, and no 2 x 2 block is full. A clue at the border looks along a row or
//! column, in which each run of filled cells is a number, its digits in the order in which they are
//! met; it is the greatest common divisor of these numbers, or their product. The answer is the
//! product of the sizes of the groups of empty cells.
//!
//! ```text
//!    4 . . 4
//! 42 3 . 1 4 123     from the left the numbers 3 and 14, with the product 42;
//!    3 2 2 .         from the right 41 and 3, with the product 123
//!    . . 3 4
//! ```
//!
//! ## Idea
//! The search decides where hooks are, not which cells are filled: what the clues leave of that is
//! kept as a set of *fills* for each line. It is the search of [`nested_hooks::numbers`], which tells
//! more.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 51 nodes in 160 microseconds, tables
//! included. Its clues are so strong that little else is needed: with nothing but the fills of whole
//! lines until all hooks are cut it takes 57.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. To keep for each line the set of
//! fills that are possible, and to compare such sets cell by cell, is the usual way of solving
//! nonograms.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::{Border, Side};
use nested_hooks::numbers::{self, Kind, Lines};
use nested_hooks::{Digits, check, draw};
use picture::Picture;
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

pub use nested_hooks::Board;

/// A square to cut into nested hooks, and to fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// Greatest common divisors of the numbers in a line.
    pub gcd: Border<NonZeroU64>,
    /// Products of the numbers in a line.
    pub product: Border<NonZeroU64>,
}

impl Hooks {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.gcd.size()
    }

    /// The two tables, with their names and what their clues say.
    fn tables(&self) -> [(&'static str, Kind, &Border<NonZeroU64>); 2] {
        [("gcd", Kind::Gcd, &self.gcd), ("product", Kind::Product, &self.product)]
    }

    /// The clues that there are: what each says, from which side, of which row or column.
    fn clues(&self) -> impl Iterator<Item = (Kind, Side, usize, u64)> {
        self.tables().into_iter().flat_map(|(_, kind, border)| {
            border.given().map(move |(side, line, &clue)| (kind, side, line, clue.get()))
        })
    }

    /// What a picture shows at one side of a row or column.
    fn label(&self, side: Side, line: usize) -> Option<String> {
        let divisor = self.gcd.side(side)[line].map(|divisor| format!("gcd {divisor}"));
        let product = self.product.side(side)[line].map(|product| product.to_string());
        let labels: Vec<String> = divisor.into_iter().chain(product).collect();
        (!labels.is_empty()).then(|| labels.join(", "))
    }
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        for (table, _, border) in self.tables() {
            border.check_sides(table)?;
            for side in Side::ALL {
                let key = format!("{table}.{}", side.key());
                numbers::check_clues(&key, border.side(side))?;
            }
        }
        self.product.top.check_as_many("product.top", "gcd.top", &self.gcd.top)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let mut lines = Lines::new(self.size());
        for (kind, side, line, clue) in self.clues() {
            lines.add(side, line, kind, clue);
        }
        numbers::search(&lines, Digits::OfSize, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.size())?;
        check::digits(board)?;
        check::hooks(board, Digits::OfSize)?;
        check::connected(board)?;
        check::blocks(board)?;
        self.clues()
            .try_for_each(|(kind, side, line, clue)| numbers::check(board, side, line, kind, clue))
    }

    fn answer(&self, board: &Board) -> String {
        nested_hooks::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        nested_hooks::remarks(board)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.size(), None, board);
        for side in Side::ALL {
            let labels = (0..self.size()).filter_map(|line| Some((line, self.label(side, line)?)));
            draw::side(&mut picture, side, labels);
        }
        if let Some(board) = board {
            draw::hooks(&mut picture, board, Digits::OfSize);
        }
        picture
    }
}
