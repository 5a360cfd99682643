//! # Beside the Point
//!
//! *Jane Street, November 2024.* A blue and a red point are chosen in a square, uniformly and
//! independently. Take the side of the square that is closest to the blue point. What is the
//! probability that some point of this side is equally far from both points?
//!
//! ```text
//! +-----------------+
//! |    R            |      The points that are as far from B as from R
//! |  ,              |      are a line between them, here the dots.
//! |     ' ,         |      It leaves the square at the bottom, the side
//! |          ' ,    |      that is closest to B.
//! |       B      ' ,|
//! +-----------------+
//! ```
//!
//! ## Boards
//! The probability, with as many digits after the point as the instance asks for. An instance may
//! give the blue point; then only the red one is random.
//!
//! ## Idea
//! Let the side be the bottom one, from (0, 0) to (1, 0), and the blue point (x, y). Going along
//! the side, the squared distance to red minus that to blue changes linearly. So there is a point
//! with equal distances exactly if one of the ends is nearer to red and the other is nearer to
//! blue: red is in exactly one of the two discs around the ends that have blue on their borders.
//!
//! As y <= x and y <= 1 - x, both radii r and s are at most 1, so of each disc a quarter lies in
//! the square. The quarters have half a lens in common. Their sectors with the angles a at (0, 0)
//! and b at (1, 0), which end at blue, together cover the triangle of both ends and blue, and the
//! half lens is the part that they cover twice: its area is that of both sectors less that of the
//! triangle. So the probability, given blue, is
//!
//! pi/4 r^2 + pi/4 s^2 - 2 (r^2 a/2 + s^2 b/2 - y/2) = r^2 (pi/4 - a) + s^2 (pi/4 - b) + y.
//!
//! Blue is uniform in the triangle of the bottom side and the centre, of area 1/4. The first two
//! terms have the same average, and y has the average 1/6. In polar coordinates around (0, 0), r
//! goes up to 1 / (cos a + sin a) = 1 / (sqrt(2) cos u) with u = pi/4 - a, and the integral of r^2
//! u is that of u / (16 cos^4 u) for u from 0 to pi/4. By parts, with the antiderivative tan u +
//! tan^3 u / 3 of 1 / cos^4 u, this is (pi/3 - 1/6 - ln(2)/3) / 16. In total:
//!
//! 4 * 2 (pi/3 - 1/6 - ln(2)/3) / 16 + 1/6 = (1 + 2 pi - 2 ln 2) / 12.
//!
//! ## The second way
//! If the blue point is given, the checker adds up slices: left of blue the first disc is higher,
//! right of blue the second one is, and the integrals of the differences of their heights are
//! enclosed numerically. If it is not, the checker integrates along columns of the triangle in
//! closed form, and over the columns numerically, with bounds. In both cases, it first throws
//! 20,000 seeded pairs of points, finds the point with equal distances from its equation, and
//! refuses answers that are off by more than 0.02.

use numbers::{Decimals, Fraction, Interval, Numbers, Series, Written, integral, parse_fraction};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BesideThePoint {
    /// The blue point. Default: it is random.
    blue: Option<[Written; 2]>,
    /// The number of digits after the decimal point.
    decimals: Decimals,
}

/// The tolerance of the checker's integrals.
const TOLERANCE: f64 = 1e-22;

/// Returns the coordinates of a point relative to the closest side: the distance along this side
/// and the distance from it.
fn from_closest_side<T: Clone + PartialOrd>([x, y]: [T; 2], opposite: impl Fn(&T) -> T) -> [T; 2] {
    let nearer = |coordinate: &T| {
        let other = opposite(coordinate);
        if other < *coordinate { other } else { coordinate.clone() }
    };
    let (from_sides, from_ends) = (nearer(&x), nearer(&y));
    if from_sides < from_ends { [y, from_sides] } else { [x, from_ends] }
}

/// Returns the same for the checker: of the four sides, each with the point's distances along it and
/// from it, the closest one.
fn seen_from_closest_side<T: Clone + PartialOrd>(
    [x, y]: [T; 2],
    opposite: impl Fn(&T) -> T,
) -> [T; 2] {
    let others = [[x.clone(), opposite(&y)], [y.clone(), x.clone()], [y.clone(), opposite(&x)]];
    let closer = |one: [T; 2], other: [T; 2]| if other[1] < one[1] { other } else { one };
    others.into_iter().fold([x, y], closer)
}

/// Returns the average over all blue points.
fn total() -> Interval {
    (Interval::PI * 2 - Interval::LN_2 * 2 + 1) / 12
}

/// Returns the probability for a blue point that is closest to the bottom side.
fn given([x, y]: [Interval; 2]) -> Interval {
    let quarter = Interval::PI / 4;
    let wedge = |x: Interval| (x.squared() + y.squared()) * (quarter - (y / x).atan());
    wedge(x) + wedge(1 - x) + y
}

/// Returns the same from slices: at the distance r sin t from its centre, the disc's height is r
/// cos t.
fn given_by_slices([x, y]: [Interval; 2]) -> Option<Interval> {
    let [left, right] = [x, 1 - x].map(|along| {
        let square = along.squared() + y.squared();
        let border = (along / square.sqrt()).asin();
        let slices = |from, to| {
            let area = |angle: Series| {
                let [_, cos] = angle.sin_cos();
                cos * cos * square
            };
            integral(area, from, to, TOLERANCE)
        };
        Some(slices(Interval::ZERO, border)? - slices(border, Interval::PI / 2)?)
    });
    // A disc is the higher one on its centre's side of blue, and the lower one on the other side.
    Some(left? + right?)
}

/// Returns the average over all blue points from columns of half of the triangle.
fn total_by_columns() -> Option<Interval> {
    let quarter = Interval::PI / 4;
    // The integral of (k^2 + y^2) atan(y/k) for y from 0 to t k.
    let wedge = |k: Series, t: Series| {
        let (square, angle) = (t * t, t.atan());
        k.powi(3) * ((t + t * square / 3) * angle - square / 6 - (square + 1).ln() / 3)
    };
    let column = |x: Series| {
        let z = 1 - x;
        let quarters = (x * x + z * z) * x + x.powi(3) * 2 / 3;
        quarters * quarter - wedge(x, 1.into()) - wedge(z, x / z) + x * x / 2
    };
    Some(integral(column, 0, 0.5, TOLERANCE)? * 8)
}

impl BesideThePoint {
    fn numbers(&self) -> Numbers {
        Numbers::new(&["probability"], self.decimals)
    }

    /// Returns the blue point, if it is given, relative to the closest side.
    fn blue(&self) -> Option<[Interval; 2]> {
        let blue = self.blue.clone()?.map(|Written(coordinate)| coordinate);
        Some(from_closest_side(blue, |x| Fraction::ONE - x).map(Interval::from))
    }

    /// Returns the same for the checker.
    fn seen_blue(&self) -> Option<[Interval; 2]> {
        let blue = self.blue.clone()?.map(|Written(coordinate)| coordinate);
        Some(seen_from_closest_side(blue, |x| Fraction::ONE - x).map(Interval::from))
    }

    /// Returns the frequency of the event among random points.
    fn simulated(&self) -> f64 {
        const PAIRS: u32 = 20_000;
        let mut random = Rng::with_seed(1);
        let given = self.seen_blue().map(|blue| blue.map(Interval::to_f64));
        let meets = |_: &u32| {
            let mut point = || [random.f64(), random.f64()];
            let red = point();
            let [x, y] = given.unwrap_or_else(|| seen_from_closest_side(point(), |x| 1.0 - x));
            let difference = red[0].powi(2) + red[1].powi(2) - x.powi(2) - y.powi(2);
            (0.0..=1.0).contains(&(difference / (2.0 * (red[0] - x))))
        };
        (0..PAIRS).filter(meets).count() as f64 / f64::from(PAIRS)
    }
}

puzzle::program!(BesideThePoint, searched without rules);

impl Puzzle for BesideThePoint {
    fn form(&self) -> Form {
        self.numbers().form()
    }

    fn validate(&self) -> Result<()> {
        for Written(coordinate) in self.blue.iter().flatten() {
            let is_inside = *coordinate >= Fraction::ZERO && *coordinate <= Fraction::ONE;
            ensure!(is_inside, "`blue`: expected coordinates from 0 to 1, found {coordinate}");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let probability = self.blue().map_or_else(total, given);
        self.numbers().report(Some([probability]), search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let simulated = self.simulated();
        // Six standard deviations, plus rounding errors.
        let error = 0.02 + 0.1_f64.powf(self.decimals.get() as f64) / 2.0;
        let claimed = Interval::from(parse_fraction(board.parts()[0].line())?).to_f64();
        ensure!(
            (simulated - claimed).abs() < error,
            "random points have the probability {simulated:.3}, which is far from {claimed}"
        );
        let probability = self.seen_blue().map_or_else(total_by_columns, given_by_slices);
        self.numbers().confirm(board, 0, probability.unwrap_or(Interval::WHOLE))
    }

    fn answer(&self, board: &Board) -> Answer {
        let answer = Answer::enclosed(board.parts()[0].line());
        match self.blue {
            Some(_) => answer,
            None => answer.remark("closed form", "(1 + 2 pi - 2 ln 2) / 12"),
        }
    }

    /// Draws a blue point with its closest side at the bottom; solved, the possible places of the
    /// red point.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const SIDE: f64 = 10.0;
        const STEPS: u32 = 60;
        let at = |[x, y]: [f64; 2]| (SIDE * x, SIDE * (1.0 - y));
        let blue = self.blue().map_or([0.4, 0.25], |blue| blue.map(Interval::to_f64));
        let mut picture = Picture::canvas(SIDE, SIDE);
        let ends = [[0.0, 0.0], [1.0, 0.0]];
        // A part of the disc's border around an end, from one angle with the side to another.
        let arc = |end: [f64; 2], from: f64, to: f64| {
            let radius = (blue[0] - end[0]).hypot(blue[1]);
            let turns = (0..=STEPS).map(move |step| f64::from(step) / f64::from(STEPS));
            turns.map(move |turn| {
                let (sin, cos) = (from + (to - from) * turn).sin_cos();
                at([end[0] + (1.0 - 2.0 * end[0]) * radius * cos, radius * sin])
            })
        };
        let upright = std::f64::consts::FRAC_PI_2;
        let of_blue = |end: [f64; 2]| blue[1].atan2((blue[0] - end[0]).abs());
        for (end, other) in ends.into_iter().zip([ends[1], ends[0]]).filter(|_| board.is_some()) {
            let border = arc(end, upright, of_blue(end)).chain(arc(other, of_blue(other), 0.0));
            let corners: Vec<_> = border.chain([at(end)]).collect();
            picture.polygon(&corners, None, Some(Tint::Colour(0)));
            picture.line(&arc(end, 0.0, upright).collect::<Vec<_>>(), Ink::Muted, 0.04);
        }
        picture.rectangle((0.0, 0.0), (SIDE, SIDE), Ink::Text, None);
        picture.line(&ends.map(at), Ink::Accent, 0.15);
        let (x, y) = at(blue);
        picture.circle(x, y, 0.15, Ink::Text, Some(Tint::Colour(0)));
        picture.text_from(x + 0.35, y, 0.5, "blue", Ink::Given);
        picture
    }
}

impl Setter for BesideThePoint {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let most = size.max(1);
        let blue = [(); 2].map(|()| format!("{}/{most}", random.usize(0..=most)));
        let draft = Draft::new().number("decimals", 10);
        Some(draft.value("blue", blue.to_vec()))
    }
}
