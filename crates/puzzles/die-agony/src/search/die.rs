//! The die: its orientation, how it tips over, and the values of its faces.

use num_integer::Integer;

use crate::MOST_MOVES;

/// A face of the die by its name, from 0 to 5.
pub(crate) type Face = u8;

/// The orientation of the die, one of 24; 0 at the start.
pub(crate) type Orientation = u8;

/// All orientations, and the effects of tips in the four directions, in the order of
/// `grid_utils::Direction`.
pub(crate) struct Orientations {
    /// The faces to the north, east, south and west, on top and at the bottom.
    pub(crate) faces: [[Face; 6]; 24],
    /// The face that comes up by a tip.
    pub(crate) coming_up: [[Face; 4]; 24],
    /// The orientation after a tip.
    pub(crate) tipped: [[Orientation; 4]; 24],
}

pub(crate) static ORIENTATIONS: Orientations = Orientations::all();

impl Orientations {
    /// Tips the die in each direction from each orientation, in order of discovery.
    const fn all() -> Self {
        const TOP: usize = 4;
        const BOTTOM: usize = 5;
        let mut faces = [[0, 1, 2, 3, 4, 5]; 24];
        let (mut coming_up, mut tipped) = ([[0; 4]; 24], [[0; 4]; 24]);
        let (mut from, mut known) = (0, 1);
        while from < known {
            let mut ahead = 0;
            while ahead < 4 {
                let behind = (ahead + 2) % 4;
                let mut die = faces[from as usize];
                (die[ahead], die[BOTTOM]) = (die[TOP], die[ahead]);
                (die[TOP], die[behind]) = (die[behind], faces[from as usize][BOTTOM]);
                // Two adjacent faces determine the orientation.
                let mut to = 0;
                while to < known
                    && (faces[to as usize][TOP] != die[TOP] || faces[to as usize][0] != die[0])
                {
                    to += 1;
                }
                if to == known {
                    faces[known as usize] = die;
                    known += 1;
                }
                coming_up[from as usize][ahead] = die[TOP];
                tipped[from as usize][ahead] = to;
                ahead += 1;
            }
            from += 1;
        }
        assert!(known == 24, "a die has 24 orientations");
        Self { faces, coming_up, tipped }
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
