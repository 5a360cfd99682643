//! # Robot Baseball
//!
//! *Jane Street, October 2025.* At every pitch of an at-bat, the pitcher chooses ball or strike and
//! the batter, at the same time, wait or swing. Four balls are a walk, three strikes a strikeout:
//!
//! ```text
//!           ball          strike
//! wait      one ball      one strike
//! swing     one strike    a home run with probability p, otherwise one strike
//! ```
//!
//! A home run scores 4 points, a walk 1, a strikeout 0. The batter maximises the expected score,
//! the pitcher minimises it, and both play their best strategies. An at-bat with 3 balls and 2
//! strikes has a full count. Which p makes that most probable, and how probable is it then?
//!
//! ## Boards
//! The best p, and the probability q of a full count. With the key `p` in the instance, q for this
//! p.
//!
//! ## Derivation
//! Each count is a game with two choices on each side. Its payoffs are values of later counts: B
//! after a ball, S after a strike, and H = 4p + (1 - p) S for a strike at which the batter swings.
//!
//! ```text
//! x = (H - S)/(B + H - 2S)      value = S + (B - S) x
//! ```
//!
//! The batter waits with probability x, which makes both pitches equally good. The table is
//! symmetric, so the pitcher throws balls with the same probability. The value is between S and B,
//! and so, by induction from the end, one more ball is always good for the batter and one more
//! strike bad: B > S, also H > S, and every equilibrium is mixed. The next count has one more ball
//! with probability x^2; with p (1 - x)^2 there is a home run; otherwise it has one more strike.
//! This gives q, from the full count back to the start.
//!
//! As p goes to 0, all values but that of a walk go to 0, too, and x would be 0/0; so the values
//! are divided by p. The slope q'(p) and the curvature q''(p) are computed along with q by the
//! rules for products and quotients, for whole intervals of p. With them, [`turning_point`] proves
//! that q' changes its sign once on [0, 1], from plus to minus, at the maximum. It is flat: its
//! height is known to far more digits than its position.
//!
//! ## The second way
//! The checker takes p as the written fraction, and computes with fractions only. It solves each
//! game by pure replies: the batter's guaranteed minimum has to equal the pitcher's guaranteed
//! maximum. It follows the probabilities forwards from the start. For the best p, q has to increase
//! half a unit of the last digit below it and decrease half a unit above it, and no multiple of
//! 1/16 may be better than these two.
//!
//! ## What does not scale
//! Enclosures over intervals of p widen with each pitch, so longer at-bats need more parts of the
//! range. Beyond ten thousand parts the search gives up, as it does for some home runs worth 20
//! walks.

mod check;

use std::ops::ControlFlow::{self, Continue};
use std::ops::{Add, Div, Mul, Sub};

use numbers::{Decimals, Fraction, Interval, Number, Numbers, Plot, Written, turning_point};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotBaseball {
    /// The number of balls that make a walk.
    balls: Within<2, 5>,
    /// The number of strikes that make a strikeout.
    strikes: Within<2, 4>,
    /// The points for a walk.
    walk: Within<1, 1000>,
    /// The points for a home run.
    home_run: Within<1, 1000>,
    /// The number of decimals of the answer.
    decimals: Decimals,
    /// The probability of a home run if the batter swings at a strike. Default: the best for a full
    /// count.
    p: Option<Written>,
}

/// A function of p with its first two derivatives.
#[derive(Clone, Copy)]
struct Jet([Interval; 3]);

impl Jet {
    fn constant(value: i64) -> Self {
        Jet([value.into(), Interval::ZERO, Interval::ZERO])
    }

    fn squared(self) -> Self {
        let Jet([a, a1, a2]) = self;
        Jet([a.squared(), (a * a1).scaled(1), (a1.squared() + a * a2).scaled(1)])
    }

    /// Returns the function that maps p to itself.
    fn variable(p: Interval) -> Self {
        Jet([p, Interval::ONE, Interval::ZERO])
    }
}

impl Add for Jet {
    type Output = Jet;

    fn add(self, Jet(other): Jet) -> Jet {
        Jet(std::array::from_fn(|order| self.0[order] + other[order]))
    }
}

impl Sub for Jet {
    type Output = Jet;

    fn sub(self, Jet(other): Jet) -> Jet {
        Jet(std::array::from_fn(|order| self.0[order] - other[order]))
    }
}

impl Mul for Jet {
    type Output = Jet;

    fn mul(self, Jet([b, b1, b2]): Jet) -> Jet {
        let Jet([a, a1, a2]) = self;
        Jet([a * b, a1 * b + a * b1, a2 * b + (a1 * b1).scaled(1) + a * b2])
    }
}

impl Div for Jet {
    type Output = Jet;

    fn div(self, Jet([b, b1, b2]): Jet) -> Jet {
        let Jet([a, a1, a2]) = self;
        let inverse = 1 / b;
        let value = a * inverse;
        let slope = (a1 - value * b1) * inverse;
        Jet([value, slope, (a2 - (slope * b1).scaled(1) - value * b2) * inverse])
    }
}

impl RobotBaseball {
    /// Returns the probability q of a full count.
    fn full_count(&self, p: Jet) -> Jet {
        let [zero, one] = [0, 1].map(Jet::constant);
        let [walk, home_run] = [self.walk, self.home_run].map(|points| Jet::constant(points.get()));
        let (balls, strikes) = (self.balls.size(), self.strikes.size());
        // For each number of strikes with one ball more: the value divided by p, and q from there.
        let mut after_ball = vec![(zero, zero); strikes];
        for ball in (0..balls).rev() {
            let mut after_strike = (zero, zero);
            for strike in (0..strikes).rev() {
                let (value, full) = after_ball[strike];
                // H - S divided by p, and B - S, divided by p unless a walk comes next.
                let swing = home_run - p * after_strike.0;
                let (x, gain) = if ball + 1 == balls {
                    let wait = walk - p * after_strike.0;
                    let share = swing / (wait + p * swing);
                    (p * share, wait * share)
                } else {
                    let wait = value - after_strike.0;
                    let x = swing / (wait + swing);
                    (x, wait * x)
                };
                let is_full = ball + 1 == balls && strike + 1 == strikes;
                let moves_on = || {
                    let (by_ball, by_home_run) = (x.squared(), p * (one - x).squared());
                    by_ball * full + (one - by_ball - by_home_run) * after_strike.1
                };
                let full = if is_full { one } else { moves_on() };
                after_strike = (after_strike.0 + gain, full);
                after_ball[strike] = after_strike;
            }
        }
        after_ball[0].1
    }

    /// Returns p and q.
    fn numbers(&self, search: &mut Search) -> ControlFlow<Stop, Option<[Interval; 2]>> {
        let derivatives = |p| self.full_count(Jet::variable(p)).0;
        let slope_and_curvature = |p| {
            let [_, slope, curvature] = derivatives(p);
            [slope, curvature]
        };
        let p = match &self.p {
            Some(Written(p)) => Some(p.into()),
            None => turning_point(slope_and_curvature, Interval::ZERO.hull(1), || search.node())?,
        };
        Continue(p.map(|p| {
            // The value at a point, and the integral of the slope from there to the maximum.
            let middle = p.midpoint();
            [p, derivatives(middle)[0] + derivatives(p)[1] * (p - middle)]
        }))
    }

    fn lines(&self) -> Numbers {
        Numbers::new(&["p", "q"], self.decimals)
    }
}

puzzle::program!(RobotBaseball, searched without rules);

impl Puzzle for RobotBaseball {
    fn form(&self) -> Form {
        self.lines().form()
    }

    fn validate(&self) -> Result<()> {
        let (walk, home_run) = (self.walk, self.home_run);
        ensure!(walk <= home_run, "`walk`: expected {home_run} points at most, as a home run has");
        if let Some(Written(p)) = &self.p {
            let is_open = *p > Fraction::ZERO && *p <= Fraction::ONE;
            ensure!(is_open, "`p`: expected a number above 0, at most 1, and found {p}");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let numbers = self.numbers(search)?;
        // Without home runs the batter may do anything: q increases as p decreases, and no p is
        // best.
        if numbers.is_some_and(|[p, _]| p == Interval::ZERO) {
            return Continue(());
        }
        self.lines().report(
            numbers.map(|[p, q]| {
                let given = self.p.as_ref().map(|Written(p)| Number::from(p.clone()));
                [given.unwrap_or(p.into()), q.into()]
            }),
            search,
        )
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.parts()[1].line()).remark("for p", board.parts()[0].line())
    }

    /// Draws q as a function of p.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut plot = Plot::new((0.0, 1.0), (0.0, 0.4));
        plot.axes(
            ("p, the probability of a home run", &[0.0, 0.25, 0.5, 0.75, 1.0]),
            ("q, the probability of a full count", &[0.0, 0.1, 0.2, 0.3, 0.4]),
        );
        let q = |p: f64| self.full_count(Jet::variable(p.into())).0[0].to_f64();
        if let Some(board) = board {
            let place = board.parts()[0].line().parse().unwrap_or(0.0);
            plot.curve(0.0..=1.0, Ink::Accent, q);
            plot.line(&[(place, 0.0), (place, q(place))], Ink::Muted);
            plot.point((place, q(place)), board.parts()[1].line());
        }
        plot.picture()
    }
}

impl Setter for RobotBaseball {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new()
            .number("balls", random.usize(2..=4.min(size + 1)))
            .number("strikes", random.usize(2..=3.min(size + 1)))
            .number("walk", 1)
            .number("home_run", random.usize(1..=size))
            .number("decimals", 10);
        Some(if random.bool() {
            draft.text("p", format!("{}/7", random.usize(1..=7)))
        } else {
            draft
        })
    }
}
