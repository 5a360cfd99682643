//! The checker: polynomials that come together from both sides, by the integral equation.

use anyhow::{Context, Result, ensure};
use enclosures::{Fraction, Integer, Interval, fraction, parse_fraction, significant};

use crate::RobotTugOfWar;

/// How many pulls are followed for each digit: the distance of the bounds shrinks by a factor of
/// pi/2 with each pull, or faster.
const PULLS_PER_DIGIT: usize = 6;

/// A polynomial, the coefficient of the lowest power first.
struct Polynomial(Vec<Interval>);

impl Polynomial {
    fn at(&self, x: &Fraction) -> Interval {
        let x = Interval::from(x);
        self.0.iter().rev().fold(Interval::ZERO, |sum, &coefficient| sum * x + coefficient)
    }

    /// The polynomial `1 - (integral from -reach to -x) / pull`, for `factors` that are
    /// `1 / (pull n)`.
    fn after_a_pull(&self, reach: &Fraction, factors: &[Interval]) -> Self {
        let terms = self.0.iter().zip(factors).map(|(&term, &factor)| term * factor);
        let integral = Polynomial([Interval::ZERO].into_iter().chain(terms).collect());
        let constant = 1 + integral.at(&-reach.clone());
        // At -x, odd powers change their sign.
        let signed = integral.0.into_iter().zip([true, false].into_iter().cycle());
        let terms = signed.map(|(term, is_even)| if is_even { -term } else { term });
        let mut result = Polynomial(terms.collect());
        result.0[0] = constant;
        result
    }
}

pub(crate) fn check(puzzle: &RobotTugOfWar, text: &str) -> Result<()> {
    let (reach, centre) = (puzzle.reach(), puzzle.centre());
    let digits = puzzle.digits.size();
    let pulls = PULLS_PER_DIGIT * (digits + 4);
    let factors: Vec<_> = (1..=pulls).map(|n| 1 / (Interval::from(n) * &puzzle.pull.0)).collect();
    let mut bounds = [const { Polynomial(Vec::new()) }; 2];
    for _ in 0..pulls / 2 {
        bounds[1] = bounds[0].after_a_pull(&reach, &factors);
        bounds[0] = bounds[1].after_a_pull(&reach, &factors);
    }
    let wins = |start: &Fraction| {
        let [lower, upper] = bounds.each_ref().map(|bound| bound.at(&(start - &centre)));
        lower.hull(upper)
    };
    if let Some(start) = &puzzle.start {
        let number = wins(&start.0);
        let rounded = number.bounds().map(|bounds| bounds.map(|bound| significant(&bound, digits)));
        let is_right = rounded.is_some_and(|rounded| rounded.iter().any(|rounded| rounded == text));
        ensure!(is_right, "the first robot wins with {number:.20}, not {text}");
        return Ok(());
    }
    let target = &puzzle.target.as_ref().context("`target`")?.0;
    let start = parse_fraction(text)?;
    ensure!(significant(&start, digits) == text, "expected {digits} significant digits");
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let half = fraction(1, Integer::from(10).pow(decimals) * 2);
    let [lower, upper] = [&centre - &reach, &centre + &reach];
    let [below, above] =
        [&start - &half, start + half].map(|end| end.max(lower.clone()).min(upper.clone()));
    let is_enough = wins(&below).certainly_less(target);
    ensure!(is_enough, "the first robot wins more often from {text}");
    let is_needed = Interval::from(target).certainly_less(wins(&above));
    ensure!(is_needed, "the first robot wins less often from {text}");
    Ok(())
}
