//! # Hooks #6
//!
//! *Jane Street, November 2019.* Nested hooks, the hook of size m with the digit m in exactly m of its
//! cells: see [`nested_hooks`]. The filled cells are connected, and no 2 x 2 block is full. A clue at
//! the border looks along a row or column, in which each run of filled cells is a number, its digits
//! in the order in which they are met; it is the greatest common divisor of these numbers, or their
//! product. The answer is the product of the sizes of the groups of empty cells.
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

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::{Border, Side};
use nested_hooks::numbers::{self, Kind, NumberClue};
use nested_hooks::rules::Cells;
use nested_hooks::{Digits, Variant, draw};
use picture::Picture;
use puzzle::{Rng, Search, Stop};
use rules::Model;
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// The instance: its clues.
pub type Hooks = nested_hooks::Hooks<Numbers>;

/// Clues about the numbers in a row or column, as they are read from the clue's side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Their greatest common divisors.
    pub gcd: Border<NonZeroU64>,
    /// Their products.
    pub product: Border<NonZeroU64>,
}

impl Numbers {
    /// The two tables, with their names and what their clues say.
    fn tables(&self) -> [(&'static str, Kind, &Border<NonZeroU64>); 2] {
        [("gcd", Kind::Gcd, &self.gcd), ("product", Kind::Product, &self.product)]
    }

    fn clues(&self) -> impl Iterator<Item = NumberClue> {
        self.tables().into_iter().flat_map(|(_, kind, border)| {
            border.given().map(move |(side, line, &value)| NumberClue { side, line, kind, value })
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

impl Variant for Numbers {
    const DIGITS: Digits = Digits::OfSize;

    fn size(&self) -> usize {
        self.gcd.size()
    }

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
        numbers::search(self.size(), self.clues(), Self::DIGITS, search)
    }

    fn state_clues(&self, model: &mut Model, cells: &Cells) -> Option<()> {
        numbers::rules::state(model, cells, self.clues());
        Some(())
    }

    fn check_clues(&self, board: &Board) -> Result<()> {
        self.clues().try_for_each(|clue| numbers::check(board, &clue))
    }

    fn random(size: usize, _: &mut Rng) -> Self {
        let none = Border::of(size.min(numbers::LARGEST_SIZE), |_, _| None);
        Numbers { gcd: none.clone(), product: none }
    }

    fn clued(&self, board: &Board) -> Self {
        let [gcd, product] = [Kind::Gcd, Kind::Product].map(|kind| {
            Border::of(self.size(), |side, line| numbers::read(board, side, line, kind))
        });
        Numbers { gcd, product }
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        for side in Side::ALL {
            let labels = (0..self.size()).filter_map(|line| Some((line, self.label(side, line)?)));
            draw::side(picture, side, labels);
        }
    }
}
