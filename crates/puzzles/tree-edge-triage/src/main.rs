//! # Tree-edge Triage
//!
//! *Jane Street, August 2024.* In the infinite binary tree, every edge is labelled A with
//! probability p and B otherwise, independently, and both players see all labels. A token starts at
//! the root; Aaron and Beren move it down in turn, Aaron first. Beren wins as soon as it moves
//! along an edge labelled B, whoever moved it; Aaron wins if that never happens. What is the
//! infimum of all p for which Aaron wins with positive probability?
//!
//! ```text
//!       o            Aaron takes the left edge, for on the right Beren would have an edge
//!    A / \ A         labelled B. One level below, Aaron needs an edge A again, at
//!     o   o          each node to which Beren can move.
//!  A / \A A\ \B
//!   o  o   o  o
//! ```
//!
//! ## Boards
//! p to ten decimals, and the rational power of p (`-` where none is known). With the key `p`: the
//! probability that Aaron wins, to ten decimals.
//!
//! ## Derivation
//! Let x be the probability that Aaron wins if he is to move, y if Beren is. With d children, Aaron
//! needs one edge labelled A to a node where he wins; before Beren's move, all d edges have to be
//! such edges:
//!
//! ```text
//! x = 1 - (1 - p y)^d      y = (p x)^d      so x = f(x) = 1 - (1 - t x^d)^d with t = p^(d + 1)
//! ```
//!
//! The probability of surviving N pairs of moves is f(f(...f(1))), so x is the largest solution in
//! [0, 1]. It is 0 as long as the curve f stays below the diagonal. At the p at which it touches
//! the diagonal, x jumps from 0 to the point of contact, where f(x) = x and f'(x) = 1. With v = 1 -
//! t x^d these are x = 1 - v^d and d^2 v^(d-1) (1 - v) = 1 - v^d, and dividing by 1 - v gives
//!
//! ```text
//! (d^2 - 1) v^(d-1) = 1 + v + ... + v^(d-2)      t = (1 - v) / (1 - v^d)^d
//! ```
//!
//! The first equation has one positive solution, which is rational if there are two children. At a
//! p above the infimum, f(x) - x changes its sign between that point and 1, and is bisected.
//!
//! ## The second way
//! The checker plays games of finite length, in integer multiples of 2^-60. With p half a decimal
//! below the claimed one, it rounds up the probabilities of surviving 1, 2, 3, ... pairs of moves,
//! until they are so small that they must converge to 0. With p half a decimal above, it rounds
//! them down, until one is not less than the one before: then none of the later ones is. A
//! probability at a given p is confirmed in the same way from both sides. The rational power is
//! right if, with it for t, the equation f(x) = x has a multiple root, that is, a non-constant
//! greatest common divisor with the derivative.
//!
//! ## What does not scale
//! There are at most six children. At a p very close to the infimum, the games are too long.

use std::cmp::Ordering;

use numbers::{
    Fraction, Integer, Interval, Plot, Polynomial, Written, fraction, parse_fraction, read_number,
    root, rounding_bounds, share_form,
};
use puzzle::prelude::*;

/// The decimals of the answer.
const DIGITS: usize = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Triage {
    /// The children of each node.
    children: Within<2, 6>,
    /// The p for which Aaron's probability of winning is asked for.
    p: Option<Written>,
}

/// The distance from the infimum of p below which games are too long to confirm anything.
const TOO_CLOSE: f64 = 1e-10;

/// The data of the curve that touches the diagonal.
struct Threshold {
    p: Interval,
    /// The point of contact.
    x: Interval,
    /// The power of p, if it is rational.
    power: Option<Fraction>,
}

/// Games in units of 2^-60, with the results of all steps rounded up or all rounded down.
struct Games {
    up: bool,
    children: i32,
    /// The probability of an edge A.
    p: u128,
}

const ONE: u128 = 1 << 60;

/// Returns a non-negative number in units.
fn units(number: &Fraction, up: bool) -> u128 {
    let scaled = number * Fraction::from(Integer::from(ONE));
    u128::try_from(if up { scaled.ceil() } else { scaled.floor() }).unwrap_or(0)
}

fn product(one: u128, other: u128, up: bool) -> u128 {
    (one * other + if up { ONE - 1 } else { 0 }) >> 60
}

impl Games {
    fn new(p: &Fraction, children: i32, up: bool) -> Self {
        Self { up, children, p: units(p, up) }
    }

    /// Returns the power of a number whose exponent is the number of children.
    fn power(&self, number: u128, up: bool) -> u128 {
        (0..self.children).fold(ONE, |power, _| product(power, number, up))
    }

    /// Returns the probability that Aaron wins with one more move of each, if it is `wins` without.
    fn round(&self, wins: u128) -> u128 {
        let beren = self.power(product(self.p, wins, self.up), self.up);
        // The complement is rounded the other way.
        ONE - self.power(ONE - product(self.p, beren, self.up), !self.up)
    }

    /// Returns whether Aaron wins some finite game with a probability of at most `most`, or the
    /// probabilities converge to 0; `None` if it takes too long to decide.
    fn is_at_most(&self, most: u128) -> Option<bool> {
        let mut wins = ONE;
        for _ in 0..5_000_000 {
            // f(x) <= d x^d, as Aaron needs one of d edges. Where that is below x, x converges to
            // 0.
            let falls = self.power(wins, true) * u128::from(self.children.unsigned_abs()) < wins;
            if wins <= most || falls {
                return Some(true);
            }
            let next = self.round(wins);
            if next >= wins {
                return Some(false);
            }
            wins = next;
        }
        None
    }
}

impl Triage {
    fn d(&self) -> i32 {
        i32::try_from(self.children.get()).expect("six at most")
    }

    fn threshold(&self) -> Option<Threshold> {
        let d = self.d();
        let mut coefficients = vec![-1; self.children.size() - 1];
        coefficients.push(d * d - 1);
        let polynomial = Polynomial::new(coefficients);
        let v = polynomial.real_roots().pop()?.enclosure(1e-30);
        let power = match polynomial.coefficients() {
            [constant, slope] => {
                let v = -constant / slope;
                // This holds for two children.
                let x = Fraction::ONE - v.sqr();
                Some((Fraction::ONE - v) / x.sqr())
            }
            _ => None,
        };
        let x = 1 - v.powi(d);
        let t = (1 - v) / x.powi(d);
        Some(Threshold { p: t.pow(fraction(1, d + 1)), x, power })
    }

    /// Returns the probability that Aaron wins.
    fn wins(&self, p: &Fraction) -> Option<Interval> {
        let Threshold { p: threshold, x, .. } = self.threshold()?;
        let distance = Interval::from(p) - threshold;
        if distance.abs().certainly_less(TOO_CLOSE) {
            return None;
        }
        if distance.sign() == Some(Ordering::Less) {
            return Some(Interval::ZERO);
        }
        let (d, p) = (self.d(), Interval::from(p));
        let above = |x: Interval| 1 - (1 - p * (p * x).powi(d)).powi(d) - x;
        // If p is almost 1, so is x, and the values there are too small for intervals.
        let almost_one = 1 - Interval::from(fraction(1, 10_i64.pow(12)));
        match above(almost_one).sign() {
            Some(Ordering::Greater) => Some(almost_one.hull(1)),
            _ => root(above, x.hull(1), 1e-25),
        }
    }

    /// Returns f(x) / x - 1 with `t` for the power of p, as a polynomial.
    fn above_diagonal(&self, t: &Fraction) -> Polynomial {
        let d = self.d().unsigned_abs();
        let one = || Polynomial::new([1]);
        let taken = &one() - &Polynomial::new([t.clone()]) * &Polynomial::x().powi(d);
        let [quotient, _] = (&one() - &taken.powi(d)).div_rem(&Polynomial::x());
        &quotient - &one()
    }
}

/// Returns a fraction in lowest terms, or `-`; `None` for other texts.
fn power(text: &str) -> Option<String> {
    if text == "-" { Some(text.to_owned()) } else { Some(read_number(text)?.to_string()) }
}

puzzle::program!(Triage, searched without rules);

impl Puzzle for Triage {
    fn form(&self) -> Form {
        let number = share_form::<DIGITS>("a number up to 1 with ten decimals");
        if self.p.is_some() {
            return number;
        }
        let power = Form::line_in_ways("a fraction, or -", power);
        let name = format!("p^{}", self.d() + 1);
        Form::parts(Layout::Lines, [("p".to_owned(), number), (name, power)])
    }

    fn validate(&self) -> Result<()> {
        if let Some(Written(p)) = &self.p {
            ensure!(
                Fraction::ZERO <= *p && *p <= Fraction::ONE,
                "`p` is {p}; expected a probability from 0 to 1"
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.poll()?;
        search.known_value(match &self.p {
            Some(Written(p)) => self.wins(p).and_then(|wins| wins.decimal(DIGITS)).map(Board::from),
            None => self.threshold().and_then(|Threshold { p, power, .. }| {
                let power = power.map_or("-".to_owned(), |power| power.to_string());
                Some(Board::Parts(vec![p.decimal(DIGITS)?.into(), power.into()]))
            }),
        })
    }

    fn check(&self, board: &Board) -> Result<()> {
        let d = self.d();
        let play = |p: &Fraction, up| Games::new(p, d, up);
        if let Some(Written(p)) = &self.p {
            let [least, most] = rounding_bounds(board.line())?;
            let most = units(&most, false);
            ensure!(
                play(p, true).is_at_most(most) == Some(true),
                "Aaron wins more often in all games, or games are too long to tell"
            );
            let least = units(&least.max(Fraction::ZERO), true);
            ensure!(
                play(p, false).round(least) >= least,
                "Aaron does not win as often in long games"
            );
            return Ok(());
        }
        let [p, power] = board.parts() else { unreachable!("the form has two parts") };
        let [below, above] = rounding_bounds(p.line())?.map(|p| p.min(Fraction::ONE));
        ensure!(
            play(&below, true).is_at_most(0) == Some(true),
            "Aaron wins with positive probability at a smaller p, or games are too long to tell"
        );
        ensure!(
            play(&above, false).is_at_most(0) == Some(false),
            "Aaron does not win at a p that is larger by half a decimal"
        );
        let Ok(power) = parse_fraction(power.line()) else { return Ok(()) };
        let [least, most] = [below, above].map(|p| (0..d).fold(p.clone(), |power, _| power * &p));
        let curve = self.above_diagonal(&power);
        ensure!(
            least < power && power < most && curve.gcd(&curve.derivative()).degree() > Some(0),
            "with {power} for the power of p, the curve does not touch the diagonal"
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        if self.p.is_some() {
            return Answer::enclosed(board.line());
        }
        let [p, power] = board.parts() else { unreachable!("the form has two parts") };
        let answer = match power.line() {
            "-" => Answer::enclosed(p.line()),
            power => Answer::new(format!("({power})^(1/{}) = {}", self.d() + 1, p.line())),
        };
        let leap = self.threshold().and_then(|threshold| threshold.x.decimal(DIGITS));
        answer.remark("Aaron's probability leaps to", leap.unwrap_or_default())
    }

    /// Draws a tree; once solved, the probability that Aaron wins with one more round as a function
    /// of that without it.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let Some(threshold) = board.and_then(|_| self.threshold()) else {
            return tree(self.children.size());
        };
        let (p, x, d) = (threshold.p.to_f64(), threshold.x.to_f64(), self.d());
        let mut plot = Plot::new((0.0, 1.0), (0.0, 1.0));
        let marks = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
        plot.axes(("probability that Aaron wins", &marks), ("with one more move of each", &marks));
        plot.line(&[(0.0, 0.0), (1.0, 1.0)], Ink::Muted);
        for (p, ink) in [(p - 0.03, Ink::Muted), (p, Ink::Accent), (p + 0.03, Ink::Muted)] {
            plot.curve(0.0..=1.0, ink, |x| 1.0 - (1.0 - p * (p * x).powi(d)).powi(d));
        }
        plot.point((x, x), &format!("{x:.3}"));
        let mut picture = plot.picture();
        picture.caption([format!(
            "The curves are for p = {:.3}, {p:.3} and {:.3} (from below). Where the middle one touches \
             the diagonal, the probability leaps from 0 to {x:.3}.",
            p - 0.03,
            p + 0.03
        )]);
        picture
    }
}

impl Setter for Triage {
    fn sizes(&self) -> Vec<usize> {
        (1..=5).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new().number("children", random.usize(2..=size + 1));
        let p = format!("0.{}", random.u32(800..1000));
        // Confirming the infimum takes long games.
        Some(if random.u8(0..10) > 0 { draft.text("p", p) } else { draft })
    }
}

/// Draws the upper end of a tree.
fn tree(children: usize) -> Picture {
    const SIZE: f64 = 9.0;
    let mut random = Rng::with_seed(3);
    let mut picture = Picture::canvas(SIZE, 0.0);
    let mut nodes = vec![(SIZE / 2.0, 0.5)];
    for row in 1_u8..7 {
        let count = nodes.len() * children;
        if count > 64 {
            break;
        }
        let place = |node| ((node as f64 + 0.5) * SIZE / count as f64, f64::from(row) + 0.5);
        for node in 0..count {
            let is_a = random.f64() < 0.85;
            let (ink, width) = if is_a { (Ink::Muted, 0.04) } else { (Ink::Warning, 0.09) };
            picture.line(&[nodes[node / children], place(node)], ink, width);
        }
        nodes = (0..count).map(place).collect();
    }
    picture.caption(["Thick edges are labelled B."]);
    picture
}
