//! # Circle Time
//!
//! *Jane Street, June 2020.* A ring is a set of six equal circles whose centres are the corners of
//! a regular hexagon, so that neighbours touch. Inside a given circle, rings are drawn around one
//! common centre. They must not overlap, but may have any sizes and rotations, and there may be
//! infinitely many. What is the largest share of the given circle that their discs can cover?
//!
//! ```text
//! one ring     0.666667      six circles of a third of the radius
//! two rings    0.766052      the second one lies in the hole of the first, turned by 30 degrees
//! ```
//!
//! ## Boards
//! The ratio of the radii of a ring and the next larger one, and the share.
//!
//! ## Idea
//! Let the circles of a ring have radius 1. Their centres are d = 1 / sin(pi/6) = 2 away from the
//! common centre, so the ring fills a circle of radius d + 1 = 3. The largest ring in the given
//! circle has a third of its radius, and covers 6/9 of it; it is concentric with the given circle,
//! since elsewhere it would have to be smaller.
//!
//! A ring inside has circles of radius q < 1, whose centres are q d away. If a line to one of them
//! makes the angle a with a line to a circle of the outer ring, the law of cosines gives the
//! distance of the centres, and the circles do not overlap if
//!
//! d^2 (1 + q^2) - 2 d^2 q cos a >= (1 + q)^2.
//!
//! The least of these angles decides. It is at most 30 degrees, which is reached if the ring is
//! turned to the gaps of the outer one. Then the inequality is 3 q^2 - (2 + 4 sqrt(3)) q + 3 >= 0:
//! q is at most the smaller zero, since the product of both is 1. So the radii of any rings shrink
//! by at least this ratio from one to the next. They can all shrink by exactly this ratio, and the
//! areas are a geometric series:
//!
//! share = (2/3) / (1 - q^2),     q = (1 + 2 sqrt(3) - sqrt(4 + 4 sqrt(3))) / 3.
//!
//! Rings of n circles have d = 1 / sin(pi/n) and the angle pi/n; the rest is the same.
//!
//! ## The second way
//! The checker solves no equations. It tries ratios: one is too large if circles of the two rings
//! overlap for every angle, and possible if the centres of all circles of two rings, as
//! coordinates, are far enough apart for the angle pi/n. Bisection gives an interval for the ratio.
//! Then the checker adds up areas, ring by ring; all further rings lie in the hole of the last one.
//!
//! ## What does not scale
//! With more than 60 circles, the checker would have to add up thousands of rings.

use numbers::{Decimals, Interval, Numbers};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CircleTime {
    /// The number of circles in a ring.
    circles: Within<3, 60>,
    /// The maximum number of rings. Default: unlimited.
    rings: Option<Within<1, 1000>>,
    /// The number of digits after the decimal point.
    decimals: Decimals,
}

impl CircleTime {
    fn numbers(&self) -> Numbers {
        Numbers::new(&["ratio", "share"], self.decimals)
    }

    /// Returns the distance of the centres of a ring's circles of radius 1 from the common centre.
    fn distance(&self) -> Interval {
        1 / self.angle().sin()
    }

    /// Returns half of the angle between two circles of a ring, as seen from the common centre.
    fn angle(&self) -> Interval {
        Interval::PI / self.circles.get()
    }

    /// Returns the share of the given circle that the largest ring covers.
    fn first_share(&self) -> Interval {
        self.circles.get() / (self.distance() + 1).squared()
    }

    /// Returns the largest ratio: a zero of `(d^2 - 1) q^2 - 2 (d^2 cos(pi/n) + 1) q + d^2 - 1`.
    fn ratio(&self) -> Interval {
        let square = self.distance().squared();
        let half = (square * self.angle().cos() + 1) / (square - 1);
        1 / (half + (half.squared() - 1).sqrt())
    }

    /// Returns the sum of the geometric series, or of its first terms.
    fn share(&self) -> Interval {
        let shrinks = self.ratio().squared();
        let missing = self.rings.map_or(Interval::ZERO, |rings| {
            shrinks.powi(i32::try_from(rings.get()).expect("at most 1000"))
        });
        self.first_share() * (1 - missing) / (1 - shrinks)
    }

    /// Returns the full angle between two circles of a ring, for the checker.
    fn step(&self) -> Interval {
        2 * Interval::PI / self.circles.get()
    }

    /// Returns the distance of the centres from the common one, for the checker: neighbours, which
    /// touch, are 2 apart (by the law of cosines).
    fn away(&self) -> Interval {
        (2 / (1 - self.step().cos())).sqrt()
    }

    /// Returns the centre of a circle of this radius in a ring, in the direction of an angle.
    fn centre(&self, radius: Interval, angle: Interval) -> (Interval, Interval) {
        let distance = self.away() * radius;
        (distance * angle.cos(), distance * angle.sin())
    }

    /// Returns the centres of all circles of a ring.
    fn centres(&self, radius: Interval, turn: Interval) -> Vec<(Interval, Interval)> {
        let angles = (0..self.circles.get()).map(|circle| self.step() * circle + turn);
        angles.map(|angle| self.centre(radius, angle)).collect()
    }

    /// Returns the largest ratio, found by trying. An angle from 0 to pi/n lies between some circle
    /// of the inner ring and one of the outer ring: circles that overlap for each of these angles
    /// overlap for every rotation of the ring.
    fn tried_ratio(&self) -> Interval {
        let half = self.step() / 2;
        let any_angle = Interval::ZERO.hull(half);
        let outer = self.centres(Interval::ONE, Interval::ZERO);
        let gap = |ratio: Interval, one: &(Interval, Interval), other: (Interval, Interval)| {
            ((one.0 - other.0).squared() + (one.1 - other.1).squared()).sqrt() - ratio - 1
        };
        let (mut possible, mut too_large) = (Interval::ZERO, Interval::ONE);
        loop {
            let ratio = possible.hull(too_large).midpoint();
            let inner = self.centres(ratio, half);
            let is_apart = |(one, other)| Interval::ZERO.certainly_less(gap(ratio, one, other));
            if gap(ratio, &outer[0], self.centre(ratio, any_angle)).certainly_less(0) {
                too_large = ratio;
            } else if iproduct!(&outer, inner).all(is_apart) {
                possible = ratio;
            } else {
                return possible.hull(too_large);
            }
        }
    }

    /// Returns the share of rings with this ratio, added up one by one.
    fn added_share(&self, ratio: Interval) -> Interval {
        let (mut radius, mut covered) = (1 / (self.away() + 1), Interval::ZERO);
        for _ in 0..self.rings.map_or(usize::MAX, Within::size) {
            let hole = (radius * (self.away() - 1)).squared();
            if hole.certainly_less(1e-30) {
                return covered + Interval::ZERO.hull(hole);
            }
            covered += radius.squared() * self.circles.get();
            radius *= ratio;
        }
        covered
    }
}

puzzle::program!(CircleTime, searched without rules);

impl Puzzle for CircleTime {
    fn form(&self) -> Form {
        self.numbers().form()
    }

    fn search(&self, search: &mut Search) -> Flow {
        self.numbers().report(Some([self.ratio(), self.share()]), search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let ratio = self.tried_ratio();
        self.numbers().confirm(board, 0, ratio)?;
        self.numbers().confirm(board, 1, self.added_share(ratio))
    }

    fn answer(&self, board: &Board) -> Answer {
        let [ratio, share] = board.parts() else { unreachable!("the form has two parts") };
        Answer::enclosed(share.line()).remark("ratio of neighbouring radii", ratio.line())
    }

    /// Draws the given circle and the rings; in the unsolved picture, only the largest of them.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The radius of the given circle, in cells.
        const RADIUS: f64 = 6.0;
        /// The radius of the smallest circles that are drawn.
        const SMALLEST: f64 = 0.02;
        let mut picture = Picture::canvas(2.0 * RADIUS, 2.0 * RADIUS);
        picture.circle(RADIUS, RADIUS, RADIUS, Ink::Text, None);
        let [distance, ratio] = [self.distance(), self.ratio()].map(Interval::to_f64);
        let rings = if board.is_some() { self.rings.map_or(1000, Within::size) } else { 1 };
        let mut radius = RADIUS / (distance + 1.0);
        for ring in 0..rings {
            if radius < SMALLEST {
                break;
            }
            for circle in 0..self.circles.get() {
                let half_turns = 2 * circle + i64::from(ring % 2 == 1);
                let angle = half_turns as f64 * self.angle().to_f64();
                let (x, y) = (distance * radius * angle.cos(), distance * radius * angle.sin());
                let tint = Tint::Colour(u8::try_from(ring % 2).expect("0 or 1"));
                picture.circle(RADIUS + x, RADIUS + y, radius, Ink::Muted, Some(tint));
            }
            radius *= ratio;
        }
        picture
    }
}

impl Setter for CircleTime {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft =
            Draft::new().number("circles", random.usize(3..=size.max(3))).number("decimals", 9);
        Some(if random.bool() { draft } else { draft.number("rings", random.usize(1..=size)) })
    }
}
