//! # Hooks \#5
//!
//! *Jane Street, June 2019.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hook of size m holds the digit m in exactly m of its cells; the others stay empty. The
//! filled cells are connected, and no 2 x 2 block is full. A clue at the border is the sum of the first
//! run of filled cells that is seen from there: empty cells are skipped, and the run ends at the next
//! empty cell or at the border. The answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!       .  5  .  4
//!  8    4  4  .  .   .
//!  .    .  1  2  4   .      from the bottom, the third column begins with a 3, and from the top
//!  .    .  .  2  .   .      with the run 2, 2, 3. The empty groups have the sizes 3, 2 and 1,
//!  .    3  3  3  4  13      the answer is 6
//!       3  .  7  .
//! ```
//!
//! ## Idea
//! A clue allows few *prefixes* of its line: the beginning and the end of the first run decide all
//! cells up to its end. So for each beginning and each end, the clue is the sum of the digits
//! between them if the run is there.

use std::num::NonZeroU64;

use grid_puzzles::{Border, Side, without_border_clues};
use nested_hooks::constraints::Cells;
use nested_hooks::line_clues::{self, LARGEST_SIZE};
use nested_hooks::{Digits, check};
use puzzle::prelude::*;

/// Clues about the first run of filled cells that is seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hooks {
    /// For each side and each line, the sum of the run's digits.
    sums: Border<NonZeroU64>,
}

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.sums.size())
    }

    fn validate(&self) -> Result<()> {
        line_clues::check_border(&self.sums, "sums")
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.sums.size(), Digits::OfSize);
        model.rule(
            "A clue is the sum of the digits up to the first gap: of the first run of filled \
             cells that is seen from there.",
        );
        for (side, line, clue) in self.sums.given() {
            let met: Vec<Cell> = cells.line(side, line).collect();
            let model = &mut model.at(format!("the clue {clue}, {}", side.name(line)));
            // Larger sums are impossible.
            let total = i64::from(u16::try_from(clue.get()).unwrap_or(u16::MAX));
            model.require(any(met.iter().map(|&cell| cells.filled[cell])));
            for [first, end] in (0..=met.len()).array_combinations() {
                // The run ends before an empty cell, or at the border.
                let are_seen = met.iter().enumerate().take(end + 1).map(|(place, &cell)| {
                    let is_filled = cells.filled[cell];
                    if (first..end).contains(&place) { is_filled } else { !is_filled }
                });
                let digits = met[first..end].iter().map(|&cell| &cells.digit[cell]);
                model.require(when(are_seen, sum(digits).equals(total)));
            }
        }
        cells.are_connected(model);
        cells.have_no_full_block(model);
        board.set_cells(&cells.digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Digits::OfSize)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        self.sums.of_board("sums", "begins with a run that adds up to", first_run)
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
        Some(without_border_clues(size.min(LARGEST_SIZE), &["sums"]))
    }
}

/// Returns the sum of the first run of filled cells in a line, as it is met from a side; `None` if
/// the line is empty.
fn first_run(board: &Board, side: Side, line: usize) -> Option<NonZeroU64> {
    let met = side.cells(board.grid().rows(), line).map(|cell| board[cell]);
    let sum: i64 = met.skip_while(Option::is_none).map_while(|digit| digit).sum();
    NonZeroU64::new(sum.unsigned_abs())
}
