//! The checker: angles instead of averages of products.

use std::cmp::Ordering;

use numbers::{
    Fraction, Interval, Polynomial, Series, fraction, integral, parse_fraction, significant,
    significant_bounds,
};
use puzzle::prelude::*;

use crate::SingleCross;

/// From this length on, too many segments cross several walls.
const TOO_LONG: (i64, i64) = (23, 20);

/// Into how many ranges a right angle is divided, to bound these.
const RANGES: usize = 24;

fn right_angle() -> Interval {
    Interval::PI / 2
}

/// Returns the integral of a power of the sine over a right angle.
fn power_of_sine(power: usize, tolerance: f64) -> Option<Interval> {
    let function = |angle: Series| {
        let [sin, _] = angle.sin_cos();
        (0..power).fold(Series::constant(1), |product, _| product * sin)
    };
    integral(function, 0, right_angle(), tolerance)
}

/// Returns the probabilities of no crossing and of one for lengths up to 1.
fn turned(dimension: usize, tolerance: f64) -> Option<[Polynomial<Interval>; 2]> {
    let powers = (0..2 * dimension - 1).map(|power| power_of_sine(power, tolerance));
    let powers = powers.collect::<Option<Vec<_>>>()?;
    let mut none = vec![Interval::ONE, -Interval::ONE];
    let mut one = vec![Interval::ZERO, Interval::ONE];
    for dimension in 2..=dimension {
        none.push(Interval::ZERO);
        one.push(Interval::ZERO);
        // With the weights sin^(dimension - 2): averages of sin^k and of cos sin^(k - 1).
        for k in (1..=dimension).rev() {
            let power = k + dimension - 2;
            let others = powers[power] / powers[dimension - 2];
            let last = Interval::ONE / power / powers[dimension - 2];
            one[k] = one[k] * others + (none[k - 1] - one[k - 1]) * last;
            none[k] = none[k] * others - none[k - 1] * last;
        }
    }
    Some([none, one].map(Polynomial::from_iter))
}

/// Bounds from above for the probabilities of no crossing and of at most one, for any length. A
/// right angle is divided into ranges; the sines are those of their ends.
fn at_most(dimension: usize, length: Interval, sines: &[Interval]) -> [Interval; 2] {
    let [none, two] = [1 - length, 2 - length].map(|p| p.max(0));
    if dimension == 1 {
        return [none, two.min(1)];
    }
    let weight_at = |sine: Interval| (2..dimension).fold(Interval::ONE, |w, _| w * sine);
    let (mut weights, mut sums) = (Interval::ZERO, [Interval::ZERO; 2]);
    let cosines = sines.iter().rev();
    for ((&from, &to), &cosine) in sines.iter().tuple_windows().zip(cosines.skip(1)) {
        // Shorter projections cross less.
        let [none, last] = at_most(1, length * cosine, sines);
        let [others_none, others] = at_most(dimension - 1, length * from, sines);
        let weight = weight_at(to).upper();
        sums[0] += weight * none * others_none;
        // One crossing at most: by the others while the last has none, or by the last alone.
        sums[1] += weight * (none * others + (last - none) * others_none);
        weights += weight_at(from).lower();
    }
    sums.map(|sum| (sum / weights).upper())
}

/// Returns whether a function has this sign everywhere between two bounds.
fn is_everywhere(sign: Ordering, function: impl Fn(Interval) -> Interval, range: Interval) -> bool {
    const MOST_PARTS: usize = 1000;
    let mut parts = vec![range];
    for _ in 0..MOST_PARTS {
        let Some(part) = parts.pop() else { return true };
        if function(part).sign() != Some(sign) {
            let middle = part.midpoint();
            parts.extend([part.lower().hull(middle), middle.hull(part.upper())]);
        }
    }
    false
}

pub(crate) fn check(puzzle: &SingleCross, board: &Board) -> Result<()> {
    let digits = puzzle.digits.size();
    let tolerance = 0.1_f64.powf(puzzle.digits.get() as f64 + 3.0);
    let [_, one] =
        turned(puzzle.dimension.size(), tolerance).context("an integral came to no end")?;
    let slope = one.derivative();
    let [text, chance] = board.parts() else { unreachable!("the form has two parts") };
    let text = text.line();
    let length = parse_fraction(text)?;
    let [before, after] = significant_bounds(text, digits).context("length")?;
    let [too_long, zero] = [fraction(TOO_LONG.0, TOO_LONG.1), Fraction::ZERO];
    ensure!(zero < before && after < too_long, "length {text} is not from 0 to {too_long}");
    let range = |from: &Fraction, to: &Fraction| Interval::from(from).hull(to);
    for (sign, range, what) in [
        (Ordering::Greater, range(&zero, &before), "rise up to"),
        (Ordering::Less, range(&after, &too_long), "fall from"),
    ] {
        let is_so = is_everywhere(sign, |x| slope.value(&x), range);
        ensure!(is_so, "the probability does not {what} the length {text}");
    }
    // By the mean value theorem, as the slope is almost zero.
    let height = one.value(&(&length).into())
        + slope.value(&range(&before, &after)) * range(&(&before - &length), &(&after - &length));
    let bounds = height.bounds().into_iter().flatten();
    ensure!(
        bounds.map(|bound| significant(&bound, digits)).any(|rounded| rounded == chance.line()),
        "probability is {height}, not {}",
        chance.line()
    );
    let ends = (0..=RANGES).map(|end| (right_angle() * end / RANGES).sin());
    let [_, beyond] = at_most(puzzle.dimension.size(), too_long.into(), &ends.collect_vec());
    ensure!(beyond.certainly_less(height), "a longer segment could be better");
    Ok(())
}
