//! # Robot Javelin
//!
//! *Jane Street, December 2025.* Two robots throw a javelin each; a throw is uniform between 0
//! and 1. Neither knows the other's throw. Each keeps its first throw, or makes a second one, which
//! then counts. The larger distance wins. Both have been playing the rule that is its own best
//! reply. Now B learns, before it decides, whether A's first throw was below or above a number d
//! that B has chosen, and plays its best reply to A's rule. A finds out and plays its best reply to
//! that. With what probability does A win?
//!
//! ```text
//! A never throws again:     B throws again below 1/2 and wins with 5/8
//! B learns the bit, too:    d = 1/2; B throws again below 3/8 or 5/8
//! ```
//!
//! ## Boards
//! The thresholds below which each robot throws again, for A's first throw below and above d, and
//! the probability of winning. (If A keeps every throw above d, its threshold there is d.)
//!
//! ## Derivation
//! A distance x is worth keeping if the other robot is below x more often than below a new throw. A
//! robot that throws again below t ends below x with probability F(x) = t x + max(x - t, 0), and
//! below a new throw with the mean of F, t/2 + (1 - t)^2/2. So t is a best reply to itself if t^2
//! is that mean. This is the golden ratio: t = (sqrt(5) - 1)/2.
//!
//! With the bit, B has a threshold s1 for A below d and another, s2, for A above d. As d grows,
//! first throws of d change sides, and B's probability of winning changes by w(s1) - w(s2), where
//! w(s) is B's probability of winning with threshold s against a first throw of d. While d < t, A
//! throws again from d, and s1 = 1/2 is the best reply to that: d should grow. When d > t, A keeps
//! d, and s2 = d + (1 - d)^2/2 > d, so
//!
//! ```text
//! w(s2) = 1 - s2 d      w(s1) = (1 + s1)(1 - d)      w(s1) - w(s2) = (1 - d)(s1 - d (1 + d)/2)
//! s1 = min(k/t, (k + t)/(1 + t))  with  k = t/2 + (d - t)(1 - (d + t)/2)
//! ```
//!
//! if s1 < d. (Otherwise s1 <= 1/2 < s2, and d should grow.) As k is concave in d, so are s1 and
//! the last factor of the difference, which is negative at d = 1. So the best d is its zero, if it
//! is positive at first, and otherwise t. For the golden ratio it is zero at d = t and decreases: d
//! = t, s1 = 1/2, s2 = 1 - t/2.
//!
//! Then a new throw of A wins with probability 3/8 if its first throw was below d. There, a throw x
//! that is kept wins with probability (3x - 1)/2, which is more from 7/12 on; above d, A keeps
//! everything. Its probability of winning is 7/32, plus the integral of (3x - 1)/2 from 7/12 to t,
//! plus 5t/8 - 1/8; in total 229/192 - 5 sqrt(5)/16.
//!
//! ## The second way
//! The checker uses none of these formulas. It represents a robot's final distance as a mixture of
//! uniform distributions, and compares two of them by areas of rectangles. It finds thresholds by
//! bisection of the difference between keeping and throwing again, and d by bisection of B's gain
//! as d grows. A scan over d finds no better one. All of its numbers have bounds.

mod check;

use std::cmp::Ordering;

use numbers::{Decimals, Fraction, Number, Numbers, Plot, Written};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotJavelin {
    /// 1: B replies to A's rule without the bit; 2: with the bit; 3: A replies to that.
    step: Within<1, 3>,
    /// The number of decimals of the answer.
    decimals: Decimals,
    /// The threshold below which A throws again in steps 1 and 2. Default: the rule that is its own
    /// best reply.
    rule: Option<Written>,
}

/// The largest denominator of a rule: a finer one would exceed the precision of the checker's
/// bisections.
const MOST_PARTS: u64 = 1_000_000_000_000_000_000;

/// The lines of a board, for each step.
const LINES: [&[&str]; 3] = [
    &["B throws again below", "B wins with"],
    &["d", "A below d: B throws again below", "A above d: B throws again below", "B wins with"],
    &[
        "d",
        "A below d: B throws again below",
        "A above d: B throws again below",
        "A below d: A throws again below",
        "A above d: A throws again below",
        "A wins with",
    ],
];

/// Returns the square of a number, or 0 if it is negative.
fn positive_squared(x: &Number) -> Number {
    x.max(0).squared()
}

/// Returns the point where the increasing function `max(t x, (1 + t) x - t)` is `value`.
fn reached(t: &Number, value: &Number) -> Number {
    let (flat, steep) = (value / t, (value + t) / (t + 1));
    match t.squared().compare(value) {
        Some(Ordering::Less) => steep,
        Some(_) => flat,
        None => steep.enclosure().hull(flat.enclosure()).into(),
    }
}

/// Returns the probability that a new throw beats a robot that throws again below `t`, if its first
/// throw is below `d`.
fn new_throw(t: &Number, d: &Number) -> Number {
    t / 2 + (d - t) * (1 - (d + t) / 2)
}

/// Returns the integral of `max(t x, (1 + t) x - t)`.
fn integral(t: &Number, from: &Number, to: &Number) -> Number {
    let above = positive_squared(&(to - t)) - positive_squared(&(from - t));
    (t * (to.squared() - from.squared()) + above) / 2
}

/// Returns B's threshold if A's first throw is below `d`, and the probability of that and of B
/// winning.
fn reply_below(t: &Number, d: &Number) -> (Number, Number) {
    let new = new_throw(t, d);
    // If A always throws again after a first throw below d, the distance is uniform.
    let s = if d == t { Number::from(1) / 2 } else { reached(t, &new) };
    let kept = integral(t, &s, d) + t * (1 - d.squared()) / 2 + (d - t) * (1 - d);
    (s.clone(), s * new + kept)
}

impl RobotJavelin {
    /// Returns the threshold below which A throws again in steps 1 and 2.
    fn rule(&self) -> Number {
        match &self.rule {
            Some(Written(rule)) => rule.clone().into(),
            None => (Number::from(5).sqrt() - 1) / 2,
        }
    }

    /// Returns the d that is best for B.
    fn best_bit(&self) -> Number {
        let t = self.rule();
        let gains = |Written(rule): &Written| rule * rule + rule < Fraction::ONE;
        if !self.rule.as_ref().is_some_and(gains) {
            return t;
        }
        // The larger root of a d^2 + b d + c, where s1 is d (1 + d)/2, for s1 below and above t.
        let root = |[a, b, c]: [Number; 3]| ((b.squared() - &a * c * 4).sqrt() - b) / (a * 2);
        let d = root([&t + 1, &t - 2, &t - t.squared()]);
        let is_below = (&d * (&d + 1) / 2).compare(&t) == Some(Ordering::Less);
        if is_below { d } else { root([&t + 2, &t - 1, 0 - &t - t.squared()]) }
    }

    /// Returns the best bit for B; the thresholds below which B throws again, for A below d and
    /// above it; and how often B wins.
    fn with_bit(&self) -> (Number, [Number; 2], Number) {
        let d = self.best_bit();
        let (below, wins_below) = reply_below(&self.rule(), &d);
        let above_new = (1 - &d).squared() / 2;
        let above = &d + &above_new;
        let wins_above = &above * &above_new + ((1 - &d).squared() - above_new.squared()) / 2;
        (d, [below, above], wins_below + wins_above)
    }

    /// Returns the thresholds below which A then throws again, if its first throw is below d and
    /// above it, and how often A wins.
    fn reply_of_a(&self) -> ([Number; 2], Number) {
        let (d, [s1, s2], _) = self.with_bit();
        let one = Number::from(1);
        let [new1, new2] = [&s1, &s2].map(|s| new_throw(s, &one));
        let (a1, a2) = (reached(&s1, &new1).min(&d), reached(&s2, &new2).max(&d));
        let kept = integral(&s1, &a1, &d) + integral(&s2, &a2, &one);
        let wins = new1 * &a1 + new2 * (&a2 - d) + kept;
        ([a1, a2], wins)
    }

    /// Returns the numbers of a board.
    fn numbers(&self) -> Vec<Number> {
        let (d, [s1, s2], wins_with_bit) = self.with_bit();
        let ([a1, a2], wins_of_a) = self.reply_of_a();
        match self.step.get() {
            // Without the bit, A is always below 1.
            1 => {
                let (s, wins) = reply_below(&self.rule(), &1.into());
                vec![s, wins]
            }
            2 => vec![d, s1, s2, wins_with_bit],
            _ => vec![d, s1, s2, a1, a2, wins_of_a],
        }
    }

    fn lines(&self) -> Numbers {
        Numbers::new(LINES[self.step.size() - 1], self.decimals)
    }
}

/// Draws A's throws on both sides of d, for B's thresholds and A's.
fn draw_reply_of_a(plot: &mut Plot, d: f64, [below, above]: [(f64, f64); 2]) {
    for ((s, again), from, to) in [(below, 0.0, d), (above, d, 1.0)] {
        let keep = |x: f64| s * x + (x - s).max(0.0);
        let new = s / 2.0 + (1.0 - s).powi(2) / 2.0;
        plot.area(from..=again, Tint::Colour(1), |_| new);
        plot.area(again..=to, Tint::Colour(2), keep);
        plot.curve(from..=to, Ink::Accent, keep).curve(from..=to, Ink::Text, |_| new);
    }
    plot.line(&[(d, 0.0), (d, 1.0)], Ink::Muted).text((d, 1.03), "d", Ink::Label);
    plot.text((below.1 / 2.0, 0.32), "throws again", Ink::Text);
    plot.text((below.1 / 2.0 + 0.5, 0.32), "keeps it", Ink::Text);
}

/// Draws B's throws for each bit, for A's threshold `t` and B's.
fn draw_reply_of_b(plot: &mut Plot, t: f64, d: f64, thresholds: &[f64]) {
    let below = |x: f64| (t * x + (x.min(d) - t).max(0.0)) / d;
    let above = |x: f64| (x - d).max(0.0) / (1.0 - d);
    let bits: [(&str, &dyn Fn(f64) -> f64); 2] = [("A below d", &below), ("A above d", &above)];
    for (&s, (bit, keep)) in thresholds.iter().zip(bits) {
        plot.curve(0.0..=1.0, Ink::Accent, keep);
        plot.line(&[(0.0, keep(s)), (s, keep(s))], Ink::Text);
        plot.point((s, keep(s)), "");
        if thresholds.len() > 1 {
            plot.text((0.6 * s, keep(s) + 0.04), bit, Ink::Text);
        }
    }
}

puzzle::program!(RobotJavelin, searched without rules);

impl Puzzle for RobotJavelin {
    fn form(&self) -> Form {
        self.lines().form()
    }

    fn validate(&self) -> Result<()> {
        if let Some(Written(rule)) = &self.rule {
            let is_distance = *rule >= Fraction::ZERO && *rule < Fraction::ONE;
            ensure!(is_distance, "`rule`: expected a distance from 0 to below 1, found {rule}");
            let is_coarse = Fraction::from(MOST_PARTS) >= rule.denominator().clone().into();
            ensure!(is_coarse, "`rule`: expected a denominator up to {MOST_PARTS}, found {rule}");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        self.lines().report(Some(self.numbers()), search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.parts().last().map_or("", Board::line))
    }

    /// Draws the worth of a first throw, kept or not, to the robot that replies last.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut plot = Plot::new((0.0, 1.0), (0.0, 1.0));
        let marks = [0.0, 0.25, 0.5, 0.75, 1.0];
        let [across, up] = match self.step.get() {
            3 => ["A's first throw", "probability that A wins"],
            _ => ["B's first throw", "probability that B wins"],
        };
        plot.axes((across, &marks), (up, &marks));
        if board.is_none() {
            return plot.picture();
        }
        let (d, replies, _) = self.with_bit();
        let about = |number: Number| number.enclosure().to_f64();
        let (t, d) = (about(self.rule()), about(d));
        let [s1, s2] = replies.map(about);
        let [a1, a2] = self.reply_of_a().0.map(about);
        match self.step.get() {
            1 => {
                let (s, _) = reply_below(&self.rule(), &1.into());
                draw_reply_of_b(&mut plot, t, 1.0, &[about(s)]);
            }
            2 => draw_reply_of_b(&mut plot, t, d, &[s1, s2]),
            _ => draw_reply_of_a(&mut plot, d, [(s1, a1), (s2, a2)]),
        }
        let mut picture = plot.picture();
        picture.caption([match self.step.get() {
            3 => "The rising line: the first throw is kept. The level lines: A throws again.",
            _ => "From the end of the level line of its bit on, B keeps its first throw.",
        }]);
        picture
    }
}

impl Setter for RobotJavelin {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rule = format!("{}/7", random.usize(1..=size.min(6)));
        let draft = Draft::new().number("step", random.i64(1..=3)).number("decimals", 10);
        Some(if random.bool() { draft.text("rule", rule) } else { draft })
    }
}
