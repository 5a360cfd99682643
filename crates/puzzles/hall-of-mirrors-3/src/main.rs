//! # Hall of Mirrors 3
//!
//! *Jane Street, March 2025.* Lasers stand around a square field, one at each end of each row and
//! column, half a cell outside it. Some cells hold a mirror along a diagonal, and mirrors are never
//! in adjacent cells. A ray turns at each mirror that it meets, until it leaves the field at
//! another laser. The value of a laser is the product of the lengths of its ray's segments, from
//! centre to centre. Some values are given; place the mirrors. The answer is the product of four
//! sums: those of the values not given on each side.
//!
//! ```text
//!      2 36  9 16  1
//! 10   . \ . . \    1      The ray from the left of row 2 meets / after one cell, turns up,
//!  2   / . . . .   75      and leaves after two more at the top of column 1: 1 x 2 = 2. At the
//!  9   . . / . /    3      right of row 2, 75 = 5 x 3 x 5. Given were 75, 9, 16 at the left, 36 at
//! 16   . . . / .    4      the bottom: the others add up to 83, 55, 22 and 18.
//!  1   \ . . . .   75
//!      1 10 36  4  3
//! ```
//!
//! ## Idea
//! A ray is a chain of segments, each of which begins where another one ends. A segment has a flag,
//! and from each mirror that a ray reaches, in a given direction and with a given remaining factor
//! of the value, exactly one segment continues. The length of a segment divides that factor, and
//! between two mirrors it is at least 2, so the factor shrinks at every turn. A value has few
//! divisors: only segments from whose ends the rest can still be used up get a flag.

mod check;
mod constraints;
mod drawing;

use std::num::NonZeroU128;

use grid_puzzles::{Border, Side, mirrors, without_border_clues};
use puzzle::prelude::*;

/// The longest side: the product of all segments of a field is below 2^128.
const LARGEST_SIZE: usize = 10;

/// The instance: the given values of the lasers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HallOfMirrors {
    /// The product of the lengths of each laser's ray's segments.
    lasers: Border<NonZeroU128>,
}

impl HallOfMirrors {
    /// Returns the sum of the values on a side that are not given.
    fn sum(&self, side: Side, board: &Board) -> u128 {
        let clues = self.lasers.side(side).iter().enumerate();
        let open = clues.filter(|(_, given)| given.is_none());
        open.map(|(line, _)| check::value(board, side, line)).sum()
    }
}

puzzle::program!(HallOfMirrors, explained);

impl Puzzle for HallOfMirrors {
    fn form(&self) -> Form {
        mirrors::form(self.lasers.size())
    }

    fn validate(&self) -> Result<()> {
        self.lasers.top.check_at_most("lasers.top", LARGEST_SIZE)?;
        self.lasers.check_sides("lasers")
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let field = board.cells(model);
        constraints::state(self, model, &field);
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        self.lasers.of_board("lasers", "has the value", |board, side, line| {
            NonZeroU128::new(check::value(board, side, line))
        })
    }

    fn check(&self, board: &Board) -> Result<()> {
        let field = board.grid();
        for cell in field.cells().filter(|&cell| board[cell].is_some()) {
            if let Some(other) = field.neighbours(cell).find(|&other| board[other].is_some()) {
                bail!("the mirrors at {cell} and {other} stand side by side");
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let sums = Side::ALL.map(|side| (side.key(), self.sum(side, board)));
        let product = sums.iter().try_fold(1_u128, |product, (_, sum)| product.checked_mul(*sum));
        let product =
            product.map_or_else(|| "2^128 or more".to_owned(), |number| number.to_string());
        let sums = sums.iter().map(|(side, sum)| format!("{side} {sum}")).join(", ");
        Answer::new(product).remark("sums of values not given", sums)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board)
    }
}

impl Setter for HallOfMirrors {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(without_border_clues(size.clamp(1, LARGEST_SIZE), &["lasers"]))
    }
}
