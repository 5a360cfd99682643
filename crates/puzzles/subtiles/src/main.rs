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
//! The [search](nested_shapes::search()) places whole shapes. The first number is the largest one that has few places, whatever its
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
//! number to the next instead of from one order of cells to all numbers, it was no better; nor with
//! cells that are connected to a given one of each number stated besides, in 800,000 nodes. There is no
//! objective, so prices are of no use.
//!
//! ## Sources
//! Sets of connected cells are listed by
//! deciding one cell beside them after the other, as Redelmeier, "Counting polyominoes: yet another
//! attack" (1981), does.

use anyhow::Result;
use grid_puzzles::{check_givens_fit, check_size, empty_groups};
use grid_utils::{Grid, Within};
use nested_shapes::{LARGEST_NUMBER, LARGEST_SIZE};
use picture::Picture;
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Search, Setter};
use rules::{Int, Model};
use serde::Deserialize;

/// The most cells of a grid whose rules are stated as constraints.
const MOST_STATED: usize = 36;

/// An instance: the numbers that are given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subtiles {
    /// The largest number.
    largest: Within<1, LARGEST_NUMBER>,
    /// The numbers that are given (rows x columns).
    givens: Grid<Option<i64>>,
}

puzzle::program!(Subtiles);

impl Puzzle for Subtiles {
    fn form(&self) -> Form {
        Form::numbers(self.givens.rows(), self.givens.columns(), 1..=self.largest.get())
            .with_empty_cells()
            .with_givens(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        let Self { largest, givens } = self;
        check_size("givens", givens, (LARGEST_SIZE, LARGEST_SIZE))?;
        check_givens_fit(givens, (givens.rows(), givens.columns()), "number", 1..=largest.get())
    }

    fn rules(&self, model: &mut Model, grid: &Grid<Int>) {
        if self.givens.len() > MOST_STATED {
            return model.unstated();
        }
        model.rule("Given numbers stay.");
        model.require(rules::givens(grid, &self.givens));
        nested_shapes::state(model, grid, &self.largest.get().into());
    }

    fn search(&self, search: &mut Search) -> Flow {
        let largest = self.largest.get();
        nested_shapes::search(&self.givens, largest..=largest, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        nested_shapes::check(board, self.largest.get())
    }

    fn answer(&self, board: &Board) -> Answer {
        let remarks = empty_groups::remarks(board.grid());
        Answer { remarks, ..Answer::new(empty_groups::answer(board.grid())) }
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        match board {
            Some(board) => nested_shapes::draw(picture, board),
            None => drop(picture.caption([format!("The largest number is {}.", self.largest)])),
        }
    }
}

impl Setter for Subtiles {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let givens: Grid<Option<i64>> =
            Grid::filled(size, random.usize(size.div_ceil(2)..=size), None);
        let fits =
            |&number: &u8| usize::from(number) * (usize::from(number) + 1) / 2 <= givens.len();
        let largest = (1..=u8::MAX).take_while(fits).last()?;
        Some(Draft::new().number("largest", random.u8(1..=largest)).text("givens", givens))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.grid()))
    }
}
