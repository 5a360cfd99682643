//! # Hooks 9
//!
//! *Jane Street, June 2023.* Cut a square into nested hooks: the largest is an outer row together
//! with an outer column; what it leaves is a smaller square, from which the next hook is cut, down
//! to a single cell. The hooks of the sizes 1 to n get the digits 1 to n in any order; the one with
//! the digit d holds it in exactly d of its cells. The filled cells hang together, and no 2 x 2
//! block is full. In a row read from left to right, or a column from top to bottom, each run of
//! filled cells is a number; the clue is the greatest common divisor of the line's numbers. The
//! answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!     .  1  1  5  4
//! .   .  4  4  4  .
//! 5   5  5  .  5  .     the second row has the numbers 55 and 5, its clue is 5;
//! 3   3  .  .  5  4     the fourth column has 455 and 5, with the same clue
//! 123 1  2  3  .  .
//! 1   2  .  3  5  .
//! ```
//!
//! ## Idea
//! The search decides where hooks are and which digits they carry, not which cells are filled: what
//! the clues leave of that is kept as a set of *fills* for each line. It is the search of
//! [`nested_hooks::numbers`], which tells more.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 496 nodes in 2.6 milliseconds, tables
//! included. Nodes:
//!
//! | | nodes |
//! | --- | --- |
//! | corners and digits, as far as whole lines have fills that keep their clues; the rest when all hooks are cut | 8,201 |
//! | cells that all fills agree on become known, and row and column share the digits of their hook | 1,134 |
//! | the 2 x 2 rule and connectivity on the way, too | 496 |
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. To keep for each line the set of
//! fills that are possible, and to compare such sets cell by cell, is the usual way of solving
//! nonograms.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::{Clues, Side};
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
    /// The greatest common divisor of the numbers in each row, from top to bottom.
    #[serde(deserialize_with = "Clues::of_rows")]
    pub left: Clues<NonZeroU64>,
    /// The greatest common divisor of the numbers in each column, from left to right.
    #[serde(deserialize_with = "Clues::of_columns")]
    pub top: Clues<NonZeroU64>,
}

impl Hooks {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.left.len()
    }

    /// The clues that there are, with their side and the number of their row or column.
    fn clues(&self) -> impl Iterator<Item = (Side, usize, u64)> {
        [(Side::Left, &self.left), (Side::Top, &self.top)].into_iter().flat_map(|(side, clues)| {
            clues.given().map(move |(line, &clue)| (side, line, clue.get()))
        })
    }
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.top.check_as_many("top", "left", &self.left)?;
        numbers::check_clues("left", &self.left)?;
        numbers::check_clues("top", &self.top)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let mut lines = Lines::new(self.size());
        for (side, line, clue) in self.clues() {
            lines.add(side, line, Kind::Gcd, clue);
        }
        numbers::search(&lines, Digits::Free, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.size())?;
        check::digits(board)?;
        check::hooks(board, Digits::Free)?;
        check::connected(board)?;
        check::blocks(board)?;
        self.clues()
            .try_for_each(|(side, line, clue)| numbers::check(board, side, line, Kind::Gcd, clue))
    }

    fn answer(&self, board: &Board) -> String {
        nested_hooks::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        nested_hooks::remarks(board)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.size(), None, board);
        draw::side(&mut picture, Side::Left, self.left.given());
        draw::side(&mut picture, Side::Top, self.top.given());
        if let Some(board) = board {
            draw::hooks(&mut picture, board, Digits::Free);
        }
        picture
    }
}
