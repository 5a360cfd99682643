//! What the hooks that are cut leave, and which digits there is room for.

use grid_utils::{CellSet, Shape};
use nested_hooks::{Hook, Square};

use super::sums::Sums;
use super::{digit_set, digits_in};

/// A square that is still to be cut, and the digits for its hooks.
#[derive(Clone, Copy)]
pub(super) struct Core<const WORDS: usize> {
    pub(super) square: Square,
    /// The cells of the square.
    pub(super) cells: CellSet<WORDS>,
    /// The digits that are left, a bit for each.
    digits: u32,
    /// How many of its cells are filled in the end: the sum of the digits.
    pub(super) filled: usize,
    /// What cells of it can add up to.
    pub(super) reach: Sums,
}

impl<const WORDS: usize> Core<WORDS> {
    /// Nothing is cut yet.
    pub(super) fn whole(shape: &Shape<WORDS>) -> Self {
        let size = shape.rows();
        let digits = digit_set(1..=size);
        Core {
            square: Square::whole(size),
            cells: shape.all(),
            digits,
            filled: digits_in(digits).sum(),
            reach: Sums::of(digits),
        }
    }

    /// What is left when a hook with these cells and this digit is gone, too.
    pub(super) fn without(&self, hook: Hook, cells: CellSet<WORDS>, digit: usize) -> Self {
        let digits = self.digits & !(1 << digit);
        Core {
            square: hook.inside(),
            cells: self.cells - cells,
            digits,
            filled: self.filled - digit,
            reach: Sums::of(digits),
        }
    }

    /// The digits, as bits, that the next hook can have so that the smaller ones have room for the
    /// others.
    pub(super) fn digits_of_next(&self) -> u32 {
        digit_set(digits_in(self.digits).filter(|&digit| {
            digit < 2 * self.square.size && have_room(self.digits & !(1 << digit))
        }))
    }
}

/// Whether hooks of the sizes 1 and up, as many as there are digits, have room for them.
///
/// A hook of size m has 2m - 1 cells; and what is in the square of a hook, it and all smaller ones,
/// leaves an empty cell in each of the 2 x 2 blocks that fit side by side. Both are easiest to keep
/// where larger hooks have larger digits.
fn have_room(digits: u32) -> bool {
    let mut filled = 0;
    digits_in(digits).zip(1..).all(|(digit, size)| {
        filled += digit;
        digit < 2 * size && filled + (size / 2) * (size / 2) <= size * size
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every way to hand the digits out, the largest hook first.
    fn have_room_by_trial(digits: u32) -> bool {
        let size = digits.count_ones() as usize;
        let filled: usize = digits_in(digits).sum();
        let room = size * size - (size / 2).pow(2);
        size == 0
            || filled <= room
                && digits_in(digits)
                    .any(|digit| digit < 2 * size && have_room_by_trial(digits & !(1 << digit)))
    }

    #[test]
    fn ascending_digits_have_room_if_any_order_has() {
        for digits in (0..1 << 10).step_by(2) {
            assert_eq!(have_room(digits), have_room_by_trial(digits), "digits {digits:b}");
        }
    }
}
