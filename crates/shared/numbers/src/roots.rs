//! Real roots of polynomials, by Sturm's theorem: the number of sign changes in a sequence of
//! remainders falls by one at each root. So close roots are not lost, and multiple roots are
//! counted once.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

use dashu_int::ops::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::{Fraction, Interval, Polynomial, fraction};

impl Polynomial {
    /// Returns a positive multiple whose coefficients are integers without a common divisor.
    pub(crate) fn primitive(&self) -> Self {
        let common = self.coefficients().iter().fold(UBig::ONE, |multiple, coefficient| {
            let denominator = coefficient.denominator();
            &multiple / (&multiple).gcd(denominator) * denominator
        });
        let integers = self.coefficients().iter().map(|coefficient| {
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

    /// Returns how the value of a polynomial with integers as coefficients compares with zero:
    /// without a common divisor to look for, this is quick.
    fn sign_of_primitive(&self, x: &Fraction) -> Ordering {
        let (numerator, denominator) = (x.numerator(), IBig::from(x.denominator().clone()));
        let (mut sum, mut power) = (IBig::ZERO, IBig::ONE);
        for coefficient in self.coefficients().iter().rev() {
            sum = sum * numerator + coefficient.numerator() * &power;
            power *= &denominator;
        }
        sum.cmp(&IBig::ZERO)
    }

    /// Returns the real roots in ascending order, each once.
    ///
    /// # Panics
    /// If the polynomial is zero.
    #[must_use]
    pub fn real_roots(&self) -> Vec<Root> {
        let Continue(roots) = self.real_roots_polled(|| Continue::<Infallible>(()));
        roots
    }

    /// Like [`real_roots`](Self::real_roots), for high degrees: `poll` is called before each step,
    /// and may end the work.
    ///
    /// # Panics
    /// If the polynomial is zero.
    pub fn real_roots_polled<Stop>(
        &self,
        mut poll: impl FnMut() -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop, Vec<Root>> {
        let sturm = Sturm::new(self.primitive(), &mut poll)?;
        let square_free = &sturm.0[0];
        // Cauchy's bound: no root is farther from zero than 1 plus the largest ratio of
        // coefficients.
        let leading = &square_free.coefficients()[square_free.coefficients().len() - 1];
        let ratios =
            square_free.coefficients().iter().map(|coefficient| abs(&(coefficient / leading)));
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

/// A polynomial without multiple roots, its derivative, and the negated remainders of the Euclidean
/// algorithm.
struct Sturm(Vec<Polynomial>);

impl Sturm {
    /// Returns the sequence of the polynomial with the same roots, each of them simple.
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

    /// Returns the sign changes at `x`; minus those at a larger number, they are the roots above
    /// `x` and not above that.
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
    /// Separates the only root above `lower` and not above `upper` from another one, which may be
    /// at `lower`.
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

    /// Returns two fractions between which the root lies, or twice the root.
    #[must_use]
    pub fn bounds(&self) -> [&Fraction; 2] {
        [&self.lower, &self.upper]
    }

    /// Returns the root between two numbers that differ by at most this, apart from rounding.
    #[must_use]
    pub fn enclosure(&self, width: f64) -> Interval {
        let mut root = self.clone();
        // No interval has more than 128 bits.
        let width =
            Interval::from(width.max(1e-40)).bounds().map_or(Fraction::ONE, |[width, _]| width);
        root.refine(&width);
        Interval::from(&root.lower).hull(&root.upper)
    }

    /// Returns how the root compares with a fraction.
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

fn midpoint(lower: &Fraction, upper: &Fraction) -> Fraction {
    (lower + upper) * fraction(1, 2)
}

fn abs(x: &Fraction) -> Fraction {
    if *x < Fraction::ZERO { -x } else { x.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_linear_factors_have_their_zeros_as_roots() {
        let mut random = puzzle::Rng::with_seed(2);
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
