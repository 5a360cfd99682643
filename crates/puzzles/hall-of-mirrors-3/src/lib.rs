//! # Hall of Mirrors 3
//!
//! *Jane Street, March 2025.* Lasers stand around a square field, one at each end of each row and
//! column, half a cell outside it. Some cells hold a mirror along a diagonal, no two of them side
//! by side. A ray turns at each mirror that it meets, until it leaves the field at another laser.
//! The value of a laser is the product of the lengths of its ray's segments, from centre to
//! centre. Some values are given; place the mirrors. The answer is the product of four sums: of
//! the values that were not given, side by side.
//!
//! ```text
//!      2 36  9 16  1
//! 10   . \ . . \    1      The ray from the left of row 1 meets / after one cell, turns up,
//!  2   / . . . .   75      and leaves after two more at the top of column 0: 1 x 2 = 2. At the
//!  9   . . / . /    3      right of row 1, 75 = 5 x 3 x 5. Given were 75, 9, 16 at the left, 36 at
//! 16   . . . / .    4      the bottom: the others add up to 83, 55, 22 and 18.
//!  1   \ . . . .   75
//!      1 10 36  4  3
//! ```
//!
//! ## Idea
//! A value has few factors, and a ray is a row of them: a segment between two mirrors is 2 cells
//! long at least, so each turn uses up a factor. The search lists the paths that a laser's ray
//! can take where some cells are known: it tries each length that divides what is left of the
//! value. Each path says of its cells that they are empty or hold one of the mirrors. What all
//! paths of a laser say is known from then on, and takes paths from the other lasers, until
//! nothing changes. Then the laser with the fewest paths has each of them tried. Cells that no
//! ray needs are tried last.
//!
//! As long as a laser has too many paths to list, it waits: known cells will make them fewer.
//!
//! ## Why it is fast
//! Nothing is tried: on the published instance, what the paths of each laser have in common
//! settles every cell, with 1 node in 50 microseconds, tables included. The rules alone take 20
//! milliseconds. How long a list may be, in segments followed, is measured:
//!
//! | segments at most | 60 | 100 | 120 | 250 | 2,000 |
//! | --- | --- | --- | --- | --- | --- |
//! | microseconds | 29 | 46 | 54 | 53 to 93 | 64 to 88 |
//!
//! Where every laser has a longer list, lists may have 2,000 segments: an instance of 14 values
//! that `make` read off a random field needs 547 nodes with that, and 45,722 without; 685 with
//! lists of 60 at first.
//!
//! ## Why so many lines
//! Rays are followed three times, by code that shares nothing: over bit sets by the search, as
//! chains of segments by the rules, from cell to cell by the checker. The picture draws them as
//! well.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. What all ways to fill a line have in
//! common is how nonograms are solved.

mod check;
mod picture;
mod rules;
mod search;

use std::fmt;
use std::num::NonZeroU128;
use std::ops::ControlFlow;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::{Border, Side};
use grid_utils::{Grid, Token};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// The longest side: the product of all segments of a field is below 2^128, and its cells are the
/// bits of two words.
const LARGEST_SIZE: usize = 10;

/// The instance: the values of the lasers, where they are given.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HallOfMirrors {
    /// The product of the lengths of each laser's ray's segments.
    pub lasers: Border<NonZeroU128>,
}

/// A mirror with two sides, along a diagonal of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// `/`
    Rising,
    /// `\`
    Falling,
}

impl Token for Mirror {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "/" => Ok(Mirror::Rising),
            "\\" => Ok(Mirror::Falling),
            _ => Err("a mirror, / or \\".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == Mirror::Rising { "/" } else { "\\" })
    }
}

/// Rows of `/`, `\` and `.` for an empty cell.
pub type Board = Grid<Option<Mirror>>;

impl HallOfMirrors {
    fn size(&self) -> usize {
        self.lasers.size()
    }

    /// What the values that are not given add up to on a side.
    fn sum(&self, side: Side, board: &Board) -> u128 {
        let clues = self.lasers.side(side).iter().enumerate();
        let open = clues.filter(|(_, given)| given.is_none());
        open.map(|(line, _)| check::value(board, side, line)).sum()
    }
}

puzzle::program!(HallOfMirrors);

impl Puzzle for HallOfMirrors {
    // Two paths of a laser say different things of a cell.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.lasers.top.check_at_most("lasers.top", LARGEST_SIZE)?;
        self.lasers.check_sides("lasers")
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::rules(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        grid_puzzles::check::shape(board, self.size(), self.size())?;
        for (cell, _) in board.iter().filter(|(_, mirror)| mirror.is_some()) {
            let touching = board.neighbours(cell).find(|&other| board[other].is_some());
            if let Some(other) = touching {
                anyhow::bail!("the mirrors at {cell} and {other} stand side by side");
            }
        }
        for (side, line, given) in self.lasers.given() {
            let value = check::value(board, side, line);
            ensure!(
                value == given.get(),
                "the laser of {} has the value {value} instead of {given}",
                side.name(line)
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        let sums = Side::ALL.into_iter().map(|side| self.sum(side, board));
        let product = sums.into_iter().try_fold(1_u128, u128::checked_mul);
        product.map_or_else(|| "2^128 or more".to_owned(), |product| product.to_string())
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let sums = Side::ALL.map(|side| format!("{} {}", side.key(), self.sum(side, board)));
        vec![("sums of values not given", sums.join(", "))]
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let lasers = Border::of(size.clamp(1, LARGEST_SIZE), |_, _| None);
        Some(HallOfMirrors { lasers })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let value = |side, line| NonZeroU128::new(check::value(board, side, line));
        Some(HallOfMirrors { lasers: Border::of(self.size(), value) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        picture::picture(self, board)
    }
}
