//! # Hooks \#3
//!
//! *Jane Street, February 2018.* A square is cut into nested hooks: the largest is an outer row
//! together with an outer column, the next is cut likewise from the square that it leaves, down to
//! a single cell. The hook of size m holds the digit m in exactly m of its cells; the others stay
//! empty. The filled cells are connected, no 2 x 2 block is full, and each row and each column has
//! at least two filled cells. A clue at the border is the product of the first two digits that are
//! seen from there. The answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!      16  .  6  .
//!  .    4  .  3  .  12
//!  8    4  2  2  3   .      from the right, the row at the top begins with 3 and 4; they need
//!  .    .  1  .  3   3      not be neighbours. The empty groups have the sizes 2, 2, 1 and 1,
//! 16    .  4  .  4   .      the answer is 4
//!       .  4  . 12
//! ```
//!
//! ## Idea
//! A clue allows few *prefixes* of its line: the two cells that are seen first decide all cells up
//! to the second one, and few pairs of digits have the product. So for every two cells and each
//! digit in the first of them, the clue determines the digit of the second one if these are seen
//! first.

use std::num::NonZeroU64;

use grid_puzzles::{Border, Side, without_border_clues};
use nested_hooks::constraints::Cells;
use nested_hooks::line_clues::{self, LARGEST_SIZE};
use nested_hooks::{Digits, check};
use puzzle::prelude::*;

/// Clues about the first two digits that are seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hooks {
    /// For each side and each line, the product of the two digits.
    products: Border<NonZeroU64>,
}

puzzle::program!(Hooks, explained);

/// Returns the rows and the columns.
fn lines(size: usize) -> impl Iterator<Item = (Side, usize)> {
    [Side::Left, Side::Top].into_iter().cartesian_product(0..size)
}

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.products.size())
    }

    fn validate(&self) -> Result<()> {
        line_clues::check_border(&self.products, "products")
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.products.size(), Digits::OfSize);
        model.rule("Each row and each column has two filled cells or more.");
        for (side, line) in lines(self.products.size()) {
            model.require(at_least(2, cells.line(side, line).map(|cell| cells.filled[cell])));
        }
        model.rule("A clue is the product of the first two digits that are seen from there.");
        for (side, line, clue) in self.products.given() {
            // Products of digits never exceed the solver's range.
            let clue = i64::try_from(clue.get()).unwrap_or(i64::MAX);
            let met: Vec<Cell> = cells.line(side, line).collect();
            let model = &mut model.at(format!("the clue {clue}, {}", side.name(line)));
            for [first, second] in (0..met.len()).array_combinations() {
                let are_seen = (0..=second).map(|place| {
                    let is_filled = cells.filled[met[place]];
                    if place == first || place == second { is_filled } else { !is_filled }
                });
                let [one, other] = [first, second].map(|place| &cells.digit[met[place]]);
                for (digit, is_first) in one.values().filter(|&(digit, _)| digit > 0) {
                    let second = if clue % digit == 0 { clue / digit } else { i64::MAX };
                    model.require(when(are_seen.clone().chain([is_first]), other.is(second)));
                }
            }
        }
        cells.are_connected(model);
        cells.have_no_full_block(model);
        board.set_cells(&cells.digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Digits::OfSize)?;
        for (side, line) in lines(self.products.size()) {
            let (name, filled) = (side.line_name(line), seen(board, side, line).len());
            ensure!(filled >= 2, "{name} has {filled} filled cells; expected 2 or more");
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        self.products.of_board("products", "begins with the product", |board, side, line| {
            let product: i64 = seen(board, side, line).into_iter().take(2).product();
            NonZeroU64::new(product.unsigned_abs())
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
        Some(without_border_clues(size.min(LARGEST_SIZE), &["products"]))
    }
}

/// Returns the digits of a line, in the order in which they are met from a side.
fn seen(board: &Board, side: Side, line: usize) -> Vec<i64> {
    side.cells(board.grid().rows(), line).filter_map(|cell| board[cell]).collect()
}
