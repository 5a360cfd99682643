//! What the hooks that are placed leave, and which digits there is room for.

use grid_utils::{BitSet, CellSet, Shape, SubsetSums};
use nested_hooks::{Hook, Square, digits_for};

/// The square that the placed hooks leave, and the digits for its own hooks.
#[derive(Clone, Copy)]
pub(super) struct InnerSquare<const WORDS: usize> {
    pub(super) square: Square,
    /// The cells of the square.
    pub(super) cells: CellSet<WORDS>,
    /// The digits that are left.
    digits: BitSet<1>,
    /// How many of its cells are filled in the end: the sum of the digits.
    pub(super) filled: usize,
    /// What cells of it can add up to.
    pub(super) reach: Sums,
}

impl<const WORDS: usize> InnerSquare<WORDS> {
    /// No hook is placed yet.
    pub(super) fn whole(shape: &Shape<WORDS>) -> Self {
        let size = shape.rows();
        let digits = BitSet::range(1..size + 1);
        InnerSquare {
            square: Square::whole(size),
            cells: shape.all(),
            digits,
            filled: digits.iter().sum(),
            reach: sums_of(digits),
        }
    }

    /// What is left when a hook with these cells and this digit is gone, too.
    pub(super) fn without(&self, hook: Hook, cells: CellSet<WORDS>, digit: usize) -> Self {
        let digits = self.digits.without(digit);
        InnerSquare {
            square: hook.inside(),
            cells: self.cells - cells,
            digits,
            filled: self.filled - digit,
            reach: sums_of(digits),
        }
    }

    /// The digits that the next hook can have, if the smaller ones shall have room for the others.
    pub(super) fn digits_of_next(&self) -> BitSet<1> {
        digits_for(self.square.size, self.digits)
    }
}

/// The sums that some of the cells beside a clue can make, by the number of them that are filled, up
/// to four.
///
/// A hook has at most two cells beside any one cell, so each digit counts twice at most. The digits
/// of the largest grid make 62 then: 16, 16, 15 and 15.
pub(super) type Sums = SubsetSums<1, 5>;

/// What these digits add up to.
fn sums_of(digits: BitSet<1>) -> Sums {
    digits.iter().fold(Sums::NOTHING, |sums, digit| sums.with(digit, 2))
}
