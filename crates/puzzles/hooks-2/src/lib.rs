//! # Hooks #2
//!
//! *Jane Street, May 2016.* Nested hooks, the hook of size m with the digit m in exactly m of its
//! cells: see [`nested_hooks`]. The digits of each row and each column add up to the sum at the border.
//! The answer is the largest product of digits in filled cells, at most one in each row and column.
//!
//! ```text
//!     10  3  5 12
//!  7   .  . (3) 4     the hook of size 4 is the last row and the last column,
//! 11   3 (2) 2  4     that of size 3 what is left of the first row and the first column;
//!  4  (3) 1  .  .     3 x 2 x 3 x 4 = 72 is the answer
//!  8   4  .  . (4)
//! ```
//!
//! ## Idea
//! A hook's row does not care *which* of its cells are filled, but only *how many*, and which larger
//! hooks have a digit there. It is the search of [`nested_hooks::line_sums`], which tells more.
//!
//! *The answer.* From the last row upwards, the largest product is found for each set of columns
//! that may be left for the rows from there on: 9 x 2^9 sets instead of 9! permutations.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 28 microseconds. Nodes
//! (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | all cells of a hook in its turn, in every way that both sums allow | 5,179 |
//! | how many cells, and which larger hooks; what a hook lacks is checked in the end | 9,163 |
//! | a hook that lacks no more digits gets none | 457 |
//! | a hook that lacks as many digits as there are lines to come gets one in each | 25 |
//!
//! ## Sources
//! Best results for sets of columns are the textbook dynamic programme for assignments.

mod product;

use std::ops::ControlFlow;

use anyhow::Result;
use nested_hooks::rules::Cells;
use nested_hooks::{Corner, Digits, RowsAndColumns, check, draw, line_sums};
use picture::{Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use rules::{Model, Rules};
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// A square to cut into nested hooks, and to fill: the sums of its rows and columns, as far as they
/// are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hooks(pub RowsAndColumns<u32>);

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    /// See [`line_sums`].
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.0.validate(line_sums::LARGEST_SIZE)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let cells = Cells::new(&mut model, self.0.size(), Digits::OfSize);
        cells.add_up(&mut model, &self.0);
        Some(cells.solved(model))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        line_sums::search(&self.0, &Corner::ALL, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.0.size())?;
        check::digits(board)?;
        check::hooks(board, Digits::OfSize)?;
        line_sums::check(board, &self.0)
    }

    /// The largest product of digits in cells of different rows and columns.
    fn answer(&self, board: &Board) -> String {
        let digits = product::best_cells(board).into_iter().map(|(_, digit)| u128::from(digit));
        digits.product::<u128>().to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let cells = product::best_cells(board);
        let cells: Vec<String> = cells.iter().map(|(cell, _)| cell.to_string()).collect();
        vec![("best cells", cells.join(" "))]
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        Some(Hooks(RowsAndColumns::of(size.min(line_sums::LARGEST_SIZE), |_, _| None)))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let sum = |side, line| Some(line_sums::sum(board, side, line));
        Some(Hooks(RowsAndColumns::of(self.0.size(), sum)))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.0.size(), None, board);
        if let Some(solution) = board.filter(|board| self.check(board).is_ok()) {
            let best = product::best_cells(solution);
            picture.fill_cells(best.into_iter().map(|(cell, _)| cell), Tint::Highlight);
            draw::hooks(&mut picture, solution, Digits::OfSize);
        }
        self.0.draw(&mut picture);
        picture
    }
}
