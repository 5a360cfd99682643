//! The checker: quadrature, and the slope from the flags at the rim.

use numbers::{
    Fraction, Interval, Series, Written, fraction, integral, parse_fraction, rounding_bounds,
};
use puzzle::prelude::*;

use crate::RobotCaptureTheFlag;

/// The tolerance of integrals that are compared only with clearly different ones.
const ROUGHLY: f64 = 1e-8;

/// Returns the s for which a flag is at the distance `r = e (1 + s^2)/2`.
fn place(e: Interval, r: Interval) -> Interval {
    (r * 2 / e - 1).sqrt()
}

/// Returns the probability that A wins: as r goes from e/2 to 1, s goes from 0 through 1 (where r =
/// e) to its end. A's best move has the length e s, and its angle is a right angle less twice the
/// angle with the tangent s.
fn wins(e: &Fraction, tolerance: f64) -> Result<Interval> {
    let e = Interval::from(e);
    let right_angle = Interval::PI / 2;
    // With the factor e^2, it stays moderate even for tiny e.
    let share = |s: Series| (s * s + 1) * s * (s.atan() * 2 - right_angle) * e.squared();
    let nearer = integral(share, 0, 1, tolerance).context("no integral")?;
    let farther = integral(share, 1, place(e, Interval::ONE), tolerance).context("no integral")?;
    Ok((farther - nearer) / Interval::PI + e.squared() / 4)
}

/// Returns the excess over the probability for flags at the rim, which has the sign of the slope.
fn excess(e: &Fraction, tolerance: f64) -> Result<Interval> {
    let at_rim = (1 - Interval::from(e)).asin() / Interval::PI;
    Ok(wins(e, tolerance)? - at_rim)
}

/// Checks that no move of A to a multiple of 1/16 of the radius gives a larger angle than the
/// integrated one.
fn check_moves(e: &Fraction) -> Result<()> {
    let e = Interval::from(e);
    let sixteenths = || (1..=16).map(|part| Interval::from(part) / 16);
    for r in sixteenths().filter(|&r| (e / 2).certainly_less(r)) {
        let s = place(e, r);
        let cosine = s * 2 / (s.squared() + 1);
        for a in sixteenths() {
            let other = (a.squared() + r.squared() - (r - e).squared()) / (a * r * 2);
            let is_better = other.certainly_less(cosine);
            ensure!(!is_better, "flag at {r:.4}: A is closer more often after a move of {a:.4}");
        }
    }
    Ok(())
}

pub(crate) fn check(puzzle: &RobotCaptureTheFlag, board: &Board) -> Result<()> {
    let lines = puzzle.lines();
    let decimals = puzzle.decimals.size();
    let tolerance = 0.1_f64.powi(i32::try_from(decimals)? + 4);
    if let Some(Written(e)) = &puzzle.e {
        lines.confirm(board, 0, e.clone())?;
        check_moves(e)?;
        return lines.confirm(board, 1, wins(e, tolerance)?);
    }
    let text = board.parts()[0].line();
    let e = parse_fraction(text)?;
    lines.confirm(board, 0, e.clone())?;
    let [below, above] = rounding_bounds(text)?;
    let is_inside = below > Fraction::ZERO && above < Fraction::ONE;
    ensure!(is_inside, "e is not between 0 and 1");
    let falls = excess(&below, tolerance)?.certainly_less(0);
    ensure!(falls, "A wins less often for an e below {text}");
    let rises = Interval::ZERO.certainly_less(excess(&above, tolerance)?);
    ensure!(rises, "A wins less often for an e above {text}");
    lines.confirm(board, 1, wins(&e, tolerance)?)?;
    let least = wins(&e, ROUGHLY)?;
    for part in 1..=16 {
        let is_less = wins(&fraction(part, 16), ROUGHLY)?.certainly_less(least);
        ensure!(!is_less, "A wins less often for e = {part}/16");
    }
    check_moves(&e)
}
