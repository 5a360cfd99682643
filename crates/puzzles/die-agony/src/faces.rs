//! What the search knows of a die: six faces by the side on which they lie, and their values.

use std::hash::{Hash, Hasher};
use std::num::NonZeroI64;

use grid_utils::Direction;

/// Something for each face of a die, by the side on which it lies now.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Faces<T>([T; 6]);

// The places in the array; the four sides stand where `Direction` counts them.
const TOP: usize = 4;
const BOTTOM: usize = 5;

impl<T: Copy> Faces<T> {
    /// The faces on the north, east, south and west side, on top and at the bottom.
    pub(crate) fn new(faces: [T; 6]) -> Self {
        Faces(faces)
    }

    pub(crate) fn map<U>(self, change: impl FnMut(T) -> U) -> Faces<U> {
        Faces(self.0.map(change))
    }

    #[inline]
    pub(crate) fn top(&self) -> T {
        self.0[TOP]
    }

    pub(crate) fn set_top(&mut self, top: T) {
        self.0[TOP] = top;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = T> {
        self.0.into_iter()
    }

    /// The face that a tip in this direction brings to the top: the one on the opposite side.
    #[inline]
    pub(crate) fn coming_up(&self, direction: Direction) -> T {
        self.0[direction.opposite() as usize]
    }

    /// The faces after a tip in this direction, with `top` for the one that came up.
    #[inline]
    pub(crate) fn tipped(&self, direction: Direction, top: T) -> Self {
        let (ahead, behind) = (direction as usize, direction.opposite() as usize);
        let mut faces = *self;
        faces.0[BOTTOM] = self.0[ahead];
        faces.0[ahead] = self.0[TOP];
        faces.0[behind] = self.0[BOTTOM];
        faces.0[TOP] = top;
        faces
    }
}

/// The value of a face, as it came up: the difference of two scores over the number of the move.
///
/// It is not reduced, since few faces that come up are ever compared with another.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    /// The difference without its sign; that of two numbers of 64 bits needs them all.
    magnitude: u64,
    /// The number of the move, with the sign of the value.
    over: NonZeroI64,
}

impl Value {
    /// The value that makes move `number` (not 0) add `difference`.
    #[inline]
    pub(crate) fn new(difference: i128, number: u64) -> Self {
        let number = number as i64;
        let over = NonZeroI64::new(if difference < 0 { -number } else { number })
            .expect("moves are counted from 1");
        Value { magnitude: magnitude(difference), over }
    }

    #[inline]
    pub(crate) fn is_zero(self) -> bool {
        self.magnitude == 0
    }

    fn is_negative(self) -> bool {
        self.over.get() < 0
    }

    /// Whether move `number` adds `difference` with this face on top.
    #[inline]
    pub(crate) fn fits(self, difference: i128, number: u64) -> bool {
        product(self.magnitude, number)
            == product(magnitude(difference), self.over.get().unsigned_abs())
            && (difference == 0 || self.is_negative() == (difference < 0))
    }

    /// The only move that adds `difference`, which is not 0, with this face on top.
    pub(crate) fn number_for(self, difference: i128) -> Option<u128> {
        let scaled = product(magnitude(difference), self.over.get().unsigned_abs());
        let fits = !self.is_zero()
            && self.is_negative() == (difference < 0)
            && scaled.is_multiple_of(self.magnitude.into());
        fits.then(|| scaled / u128::from(self.magnitude))
    }
}

/// The amount of a difference of two numbers of 64 bits.
#[inline]
pub(crate) fn magnitude(difference: i128) -> u64 {
    difference.unsigned_abs() as u64
}

/// The exact product of two numbers of 64 bits.
#[inline]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a).wrapping_mul(u128::from(b))
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        product(self.magnitude, other.over.get().unsigned_abs())
            == product(other.magnitude, self.over.get().unsigned_abs())
            && self.is_negative() == other.is_negative()
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let divisor = greatest_common_divisor(self.magnitude, self.over.get().unsigned_abs());
        (self.magnitude / divisor, self.over.get() / divisor as i64).hash(state);
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn tipping_round_a_block_of_four_cells_three_times_brings_every_face_back() {
        let start = Faces::new([0, 1, 2, 3, 4, 5]);
        let mut faces = start;
        for round in 0..3 {
            for direction in Direction::ALL {
                assert!(round == 0 || direction != Direction::North || faces != start);
                faces = faces.tipped(direction, faces.coming_up(direction));
            }
        }
        assert!(faces == start);
    }

    #[test]
    fn a_tip_and_the_tip_back_change_nothing() {
        let faces = Faces::new([0, 1, 2, 3, 4, 5]);
        for direction in Direction::ALL {
            let tipped = faces.tipped(direction, faces.coming_up(direction));
            let back = direction.opposite();
            assert!(tipped != faces && tipped.tipped(back, tipped.coming_up(back)) == faces);
        }
    }

    #[test]
    fn equal_values_are_equal_whatever_the_move_that_they_came_up_with() {
        let values: HashSet<Value> = [(6, 4), (3, 2), (-3, 2), (0, 1), (0, 7), (-12, 8), (1, 1)]
            .map(|(difference, number)| Value::new(difference, number))
            .into();
        assert_eq!(values.len(), 4);
    }

    #[test]
    fn a_value_fits_its_multiples_even_at_the_limits() {
        let span = i128::from(i64::MAX) - i128::from(i64::MIN);
        for difference in [span, -span, 5, -5, 1] {
            let value = Value::new(difference, 3);
            assert!(value.fits(difference, 3) && !value.fits(-difference, 3));
            assert!(!value.fits(difference, 4) && !value.fits(0, 3));
            assert_eq!(value.number_for(difference), Some(3));
            assert_eq!(value.number_for(-difference), None);
        }
        assert!(Value::new(0, 3).fits(0, 8) && !Value::new(0, 3).fits(1, 8));
        assert!(Value::new(-2, 3).fits(-6, 9) && !Value::new(-2, 3).fits(-6, 8));
        assert_eq!(Value::new(2, 3).number_for(8), Some(12));
        assert_eq!(Value::new(2, 3).number_for(9), None, "13.5 is no number of a move");
    }
}
