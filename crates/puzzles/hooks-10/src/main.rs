//! # Hooks 10
//!
//! *Jane Street, March 2024.* A square is cut into nested hooks: the largest is an outer row
//! together with an outer column, the next is cut likewise from the square that it leaves, down to
//! a single cell. The hooks carry the digits 1 to n in any order, each once, the digit d in exactly
//! d cells; the others stay empty. The filled cells are connected, and no 2 x 2 block is full. A
//! clue is in an empty cell: it is the sum of the digits in the cells that share a side with it.
//! The answer is the product of the sizes of the groups of empty cells, those of the clues among
//! them.
//!
//! ```text
//! 5 3 4 2 2      . . 4 2 2
//! 5 3 4 1 2      . . . 1 .     each cell with the digit of its hook, and the cells that are
//! 5 3 4 4 4      . 3 4 4 4     filled: 4, 3 and 5 are beside the last cell of the fourth row,
//! 5 3 3 3 3      5 3 . 3 .     which may have the clue 12; the empty groups have the sizes
//! 5 5 5 5 5      . 5 5 5 5     6, 1, 1, 1 and 1, the answer is 6
//! ```
//!
//! ## Idea
//! The digit of each hook is an unknown, beside the digit of each cell and its hook: see [`Cells`].
//! A clue is a sum of four digits. A consequence of the rule about full blocks is stated as well:
//! the sum of the digits of a square's hooks is its number of filled cells, which leaves at least
//! one empty cell in each of the disjoint 2 x 2 blocks. In the square of the hook of size 4 that
//! allows four sets of digits, 1 2 3 with 4, 5 or 6, and 1 2 4 5.

use grid_puzzles::check_square;
use nested_hooks::constraints::Cells;
use nested_hooks::{Digits, check};
use puzzle::prelude::*;

/// The longest side.
const LARGEST_SIZE: usize = 16;

/// Clues about the digits beside cells that stay empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hooks {
    /// The clues: the sum of the digits beside a cell.
    clues: Grid<Option<u32>>,
}

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.clues.rows())
    }

    fn validate(&self) -> Result<()> {
        check_square("clues", &self.clues, LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.clues.rows(), Digits::Free);
        model.rule(
            "A clue stands in an empty cell: the digits of the cells that share a side with it \
             add up to it.",
        );
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            let model = &mut model.at(format!("the clue {clue} at {cell}"));
            model.require(!cells.filled[cell]);
            let beside = self.clues.neighbours(cell).map(|cell| &cells.digit[cell]);
            model.require(sum(beside).equals(i64::from(clue)));
        }
        cells.are_connected(model);
        cells.have_no_full_block(model);
        board.set_cells(&cells.digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Digits::Free)?;
        for (cell, _) in self.clues.iter().filter(|(_, clue)| clue.is_some()) {
            if let Some(digit) = board[cell] {
                bail!("{cell} holds {digit}, and the cell of a clue stays empty");
            }
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let says = "lies beside digits that add up to";
        vec![Clues::in_cells("clues", &self.clues, says, |board, cell| {
            let beside = self.clues.neighbours(cell).filter_map(|beside| board[beside]);
            let sum = u32::try_from(beside.sum::<i64>()).ok();
            sum.filter(|_| board[cell].is_none())
        })]
    }

    fn answer(&self, board: &Board) -> Answer {
        nested_hooks::product_of_groups(board)
    }

    /// Draws a digit in the cell of a clue instead of the clue, as a mistake.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = self.form().picture(board);
        for (cell, clue) in &self.clues {
            let Some(clue) = clue else { continue };
            picture.fill(cell, Tint::Shade);
            match board.and_then(|board| board[cell]) {
                Some(mistake) => picture.text(cell, &mistake.to_string(), Ink::Warning),
                None => picture.text(cell, &clue.to_string(), Ink::Given),
            };
        }
        nested_hooks::draw_hooks(&mut picture, board, Digits::Free);
        picture
    }
}

impl Setter for Hooks {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", Grid::filled(size, size, None::<u32>)))
    }
}
