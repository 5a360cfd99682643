//! Polynomials in one variable with fractions as coefficients, and their real roots.
//!
//! ```
//! use enclosures::fraction;
//! use polynomials::Polynomial;
//!
//! // The golden ratio, and what a comparison with a fraction says of it.
//! let x = Polynomial::x();
//! let mut roots = (&x * &x - &x - 1).real_roots();
//! let golden = roots.pop().unwrap();
//! assert_eq!(golden.enclosure(1e-20).decimal(15).unwrap(), "1.618033988749895");
//! assert!(golden.compare(&fraction(8, 5)).is_gt());
//!
//! // A root of several polynomials is a root of their greatest common divisor.
//! let powers = x.powi(4) - 1;
//! assert_eq!(powers.gcd(&(x.powi(6) - 1)), x.powi(2) - 1);
//!
//! // Elimination: t = x + y with x^2 = 2 and y^2 = 3. At each t, the resultant of x^2 - 2 and
//! // (t - x)^2 - 3 vanishes if both have a root x in common; as a polynomial in t it has degree 4.
//! let at = |t: i64| (x.powi(2) - 2).resultant(&((-&x + t).powi(2) - 3));
//! let sums = Polynomial::through((0..=4).map(|t| (t.into(), at(t))));
//! assert_eq!(sums, x.powi(4) - x.powi(2) * 10 + 1);
//! ```
//!
//! Roots are isolated with Sturm's theorem: the number of sign changes in a sequence of remainders falls
//! by one at each root. So nothing is lost that is close, and multiple roots are counted once.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow::{self, Continue};
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::ops::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use enclosures::{Fraction, Interval, fraction};

/// A polynomial; the coefficient of the highest power is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<Fraction>);

impl Polynomial {
    /// The polynomial with these coefficients, that of the lowest power first.
    #[must_use]
    pub fn new<T: Into<Fraction>>(coefficients: impl IntoIterator<Item = T>) -> Self {
        let mut coefficients: Vec<Fraction> = coefficients.into_iter().map(Into::into).collect();
        while coefficients.pop_if(|last| last.is_zero()).is_some() {}
        Polynomial(coefficients)
    }

    /// The variable.
    #[must_use]
    pub fn x() -> Self {
        Polynomial::new([0, 1])
    }

    /// The polynomial of the lowest degree through these points (Newton's divided differences).
    ///
    /// # Panics
    /// If two points have the same first coordinate.
    #[must_use]
    pub fn through(points: impl IntoIterator<Item = (Fraction, Fraction)>) -> Self {
        let mut polynomial = Polynomial(Vec::new());
        let mut vanishing = Polynomial::from(Fraction::ONE);
        for (x, y) in points {
            let factor = (y - polynomial.value(&x)) / vanishing.value(&x);
            polynomial = polynomial + &vanishing * factor;
            vanishing = vanishing * (Polynomial::x() - x);
        }
        polynomial
    }

    /// The coefficients, that of the lowest power first; none for zero.
    #[must_use]
    pub fn coefficients(&self) -> &[Fraction] {
        &self.0
    }

    /// The highest exponent; `None` for zero.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// Whether it is zero everywhere.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a fraction.
    #[must_use]
    pub fn value(&self, x: &Fraction) -> Fraction {
        self.0.iter().rev().fold(Fraction::ZERO, |sum, coefficient| sum * x + coefficient)
    }

    /// An enclosure of the values at all numbers of an interval.
    #[must_use]
    pub fn enclosure(&self, x: Interval) -> Interval {
        self.0.iter().rev().fold(Interval::ZERO, |sum, coefficient| sum * x + coefficient)
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let terms = self.0.iter().enumerate().skip(1);
        Polynomial::new(terms.map(|(exponent, factor)| factor * Fraction::from(exponent)))
    }

    /// A power.
    #[must_use]
    pub fn powi(&self, exponent: u32) -> Self {
        (0..exponent).fold(Fraction::ONE.into(), |power: Self, _| &power * self)
    }

    /// Quotient and remainder.
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

    /// The common divisor of the highest degree, with 1 before the highest power; zero for zeros.
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

    /// A positive multiple whose coefficients are integers without a common divisor.
    fn primitive(&self) -> Self {
        let common = self.0.iter().fold(UBig::ONE, |multiple, coefficient| {
            let denominator = coefficient.denominator();
            &multiple / (&multiple).gcd(denominator) * denominator
        });
        let integers = self.0.iter().map(|coefficient| {
            coefficient.numerator() * IBig::from(&common / coefficient.denominator())
        });
        let integers: Vec<IBig> = integers.collect();
        let divisor = integers.iter().fold(UBig::ZERO, |divisor, integer| match &divisor {
            zero if zero.is_zero() => integer.clone().unsigned_abs(),
            _ if integer.is_zero() => divisor,
            _ => divisor.gcd(integer.clone().unsigned_abs()),
        });
        Polynomial::new(integers.into_iter().map(|integer| integer / IBig::from(divisor.clone())))
    }

    /// How the value of a polynomial with integers as coefficients compares with zero: without a common divisor
    /// to look for, this is quick.
    fn sign_of_primitive(&self, x: &Fraction) -> Ordering {
        let (numerator, denominator) = (x.numerator(), IBig::from(x.denominator().clone()));
        let (mut sum, mut power) = (IBig::ZERO, IBig::ONE);
        for coefficient in self.0.iter().rev() {
            sum = sum * numerator + coefficient.numerator() * &power;
            power *= &denominator;
        }
        sum.cmp(&IBig::ZERO)
    }

    /// The resultant: zero if and only if both have a root in common, be it complex. By Euclid's algorithm.
    #[must_use]
    pub fn resultant(&self, other: &Self) -> Fraction {
        let [Some(degree), Some(other_degree)] = [self.degree(), other.degree()] else {
            return Fraction::ZERO;
        };
        let leading = &other.0[other_degree];
        if other_degree == 0 {
            return power(leading, degree);
        }
        if degree < other_degree {
            let swapped = other.resultant(self);
            return if degree * other_degree % 2 == 1 { -swapped } else { swapped };
        }
        let [_, rest] = self.div_rem(other);
        let Some(rest_degree) = rest.degree() else { return Fraction::ZERO };
        let resultant = other.resultant(&rest) * power(leading, degree - rest_degree);
        if degree * other_degree % 2 == 1 { -resultant } else { resultant }
    }

    /// The real roots in ascending order, each once.
    ///
    /// # Panics
    /// If the polynomial is zero.
    #[must_use]
    pub fn real_roots(&self) -> Vec<Root> {
        let Continue(roots) = self.real_roots_polled(|| Continue::<Infallible>(()));
        roots
    }

    /// As [`real_roots`](Self::real_roots), for high degrees: `poll` is called before each step, and may
    /// end the work.
    ///
    /// # Panics
    /// If the polynomial is zero.
    pub fn real_roots_polled<Stop>(
        &self,
        mut poll: impl FnMut() -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop, Vec<Root>> {
        let sturm = Sturm::new(self.primitive(), &mut poll)?;
        let square_free = &sturm.0[0];
        // Cauchy's bound: no root is farther from zero than 1 plus the largest ratio of coefficients.
        let leading = &square_free.0[square_free.0.len() - 1];
        let ratios = square_free.0.iter().map(|coefficient| abs(&(coefficient / leading)));
        let bound = Fraction::from(ratios.fold(Fraction::ONE, Ord::max).ceil() + 1);
        let mut parts = vec![[-&bound, bound].map(|end| (sturm.changes(&end), end))];
        let mut roots = Vec::new();
        while let Some([(at_lower, lower), (at_upper, upper)]) = parts.pop() {
            poll()?;
            if at_lower == at_upper + 1 {
                roots.push(Root { polynomial: square_free.clone(), lower, upper }.separated());
            } else if at_lower > at_upper {
                let middle = midpoint(&lower, &upper);
                let middle = (sturm.changes(&middle), middle);
                parts.push([middle.clone(), (at_upper, upper)]);
                parts.push([(at_lower, lower), middle]);
            }
        }
        Continue(roots)
    }
}

/// A polynomial without multiple roots, its derivative, and the negated remainders of the Euclidean algorithm.
struct Sturm(Vec<Polynomial>);

impl Sturm {
    /// The sequence of the polynomial with the same roots, each of them simple.
    fn new<Stop>(
        polynomial: Polynomial,
        poll: &mut impl FnMut() -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop, Self> {
        let derivative = polynomial.derivative().primitive();
        let mut sequence = vec![polynomial, derivative];
        while let [.., before, last] = &sequence[..]
            && !last.is_zero()
        {
            poll()?;
            let [_, rest] = before.div_rem(last);
            sequence.push((-rest).primitive());
        }
        // Zero comes last, after the greatest common divisor of both.
        let divisor = &sequence[sequence.len() - 2];
        if divisor.degree() == Some(0) {
            return Continue(Sturm(sequence));
        }
        let [square_free, _] = sequence[0].div_rem(divisor);
        Sturm::new(square_free.primitive(), poll)
    }

    /// The sign changes at `x`; minus those at a larger number, they are the roots above `x` and not above that.
    fn changes(&self, x: &Fraction) -> usize {
        let signs = self.0.iter().map(|polynomial| polynomial.sign_of_primitive(x));
        let mut signs: Vec<Ordering> = signs.filter(|sign| sign.is_ne()).collect();
        signs.dedup();
        signs.len() - 1
    }
}

/// A real root: the only one of a polynomial between two fractions, where it has opposite signs; or
/// both are the root.
#[derive(Clone, Debug)]
pub struct Root {
    polynomial: Polynomial,
    lower: Fraction,
    upper: Fraction,
}

impl Root {
    /// From the only root above `lower` and not above `upper`; another one may be at `lower`.
    fn separated(mut self) -> Self {
        if self.sign_at(&self.upper).is_eq() {
            self.lower = self.upper.clone();
        }
        let above = self.sign_at(&self.upper);
        while self.lower != self.upper && self.sign_at(&self.lower).is_eq() {
            let middle = midpoint(&self.lower, &self.upper);
            match self.sign_at(&middle) {
                Ordering::Equal => [self.lower, self.upper] = [middle.clone(), middle],
                sign if sign == above => self.upper = middle,
                _ => self.lower = middle,
            }
        }
        self
    }

    fn sign_at(&self, x: &Fraction) -> Ordering {
        self.polynomial.sign_of_primitive(x)
    }

    /// Halves the interval until it is this narrow.
    pub fn refine(&mut self, width: &Fraction) {
        while &(&self.upper - &self.lower) > width {
            self.cut(midpoint(&self.lower, &self.upper));
        }
    }

    /// Keeps the part in which the root is; `x` is between the bounds.
    fn cut(&mut self, x: Fraction) {
        match self.sign_at(&x) {
            Ordering::Equal => [self.lower, self.upper] = [x.clone(), x],
            sign if sign == self.sign_at(&self.upper) => self.upper = x,
            _ => self.lower = x,
        }
    }

    /// Two fractions between which the root lies, or twice the root.
    #[must_use]
    pub fn bounds(&self) -> [&Fraction; 2] {
        [&self.lower, &self.upper]
    }

    /// The root between two numbers that differ by no more than this, apart from rounding.
    #[must_use]
    pub fn enclosure(&self, width: f64) -> Interval {
        let mut root = self.clone();
        // No interval has more than 128 bits.
        let width =
            Interval::from(width.max(1e-40)).bounds().map_or(Fraction::ONE, |[width, _]| width);
        root.refine(&width);
        Interval::from(&root.lower).hull(&root.upper)
    }

    /// How the root compares with a fraction.
    #[must_use]
    pub fn compare(&self, x: &Fraction) -> Ordering {
        if self.lower == self.upper {
            self.lower.cmp(x)
        } else if *x <= self.lower {
            Ordering::Greater
        } else if *x >= self.upper {
            Ordering::Less
        } else {
            match self.sign_at(x) {
                Ordering::Equal => Ordering::Equal,
                sign if sign == self.sign_at(&self.upper) => Ordering::Less,
                _ => Ordering::Greater,
            }
        }
    }
}

fn power(base: &Fraction, exponent: usize) -> Fraction {
    (0..exponent).fold(Fraction::ONE, |power, _| power * base)
}

fn midpoint(lower: &Fraction, upper: &Fraction) -> Fraction {
    (lower + upper) * fraction(1, 2)
}

fn abs(x: &Fraction) -> Fraction {
    if *x < Fraction::ZERO { -x } else { x.clone() }
}

impl From<Fraction> for Polynomial {
    fn from(value: Fraction) -> Self {
        Polynomial::new([value])
    }
}

impl From<i64> for Polynomial {
    fn from(value: i64) -> Self {
        Polynomial::new([value])
    }
}

impl From<&Polynomial> for Polynomial {
    fn from(value: &Polynomial) -> Self {
        value.clone()
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial(self.0.iter().map(|coefficient| -coefficient).collect())
    }
}

impl Neg for Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        -&self
    }
}

fn sum(first: &Polynomial, second: &Polynomial) -> Polynomial {
    let at = |polynomial: &Polynomial, n: usize| polynomial.0.get(n).cloned().unwrap_or_default();
    let length = first.0.len().max(second.0.len());
    Polynomial::new((0..length).map(|n| at(first, n) + at(second, n)))
}

fn difference(first: &Polynomial, second: &Polynomial) -> Polynomial {
    sum(first, &-second)
}

fn product(first: &Polynomial, second: &Polynomial) -> Polynomial {
    let mut coefficients = vec![Fraction::ZERO; first.0.len() + second.0.len()];
    for (n, a) in first.0.iter().enumerate() {
        for (m, b) in second.0.iter().enumerate() {
            coefficients[n + m] += a * b;
        }
    }
    Polynomial::new(coefficients)
}

macro_rules! operators {
    ($($function:ident $trait:ident $method:ident)*) => {$(
        impl<T: Into<Polynomial>> $trait<T> for &Polynomial {
            type Output = Polynomial;

            fn $method(self, other: T) -> Polynomial {
                $function(self, &other.into())
            }
        }

        impl<T: Into<Polynomial>> $trait<T> for Polynomial {
            type Output = Polynomial;

            fn $method(self, other: T) -> Polynomial {
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

    fn any_polynomial(random: &mut fastrand::Rng, degree: usize) -> Polynomial {
        Polynomial::new((0..=degree).map(|_| fraction(random.i64(-9..=9), random.i64(1..=9))))
    }

    #[test]
    fn division_leaves_a_rest_of_lower_degree() {
        let mut random = fastrand::Rng::with_seed(1);
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
            let is_zero = first.resultant(&second) == Fraction::ZERO;
            assert_eq!(is_zero, gcd.degree() != Some(0), "{first}; {second}");
        }
    }

    impl Polynomial {
        fn div_rem_is_exact(&self, divisor: &Polynomial) -> bool {
            divisor.is_zero() && self.is_zero() || self.div_rem(divisor)[1].is_zero()
        }
    }

    #[test]
    fn resultants_are_products_of_differences_of_roots() {
        let from_roots = |leading: i64, roots: &[i64]| {
            roots.iter().fold(leading.into(), |product: Polynomial, &root| {
                product * (Polynomial::x() - root)
            })
        };
        let [first, second] = [[1, -2, 5].as_slice(), &[3, 7]];
        let differences = first.iter().flat_map(|a| second.iter().map(move |b| a - b));
        let expected = differences.product::<i64>() * 2_i64.pow(2) * 3_i64.pow(3);
        let [first, second] = [from_roots(2, first), from_roots(3, second)];
        assert_eq!(first.resultant(&second), expected.into());
        assert_eq!(second.resultant(&first), expected.into(), "an even product of degrees");
    }

    #[test]
    fn products_of_linear_factors_have_their_zeros_as_roots() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..60 {
            let zero = || fraction(random.i64(-20..=20), random.i64(1..=4));
            let mut zeros: Vec<Fraction> = std::iter::repeat_with(zero).take(7).collect();
            let complex = Polynomial::x().powi(2) + 1;
            let product = zeros.iter().fold(complex, |product, zero| {
                let factor = Polynomial::x() - zero.clone();
                product * factor
            });
            zeros.sort();
            zeros.dedup();
            let roots = product.real_roots();
            assert_eq!(roots.len(), zeros.len(), "{product}");
            for (root, zero) in roots.iter().zip(&zeros) {
                assert_eq!(root.compare(zero), Ordering::Equal);
                let little = fraction(1, 1_000_000);
                assert_eq!(root.compare(&(zero - &little)), Ordering::Greater);
                assert_eq!(root.compare(&(zero + &little)), Ordering::Less);
                let bounds = root.bounds().map(|bound| root.compare(bound));
                assert!(
                    bounds[0].is_ge()
                        && bounds[1].is_le()
                        && bounds[0].is_eq() == bounds[1].is_eq()
                );
                let enclosure = root.enclosure(1e-15);
                assert!(enclosure.contains(zero) && enclosure.width().to_f64() < 1.1e-15);
            }
        }
    }

    #[test]
    fn close_and_multiple_and_no_roots_are_told_apart() {
        let x = Polynomial::x();
        let wilkinson = (1..=20).fold(1.into(), |product: Polynomial, n: i64| product * (&x - n));
        let roots = wilkinson.real_roots();
        assert!((1..=20).zip(&roots).all(|(n, root)| root.compare(&n.into()).is_eq()));
        // Wilkinson's change of one coefficient by 2^-23 leaves ten real roots.
        let changed = &wilkinson - x.powi(19) * fraction(1, 1 << 23);
        let roots = changed.real_roots();
        assert_eq!(roots.len(), 10);
        assert_eq!(roots[7].enclosure(1e-12).decimal(6).unwrap(), "8.007268");
        let multiple = (x.powi(2) - 2).powi(3) * x.powi(2);
        let text: Vec<_> =
            multiple.real_roots().iter().map(|root| root.enclosure(1e-9).decimal(6)).collect();
        assert_eq!(
            text.into_iter().flatten().collect::<Vec<_>>(),
            ["-1.414214", "0.000000", "1.414214"]
        );
        let close = (&x * 1_000_000 - 1) * (&x * 1_000_001 - 1) * (x.powi(2) + 3);
        assert_eq!(close.real_roots().len(), 2);
        assert!(
            (x.powi(4) + 1).real_roots().is_empty() && Polynomial::from(3).real_roots().is_empty()
        );
    }
}
