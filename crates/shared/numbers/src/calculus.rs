//! Roots, maxima and integrals.

use std::cmp::Ordering::{self, Greater, Less};
use std::ops::ControlFlow::{self, Continue};

use crate::interval::Interval;
use crate::series::Series;

/// Returns a root of a function that is continuous between the bounds of `within`, to this
/// tolerance.
///
/// The function takes opposite signs at the ends of what is returned, or vanishes at a single
/// number: so there is a root, and no other one if the function is strictly monotone. `None` if the
/// signs at the ends of `within` are equal or not known, or if the function is enclosed too loosely
/// to come as near as asked.
///
/// ```
/// # use numbers::{Interval, root};
/// let within = Interval::from(0).hull(1);
/// let fixed_point = root(|x| x.cos() - x, within, 1e-20).unwrap();
/// assert_eq!(fixed_point.decimal(15).unwrap(), "0.739085133215161");
/// ```
#[must_use]
pub fn root(
    function: impl Fn(Interval) -> Interval,
    within: Interval,
    tolerance: impl Into<Interval>,
) -> Option<Interval> {
    let tolerance = tolerance.into();
    let [mut lower, mut upper] = [within.lower(), within.upper()];
    let [mut at_lower, mut at_upper] = [function(lower), function(upper)];
    let sign = match (at_lower.sign()?, at_upper.sign()?) {
        (Ordering::Equal, _) => return Some(lower),
        (_, Ordering::Equal) => return Some(upper),
        (first, second) if first == second => return None,
        (first, _) => first,
    };
    // Alternately halves the interval and tries close to the secant's zero, on both sides of it:
    // soon the root is between these.
    while tolerance.certainly_less(lower.hull(upper).width()) {
        let all = lower.hull(upper);
        let zero = (lower - (upper - lower) * (at_lower / (at_upper - at_lower))).midpoint();
        let margin =
            (all.width() * all.width()).min(all.width().scaled(-4)).max(tolerance.scaled(-2));
        let before = all.width();
        for probe in [zero - margin, zero + margin, all.midpoint()] {
            let probe = probe.midpoint();
            if !(lower.certainly_less(probe) && probe.certainly_less(upper)) {
                continue;
            }
            let value = function(probe);
            match value.sign() {
                None => {}
                Some(Ordering::Equal) => return Some(probe),
                Some(same) if same == sign => (lower, at_lower) = (probe, value),
                Some(_) => (upper, at_upper) = (probe, value),
            }
        }
        if !lower.hull(upper).width().certainly_less(before) {
            return None;
        }
    }
    Some(lower.hull(upper))
}

/// Returns where a function turns from positive to negative, proved to be the only such place: a
/// maximum, if the function is a slope. It is an end of the range if all values have one sign, and
/// `None` if there may be several such places. The function returns its value and its slope; `node`
/// is called for each part of the range that is tried.
///
/// The range is divided into parts on each of which the function has one sign or falls. So it can
/// cross zero downwards only, and it cannot cross zero twice in the same direction.
///
/// ```
/// use std::ops::ControlFlow::Continue;
///
/// use numbers::{Interval, turning_point};
///
/// let sine = |x: Interval| [x.sin(), x.cos()];
/// let turns_below = |most: i64| {
///     let range = Interval::from(1).hull(most);
///     match turning_point(sine, range, || Continue::<()>(())) {
///         Continue(place) => place.and_then(|place| place.decimal(9)),
///         _ => None,
///     }
/// };
/// assert_eq!(turns_below(3).unwrap(), "3.000000000", "it is still positive");
/// assert_eq!(turns_below(5).unwrap(), "3.141592654");
/// assert_eq!(turns_below(10), None, "it turns at 3 pi, too");
/// ```
pub fn turning_point<Stop>(
    function: impl Fn(Interval) -> [Interval; 2],
    range: Interval,
    mut node: impl FnMut() -> ControlFlow<Stop>,
) -> ControlFlow<Stop, Option<Interval>> {
    const MOST_PARTS: usize = 10_000;
    let value = |x| function(x)[0];
    let (mut start, mut step) = (range.lower(), range.width());
    for _ in 0..MOST_PARTS {
        if !start.certainly_less(range.upper()) {
            let ends = [range.lower(), range.upper()].map(|end| value(end).sign());
            return Continue(match ends {
                [Some(Greater), Some(Greater)] => Some(range.upper()),
                [Some(Less), Some(Less)] => Some(range.lower()),
                [Some(Greater), Some(Less)] => root(value, range, 1e-28),
                _ => None,
            });
        }
        node()?;
        let part = start.hull((start + step).min(range.upper()));
        let (middle, [everywhere, slope]) = (part.midpoint(), function(part));
        let is_settled = everywhere.sign().is_some() || slope.sign() == Some(Less) || {
            // The slope says how far the value can be from that in the middle.
            (value(middle) + slope * (part - middle)).sign().is_some()
        };
        if is_settled {
            start = part.upper();
            step = step * 5 / 4;
        } else {
            step = step.scaled(-1);
        }
    }
    Continue(None)
}

/// Returns the integral of a function from `from` to `to`, to about this tolerance; `None` if that
/// takes thousands of parts, or the function is not bounded.
///
/// The function is given by what it does to [`Series`]. On each part of the range, a Taylor
/// polynomial around the midpoint is integrated, with the remainder in Lagrange's form: the
/// coefficient of the highest order, enclosed over all of the part. Parts that are too wide for it
/// are halved; those that are halved forty times, beside a singularity such as that of the square
/// root, count as width times value. It is quickest to split the range oneself where the function
/// has corners.
///
/// ```
/// # use numbers::{Interval, integral};
/// let sector = integral(|x| (1 - x * x).sqrt(), 0, 0.5, 1e-20).unwrap();
/// let exact = Interval::PI / 12 + Interval::from(3).sqrt() / 8;
/// assert_eq!(sector.decimal(15), exact.decimal(15));
/// ```
#[must_use]
pub fn integral(
    function: impl Fn(Series) -> Series,
    from: impl Into<Interval>,
    to: impl Into<Interval>,
    tolerance: f64,
) -> Option<Interval> {
    const MOST_PARTS: usize = 10_000;
    const MOST_HALVINGS: i32 = 40;
    const TERMS: usize = Series::ORDER / 2;
    // Substituting x = from + (to - from) t gives single numbers as bounds.
    let from = from.into();
    let length = to.into() - from;
    let integrand = |t: Series| (function(t * length + from) * length).coefficients();
    let mut parts = vec![(Interval::ZERO, 0)];
    let mut sum = Interval::ZERO;
    for _ in 0..MOST_PARTS {
        let Some((start, halvings)) = parts.pop() else { return Some(sum) };
        let width = Interval::ONE.scaled(-halvings);
        let half = width.scaled(-1);
        let middle = start + half;
        let everywhere = integrand(Series::variable(start.hull(start + width)));
        // The integrals of the even powers around the midpoint; those of odd ones are zero.
        let powers = (1..).step_by(2).take(TERMS + 1);
        let moments: Vec<Interval> = powers.map(|n| half.powi(n).scaled(1) / n).collect();
        let remainder = everywhere[Series::ORDER] * moments[TERMS];
        if remainder.width().upper.to_f64() <= tolerance * width.to_f64() {
            let around = integrand(Series::variable(middle));
            let terms = around.iter().step_by(2).zip(&moments[..TERMS]);
            sum += terms.map(|(&coefficient, &moment)| coefficient * moment).sum::<Interval>();
            sum += remainder;
        } else if halvings < MOST_HALVINGS {
            parts.extend([(start, halvings + 1), (middle, halvings + 1)]);
        } else if everywhere[0].is_bounded() {
            sum += everywhere[0] * width;
        } else {
            return None;
        }
    }
    None
}
