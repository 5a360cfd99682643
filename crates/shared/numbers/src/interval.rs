//! Real numbers between two bounds.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use anyhow::{Result, ensure};

use crate::float::Float;
use crate::float::Rounding::{Down, Up};
use crate::fraction::{Fraction, Integer, parse_fraction, positional, power_of_ten};
use crate::{decimal, significant};

/// All real numbers between two bounds, which are numbers of 128 bits or infinite.
///
/// An operation returns an interval that contains each result for numbers from its operands; its
/// bounds are rounded outward. If nothing is known, as for the quotient by an interval around zero,
/// it returns [`Interval::WHOLE`]: no operation panics. Operators take fractions and integers, too
/// (`x * 2`, `1 - x`).
///
/// Two intervals are equal if their bounds are. To compare the numbers in them, see
/// [`Interval::compare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub(crate) lower: Float,
    pub(crate) upper: Float,
}

impl Interval {
    /// Zero alone.
    pub const ZERO: Interval = Interval::point(Float::ZERO);
    /// One alone.
    pub const ONE: Interval = Interval::point(Float::ONE);
    /// The whole line: nothing is known.
    pub const WHOLE: Interval = Interval { lower: Float::MINUS_INFINITY, upper: Float::INFINITY };

    /// The value for bounds that are too large.
    pub(crate) const HUGE: Interval = Interval { lower: Float::LARGEST, upper: Float::INFINITY };

    const fn point(value: Float) -> Self {
        Interval { lower: value, upper: value }
    }

    /// Returns a bound as an interval: an infinite bound stands for all numbers that are too large
    /// for a bound.
    fn bound(value: Float) -> Self {
        match value {
            Float::INFINITY => Interval::HUGE,
            Float::MINUS_INFINITY => -Interval::HUGE,
            finite => Interval::point(finite),
        }
    }

    /// Returns the smallest interval that contains both.
    #[must_use]
    pub fn hull(self, other: impl Into<Interval>) -> Self {
        let other = other.into();
        Interval { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Returns the intersection; `None` if they have no number in common.
    pub(crate) fn intersect(self, other: impl Into<Interval>) -> Option<Self> {
        let other = other.into();
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        (lower <= upper).then_some(Interval { lower, upper })
    }

    /// Returns whether it contains the other interval.
    #[must_use]
    pub fn contains(self, other: impl Into<Interval>) -> bool {
        let other = other.into();
        self.lower <= other.lower && other.upper <= self.upper
    }

    /// Its lower bound alone; if that is infinite, what is too low for a bound.
    #[must_use]
    pub fn lower(self) -> Self {
        Interval::bound(self.lower)
    }

    /// Its upper bound alone; if that is infinite, what is too high for a bound.
    #[must_use]
    pub fn upper(self) -> Self {
        Interval::bound(self.upper)
    }

    /// Returns a single number halfway between the bounds, or nearly; zero if a bound is infinite.
    #[must_use]
    pub fn midpoint(self) -> Self {
        if self.is_point() {
            self
        } else if self.is_bounded() {
            Interval::point(self.lower.add(self.upper, Down).scaled(-1, Down)).clamped(self)
        } else {
            Interval::ZERO
        }
    }

    /// Returns the distance of its bounds, rounded up; if that is infinite, what is too high for a
    /// bound.
    #[must_use]
    pub fn width(self) -> Self {
        Interval::bound(self.upper.add(-self.lower, Up))
    }

    /// Returns whether it is a single number.
    pub(crate) fn is_point(self) -> bool {
        self.lower == self.upper
    }

    /// Returns whether neither bound is infinite.
    pub(crate) fn is_bounded(self) -> bool {
        !self.lower.is_infinite() && !self.upper.is_infinite()
    }

    /// Returns the bounds as fractions; `None` if one is infinite.
    #[must_use]
    pub fn bounds(self) -> Option<[Fraction; 2]> {
        Some([self.lower.to_fraction()?, self.upper.to_fraction()?])
    }

    /// Returns a number near the midpoint. It is only a guess and proves nothing.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.midpoint().lower.to_f64()
    }

    /// Returns how each number of this interval compares with each number of the other; `None` if
    /// this differs, or is unknown.
    #[must_use]
    pub fn compare(self, other: impl Into<Interval>) -> Option<Ordering> {
        let other = other.into();
        if self.upper < other.lower {
            Some(Ordering::Less)
        } else if self.lower > other.upper {
            Some(Ordering::Greater)
        } else {
            (self.is_point() && self == other).then_some(Ordering::Equal)
        }
    }

    /// Returns whether each number of this interval is less than each of the other.
    #[must_use]
    pub fn certainly_less(self, other: impl Into<Interval>) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// Returns how its numbers compare with zero.
    #[must_use]
    pub fn sign(self) -> Option<Ordering> {
        self.compare(Interval::ZERO)
    }

    /// Returns the largest whole number that is not larger; `None` if that differs, or has over 62
    /// bits.
    #[must_use]
    pub fn floor(self) -> Option<i64> {
        self.lower.floor().filter(|&floor| self.upper.floor() == Some(floor))
    }

    /// Returns the smaller of two numbers.
    #[must_use]
    pub fn min(self, other: impl Into<Interval>) -> Self {
        let other = other.into();
        Interval { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the larger of two numbers.
    #[must_use]
    pub fn max(self, other: impl Into<Interval>) -> Self {
        let other = other.into();
        Interval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Returns the distance from zero.
    #[must_use]
    pub fn abs(self) -> Self {
        self.max(-self).max(Interval::ZERO)
    }

    /// Returns the numbers times `2^shift`.
    #[must_use]
    pub fn scaled(self, shift: i32) -> Self {
        Interval { lower: self.lower.scaled(shift, Down), upper: self.upper.scaled(shift, Up) }
    }

    /// Returns the part within `bounds`, beyond which no true result can lie.
    pub(crate) fn clamped(self, bounds: Interval) -> Self {
        self.intersect(bounds).unwrap_or(bounds)
    }

    /// Returns the numbers with `digits` digits after the point, halves rounded away from zero;
    /// `None` if not all numbers of the interval have the same digits.
    ///
    /// ```
    /// # use numbers::Interval;
    /// assert_eq!(Interval::PI.decimal(10).unwrap(), "3.1415926536");
    /// assert_eq!(Interval::PI.decimal(50), None);
    /// ```
    #[must_use]
    pub fn decimal(self, digits: usize) -> Option<String> {
        self.common_text(|bound| decimal(bound, digits))
    }

    /// Returns the same with `digits` significant digits.
    #[must_use]
    pub fn significant(self, digits: usize) -> Option<String> {
        self.common_text(|bound| significant(bound, digits))
    }

    fn common_text(self, text: impl Fn(&Fraction) -> String) -> Option<String> {
        let [lower, upper] = self.bounds()?.map(|bound| text(&bound));
        (lower == upper).then_some(lower)
    }

    /// Returns the digits after the point that Display writes: two more than the bounds have in
    /// common, and forty significant ones at most.
    fn digits_worth_writing(self) -> usize {
        // 2^exponent is 10^(0.30103 exponent), and 1233/4096 is 0.30103.
        let digits = |size: Float| (-size.exponent() * 1233).div_euclid(4096);
        let [size, width] = [self.abs().upper, self.width().upper];
        let most = if size.is_zero() { 0 } else { digits(size) + 40 };
        let telling = if width.is_zero() { most } else { digits(width) + 3 };
        usize::try_from(telling.min(most)).unwrap_or(0)
    }
}

/// Decimals rounded outward, `lower..upper`; one number if both are the same. With a precision, as
/// in `{:.12}`, there is this number of digits after the point.
impl fmt::Display for Interval {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = formatter.precision();
        let digits = match digits {
            Some(digits) => digits,
            None if self.is_bounded() => self.digits_worth_writing(),
            None => 40,
        };
        let units =
            |bound: Float| Some(bound.to_fraction()? * Fraction::from(power_of_ten(digits)));
        let text = |units: &Integer| {
            let text = positional(units, digits);
            let short = formatter.precision().is_none() && text.contains('.');
            if short { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
        };
        let lower = units(self.lower).map_or("-inf".into(), |units| text(&units.floor()));
        let upper = units(self.upper).map_or("inf".into(), |units| text(&units.ceil()));
        if lower == upper {
            write!(formatter, "{lower}")
        } else {
            write!(formatter, "{lower}..{upper}")
        }
    }
}

/// Reads what Display writes, rounding outward; bounds may be fractions, too.
impl FromStr for Interval {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (lower, upper) = text.split_once("..").unwrap_or((text, text));
        let bound = |text: &str| match text {
            "-inf" => Ok(-Interval::HUGE),
            "inf" => Ok(Interval::HUGE),
            text => parse_fraction(text).map(|fraction| Interval::from(&fraction)),
        };
        let [lower, upper] = [bound(lower)?, bound(upper)?];
        ensure!(lower.lower <= upper.upper, "{text:?}: the first bound is the larger one");
        Ok(Interval { lower: lower.lower, upper: upper.upper })
    }
}

impl From<&Fraction> for Interval {
    fn from(value: &Fraction) -> Self {
        let [lower, upper] = [Down, Up].map(|rounding| Float::from_fraction(value, rounding));
        Interval { lower, upper }
    }
}

impl From<&Interval> for Interval {
    fn from(value: &Interval) -> Self {
        *value
    }
}

impl From<Fraction> for Interval {
    fn from(value: Fraction) -> Self {
        (&value).into()
    }
}

impl From<&Integer> for Interval {
    fn from(value: &Integer) -> Self {
        Fraction::from(value.clone()).into()
    }
}

impl From<Integer> for Interval {
    fn from(value: Integer) -> Self {
        Fraction::from(value).into()
    }
}

/// The exact value of the bits; the whole line for NaN.
impl From<f64> for Interval {
    fn from(value: f64) -> Self {
        Float::from_f64(value).map_or(Interval::WHOLE, Interval::bound)
    }
}

macro_rules! from_machine_integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Interval {
            fn from(value: $integer) -> Self {
                let [lower, upper] =
                    [Down, Up].map(|rounding| Float::from_integer(value.into(), rounding));
                Interval { lower, upper }
            }
        }
    )*};
}
from_machine_integers!(i32 i64 i128 u8 u32 u64);

impl From<usize> for Interval {
    fn from(value: usize) -> Self {
        (value as u64).into()
    }
}

impl Neg for Interval {
    type Output = Interval;

    fn neg(self) -> Interval {
        Interval { lower: -self.upper, upper: -self.lower }
    }
}

fn sum(first: Interval, second: Interval) -> Interval {
    Interval {
        lower: first.lower.add(second.lower, Down),
        upper: first.upper.add(second.upper, Up),
    }
}

fn product(first: Interval, second: Interval) -> Interval {
    let is_one_sided = |factor: Interval| {
        !factor.lower.is_negative() || factor.upper.is_negative() || factor.upper.is_zero()
    };
    if !first.lower.is_negative() {
        let bound = |other: Float, towards_zero: bool| {
            if other.is_negative() == towards_zero { first.upper } else { first.lower }
        };
        Interval {
            lower: bound(second.lower, true).mul(second.lower, Down),
            upper: bound(second.upper, false).mul(second.upper, Up),
        }
    } else if is_one_sided(first) {
        -product(-first, second)
    } else if is_one_sided(second) {
        product(second, first)
    } else {
        let [a, b, c, d] = [first.lower, first.upper, second.lower, second.upper];
        Interval {
            lower: a.mul(d, Down).min(b.mul(c, Down)),
            upper: a.mul(c, Up).max(b.mul(d, Up)),
        }
    }
}

fn quotient(first: Interval, second: Interval) -> Interval {
    if second.upper.is_negative() || (second.upper.is_zero() && second.lower.is_negative()) {
        return quotient(-first, -second);
    }
    if second.lower.is_negative() || second.upper.is_zero() {
        return Interval::WHOLE;
    }
    let bound = |bound: Float, is_lower: bool, rounding| {
        let widest = bound.is_negative() == is_lower;
        let divisor = if widest { second.lower } else { second.upper };
        match divisor.is_zero() {
            false => bound.div(divisor, rounding),
            true if bound.is_zero() => Float::ZERO,
            true if is_lower => Float::MINUS_INFINITY,
            true => Float::INFINITY,
        }
    };
    Interval { lower: bound(first.lower, true, Down), upper: bound(first.upper, false, Up) }
}

macro_rules! operators {
    ($($function:ident $trait:ident $method:ident $assign_trait:ident $assign:ident)*) => {$(
        impl<T: Into<Interval>> $trait<T> for Interval {
            type Output = Interval;

            fn $method(self, other: T) -> Interval {
                $function(self, other.into())
            }
        }

        impl<T: Into<Interval>> $assign_trait<T> for Interval {
            fn $assign(&mut self, other: T) {
                *self = $function(*self, other.into());
            }
        }
        operators!($function $trait $method i64);
        operators!($function $trait $method &Fraction);
    )*};
    ($function:ident $trait:ident $method:ident $other:ty) => {
        impl $trait<Interval> for $other {
            type Output = Interval;

            fn $method(self, other: Interval) -> Interval {
                $function(self.into(), other)
            }
        }
    };
}

/// Returns the difference of two numbers.
fn difference(first: Interval, second: Interval) -> Interval {
    sum(first, -second)
}

operators! {
    sum Add add AddAssign add_assign
    difference Sub sub SubAssign sub_assign
    product Mul mul MulAssign mul_assign
    quotient Div div DivAssign div_assign
}

impl std::iter::Sum for Interval {
    fn sum<I: Iterator<Item = Interval>>(terms: I) -> Interval {
        terms.fold(Interval::ZERO, Add::add)
    }
}
