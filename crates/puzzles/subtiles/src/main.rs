//! # Subtiles
//!
//! *Jane Street, October 2018.* Some cells of a grid hold numbers. Write numbers from 1 to the
//! largest into others, such that each number N stands in N connected cells, and their shape,
//! turned and mirrored as necessary, fits into the shape of the next larger number. The other cells
//! stay empty, and the answer is the product of the sizes of the groups of empty cells.
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
//! The [search](nested_shapes::search()) places whole shapes. It begins with the largest number
//! that has few places, whatever its shape: given cells that are far apart leave few ways to
//! connect them. From there on each shape follows from a placed one: a cell more for the next
//! larger number, a cell less for the next smaller, in all orientations, wherever given cells allow
//! it. Of the two, the one with fewer places is placed next. Dead ends are detected early: the
//! given cells of each other number must still be connectable by its number of cells, and free
//! areas must hold all numbers that are given in them. It starts with a large number because
//! growing shapes multiply, while shrinking ones hardly do.
//!
//! ## The rules as constraints
//! They are stated for grids of up to 36 cells, where they check the search. Constraints move a
//! shape over the grid, and little follows from them before the offset is known, so the rules alone
//! do not solve the published instance, even if each number is also connected and close to its given
//! cells. There is no objective, so prices do not help.
//!
//! ## Sources
//! Sets of connected cells are listed by deciding one adjacent cell after the other, as in
//! Redelmeier, "Counting polyominoes: yet another attack" (1981).

use grid_puzzles::{check_givens_fit, check_size, empty_groups};
use nested_shapes::{LARGEST_NUMBER, LARGEST_SIZE};
use puzzle::prelude::*;

/// The most cells of a grid whose rules are stated as constraints.
const MOST_STATED: usize = 36;

/// An instance: the given numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subtiles {
    /// The largest number.
    largest: Within<1, LARGEST_NUMBER>,
    /// The given numbers (rows x columns).
    givens: Grid<Option<i64>>,
}

puzzle::program!(Subtiles, searched);

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

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        if self.givens.len() > MOST_STATED {
            model.unstated();
        }
        let grid = board.cells(model);
        model.given_rule("Given numbers stay.");
        model.require(rules::givens(&grid, &self.givens));
        nested_shapes::state(model, &grid, &self.largest.get().into());
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
