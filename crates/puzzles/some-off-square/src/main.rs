//! # Some Off Square
//!
//! *Jane Street, February 2024.* Two points are chosen in a square, uniformly and independently.
//! The segment between them is the diameter of a circle. What is the probability that some part of
//! the circle lies outside the square?
//!
//! ```text
//! +-----------+
//! |   * *     |      This circle lies inside. Its centre is at least
//! | B     *   |      as far from every side as from the end A.
//! | *     A   |
//! |   * *     |      In a 1 x 2 rectangle, a circle lies inside
//! +-----------+      with probability pi/8.
//! ```
//!
//! ## Boards
//! The probability, with the number of decimals that the instance requires.
//!
//! ## Derivation
//! Choose the centre M of the circle first, and then the vector v from it to the first end; the
//! ends are M + v and M - v. In each coordinate, the ends are the sum and the difference of M and
//! v, which enlarges volumes by 2 for each of the two coordinates: dA dB = 4 dM dv.
//!
//! The circle lies inside if v is no longer than the distance d from M to the nearest side, and
//! then both ends are in the square, too. So v is anywhere in a disc, and for a square of side 1
//!
//! P(inside) = integral of 4 pi d(M)^2 dM.
//!
//! Points with d(M) > r form a square of side 1 - 2r, so those with d(M) between r and r + dr have
//! the area 4 (1 - 2r) dr. The integral of 4 r^2 (1 - 2r) from 0 to 1/2 is 1/24: a circle lies
//! inside with probability pi/6, and the answer is 1 - pi/6.
//!
//! In a rectangle with sides w <= h, the area is 2 (w + h - 4r) dr for r up to w/2. With the scale
//! 1/(wh) for each point, this makes pi w (2h - w) / (6 h^2).
//!
//! ## The second way
//! The checker starts from the difference of the ends. A vector (s, t) of length r fits into the
//! rectangle in (w - s)(h - t) places, and in (w - r)(h - r) of these the circle around its middle
//! lies inside. With the slope m = t/s instead of t, ds dt = r dr dm / (1 + m^2), and there are
//! eight octants of slopes up to 1. Both integrals are enclosed numerically, so pi is not used.
//! Before that, 20,000 circles with seeded random ends refute a claim that is off by more than
//! 0.02.
//!
//! ## Limits
//! Sides are integers up to 1000.

use numbers::{Decimals, Fraction, Integer, Interval, Numbers, fraction, integral, parse_fraction};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SomeOffSquare {
    /// The sides of the rectangle, in any unit.
    width: Within<1, 1000>,
    height: Within<1, 1000>,
    /// The number of decimals of the answer.
    decimals: Decimals,
}

/// A circle: its centre and its radius.
struct Circle {
    x: f64,
    y: f64,
    radius: f64,
}

impl SomeOffSquare {
    fn numbers(&self) -> Numbers {
        Numbers::new(&["probability"], self.decimals)
    }

    /// Returns the shorter side and the longer one.
    fn sides(&self) -> [i64; 2] {
        let [width, height] = [self.width.get(), self.height.get()];
        [width.min(height), width.max(height)]
    }

    /// Returns the probability that the circle lies inside, divided by pi.
    fn inside(&self) -> Fraction {
        let [short, long] = self.sides();
        fraction(short * (2 * long - short), 6 * long * long)
    }

    /// Returns the probability that the circle lies inside, by the slope of its diameter and its
    /// length.
    fn inside_by_slopes(&self) -> Option<Interval> {
        const TOLERANCE: f64 = 1e-22;
        let [short, long] = self.sides();
        let slopes = integral(|slope| 1 / (slope * slope + 1), 0, 1, TOLERANCE)?;
        // In units of the longer side, so that all numbers are small.
        let short = Interval::from(short) / long;
        let places = |length| (short - length) * (1 - length) * length;
        let lengths = integral(places, 0, short, TOLERANCE)?;
        Some(slopes * lengths * 8 / short.squared())
    }

    /// Returns a circle with random ends, in the unit of the sides.
    fn throw(&self, random: &mut Rng) -> Circle {
        let mut end =
            || (random.f64() * self.width.get() as f64, random.f64() * self.height.get() as f64);
        let (one, other) = (end(), end());
        let radius = (one.0 - other.0).hypot(one.1 - other.1) / 2.0;
        Circle { x: f64::midpoint(one.0, other.0), y: f64::midpoint(one.1, other.1), radius }
    }

    fn is_inside(&self, circle: &Circle) -> bool {
        let is_within = |middle: f64, side: Within<1, 1000>| {
            0.0 <= middle - circle.radius && middle + circle.radius <= side.get() as f64
        };
        is_within(circle.x, self.width) && is_within(circle.y, self.height)
    }
}

/// Returns the closed form `1 - a pi/b`.
fn closed_form(inside: &Fraction) -> String {
    let factor = match inside.numerator() {
        one if *one == Integer::ONE => String::new(),
        many => format!("{many} "),
    };
    format!("1 - {factor}pi/{}", inside.denominator())
}

puzzle::program!(SomeOffSquare, searched without rules);

impl Puzzle for SomeOffSquare {
    fn form(&self) -> Form {
        self.numbers().form()
    }

    fn search(&self, search: &mut Search) -> Flow {
        self.numbers().report(Some([1 - Interval::PI * &self.inside()]), search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        const CIRCLES: u32 = 20_000;
        // Six standard deviations, and the rounding error.
        let error = 0.02 + 0.1_f64.powf(self.decimals.get() as f64) / 2.0;
        let mut random = Rng::with_seed(1);
        let outside = (0..CIRCLES).filter(|_| !self.is_inside(&self.throw(&mut random))).count();
        let share = outside as f64 / f64::from(CIRCLES);
        let claimed = Interval::from(parse_fraction(board.parts()[0].line())?).to_f64();
        ensure!(
            (share - claimed).abs() < error,
            "{share:.3} of {CIRCLES} random circles are partly outside, which is far from {claimed}"
        );
        let inside = self.inside_by_slopes();
        self.numbers().confirm(board, 0, 1 - inside.unwrap_or(Interval::WHOLE))
    }

    fn answer(&self, board: &Board) -> Answer {
        let closed = closed_form(&self.inside());
        Answer::enclosed(board.parts()[0].line()).remark("closed form", closed)
    }

    /// Draws some random circles; solved, those that lie inside are filled.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The radius of the centres of circles inside the square.
        const CENTRE: f64 = 0.1;
        /// The longer side, in cells.
        const SIDE: f64 = 10.0;
        const CIRCLES: usize = 12;
        let unit = SIDE / self.sides()[1] as f64;
        let [width, height] = [self.width, self.height].map(|side| side.get() as f64 * unit);
        let mut picture = Picture::canvas(width, height);
        picture.rectangle((0.0, 0.0), (width, height), Ink::Text, None);
        let mut random = Rng::with_seed(4);
        for _ in 0..CIRCLES {
            let circle = self.throw(&mut random);
            let (ink, tint) = match board {
                Some(_) if self.is_inside(&circle) => (Ink::Found, Some(Tint::Colour(0))),
                Some(_) => (Ink::Warning, None),
                None => (Ink::Muted, None),
            };
            let (x, y) = (circle.x * unit, circle.y * unit);
            picture.circle(x, y, circle.radius * unit, ink, tint);
            if tint.is_some() {
                picture.circle(x, y, CENTRE, ink, tint);
            }
        }
        picture
    }
}

impl Setter for SomeOffSquare {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let mut side = || random.usize(1..=size.clamp(1, 1000));
        let draft = Draft::new().number("width", side()).number("height", side());
        Some(draft.number("decimals", 10))
    }
}
