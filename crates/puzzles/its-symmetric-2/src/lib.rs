//! # It's Symmetric 2
//!
//! *Jane Street, July 2021.* Shade some cells of a grid, such that the shaded cells are connected
//! and symmetric: a half turn, a quarter turn or a reflection maps them onto themselves. Its centre
//! or axis may be anywhere. Every cell with a number is shaded. From there, look along row and
//! column in the four directions and count the shaded cells up to the first unshaded one or the
//! border; the number is the product of those counts that are not 0. The answer is the sum of the
//! squares of the sizes of the groups of connected unshaded cells.
//!
//! ```text
//! . . 8 . .      # # # # #      symmetric about the diagonal from the top left; the 4 in the
//! . . . . 2      # - # # #      middle sees two cells above it and two at its left, the 8 at the
//! . . 4 . .      # # # - #      top sees 2 at either side and 2 below: 4 = 2 x 2, 8 = 2 x 2 x 2.
//! 3 . . . .      # # - - -      Groups of 6 and 1 unshaded cells: 6 x 6 + 1 = 37
//! . . 2 . .      # # # - -      (these numbers allow four other shadings, too)
//! ```
//!
//! A cell that sees no shaded cell has the empty product 1. At least one cell is shaded.
//!
//! ## Idea
//! A quarter turn done twice is a half turn, so half turns and reflections are enough. For the
//! published grid these are 725, by all centres and axes. A cell with a number is shaded, so its
//! image is a cell of the grid; and as the image sees the same cells, turned, no other number
//! stands there. That leaves few: the numbers reach almost to all four borders.
//!
//! For each number all ways to be a product of four counts are listed. In each direction the known
//! cells leave some counts, a word of bits; the ways that fit are left, and what they have in
//! common is known. This is done once without any symmetry, then with each that is left: a cell
//! that becomes known makes its image known. What cannot be reached from the shaded cells is
//! unshaded. Where nothing more follows, the search tries the cell after the shortest view that a
//! number can have.
//!
//! ## Why it is fast
//! Two of the 725 symmetries are left, one of them is contradictory, and the other leads straight
//! to the solution: 3 nodes in 50 microseconds, half of which list the ways. If a number may have
//! another number as its image, it takes 10 nodes; if it may have none, 726. The rules alone need
//! 36 milliseconds.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

mod rules;
mod search;

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use ::rules::Rules;
use anyhow::{Result, bail, ensure};
use grid_puzzles::{Colour, check, check_size, draw};
use grid_utils::{Cell, Direction, Grid, Regions, Symmetry};
use itertools::Itertools;
use picture::{Ink, Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// A grid to shade: its numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItsSymmetric {
    /// What the shaded cells that are seen from a cell multiply to, where it is given.
    pub numbers: Grid<Option<NonZeroU32>>,
}

/// The colour of each cell, `.` where it is not known yet.
pub type Board = Grid<Option<Colour>>;

/// The symmetries to look for: a quarter turn done twice is a half turn.
const SYMMETRIES: [Symmetry; 5] = [
    Symmetry::HalfTurn,
    Symmetry::FlipRows,
    Symmetry::FlipColumns,
    Symmetry::Transpose,
    Symmetry::AntiTranspose,
];

/// The most rows or columns.
const LARGEST_SIZE: usize = 16;

puzzle::program!(ItsSymmetric);

impl Puzzle for ItsSymmetric {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::state(&self.numbers))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(&self.numbers, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.numbers.rows(), self.numbers.columns())?;
        if let Some(cell) = board.find(Option::is_none) {
            bail!("{cell} has no colour");
        }
        check::connected(board, "shaded", |&colour| is_shaded(colour))?;
        ensure!(board.find(|&colour| is_shaded(colour)).is_some(), "no cell is shaded");
        ensure!(!symmetries(board).is_empty(), "the shaded cells are not symmetric");
        for (cell, number) in &self.numbers {
            let Some(number) = number else { continue };
            ensure!(is_shaded(board[cell]), "{cell} has the number {number} and is not shaded");
            let seen = product(board, cell);
            ensure!(seen == *number, "{cell} sees a product of {seen} instead of {number}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        let areas = unshaded(board);
        areas.areas().map(|area| area * area).sum::<usize>().to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let names = symmetries(board).into_iter().map(Symmetry::name);
        vec![
            ("symmetry", names.unique().join(", ")),
            ("unshaded groups", unshaded(board).areas_text()),
        ]
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        Some(ItsSymmetric { numbers: Grid::filled(size, size, None) })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let number =
            |cell, &colour: &Option<Colour>| is_shaded(colour).then(|| product(board, cell));
        Some(ItsSymmetric { numbers: board.map(number) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        let mut picture = draw::numbers(rows, columns, Some(&self.numbers), None);
        picture.title("It's Symmetric 2");
        if let Some(board) = board {
            draw::colours(&mut picture, board);
            picture.borders(|one, other| board.get(one) != board.get(other));
        }
        if let Some(board) = board.filter(|board| board.find(Option::is_none).is_none()) {
            draw_symmetries(&mut picture, board);
        }
        picture
    }
}

fn is_shaded(colour: Option<Colour>) -> bool {
    colour == Some(Colour::Shaded)
}

fn unshaded(board: &Board) -> Regions {
    Regions::components(board, |&colour| colour == Some(Colour::Unshaded))
}

/// The product of the counts of shaded cells that are seen from a cell and not 0.
fn product(board: &Board, cell: Cell) -> NonZeroU32 {
    let seen = Direction::ALL.map(|direction| {
        let cells = board.ray(cell, direction);
        u32::try_from(cells.take_while(|&cell| is_shaded(board[cell])).count()).unwrap_or(u32::MAX)
    });
    let factors = seen.into_iter().filter_map(NonZeroU32::new);
    factors.fold(NonZeroU32::MIN, NonZeroU32::saturating_mul)
}

/// The symmetries of the shaded cells, the identity apart. Each maps the rectangle around them onto
/// itself, so that it is enough to look at this.
fn symmetries(board: &Board) -> Vec<Symmetry> {
    let cut_out = board.cut_out(|&colour| is_shaded(colour));
    cut_out.map_or(Vec::new(), |(_, shaded)| shaded.symmetries().skip(1).collect())
}

/// Draws axes and centres of the shaded cells.
fn draw_symmetries(picture: &mut Picture, board: &Board) {
    let Some((first, shaded)) = board.cut_out(|&colour| is_shaded(colour)) else { return };
    let (left, top) = (first.column as f64, first.row as f64);
    let (right, bottom) = (left + shaded.columns() as f64, top + shaded.rows() as f64);
    let (x, y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    for symmetry in shaded.symmetries().skip(1) {
        let axis = match symmetry {
            Symmetry::FlipRows => [(left, y), (right, y)],
            Symmetry::FlipColumns => [(x, top), (x, bottom)],
            Symmetry::Transpose => [(left, top), (right, bottom)],
            Symmetry::AntiTranspose => [(right, top), (left, bottom)],
            _ => {
                picture.circle(x, y, 0.15, Ink::Accent, Some(Tint::Highlight));
                continue;
            }
        };
        picture.line(&axis, Ink::Accent, 0.08);
    }
}
