//! # Robot Long Jump
//!
//! *Jane Street, March 2023.* A robot starts at 0 and adds random numbers, uniform between 0 and 1,
//! to its position. After each it decides to go on or to jump. If it gets beyond 1 without a jump,
//! it scores 0. If it jumps, one last such number is added, and the sum is its score. Two robots
//! make one attempt each, without knowing the other's; the higher score wins. If both score 0, they
//! start again. Both play as well as possible. With what probability does an attempt score 0?
//!
//! ```text
//! 0  0.32  0.71  jump  1.28      scores 1.28
//! 0  0.32  0.71  1.05            scores 0
//! ```
//!
//! ## Boards
//! The position t from which on a robot jumps in the equilibrium, and the probability of a score
//! of 0. With the key `threshold`, the probability for this t.
//!
//! ## Derivation
//! The k-th position has the density x^(k - 1)/(k - 1)! up to 1; together, that is e^x. So the
//! first step beyond t leads to each place between t and 1 with the same density: 1 plus the
//! integral of e^x from 0 to t, which is e^t. A robot that jumps from t on scores 0 with the
//! probability z = 1 - (1 - t) e^t. Let F(s) be the probability that it scores less than s; the
//! density of other scores is
//!
//! ```text
//! e^t (s - t) on [t, 1]      e^t (1 - t) on [1, 1 + t]      e^t (2 - s) on [1 + t, 2]
//! ```
//!
//! Against such a robot, a jump from x wins with J(x), the mean of F on [x, x + 1], which
//! increases. Going on from x wins with G(x), the integral of the better of J and G from x to 1,
//! plus x z/2, as half of the ties are won in the end. G decreases. So the best reply is to jump
//! from the point where J and G meet, and in the equilibrium that is t itself. With c = 1 - t,
//! ```text
//! J(t) = z + e^t (t c/2 + c^3/6)
//! G(t) = z (c - c^2/2) + c^2/2 + e^t t c^2/2 + t z/2
//! G(t) - J(t) = e^t (1 - t)^2 (2 + t)/6 - t/2
//! ```
//!
//! The last line decreases from 1/3 to -1/2 and has one zero. Before the first step, going on is
//! better, too.
//!
//! ## The second way
//! The checker finds e^t by counting steps: the k-th one leads from below t to a given place beyond
//! it with density t^(k - 1)/(k - 1)!. It finds J and G as integrals of F by quadrature with proved
//! bounds, and bisects their difference at t against an opponent with the same t. Then no deviation
//! may pay: going on has to be better at multiples of 1/16 below t, jumping at those above. (From x
//! < t, the first step beyond t has the density e^(t - x).)
//!
//! ## What does not scale
//! On a longer track the density is no longer the same everywhere, and there are more cases.

mod check;

use std::ops::ControlFlow::{self, Continue};

use numbers::{Decimals, Fraction, Interval, Numbers, Plot, Written, turning_point};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotLongJump {
    /// The number of decimals of the answer.
    decimals: Decimals,
    /// The position from which the robot jumps. Default: that of the equilibrium.
    threshold: Option<Written>,
}

/// Returns 6 times the advantage of going on from t over jumping, and the slope of that.
fn indifference(t: Interval) -> [Interval; 2] {
    let (density, rest) = (t.exp(), 1 - t);
    let value = density * rest.squared() * (t + 2) - t * 3;
    let slope = -density * rest * (t.squared() + t * 4 + 1) - 3;
    [value, slope]
}

impl RobotLongJump {
    /// Returns the position from which the robot jumps.
    fn threshold(&self, search: &mut Search) -> ControlFlow<Stop, Option<Interval>> {
        match &self.threshold {
            Some(Written(threshold)) => Continue(Some(threshold.into())),
            None => turning_point(indifference, Interval::ZERO.hull(1), || search.node()),
        }
    }

    fn lines(&self) -> Numbers {
        Numbers::new(&["t", "probability of 0"], self.decimals)
    }
}

puzzle::program!(RobotLongJump, searched without rules);

impl Puzzle for RobotLongJump {
    fn form(&self) -> Form {
        self.lines().form()
    }

    fn validate(&self) -> Result<()> {
        if let Some(Written(threshold)) = &self.threshold {
            let is_inside = *threshold >= Fraction::ZERO && *threshold <= Fraction::ONE;
            ensure!(is_inside, "`threshold`: expected a position from 0 to 1, found {threshold}");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let numbers = self.threshold(search)?.map(|t| [t, 1 - (1 - t) * t.exp()]);
        self.lines().report(numbers, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let [t, zero] = [0, 1].map(|part| board.parts()[part].line());
        Answer::enclosed(zero).remark("jumps from", t)
    }

    /// Draws the worth of jumping and of going on against an opponent that jumps from t on.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The number of terms of the sums that approximate integrals.
        const STEPS: u32 = 50;
        let mut plot = Plot::new((0.0, 1.0), (0.0, 1.0));
        let marks = [0.0, 0.25, 0.5, 0.75, 1.0];
        plot.axes(("position", &marks), ("probability of winning", &marks));
        let Some(board) = board else { return plot.picture() };
        let t: f64 = board.parts()[0].line().parse().unwrap_or(0.0);
        let (density, rest) = (t.exp(), 1.0 - t);
        let zero = 1.0 - rest * density;
        let scores_less = |s: f64| match s {
            _ if s < t => zero,
            ..1.0 => zero + density * (s - t).powi(2) / 2.0,
            _ if s < 1.0 + t => zero + density * rest * (rest / 2.0 + s - 1.0),
            _ => 1.0 - density * (2.0 - s).powi(2) / 2.0,
        };
        let mean = |from: f64, to: f64, function: &dyn Fn(f64) -> f64| {
            let width = (to - from) / f64::from(STEPS);
            let places = (0..STEPS).map(|step| from + width * (f64::from(step) + 0.5));
            places.map(function).sum::<f64>() / f64::from(STEPS)
        };
        let jump = |x: f64| mean(x, x + 1.0, &scores_less);
        let go_on = |x: f64| {
            let crossing = x.max(t);
            let beyond = (crossing - x).exp() * (1.0 - crossing);
            beyond * mean(crossing, 1.0, &jump) + (1.0 - beyond) * zero / 2.0
        };
        plot.curve(0.0..=1.0, Ink::Accent, jump).curve(0.0..=1.0, Ink::Text, go_on);
        plot.line(&[(t, 0.0), (t, jump(t))], Ink::Muted);
        plot.text((0.87, jump(0.87) + 0.08), "jump", Ink::Accent);
        plot.text((0.87, go_on(0.87) + 0.08), "go on", Ink::Text);
        plot.point((t, jump(t)), board.parts()[0].line());
        plot.picture()
    }
}

impl Setter for RobotLongJump {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new().number("decimals", random.usize(1..=size.min(18)));
        let threshold = format!("{}/{}", random.usize(0..=size), size + 1);
        Some(if random.bool() { draft.text("threshold", threshold) } else { draft })
    }
}
