//! The die: how it tips over, and the values of its faces.

use num_integer::Integer;

use crate::MOST_MOVES;

/// A face of the die by its name, from 0 to 5.
pub(crate) type Face = u8;

/// The faces to the north, east, south and west, on top and at the bottom.
#[derive(Clone, Copy)]
pub(crate) struct Die(pub(crate) [Face; 6]);

impl Default for Die {
    /// Returns the die at the start.
    fn default() -> Self {
        Self([0, 1, 2, 3, 4, 5])
    }
}

impl Die {
    /// Returns the face that comes up by a tip in each direction, in the order of
    /// `grid_utils::Direction`: the one on the opposite side.
    pub(crate) fn coming_up(self) -> [Face; 4] {
        let Self([north, east, south, west, ..]) = self;
        [south, west, north, east]
    }

    /// Returns the die after a tip in a direction.
    pub(crate) fn tipped(self, direction: usize) -> Self {
        let Self([north, east, south, west, top, bottom]) = self;
        Self(match direction {
            0 => [top, east, bottom, west, south, north],
            1 => [north, top, south, bottom, west, east],
            2 => [bottom, east, top, west, north, south],
            _ => [north, bottom, south, top, east, west],
        })
    }
}

/// The value of a face: a difference of scores over the number of the move that made it.
///
/// It is not reduced, since few values are compared with another. Products stay within 64 bits:
/// differences have at most 42 bits, and numbers of moves 20.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub(super) difference: i64,
    pub(super) number: i64,
}

impl Value {
    /// The value of a face that never came up: it equals any other.
    pub(super) const UNKNOWN: Self = Self { difference: 0, number: 0 };

    /// Returns whether two values are equal, by cross-multiplication.
    pub(super) fn equals(self, other: Self) -> bool {
        self.difference * other.number == other.difference * self.number
    }

    /// Returns the fraction in lowest terms, encoded as a number that is the same only for equal
    /// values.
    pub(super) fn reduced(self) -> i64 {
        let divisor = self.number.gcd(&self.difference).max(1);
        self.difference / divisor * (MOST_MOVES + 1) + self.number / divisor
    }
}
