//! Polynomials in one variable.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::{Fraction, Interval};

/// A polynomial whose coefficients are fractions or intervals; that of the highest power is not
/// zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial<T = Fraction>(Vec<T>);

/// A type of coefficients: a [`Fraction`] or an [`Interval`].
pub trait Coefficient:
    Clone
    + PartialEq
    + From<usize>
    + Neg<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
{
}

impl Coefficient for Fraction {}
impl Coefficient for Interval {}

impl Polynomial {
    /// Returns the polynomial with these coefficients, that of the lowest power first.
    #[must_use]
    pub fn new<U: Into<Fraction>>(coefficients: impl IntoIterator<Item = U>) -> Self {
        coefficients.into_iter().map(Into::into).collect()
    }

    /// Returns the variable.
    #[must_use]
    pub fn x() -> Self {
        Polynomial::new([0, 1])
    }

    /// Returns an enclosure of the values at all numbers of an interval.
    #[must_use]
    pub fn enclosure(&self, x: Interval) -> Interval {
        self.0.iter().rev().fold(Interval::ZERO, |sum, coefficient| sum * x + coefficient)
    }

    /// Returns quotient and remainder.
    ///
    /// # Panics
    /// If the divisor is zero.
    #[must_use]
    pub fn div_rem(&self, divisor: &Self) -> [Self; 2] {
        let leading = divisor.0.last().expect("the divisor is not zero");
        let mut rest = self.0.clone();
        let mut quotient = vec![Fraction::ZERO; (rest.len() + 1).saturating_sub(divisor.0.len())];
        for shift in (0..quotient.len()).rev() {
            let top = rest.pop().expect("as many coefficients as the quotient takes");
            let factor = top / leading;
            // The highest one vanishes: it is gone already.
            for (index, coefficient) in divisor.0.iter().enumerate().rev().skip(1) {
                rest[shift + index] -= coefficient * &factor;
            }
            quotient[shift] = factor;
        }
        [quotient, rest].map(Polynomial::new)
    }

    /// Returns the common divisor of the highest degree, with 1 before the highest power; zero for
    /// zeros.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let [mut first, mut second] = [self.primitive(), other.primitive()];
        while !second.is_zero() {
            let [_, rest] = first.div_rem(&second);
            (first, second) = (second, rest.primitive());
        }
        let leading = first.0.last().cloned();
        leading.map_or(first.clone(), |leading| first * (Fraction::ONE / leading))
    }
}

impl<T: Coefficient> Polynomial<T> {
    /// Returns the coefficients, that of the lowest power first; none for zero.
    #[must_use]
    pub fn coefficients(&self) -> &[T] {
        &self.0
    }

    /// Returns the highest exponent; `None` for zero.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// Returns whether it is zero everywhere.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value at a number.
    #[must_use]
    pub fn value(&self, x: &T) -> T {
        self.0.iter().rev().fold(T::from(0), |sum, coefficient| sum * x + coefficient)
    }

    /// Returns the derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let terms = self.0.iter().enumerate().skip(1);
        terms.map(|(exponent, factor)| T::from(exponent) * factor).collect()
    }

    /// Returns the integral from 0 to the variable.
    #[must_use]
    pub fn integral(&self) -> Self {
        let terms = self.0.iter().zip(1..);
        let terms = terms.map(|(factor, exponent)| factor.clone() / &T::from(exponent));
        [T::from(0)].into_iter().chain(terms).collect()
    }

    /// Returns the power with this exponent.
    #[must_use]
    pub fn powi(&self, exponent: u32) -> Self {
        (0..exponent).fold(T::from(1).into(), |power: Self, _| &power * self)
    }
}

/// The coefficients, that of the lowest power first.
impl<T: Coefficient> FromIterator<T> for Polynomial<T> {
    fn from_iter<I: IntoIterator<Item = T>>(coefficients: I) -> Self {
        let mut coefficients: Vec<T> = coefficients.into_iter().collect();
        while coefficients.pop_if(|last| *last == T::from(0)).is_some() {}
        Polynomial(coefficients)
    }
}

impl<T: Coefficient> From<T> for Polynomial<T> {
    fn from(value: T) -> Self {
        [value].into_iter().collect()
    }
}

impl<T: Coefficient + From<i64>> From<i64> for Polynomial<T> {
    fn from(value: i64) -> Self {
        T::from(value).into()
    }
}

impl<T: Coefficient> From<&Polynomial<T>> for Polynomial<T> {
    fn from(value: &Polynomial<T>) -> Self {
        value.clone()
    }
}

impl<T: Coefficient> Neg for &Polynomial<T> {
    type Output = Polynomial<T>;

    fn neg(self) -> Polynomial<T> {
        Polynomial(self.0.iter().map(|coefficient| -coefficient.clone()).collect())
    }
}

impl<T: Coefficient> Neg for Polynomial<T> {
    type Output = Polynomial<T>;

    fn neg(self) -> Polynomial<T> {
        -&self
    }
}

fn sum<T: Coefficient>(first: &Polynomial<T>, second: &Polynomial<T>) -> Polynomial<T> {
    let [shorter, longer] =
        if first.0.len() < second.0.len() { [first, second] } else { [second, first] };
    let mut terms = longer.0.clone();
    for (sum, coefficient) in terms.iter_mut().zip(&shorter.0) {
        *sum = sum.clone() + coefficient;
    }
    terms.into_iter().collect()
}

fn difference<T: Coefficient>(first: &Polynomial<T>, second: &Polynomial<T>) -> Polynomial<T> {
    sum(first, &-second)
}

fn product<T: Coefficient>(first: &Polynomial<T>, second: &Polynomial<T>) -> Polynomial<T> {
    let mut coefficients = vec![T::from(0); first.0.len() + second.0.len()];
    for (n, a) in first.0.iter().enumerate() {
        for (m, b) in second.0.iter().enumerate() {
            coefficients[n + m] = a.clone() * b + &coefficients[n + m];
        }
    }
    coefficients.into_iter().collect()
}

macro_rules! operators {
    ($($function:ident $trait:ident $method:ident)*) => {$(
        impl<T: Coefficient, U: Into<Polynomial<T>>> $trait<U> for &Polynomial<T> {
            type Output = Polynomial<T>;

            fn $method(self, other: U) -> Polynomial<T> {
                $function(self, &other.into())
            }
        }

        impl<T: Coefficient, U: Into<Polynomial<T>>> $trait<U> for Polynomial<T> {
            type Output = Polynomial<T>;

            fn $method(self, other: U) -> Polynomial<T> {
                $function(&self, &other.into())
            }
        }
    )*};
}

operators! {
    sum Add add
    difference Sub sub
    product Mul mul
}

/// The coefficients, that of the highest power first, as in `1 x^2 + -1 x^1 + -1`.
impl fmt::Display for Polynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return formatter.write_str("0");
        }
        let terms = self.0.iter().enumerate().rev().filter(|(_, factor)| !factor.is_zero());
        let terms = terms.map(|(exponent, factor)| match exponent {
            0 => factor.to_string(),
            _ => format!("{factor} x^{exponent}"),
        });
        formatter.write_str(&terms.collect::<Vec<_>>().join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fraction;

    fn any_polynomial(random: &mut puzzle::Rng, degree: usize) -> Polynomial {
        Polynomial::new((0..=degree).map(|_| fraction(random.i64(-9..=9), random.i64(1..=9))))
    }

    #[test]
    fn division_leaves_a_rest_of_lower_degree() {
        let mut random = puzzle::Rng::with_seed(1);
        for _ in 0..200 {
            let sizes = [random.usize(0..8), random.usize(0..8)];
            let [a, b] = sizes.map(|degree| any_polynomial(&mut random, degree));
            if b.is_zero() {
                continue;
            }
            let [quotient, rest] = a.div_rem(&b);
            assert_eq!(&quotient * &b + &rest, a);
            assert!(rest.degree() < b.degree(), "{a} / {b}");
            let common = any_polynomial(&mut random, 2);
            let [first, second] = [&a * &common, &b * &common];
            let gcd = first.gcd(&second);
            assert!([&first, &second, &gcd].iter().all(|it| it.div_rem_is_exact(&gcd)));
            assert!(common.is_zero() || gcd.degree() >= common.degree());
        }
    }

    impl Polynomial {
        fn div_rem_is_exact(&self, divisor: &Polynomial) -> bool {
            divisor.is_zero() && self.is_zero() || self.div_rem(divisor)[1].is_zero()
        }
    }
}
