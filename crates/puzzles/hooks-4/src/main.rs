//! # Hooks #4
//!
//! *Jane Street, August 2018.* A square is cut into nested hooks: the largest is an outer row
//! together with an outer column, the next is cut likewise from the square that it leaves, down to
//! a single cell. The hook of size m holds the digit m in exactly m of its cells; the others stay
//! empty. The filled cells are connected. Rows and columns have clues: the digits of each run of
//! neighbouring filled cells are multiplied, and the products of the runs are added up. The answer
//! is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!     16  3  .  8
//! 20   4  .  4  4     4 + 4 x 4 = 20
//!  5   2  .  3  .     2 + 3 = 5
//!  .   2  1  3  4     a line without a clue
//!  3   .  3  .  .     the empty groups have the sizes 2, 2, 1 and 1: the answer is 4
//! ```
//!
//! ## Idea
//! An automaton reads a line cell by cell and keeps two numbers: the sum of the completed runs, and
//! the product of the current run. A line holds at most one digit of each larger hook, and all
//! other digits in it belong to the hook that takes it, so only such lines are read ([`lines`]).
//! The clue leaves few of them.

use grid_puzzles::Side;
use nested_hooks::constraints::{Cells, lines};
use nested_hooks::{Digits, RowsAndColumns, check};
use puzzle::prelude::*;

/// The longest side: the fills of a line without a clue double with each cell.
const LARGEST_SIZE: usize = 12;

/// The clues: the sum of the products of the runs, for each row and each column.
#[derive(Deserialize)]
#[serde(transparent)]
struct Hooks(RowsAndColumns<u64>);

/// Returns the sum of the products of the runs of a line.
fn sum_of_runs(line: &[Option<i64>]) -> u64 {
    let runs = line.split(Option::is_none).filter(|run| !run.is_empty());
    runs.map(|run| run.iter().flatten().map(|digit| digit.unsigned_abs()).product::<u64>()).sum()
}

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.0.size())
    }

    fn validate(&self) -> Result<()> {
        self.0.validate(LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.0.size(), Digits::OfSize);
        model.rule(
            "The digits of each run of filled cells in a row or column are multiplied: the \
             products add up to its clue.",
        );
        let lines = lines::of_size(model.budget(), self.0.size());
        for (side, line, clue) in self.0.given() {
            let clue = i64::try_from(clue).unwrap_or(i64::MAX);
            // The sum of the completed runs, and the product of the current one.
            let step = |&(sum, product): &(i64, i64), digit: i64| {
                let next = match digit {
                    0 => (sum + product, 0),
                    _ => (sum, product.max(1) * digit),
                };
                (next.0 + next.1 <= clue).then_some(next)
            };
            let keeping = lines
                .narrowed(model.budget(), (0, 0), step, |(sum, product)| sum + product == clue);
            model
                .at(format!("the clue {clue}, {}", side.name(line)))
                .regular(cells.digits(side, line), &keeping);
        }
        cells.are_connected(model);
        board.set_cells(&cells.digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::hooks(board, Digits::OfSize)?;
        check::connected(board)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        self.0.of_board("has runs that add up to", |board, side: Side, line| {
            let cells = side.cells(board.grid().rows(), line);
            sum_of_runs(&cells.map(|cell| board[cell]).collect_vec())
        })
    }

    fn answer(&self, board: &Board) -> Answer {
        nested_hooks::product_of_groups(board)
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        nested_hooks::draw_hooks(picture, board, Digits::OfSize);
    }
}

impl Setter for Hooks {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(RowsAndColumns::<u64>::draft(size))
    }
}
