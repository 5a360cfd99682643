//! The second way: corners in the plane, and places by the least number of steps to them.

use std::collections::HashMap;
use std::f64::consts::TAU;

use puzzle::prelude::*;

/// Smaller numbers are 0: see the crate's header.
const TOLERANCE: f64 = 1e-9;

pub(crate) type Point = (f64, f64);

/// A whole combination of the fifth roots of unity except the last, with which they add up to 0.
type Vector = [i64; 4];

/// The roots of unity, in the directions of the sides of a pentagon.
const ROOTS: [Vector; 5] =
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-1, -1, -1, -1]];

fn plus(one: Vector, other: Vector, times: i64) -> Vector {
    [0, 1, 2, 3].map(|root| one[root] + times * other[root])
}

/// A pentagon: its first corner, and 1, or -1 if it is turned by 180 degrees.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pentagon {
    corner: Vector,
    sense: i64,
}

impl Pentagon {
    pub(crate) const FIRST: Self = Self { corner: [0; 4], sense: 1 };

    /// Returns its corners, counter-clockwise; each begins the side with its number.
    fn corners(self) -> [Vector; 5] {
        let mut corner = self.corner;
        ROOTS.map(|root| {
            let here = corner;
            corner = plus(corner, root, self.sense);
            here
        })
    }

    /// Returns its mirror image in a side: the side stays where it is, but the other way round.
    pub(crate) fn mirrored(self, side: usize) -> Self {
        let corners = self.corners();
        let ends = plus(corners[side], corners[(side + 1) % 5], 1);
        Self { corner: plus(ends, self.corner, -1), sense: -self.sense }
    }

    /// Returns its position relative to another one.
    fn seen_from(self, from: Self) -> Self {
        let corner = plus(self.corner, from.corner, -1).map(|count| from.sense * count);
        Self { corner, sense: from.sense * self.sense }
    }

    pub(crate) fn points(self) -> [Point; 5] {
        self.corners().map(|corner| {
            let parts = corner.iter().enumerate().map(|(root, &count)| {
                let (sin, cos) = (TAU * root as f64 / 5.0).sin_cos();
                (count as f64 * cos, count as f64 * sin)
            });
            parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
        })
    }
}

/// Returns a point relative to the beginning of a side: its distance along it, and to its left.
fn seen_along((begin, end): (&Point, &Point), point: &Point) -> (f64, f64) {
    let (x, y) = (end.0 - begin.0, end.1 - begin.1);
    let (across, up) = (point.0 - begin.0, point.1 - begin.1);
    (x * across + y * up, x * up - y * across)
}

/// Returns whether all of one pentagon lies beyond a side of the other, or vice versa.
fn are_apart(one: &[Point; 5], other: &[Point; 5]) -> bool {
    [(one, other), (other, one)].into_iter().any(|(one, other)| {
        let mut sides = one.iter().circular_tuple_windows();
        sides.any(|side| other.iter().all(|point| seen_along(side, point).1 < TOLERANCE))
    })
}

/// Returns the two nearest points of two pentagons that do not overlap; one of them is a corner.
pub(crate) fn nearest(one: &[Point; 5], other: &[Point; 5]) -> (Point, Point) {
    let pairs = [(one, other), (other, one)].into_iter().flat_map(|(one, other)| {
        iproduct!(one.iter().circular_tuple_windows(), other).map(|((begin, end), point)| {
            let along = seen_along((begin, end), point).0.clamp(0.0, 1.0);
            let x = begin.0 + along * (end.0 - begin.0);
            let y = begin.1 + along * (end.1 - begin.1);
            (*point, (x, y))
        })
    });
    let nearest = pairs.min_by(|one, other| length(*one).total_cmp(&length(*other)));
    nearest.expect("pentagons have corners")
}

pub(crate) fn length((from, to): (Point, Point)) -> f64 {
    (to.0 - from.0).hypot(to.1 - from.1)
}

/// Returns the distance of two pentagons, 0 if they overlap.
fn distance(one: Pentagon, other: Pentagon) -> f64 {
    let (one, other) = (one.points(), other.points());
    if are_apart(&one, &other) { length(nearest(&one, &other)) } else { 0.0 }
}

/// Returns the least number of steps to each pentagon that can be reached in `most`, overlaps or
/// not.
fn reached(most: usize) -> HashMap<Pentagon, usize> {
    let mut reached = HashMap::from([(Pentagon::FIRST, 0)]);
    let mut last = vec![Pentagon::FIRST];
    for steps in 1..=most {
        let next = iproduct!(last, 0..5).map(|(pentagon, side)| pentagon.mirrored(side));
        let next = next.unique().filter(|pentagon| !reached.contains_key(pentagon)).collect_vec();
        reached.extend(next.iter().map(|&pentagon| (pentagon, steps)));
        last = next;
    }
    reached
}

/// Pentagons without overlaps, and the sides crossed between them.
struct Chain {
    pentagons: Vec<Pentagon>,
    sides: Vec<usize>,
}

impl Chain {
    fn new() -> Self {
        Self { pentagons: vec![Pentagon::FIRST], sides: Vec::new() }
    }

    fn last(&self) -> Pentagon {
        self.pentagons[self.sides.len()]
    }

    /// Adds a pentagon if it does not overlap another one.
    fn lay(&mut self, side: usize) -> bool {
        let next = self.last().mirrored(side);
        let points = next.points();
        let fits = self.pentagons.iter().all(|pentagon| are_apart(&pentagon.points(), &points));
        if fits {
            self.pentagons.push(next);
            self.sides.push(side);
        }
        fits
    }

    /// Extends the chain to one of `ends` in at most the given number of steps, if possible.
    fn goes_on(
        &mut self,
        ends: &[Pentagon],
        steps: usize,
        reached: &HashMap<Pentagon, usize>,
    ) -> bool {
        let last = self.last();
        let is_near = |end: &Pentagon| {
            reached.get(&end.seen_from(last)).is_some_and(|&needed| needed <= steps)
        };
        if ends.contains(&last) || !ends.iter().any(is_near) {
            return ends.contains(&last);
        }
        // Chains that begin through another side are rotations of these.
        let sides = if self.sides.is_empty() { 0..1 } else { 0..5 };
        for side in sides {
            if self.lay(side) {
                if self.goes_on(ends, steps - 1, reached) {
                    return true;
                }
                self.pentagons.pop();
                self.sides.pop();
            }
        }
        false
    }
}

/// Checks that the chain through these sides leads to a pentagon at the claimed distance and is the
/// first such chain, and that no chain leads to a nearer one without touching.
pub(crate) fn check(pentagons: usize, sides: &[usize], claimed: &str) -> Result<()> {
    let steps = sides.len();
    ensure!(steps < pentagons, "these are {} pentagons; expected {pentagons} at most", steps + 1);
    let mut chain = Chain::new();
    for (number, &side) in sides.iter().enumerate() {
        ensure!(chain.lay(side), "pentagon {} overlaps another", number + 2);
    }
    let found = distance(Pentagon::FIRST, chain.last());
    ensure!(found > TOLERANCE, "the last pentagon touches the first");
    ensure!(format!("{found:.7}") == claimed, "the distance is {found:.7}, not {claimed}");
    let reached = reached(pentagons - 1);
    let (mut nearer, mut as_near) = (Vec::new(), Vec::new());
    for &end in reached.keys() {
        let distance = distance(Pentagon::FIRST, end);
        if (distance - found).abs() < TOLERANCE {
            as_near.push(end);
        } else if TOLERANCE < distance && distance < found {
            nearer.push(end);
        }
    }
    let mut better = Chain::new();
    if better.goes_on(&nearer, pentagons - 1, &reached) {
        let distance = distance(Pentagon::FIRST, better.last());
        bail!("a chain through {} has the distance {distance:.7}", better.sides.iter().join(" "));
    }
    for steps in 1..=steps {
        let mut other = Chain::new();
        if other.goes_on(&as_near, steps, &reached) && other.sides != sides {
            bail!("{} is shorter or comes first", other.sides.iter().join(" "));
        }
    }
    Ok(())
}
