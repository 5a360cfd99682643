//! The places of the pentagons of a chain, and their exact distances.

use std::cmp::Ordering;
use std::iter;
use std::ops::{Add, Mul, Sub};

use numbers::Interval;

/// The number `whole + roots * sqrt(5)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Surd {
    pub(crate) whole: i64,
    pub(crate) roots: i64,
}

const ZERO: Surd = Surd { whole: 0, roots: 0 };

impl Surd {
    /// Returns an enclosure of the number.
    pub(crate) fn interval(self) -> Interval {
        Interval::from(5).sqrt() * self.roots + self.whole
    }
}

impl Add for Surd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { whole: self.whole + other.whole, roots: self.roots + other.roots }
    }
}

impl Sub for Surd {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { whole: self.whole - other.whole, roots: self.roots - other.roots }
    }
}

impl Mul for Surd {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let whole = self.whole * other.whole + 5 * self.roots * other.roots;
        Self { whole, roots: self.whole * other.roots + self.roots * other.whole }
    }
}

impl Ord for Surd {
    fn cmp(&self, other: &Self) -> Ordering {
        let Self { whole, roots } = *self - *other;
        // The part with the larger square decides; the squares are equal only if both are 0.
        let decides = if whole.pow(2) > 5 * roots.pow(2) { whole } else { roots };
        decides.cmp(&0)
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The place of a pentagon relative to the first one of a chain: for each side, the number of steps
/// through it that started at an unturned pentagon, less those that started at a turned one. The
/// sum is 1 for a turned pentagon and 0 for any other.
pub(crate) type Place = [i64; 5];

pub(crate) fn is_turned(place: Place) -> bool {
    place.iter().sum::<i64>() != 0
}

/// Returns the place one step on.
pub(crate) fn step(mut from: Place, side: usize) -> Place {
    from[side] += if is_turned(from) { -1 } else { 1 };
    from
}

/// Returns a place relative to another.
pub(crate) fn seen_from(place: Place, from: Place) -> Place {
    let sign = if is_turned(from) { -1 } else { 1 };
    [0, 1, 2, 3, 4].map(|side| sign * (place[side] - from[side]))
}

/// Returns the five rotations of a place, and their mirror images.
pub(crate) fn images(place: Place) -> impl Iterator<Item = Place> {
    let rotated = move |turn| [0, 1, 2, 3, 4].map(|side: usize| place[(side + turn) % 5]);
    let mirrored = move |turn| [5, 4, 3, 2, 1].map(|side: usize| place[(side + turn) % 5]);
    (0..5).flat_map(move |turn| [rotated(turn), mirrored(turn)])
}

/// Returns the centre of the pentagon at a place relative to each side of the polygon on which it
/// would touch the first one: its distance beyond the line of that side, in quarters of the
/// distance between the centres of neighbours, and beyond its ends, in quarters of a pentagon's
/// side.
fn seen_from_sides(place: Place) -> impl Iterator<Item = (Surd, Surd)> {
    let is_turned = is_turned(place);
    (0..5).flat_map(move |side| {
        let [here, next, second, third, last] =
            [0, 1, 2, 3, 4].map(|further| place[(side + further) % 5]);
        let (near, far) = (next + last, second + third);
        let ahead = Surd { whole: 4 * here - near - far, roots: near - far };
        let (near, far) = (next - last, second - third);
        let aside = Surd { whole: 3 * near + far, roots: near + far };
        let aside = aside.max(ZERO - aside);
        // A pentagon with sides of length 2, or a decagon with sides of length 1.
        let (apothem, half_side, behind) = if is_turned {
            (Surd { whole: 4, roots: 0 }, 4, None)
        } else {
            (Surd { whole: 0, roots: 2 }, 2, Some(ZERO - ahead))
        };
        let beyond = aside - Surd { whole: half_side, roots: 0 };
        iter::once(ahead).chain(behind).map(move |ahead| (ahead - apothem, beyond))
    })
}

/// Returns whether the pentagon at a place covers a part of the first one.
pub(crate) fn overlaps(place: Place) -> bool {
    seen_from_sides(place).all(|(ahead, _)| ahead < ZERO)
}

/// Returns 80 times the square of the distance from the first pentagon; `None` if that is 0.
pub(crate) fn distance(place: Place) -> Option<Surd> {
    seen_from_sides(place)
        .filter(|&(ahead, _)| ahead > ZERO)
        .map(|(ahead, beyond)| {
            let beyond = beyond.max(ZERO);
            // Neighbours have centres at the distance 1 / tan(36 degrees), whose square is this
            // / 5.
            let neighbours = Surd { whole: 5, roots: 2 };
            neighbours * ahead * ahead + Surd { whole: 5, roots: 0 } * beyond * beyond
        })
        .min()
}
