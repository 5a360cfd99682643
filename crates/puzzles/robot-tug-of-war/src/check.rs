//! The checker: polynomials that converge from both sides, by the integral equation.

use anyhow::{Context, Result, ensure};
use numbers::{Fraction, Interval, Polynomial, significant, significant_bounds};

use crate::RobotTugOfWar;

/// The number of pulls that are followed: the gap between the bounds shrinks at least by a factor of
/// pi/2 with each pull, in the end below the rounding errors.
const PULLS: usize = 200;

/// Returns the polynomial `1 - (integral of after from -reach to -x) / pull`.
fn before_a_pull(
    after: &Polynomial<Interval>,
    reach: Interval,
    pull: Interval,
) -> Polynomial<Interval> {
    let integral = after.integral() * (1 / pull);
    // At -x, odd powers change their sign.
    let signed = integral.coefficients().iter().zip([false, true].into_iter().cycle());
    let terms = signed.map(|(&term, is_odd)| if is_odd { term } else { -term });
    terms.collect::<Polynomial<_>>() + (1 + integral.value(&-reach))
}

pub(crate) fn check(puzzle: &RobotTugOfWar, text: &str) -> Result<()> {
    let (reach, centre) = (puzzle.reach(), puzzle.centre());
    let digits = puzzle.digits.size();
    let [half, pull] = [&reach, &puzzle.pull.0].map(Interval::from);
    let mut bounds = [Interval::ZERO, Interval::ZERO].map(Polynomial::from);
    for _ in 0..PULLS / 2 {
        bounds[1] = before_a_pull(&bounds[0], half, pull);
        bounds[0] = before_a_pull(&bounds[1], half, pull);
    }
    let wins = |start: &Fraction| {
        let place = Interval::from(start - &centre);
        let [lower, upper] = bounds.each_ref().map(|bound| bound.value(&place));
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
    let [lower, upper] = [&centre - &reach, &centre + &reach];
    let [below, above] =
        significant_bounds(text, digits)?.map(|end| end.clamp(lower.clone(), upper.clone()));
    let is_enough = wins(&below).certainly_less(target);
    ensure!(is_enough, "the first robot wins more often from {text}");
    // From the upper end, any pull wins.
    let is_needed = above == upper || Interval::from(target).certainly_less(wins(&above));
    ensure!(is_needed, "the first robot wins less often from {text}");
    Ok(())
}
