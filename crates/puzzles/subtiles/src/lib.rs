//! # Subtiles
//!
//! *Jane Street, October 2018.* Some cells of a grid hold numbers. Write numbers from 1 to the largest
//! into others, such that each number N stands in N connected cells, and the shape of these, turned
//! and mirrored as need be, fits into the shape of the number above. The rest stays empty, and the
//! answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//! . . 1      2 . 1
//! 2 3 4      2 3 4     The largest number is 4, and its shape S holds the bent one of three cells,
//! 3 . .      3 3 4     which holds the domino. The empty groups have the sizes 1 and 1.
//! . . .      . 4 4
//! ```
//!
//! Grids may have other sizes, up to 16 x 16, and up to 22 numbers.
//!
//! ## Idea
//! Whole shapes are placed. The first number is the largest one that has few places, whatever its
//! shape: given cells that are far apart leave few ways to connect them. From there on each shape
//! follows from one that is placed: a cell more for the number above, a cell less for the number below,
//! in all orientations, wherever given cells let it lie. Of the two the one with fewer places is
//! placed next. Dead ends are seen early, for what is given of each other number must still be
//! connected by as many cells as it has, and free areas must hold all numbers that are given in them.
//!
//! ## Why it is fast
//! The published instance takes 1,171 nodes. Most of them are the 2,295 places of the number 15, with which
//! the search begins, and which mostly end where 14 or 16 finds no place. From another start it is:
//!
//! | first number | its places | nodes |
//! | --- | --- | --- |
//! | 8 | 857 | 8,967 |
//! | 9 | 106 | 7,073 |
//! | 10 | 1,311 | 8,178 |
//! | 11 | 1,983 | 9,044 |
//! | 14 | 4,443 | 2,505 |
//! | 15 | 2,295 | 1,171 |
//! | 17 | 31,771 | 29,974 |
//!
//! From 5 or 6, which have some hundred places, it is not done after half a million: shapes that grow
//! multiply, shapes that shrink hardly do. So the start is large.
//!
//! ## The rules as constraints
//! They are stated for grids of up to 36 cells, where they check the search. A shape is moved over the
//! grid by constraints, 163,000 for the published instance, from which little follows before it is
//! known how far: in a minute and 800,000 nodes no solution was found. Stated both ways, or from each
//! number to the next instead of from one order of cells to all numbers, it was no better.
//!
//! ## Why so many lines
//! The rules that check the search on small grids are as long as those of other puzzles.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Sets of connected cells are listed by
//! deciding one cell beside them after the other, as Redelmeier, "Counting polyominoes: yet another
//! attack" (1981), does.

mod check;
mod rules;
mod search;

use std::ops::ControlFlow;

use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::{check_givens_fit, check_size, draw, empty_groups};
use grid_utils::{Grid, Regions};
use picture::{Picture, Tint, region_colours};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// The most rows or columns.
const LARGEST_SIZE: usize = 16;
/// The largest of all numbers: 1 + 2 + ... + 22 = 253.
const LARGEST_NUMBER: u8 = 22;
/// Up to so many cells the rules are stated as constraints.
const MOST_STATED: usize = 36;

/// An instance: the numbers that are given.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subtiles {
    /// The largest number, from 1 to 22.
    pub largest: u8,
    /// The numbers that are given (rows x columns).
    pub givens: Grid<Option<u8>>,
}

/// The number of each cell, none in an empty one.
pub type Board = Grid<Option<u8>>;

puzzle::program!(Subtiles);

impl Puzzle for Subtiles {
    // Places of a number are different sets of cells.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        let Self { largest, givens } = self;
        check_size("givens", givens, (LARGEST_SIZE, LARGEST_SIZE))?;
        ensure!(
            (1..=LARGEST_NUMBER).contains(largest),
            "`largest` is {largest}; expected a number from 1 to {LARGEST_NUMBER}"
        );
        check_givens_fit(givens, (givens.rows(), givens.columns()), "number", 1..=*largest)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let cells = self.givens.rows() * self.givens.columns();
        (cells <= MOST_STATED).then(|| rules::rules(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> String {
        empty_groups::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        empty_groups::remarks(board)
    }

    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        let givens = Grid::filled(size, random.usize(size.div_ceil(2)..=size), None);
        let cells = givens.rows() * givens.columns();
        let fits = |&number: &u8| usize::from(number) * usize::from(number + 1) / 2 <= cells;
        let largest = (1..=LARGEST_NUMBER).take_while(fits).last()?;
        Some(Subtiles { largest: random.u8(1..=largest), givens })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(Subtiles { largest: self.largest, givens: board.clone() })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        let mut picture = draw::numbers(rows, columns, Some(&self.givens), board);
        picture.title("Subtiles");
        let shown = board.unwrap_or(&self.givens);
        let number = |cell| shown.get(cell).copied().flatten();
        if board.is_some() {
            let shapes = Regions::components_by(
                shown,
                |cell| shown[cell].is_some(),
                |one, other| shown[one] == shown[other],
            );
            for ((_, cells), colour) in shapes.iter().zip(region_colours(&shapes)) {
                let inside = cells.iter().copied().filter(|&cell| self.givens.contains(cell));
                picture.fill_cells(inside, Tint::Colour(colour));
            }
            picture.borders(|one, other| number(one) != number(other));
        } else {
            picture.caption([format!("The largest number is {}.", self.largest)]);
        }
        picture
    }
}
