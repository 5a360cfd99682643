//! # Robot Tug-of-War
//!
//! *Jane Street, August 2021.* A marker stands on a line. Two robots pull it in turn, the first one
//! up, the second one down, by random distances that are uniform between 0 and 1. Whoever pulls it
//! out of the interval from -1/2 to 1/2 wins. Where does it have to start for a fair game?
//!
//! ```text
//! start       the first robot wins with probability
//! -1/2        0.29341
//! 0           0.73692      whoever pulls first is better off, so the fair start is below 0
//! ```
//!
//! ## Boards
//! The start. With the key `start` instead of `target`, the probability that the first robot wins
//! from there.
//!
//! ## Derivation
//! To the second robot, a marker at y looks like one at -y to the first. So one function is enough:
//! f(x), the probability that the robot that pulls next wins, if the marker is x away from the
//! centre towards its own side. Its pull leads out of the interval, or to some y from which the
//! other one wins with f(-y). As a pull can be as long as the interval,
//!
//! ```text
//! f(x) = 1 - (integral of f from -1/2 to -x)
//! f'(x) = f(-x)      f''(x) = -f'(-x) = -f(x)
//! ```
//!
//! So f is a combination of sine and cosine. As f'(0) = f(0), it is a multiple of cos x + sin x, or
//! of sin(x + pi/4), and f(1/2) = 1 determines the factor:
//!
//! ```text
//! f(x) = sin(x + pi/4)/sin(1/2 + pi/4)
//! ```
//!
//! It increases, and it is 1/2 at x = arcsin(sin(1/2 + pi/4)/2) - pi/4 alone. If pulls are up to m
//! long and the interval is 2L <= m long, x and 1/2 become x/m and L/m.
//!
//! ## The second way
//! The checker uses the integral equation, and neither sine nor cosine. The right side maps a
//! function that is nowhere above f to one that is nowhere below f, and vice versa. From the
//! function 0, this leads to polynomials that are alternately lower and upper bounds, and converge.
//! (The k-th one is the probability of winning if the robot whose turn comes after k pulls has
//! lost.) Half a unit of the last digit below the claimed start, the probability has to be below
//! the target; half a unit above the start, above it.
//!
//! ## What does not scale
//! Pulls that are all shorter than the interval lead to several equations, and are refused.

mod check;

use std::cmp::Ordering;

use numbers::{Fraction, Interval, Plot, Written, number_form, significant};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotTugOfWar {
    /// The ends of the interval.
    interval: [Written; 2],
    /// The longest pull.
    pull: Written,
    /// The probability that the first robot should win with. Without it, there is a start.
    target: Option<Written>,
    /// The start of the marker.
    start: Option<Written>,
    /// The number of significant digits of the answer.
    digits: Within<1, 18>,
}

impl RobotTugOfWar {
    /// Returns half the interval's length.
    fn reach(&self) -> Fraction {
        let [Written(lower), Written(upper)] = &self.interval;
        (upper - lower) / Fraction::from(2)
    }

    fn centre(&self) -> Fraction {
        let [Written(lower), Written(upper)] = &self.interval;
        (upper + lower) / Fraction::from(2)
    }

    /// Returns the probability that the robot that pulls next wins, `x` away from the centre
    /// towards its own side.
    fn wins(&self, x: Interval) -> Interval {
        self.sine(x) / self.sine(Interval::from(self.reach()))
    }

    /// Returns the sine that the probability is a multiple of.
    fn sine(&self, x: Interval) -> Interval {
        (x / &self.pull.0 + Interval::PI / 4).sin()
    }

    /// Returns the place, above the lower end, where the robot that pulls next wins with this
    /// probability.
    fn place(&self, target: &Fraction) -> Interval {
        let sine = self.sine(Interval::from(self.reach())) * target;
        (sine.asin() - Interval::PI / 4) * &self.pull.0 + &self.centre()
    }
}

puzzle::program!(RobotTugOfWar, searched without rules);

impl Puzzle for RobotTugOfWar {
    fn form(&self) -> Form {
        let digits = self.digits.size();
        number_form(move |number| significant(number, digits))
    }

    fn validate(&self) -> Result<()> {
        let [Written(lower), Written(upper)] = &self.interval;
        ensure!(lower < upper, "`interval`: expected the lower end first");
        let length = upper - lower;
        ensure!(
            self.pull.0 >= length,
            "`pull`: expected {length} at least, as long as the interval"
        );
        match (&self.target, &self.start) {
            (Some(Written(target)), None) => {
                let is_open = *target > Fraction::ZERO && *target < Fraction::ONE;
                ensure!(is_open, "`target`: expected a number between 0 and 1 and found {target}");
            }
            (None, Some(Written(start))) => {
                let is_inside = lower <= start && start <= upper;
                ensure!(is_inside, "`start`: expected a place within the interval, found {start}");
            }
            _ => anyhow::bail!("expected one of `target` and `start`"),
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let number = match (&self.start, &self.target) {
            (Some(Written(start)), _) => self.wins((start - self.centre()).into()),
            (None, Some(Written(target))) => {
                let least = self.wins(Interval::from(-self.reach()));
                match Interval::from(target).compare(least) {
                    // Even at the lower end, the first robot wins more often.
                    Some(Ordering::Less) => return Flow::Continue(()),
                    Some(_) => self.place(target),
                    None => return search.give_up(),
                }
            }
            (None, None) => return search.give_up(),
        };
        search.known_value(number.significant(self.digits.size()))
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board.line())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.line())
    }

    /// Draws the probability of winning as a function of the start.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let [lower, upper] =
            [&self.interval[0], &self.interval[1]].map(|end| Interval::from(&end.0).to_f64());
        let mut plot = Plot::new((lower, upper), (0.0, 1.0));
        plot.axes(
            ("start of the marker", &[lower, f64::midpoint(lower, upper), upper]),
            ("probability that the first robot wins", &[0.0, 0.25, 0.5, 0.75, 1.0]),
        );
        if let Some(target) = &self.target {
            let height = Interval::from(&target.0).to_f64();
            plot.line(&[(lower, height), (upper, height)], Ink::Given);
        }
        if let Some(board) = board {
            let wins = |x: f64| self.wins(Interval::from(x) - &self.centre()).to_f64();
            let number = board.line().parse().unwrap_or(lower);
            let start =
                self.start.as_ref().map_or(number, |start| Interval::from(&start.0).to_f64());
            plot.curve(lower..=upper, Ink::Accent, wins);
            plot.line(&[(start, 0.0), (start, wins(start))], Ink::Muted);
            plot.point((start, wins(start)), board.line());
        }
        plot.picture()
    }
}

impl Setter for RobotTugOfWar {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (half, more) = (random.usize(1..=size), random.usize(0..=size));
        let draft = Draft::new()
            .value("interval", vec![format!("-{half}/7"), format!("{half}/7")])
            .text("pull", format!("{}/7", 2 * half + more))
            .number("digits", 10);
        Some(if random.bool() {
            draft.text("target", format!("{}/7", random.usize(1..=6)))
        } else {
            draft.text("start", format!("-{}/7", random.usize(0..=half)))
        })
    }
}
