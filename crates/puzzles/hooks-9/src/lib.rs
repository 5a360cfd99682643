//! # Hooks 9
//!
//! *Jane Street, June 2023.* Nested hooks of the sizes 1 to n, which carry the digits 1 to n in any
//! order, the digit d in exactly d cells: see [`nested_hooks`]. The filled cells are connected, and no
//! 2 x 2 block is full. In a row read from left to right, or a column from top to bottom, each run of
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
//! The published instance is found and proved unique with 240 nodes in 1.3 milliseconds, tables
//! included. Nodes:
//!
//! | | nodes |
//! | --- | --- |
//! | corners and digits, as far as whole lines have fills that keep their clues; the rest when all hooks are cut | 8,201 |
//! | cells that all fills agree on become known, and row and column share the digits of their hook | 1,134 |
//! | the 2 x 2 rule and connectivity on the way, too | 496 |
//! | no digits but those that leave the smaller hooks [room](nested_hooks::have_room) for the others | 240 |

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::{Clues, Side};
use nested_hooks::numbers::{self, Kind, NumberClue};
use nested_hooks::rules::Cells;
use nested_hooks::{Digits, Variant, draw};
use picture::Picture;
use puzzle::{Rng, Search, Stop};
use rules::Model;
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// The instance: its clues.
pub type Hooks = nested_hooks::Hooks<Divisors>;

/// The greatest common divisors of the numbers in rows and columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divisors {
    /// Those of the rows, from top to bottom.
    #[serde(deserialize_with = "Clues::of_rows")]
    pub left: Clues<NonZeroU64>,
    /// Those of the columns, from left to right.
    #[serde(deserialize_with = "Clues::of_columns")]
    pub top: Clues<NonZeroU64>,
}

impl Divisors {
    /// The two keys, with their names and the sides at which they stand.
    fn sides(&self) -> [(&'static str, Side, &Clues<NonZeroU64>); 2] {
        [("left", Side::Left, &self.left), ("top", Side::Top, &self.top)]
    }

    fn clues(&self) -> impl Iterator<Item = NumberClue> {
        self.sides().into_iter().flat_map(|(_, side, clues)| {
            let clue = move |(line, &value)| NumberClue { side, line, kind: Kind::Gcd, value };
            clues.given().map(clue)
        })
    }
}

puzzle::program!(Hooks);

impl Variant for Divisors {
    const DIGITS: Digits = Digits::Free;

    fn size(&self) -> usize {
        self.left.len()
    }

    fn validate(&self) -> Result<()> {
        self.top.check_as_many("top", "left", &self.left)?;
        let mut sides = self.sides().into_iter();
        sides.try_for_each(|(key, _, clues)| numbers::check_clues(key, clues))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        numbers::search(self.size(), self.clues(), Self::DIGITS, search)
    }

    fn state_clues(&self, model: &mut Model, cells: &Cells) -> Option<()> {
        let clues =
            self.clues().map(|NumberClue { side, line, value, .. }| (side, line, value.get()));
        numbers::rules::state_divisors(model, cells, clues);
        Some(())
    }

    fn check_clues(&self, board: &Board) -> Result<()> {
        self.clues().try_for_each(|clue| numbers::check(board, &clue))
    }

    fn random(size: usize, _: &mut Rng) -> Self {
        let none: Clues<_> = (0..size.min(numbers::LARGEST_SIZE)).map(|_| None).collect();
        Divisors { left: none.clone(), top: none }
    }

    fn clued(&self, board: &Board) -> Self {
        let [left, top] = [Side::Left, Side::Top].map(|side| {
            let divisor = |line| numbers::read(board, side, line, Kind::Gcd);
            (0..self.size()).map(divisor).collect()
        });
        Divisors { left, top }
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        self.sides()
            .into_iter()
            .for_each(|(_, side, clues)| draw::side(picture, side, clues.given()));
    }
}
