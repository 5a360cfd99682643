//! # Robot Capture-the-Flag
//!
//! *Jane Street, April 2024.* A flag stands at a random place of a disc of radius 1, two robots at
//! its centre. A learns the distance r of the flag from the centre, E its direction. Both move
//! once, at the same time; whoever is closer to the flag then wins. E always goes the same distance
//! e in the flag's direction. A knows e, and plays as well as possible for each r. E has chosen e
//! so that A wins as seldom as possible. How often is that?
//!
//! ```text
//! r < e/2    A stays at the centre, and is closer
//! r > e/2    A goes some distance a; which direction is best, it cannot know
//! ```
//!
//! ## Boards
//! E's distance, and the probability that A wins. With the key `e`, the probability for this
//! distance.
//!
//! ## Derivation
//! E ends |r - e| away from the flag. After a move of a, A is closer if the angle between its
//! direction and the flag's has a cosine above
//!
//! ```text
//! (a^2 + r^2 - (r - e)^2)/(2ar) = a/(2r) + e (2r - e)/(2ar)
//! ```
//!
//! This is least where both terms are equal, at a^2 = e (2r - e), which is at most r^2. The angle
//! whose cosine it is has the sine |r - e|/r; so A wins with probability arcsin(|r - e|/r)/pi, or
//! 1 if r < e/2. The density of r is 2r. The integral over r has a closed form (substitute
//! s^2 = 2r/e - 1):
//!
//! ```text
//! P(e) = e^2 (1/8 + 4/(3 pi)) + arcsin(1 - e)/pi - (1 + e) sqrt(e (2 - e))/(3 pi)
//! P'(e) = 2e (1/8 + 4/(3 pi)) - 2 (1 + e) sqrt((2 - e)/e)/(3 pi)
//! ```
//!
//! So the best e solves (4 + 3 pi/8)^2 e^3 = (1 + e)^2 (2 - e). [`turning_point`] proves that there
//! is one solution between 0 and 1. The slope is negative before it and positive after.
//!
//! ## The second way
//! The checker integrates by quadrature with proved bounds, and finds the slope without a formula
//! for P. Only the ratio of e to the radius matters. So a larger e is like a smaller disc without
//! the flags at the rim: P decreases as long as A wins less often than for flags at the rim, and is
//! least where it wins as often. The sign of P(e) - arcsin(1 - e)/pi has to change within half a
//! unit of the last digit. A may not win less often at any multiple of 1/16. For flags at multiples
//! of 1/16, no move of A to such a multiple may be better.

mod check;

use std::ops::ControlFlow;
use std::ops::Neg;

use numbers::{Decimals, Fraction, Interval, Number, Numbers, Written, turning_point};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotCaptureTheFlag {
    /// The number of decimals of the answer.
    decimals: Decimals,
    /// The distance that E goes. Default: the one that minimises A's probability of winning.
    e: Option<Written>,
}

/// Returns the probability that A wins if E goes `e`.
fn wins(e: Interval) -> Interval {
    let centre = e.squared() * (Interval::PI / 8 + Interval::from(4) / 3);
    let chord = (e + 1) * (e * (2 - e)).sqrt() / 3;
    (centre + (1 - e).asin() - chord) / Interval::PI
}

/// Returns a quantity with the sign of that function's slope, and its own slope.
fn slopes(e: Interval) -> [Interval; 2] {
    let factor = (Interval::PI * 3 / 8 + 4).squared();
    let value = factor * e.powi(3) - (e + 1).squared() * (2 - e);
    [value, (factor + 1) * e.squared() * 3 - 3]
}

/// Returns the best distance for E.
fn best(search: &mut Search) -> ControlFlow<Stop, Option<Interval>> {
    turning_point(|e| slopes(e).map(Neg::neg), Interval::ZERO.hull(1), || search.node())
}

impl RobotCaptureTheFlag {
    fn lines(&self) -> Numbers {
        Numbers::new(&["e", "A wins with"], self.decimals)
    }
}

puzzle::program!(RobotCaptureTheFlag, searched without rules);

impl Puzzle for RobotCaptureTheFlag {
    fn form(&self) -> Form {
        self.lines().form()
    }

    fn validate(&self) -> Result<()> {
        if let Some(Written(e)) = &self.e {
            let is_inside = *e > Fraction::ZERO && *e <= Fraction::ONE;
            ensure!(is_inside, "`e`: expected a number above 0, at most 1, and found {e}");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let numbers = match &self.e {
            Some(Written(e)) => Some([Number::from(e.clone()), wins(e.into()).into()]),
            None => best(search)?.map(|e| [e, wins(e)].map(Number::from)),
        };
        self.lines().report(numbers, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let [e, wins] = [0, 1].map(|part| board.parts()[part].line());
        Answer::enclosed(wins).remark("E goes", e)
    }

    /// Draws one flag in the disc; with a board, E's move, and the moves of A that end closer.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The distance of the flag that is shown.
        const FLAG: f64 = 0.75;
        const RADIUS: f64 = 6.0;
        let at = |distance: f64, angle: f64| {
            let (sin, cos) = angle.sin_cos();
            (RADIUS * (1.0 + distance * cos), RADIUS * (1.0 - distance * sin))
        };
        let mut picture = Picture::canvas(2.0 * RADIUS, 2.0 * RADIUS);
        let (centre, flag) = (at(0.0, 0.0), at(FLAG, 0.0));
        picture.circle(centre.0, centre.1, RADIUS, Ink::Text, None);
        if let Some(board) = board {
            let e: f64 = board.parts()[0].line().parse().unwrap_or(0.0);
            let (a, gap) = ((e * (2.0 * FLAG - e)).max(0.0).sqrt(), (FLAG - e).abs());
            let half = (gap / FLAG).min(1.0).asin();
            let arc = |from: f64, to: f64| -> Vec<_> {
                (0..=100).map(|step| at(a, from + (to - from) * f64::from(step) / 100.0)).collect()
            };
            picture.circle(flag.0, flag.1, RADIUS * gap, Ink::Muted, Some(Tint::Shade));
            picture.line(&[centre, at(e, 0.0)], Ink::Text, 0.06);
            picture.line(&arc(half, std::f64::consts::TAU - half), Ink::Muted, 0.08);
            picture.line(&arc(-half, half), Ink::Found, 0.16);
            let end = at(e, 0.0);
            picture.circle(end.0, end.1, 0.12, Ink::Text, Some(Tint::Shade));
            picture.text_at(end.0 - 0.4, end.1 - 0.45, 0.5, "E", Ink::Text);
            let place = at(a + 0.09, 2.2);
            picture.text_at(place.0, place.1, 0.5, "A", Ink::Found);
        }
        picture.circle(centre.0, centre.1, 0.1, Ink::Text, Some(Tint::Shade));
        picture.line(&[flag, (flag.0, flag.1 - 0.9)], Ink::Given, 0.06);
        let (x, y) = (flag.0, flag.1 - 0.9);
        picture.polygon(
            &[(x, y), (x + 0.6, y + 0.2), (x, y + 0.4)],
            Some(Ink::Given),
            Some(Tint::Highlight),
        );
        if board.is_some() {
            picture.caption([
                "For a flag at this distance, A goes to a random place of its circle.",
                "On the thick part, it is closer to the flag than E.",
            ]);
        }
        picture
    }
}

impl Setter for RobotCaptureTheFlag {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new().number("decimals", random.usize(1..=size.min(18)));
        let e = format!("{}/{size}", random.usize(1..=size));
        Some(if random.bool() { draft.text("e", e) } else { draft })
    }
}
