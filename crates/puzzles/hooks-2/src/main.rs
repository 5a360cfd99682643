//! # Hooks #2
//!
//! *Jane Street, May 2016.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hook of size m holds the digit m in exactly m of its cells; the others stay empty. The
//! sum of the digits of each row and each column is at the border. The answer is the largest
//! product of digits in filled cells, at most one in each row and column.
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
//! Cutting a hook from a square leaves another square with one row and one column less: the rules
//! have the first row and the first column of each square as unknowns, and a cell belongs to a hook
//! if it is in its square and not in the next. See [`Cells`]. The other rules are sums.
//!
//! *The answer* is an assignment problem, solved by dynamic programming: from the last row upwards,
//! the largest product is found for each set of columns that may be left for the rows from there
//! on, 9 x 2^9 sets instead of 9! permutations.

mod product;

use nested_hooks::constraints::Cells;
use nested_hooks::{Digits, RowsAndColumns, check, line_sums};
use puzzle::prelude::*;

/// A square to cut into nested hooks, and to fill: the known sums of its rows and columns.
#[derive(Deserialize)]
#[serde(transparent)]
struct Hooks(RowsAndColumns<u32>);

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.0.size())
    }

    fn validate(&self) -> Result<()> {
        self.0.validate(line_sums::LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.0.size(), Digits::OfSize);
        cells.add_up(model, &self.0);
        board.set_cells(&cells.digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::hooks(board, Digits::OfSize).map(drop)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        line_sums::clues(&self.0)
    }

    /// Returns the largest product of digits in cells of different rows and columns.
    fn answer(&self, board: &Board) -> Answer {
        let best = product::best_cells(board);
        let product: i64 = best.iter().map(|&(_, digit)| digit).product();
        Answer::new(product).remark("best cells", best.iter().map(|(cell, _)| cell).join(" "))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        if let Some(solution) = board.filter(|board| puzzle::check(self, board).is_ok()) {
            let best = product::best_cells(solution);
            picture.fill_cells(best.into_iter().map(|(cell, _)| cell), Tint::Highlight);
        }
        nested_hooks::draw_hooks(picture, board, Digits::OfSize);
    }
}

impl Setter for Hooks {
    fn sizes(&self) -> Vec<usize> {
        (1..=line_sums::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(RowsAndColumns::<u32>::draft(size))
    }
}
