//! Numbers that are exact as long as they can be.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

use dashu_int::ops::{SquareRoot, UnsignedAbs};

use crate::{Fraction, Integer, Interval};

/// A real number: a fraction, which is known exactly, or between two bounds.
///
/// An operation on fractions returns a fraction if the result is one, so that a number on the border
/// of two roundings is rounded. Two numbers are equal if their bounds are; see [`Number::compare`].
///
/// ```
/// use numbers::{Number, fraction};
///
/// let root = |number: i64| (Number::from(number) / 16).sqrt();
/// assert_eq!(root(9).exactly(), Some(&fraction(3, 4)));
/// assert_eq!((root(2) - 1).exactly(), None);
/// assert_eq!((root(9) / 0).exactly(), None, "nothing is known");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A fraction.
    Exact(Fraction),
    /// A number of an interval.
    Enclosed(Interval),
}

impl Number {
    /// Returns the fraction; `None` if only bounds are known.
    #[must_use]
    pub fn exactly(&self) -> Option<&Fraction> {
        if let Self::Exact(number) = self { Some(number) } else { None }
    }

    /// Returns an interval that contains the number.
    #[must_use]
    pub fn enclosure(&self) -> Interval {
        match self {
            Self::Exact(number) => number.into(),
            Self::Enclosed(number) => *number,
        }
    }

    /// Returns the lowest and the highest number that it can be; `None` if it is not bounded.
    pub(crate) fn bounds(&self) -> Option<[Fraction; 2]> {
        match self {
            Self::Exact(number) => Some([number.clone(), number.clone()]),
            Self::Enclosed(number) => number.bounds(),
        }
    }

    /// Compares with another number; `None` if the bounds do not decide it.
    #[must_use]
    pub fn compare(&self, other: impl Into<Number>) -> Option<Ordering> {
        match (self, &other.into()) {
            (Self::Exact(one), Self::Exact(other)) => Some(one.cmp(other)),
            (one, other) => one.enclosure().compare(other.enclosure()),
        }
    }

    /// Returns the smaller number.
    #[must_use]
    pub fn min(&self, other: impl Into<Number>) -> Self {
        let other = other.into();
        match self.compare(&other) {
            Some(Ordering::Greater) => other,
            Some(_) => self.clone(),
            None => Self::Enclosed(self.enclosure().min(other.enclosure())),
        }
    }

    /// Returns the larger number.
    #[must_use]
    pub fn max(&self, other: impl Into<Number>) -> Self {
        let other = other.into();
        match self.compare(&other) {
            Some(Ordering::Less) => other,
            Some(_) => self.clone(),
            None => Self::Enclosed(self.enclosure().max(other.enclosure())),
        }
    }

    /// Returns the square.
    #[must_use]
    pub fn squared(&self) -> Self {
        match self {
            Self::Exact(number) => Self::Exact(number * number),
            Self::Enclosed(number) => Self::Enclosed(number.squared()),
        }
    }

    /// Returns the square root, exactly if it is a fraction; as [`Interval::sqrt`] if the number is
    /// negative.
    #[must_use]
    pub fn sqrt(&self) -> Self {
        let exact = self.exactly().filter(|number| **number >= Fraction::ZERO).and_then(|number| {
            let above = number.numerator().clone().unsigned_abs();
            let below = number.denominator().clone();
            let roots = [above.sqrt(), below.sqrt()];
            let is_exact =
                roots[0].clone() * &roots[0] == above && roots[1].clone() * &roots[1] == below;
            let [above, below] = roots.map(Integer::from);
            is_exact.then(|| crate::fraction(above, below))
        });
        exact.map_or_else(|| Self::Enclosed(self.enclosure().sqrt()), Self::Exact)
    }
}

impl From<&Number> for Number {
    fn from(number: &Number) -> Self {
        number.clone()
    }
}

impl From<Fraction> for Number {
    fn from(number: Fraction) -> Self {
        Number::Exact(number)
    }
}

impl From<Interval> for Number {
    fn from(number: Interval) -> Self {
        Number::Enclosed(number)
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Number::Exact(number.into())
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $is_defined:expr;)*) => {$(
        impl<T: Into<Number>> $trait<T> for &Number {
            type Output = Number;

            fn $method(self, other: T) -> Number {
                match (self, &other.into()) {
                    (Number::Exact(one), Number::Exact(other)) if $is_defined(other) => {
                        Number::Exact(one.$method(other))
                    }
                    (one, other) => Number::Enclosed(one.enclosure().$method(other.enclosure())),
                }
            }
        }

        impl<T: Into<Number>> $trait<T> for Number {
            type Output = Number;

            fn $method(self, other: T) -> Number {
                (&self).$method(other)
            }
        }

        impl $trait<Number> for i64 {
            type Output = Number;

            fn $method(self, other: Number) -> Number {
                Number::from(self).$method(other)
            }
        }

        impl $trait<&Number> for i64 {
            type Output = Number;

            fn $method(self, other: &Number) -> Number {
                Number::from(self).$method(other)
            }
        }
    )*};
}

operators! {
    Add add |_| true;
    Sub sub |_| true;
    Mul mul |_| true;
    Div div |divisor: &Fraction| !divisor.is_zero();
}
