//! Power series that are cut off: automatic differentiation of high order.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::interval::Interval;

/// The coefficients of a function's Taylor series around each number of an interval.
///
/// What is computed from [`Series::variable`] holds enclosures of `f(x)`, `f'(x)`, `f''(x) / 2`,
/// ...
///
/// ```
/// # use numbers::{Interval, Series};
/// let x = Series::variable(Interval::from(2));
/// let [value, slope, ..] = (x * x * x).coefficients();
/// assert_eq!((value, slope), (8.into(), 12.into()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Series([Interval; Series::ORDER + 1]);

impl Series {
    /// The highest power that is kept.
    pub const ORDER: usize = 16;

    /// Returns the function that is this number everywhere.
    #[must_use]
    pub fn constant(value: impl Into<Interval>) -> Self {
        let mut coefficients = [Interval::ZERO; Series::ORDER + 1];
        coefficients[0] = value.into();
        Series(coefficients)
    }

    /// Returns the variable itself, around any number of an interval.
    #[must_use]
    pub fn variable(around: Interval) -> Self {
        let mut series = Series::constant(around);
        series.0[1] = Interval::ONE;
        series
    }

    /// Returns the coefficients of the powers from 0 on: the derivatives, divided by the
    /// factorials.
    #[must_use]
    pub fn coefficients(self) -> [Interval; Series::ORDER + 1] {
        self.0
    }

    /// Returns the series whose coefficients are found one after the other, each from those before
    /// it.
    fn recursive(first: Interval, next: impl Fn(&[Interval], usize) -> Interval) -> Self {
        let mut series = Series::constant(first);
        for n in 1..=Series::ORDER {
            series.0[n] = next(&series.0, n);
        }
        series
    }

    /// Returns the derivative; its highest coefficient is not known.
    fn derivative(self) -> Self {
        let mut coefficients = [Interval::WHOLE; Series::ORDER + 1];
        for n in 1..=Series::ORDER {
            coefficients[n - 1] = self.0[n] * n;
        }
        Series(coefficients)
    }

    /// Returns the function with this derivative and this value.
    fn antiderivative(self, value: Interval) -> Self {
        Series::recursive(value, |_, n| self.0[n - 1] / n)
    }

    /// Returns the exponential function: `y' = f' y`.
    #[must_use]
    pub fn exp(self) -> Self {
        let weighted = self.derivative().0;
        Series::recursive(self.0[0].exp(), |y, n| convolution(&weighted, y, 0..n, n - 1) / n)
    }

    /// Returns the natural logarithm: `y' = f' / f`.
    #[must_use]
    pub fn ln(self) -> Self {
        (self.derivative() / self).antiderivative(self.0[0].ln())
    }

    /// Returns the square root: `y y = f`.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let root = self.0[0].sqrt();
        Series::recursive(root, |y, n| (self.0[n] - convolution(y, y, 1..n, n)) / root.scaled(1))
    }

    /// Returns the sine and the cosine, which need each other: `s' = f' c`, `c' = -f' s`.
    #[must_use]
    pub fn sin_cos(self) -> [Self; 2] {
        let weighted = self.derivative().0;
        let [mut sin, mut cos] =
            [self.0[0].sin(), self.0[0].cos()].map(|value| Series::constant(value).0);
        for n in 1..=Series::ORDER {
            sin[n] = convolution(&weighted, &cos, 0..n, n - 1) / n;
            cos[n] = -convolution(&weighted, &sin, 0..n, n - 1) / n;
        }
        [Series(sin), Series(cos)]
    }

    /// Returns the angle that has this tangent: `y' = f' / (1 + f^2)`.
    #[must_use]
    pub fn atan(self) -> Self {
        (self.derivative() / (self * self + 1)).antiderivative(self.0[0].atan())
    }

    /// Returns the power with a whole exponent.
    #[must_use]
    pub fn powi(self, exponent: i32) -> Self {
        let power = (0..exponent.unsigned_abs()).fold(Series::constant(1), |power, _| power * self);
        if exponent < 0 { Series::constant(1) / power } else { power }
    }
}

/// Returns the sum of `first[k] second[total - k]` for these `k`.
fn convolution(
    first: &[Interval],
    second: &[Interval],
    range: std::ops::Range<usize>,
    total: usize,
) -> Interval {
    // Short polynomials are frequent.
    let terms = range.map(|k| [first[k], second[total - k]]);
    let terms = terms.filter(|factors| !factors.contains(&Interval::ZERO));
    terms.map(|[one, other]| one * other).sum()
}

impl Neg for Series {
    type Output = Series;

    fn neg(self) -> Series {
        Series(self.0.map(Neg::neg))
    }
}

fn sum(first: &Series, second: &Series) -> Series {
    Series(std::array::from_fn(|n| first.0[n] + second.0[n]))
}

fn difference(first: &Series, second: &Series) -> Series {
    Series(std::array::from_fn(|n| first.0[n] - second.0[n]))
}

fn product(first: &Series, second: &Series) -> Series {
    Series(std::array::from_fn(|n| convolution(&first.0, &second.0, 0..n + 1, n)))
}

/// Returns the quotient: `y g = f`.
fn quotient(first: &Series, second: &Series) -> Series {
    let [f, g] = [first.0, second.0];
    Series::recursive(f[0] / g[0], |y, n| (f[n] - convolution(y, &g, 0..n, n)) / g[0])
}

impl<T: Into<Interval>> From<T> for Series {
    fn from(value: T) -> Self {
        Series::constant(value)
    }
}

macro_rules! operators {
    ($($function:ident $trait:ident $method:ident)*) => {$(
        impl<T: Into<Series>> $trait<T> for Series {
            type Output = Series;

            fn $method(self, other: T) -> Series {
                $function(&self, &other.into())
            }
        }

        impl $trait<Series> for i64 {
            type Output = Series;

            fn $method(self, other: Series) -> Series {
                $function(&self.into(), &other)
            }
        }

        impl $trait<Series> for Interval {
            type Output = Series;

            fn $method(self, other: Series) -> Series {
                $function(&self.into(), &other)
            }
        }
    )*};
}

operators! {
    sum Add add
    difference Sub sub
    product Mul mul
    quotient Div div
}
