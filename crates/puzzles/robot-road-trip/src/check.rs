//! The checker: integrates in the other order, by quadrature, and replays passings.

use numbers::{
    Fraction, Interval, Series, Written, fraction, integral, parse_fraction, rounding_bounds,
};
use puzzle::prelude::*;

use crate::RobotRoadTrip;

/// The tolerance of integrals that decide digits.
const FINELY: f64 = 1e-26;

/// The tolerance of integrals that are compared only with clearly different ones.
const ROUGHLY: f64 = 1e-8;

/// Returns the cost of slower cars in the slow lane, for one that drives at `v`: the integral of
/// `u^2 (1/u - 1/v)`.
fn in_slow_lane(least: Interval, &v: &Series) -> Series {
    (v * v - least.squared()) / 2 - (v * v * v - least.powi(3)) / (v * 3)
}

/// Returns the same in the fast lane: the integral of `(u - a)^2 (1/u - 1/v)`.
fn in_fast_lane(a: Interval, &v: &Series) -> Series {
    let above = v - a;
    (v * v - a.squared()) / 2 - above * a * 2 + (v / a).ln() * a.squared()
        - above * above * above / (v * 3)
}

/// Returns the lowest speed, `a` and the highest speed, in units of the highest: integrals are
/// moderate in these, as their tolerances expect.
fn scaled(puzzle: &RobotRoadTrip, a: &Fraction) -> [Interval; 3] {
    let [Written(least), Written(most)] = &puzzle.speeds;
    [least, a, most].map(|speed| Interval::from(&(speed / most)))
}

/// Returns the cost, up to a factor.
fn cost(puzzle: &RobotRoadTrip, a: &Fraction, tolerance: f64) -> Result<Interval> {
    let [least, a, most] = scaled(puzzle, a);
    let slow = integral(|v| in_slow_lane(least, &v), least, a, tolerance);
    let fast = integral(|v| in_fast_lane(a, &v), a, most, tolerance);
    Ok(slow.context("no integral")? + fast.context("no integral")?)
}

/// Returns the slope of the cost: in the fast lane, `(u - a)^2` has the slope `-2 (u - a)`; the
/// slow lane gets the car that drives at a. Up to a positive factor.
fn slope(puzzle: &RobotRoadTrip, a: &Fraction) -> Result<Interval> {
    let [least, a, most] = scaled(puzzle, a);
    let fewer = |v: Series| {
        let above = v - a;
        above - (v / a).ln() * a - above * above / (v * 2)
    };
    let [slow, ..] = in_slow_lane(least, &Series::constant(a)).coefficients();
    Ok(slow - integral(fewer, a, most, FINELY).context("no integral")? * 2)
}

/// Returns the miles that the slower car loses.
fn lost(puzzle: &RobotRoadTrip, [a, faster, slower]: [&Fraction; 3]) -> Fraction {
    let is_slow = |speed: &Fraction| speed < a;
    if is_slow(faster) != is_slow(slower) {
        return Fraction::ZERO;
    }
    let lowest = if is_slow(slower) { &Fraction::ZERO } else { a };
    let minutes = (slower - lowest) / &puzzle.acceleration.0 * Fraction::from(2);
    let driven = (slower + lowest) / Fraction::from(2) * &minutes;
    slower * minutes - driven
}

pub(crate) fn check(puzzle: &RobotRoadTrip, board: &Board) -> Result<()> {
    let lines = puzzle.lines();
    if let Some([Written(first), Written(second)]) = &puzzle.compare {
        return lines.confirm(
            board,
            0,
            cost(puzzle, first, FINELY)? / cost(puzzle, second, FINELY)?,
        );
    }
    if let Some(passing) = &puzzle.passing {
        let speeds = passing.each_ref().map(|speed| &speed.0);
        return lines.confirm(board, 0, lost(puzzle, speeds));
    }
    let best = parse_fraction(board.parts()[0].line())?;
    lines.confirm(board, 0, best.clone())?;
    let [Written(least), Written(most)] = &puzzle.speeds;
    // The exact best a lies between these.
    let [below, above] =
        rounding_bounds(board.parts()[0].line())?.map(|a| a.clamp(least.clone(), most.clone()));
    let falls = slope(puzzle, &below)?.certainly_less(0);
    ensure!(falls, "the cost is less for an a below {}", board.parts()[0].line());
    let rises = Interval::ZERO.certainly_less(slope(puzzle, &above)?);
    ensure!(rises, "the cost is less for an a above {}", board.parts()[0].line());
    let [left, right] = [cost(puzzle, &below, ROUGHLY)?, cost(puzzle, &above, ROUGHLY)?];
    for part in 0..=16 {
        let a = least + (most - least) * fraction(part, 16);
        let here = cost(puzzle, &a, ROUGHLY)?;
        let is_less =
            a < below && here.certainly_less(left) || a > above && here.certainly_less(right);
        ensure!(!is_less, "the cost is less for a = {a}");
    }
    Ok(())
}
