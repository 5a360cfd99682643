//! Exact values of expressions in which unknowns may remain.

use std::collections::BTreeMap;

use num_integer::Roots;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, One, Signed, Zero, checked_pow};

use super::formula::{Expression, Operation};

/// A fraction; numerators and denominators of values have at most 100 bits.
pub(crate) type Fraction = Ratio<i128>;

/// A constant plus non-zero multiples of unknowns.
#[derive(Clone)]
pub(crate) struct Linear {
    /// The constant.
    pub(crate) constant: Fraction,
    /// The coefficient of each unknown.
    pub(crate) slopes: BTreeMap<char, Fraction>,
}

/// The reason why an expression is not such a sum.
pub(crate) enum Fault {
    /// A part of it is undefined, such as 1/0, 0^0, or the square root of -1.
    Undefined,
    /// It is defined, but irrational.
    Irrational,
    /// It is unclear whether it is undefined or irrational: unknowns remain, or numbers are too
    /// large.
    Unclear,
}

/// Returns the value of an expression; unknown letters remain in it.
///
/// # Errors
/// The reason why it has no such value.
pub(crate) fn value(
    expression: &Expression,
    known: &BTreeMap<char, Linear>,
) -> Result<Linear, Fault> {
    use Operation::{Add, Divide, Multiply, Subtract};
    let (operation, parts) = match expression {
        Expression::Number(number) => return Ok(Fraction::from(i128::from(*number)).into()),
        Expression::Unknown(name) => {
            let unknown = || Linear {
                constant: Fraction::zero(),
                slopes: BTreeMap::from([(*name, Fraction::one())]),
            };
            return Ok(known.get(name).cloned().unwrap_or_else(unknown));
        }
        Expression::Of(operation, parts) => (*operation, parts),
    };
    match [value(&parts[0], known), value(&parts[1], known)] {
        [Ok(one), Ok(other)] => combined(operation, &one, &other),
        [Err(Fault::Undefined), _] | [_, Err(Fault::Undefined)] => Err(Fault::Undefined),
        // The sum of an irrational number and a fraction is irrational; so is their product, except
        // with 0.
        [Ok(one), Err(Fault::Irrational)] | [Err(Fault::Irrational), Ok(one)]
            if one.slopes.is_empty()
                && (matches!(operation, Add | Subtract)
                    || matches!(operation, Multiply | Divide) && !one.constant.is_zero()) =>
        {
            Err(Fault::Irrational)
        }
        _ => Err(Fault::Unclear),
    }
}

fn combined(operation: Operation, one: &Linear, other: &Linear) -> Result<Linear, Fault> {
    use Operation::{Add, Divide, Log, Multiply, Power, Root, Subtract};
    let [is_constant, is_other_constant] = [one, other].map(|sum| sum.slopes.is_empty());
    match operation {
        Add => one.plus(other),
        Subtract => one.plus(&other.times(-Fraction::one())?),
        Multiply if is_constant => other.times(one.constant),
        Multiply if is_other_constant => one.times(other.constant),
        Divide if is_other_constant => one.times(inverse(other.constant)?),
        Power | Root | Log if is_constant && is_other_constant => {
            let function = match operation {
                Power => power,
                Root => |base, degree: Fraction| root(base, degree.to_integer()),
                _ => log,
            };
            function(one.constant, other.constant).map(Linear::from)
        }
        _ => Err(Fault::Unclear),
    }
}

impl From<Fraction> for Linear {
    fn from(constant: Fraction) -> Self {
        Linear { constant, slopes: BTreeMap::new() }
    }
}

impl Linear {
    fn plus(&self, other: &Self) -> Result<Self, Fault> {
        let mut sum = Linear::from(within(self.constant.checked_add(&other.constant))?);
        sum.slopes.clone_from(&self.slopes);
        for (&name, slope) in &other.slopes {
            let before = sum.slopes.entry(name).or_insert(Fraction::zero());
            *before = within(before.checked_add(slope))?;
        }
        sum.slopes.retain(|_, slope| !slope.is_zero());
        Ok(sum)
    }

    fn times(&self, factor: Fraction) -> Result<Self, Fault> {
        let mut product = Linear::from(within(self.constant.checked_mul(&factor))?);
        for (&name, slope) in self.slopes.iter().filter(|_| !factor.is_zero()) {
            product.slopes.insert(name, within(slope.checked_mul(&factor))?);
        }
        Ok(product)
    }

    /// Returns the same with `sum` substituted for an unknown.
    ///
    /// # Errors
    /// Numbers that are too large.
    pub(crate) fn with(mut self, name: char, sum: &Self) -> Result<Self, Fault> {
        match self.slopes.remove(&name) {
            Some(slope) => self.plus(&sum.times(slope)?),
            None => Ok(self),
        }
    }

    /// Returns the value of an unknown for which this is `value`.
    ///
    /// # Errors
    /// Numbers that are too large, or an unknown that does not occur.
    pub(crate) fn solved_for(mut self, name: char, value: i64) -> Result<Self, Fault> {
        let slope = self.slopes.remove(&name).unwrap_or_else(Fraction::zero);
        let value = Linear::from(Fraction::from(i128::from(value)));
        value.plus(&self.times(-Fraction::one())?)?.times(inverse(slope)?)
    }
}

/// Refuses numbers that are too large for further arithmetic.
fn within(fraction: Option<Fraction>) -> Result<Fraction, Fault> {
    const LARGEST: i128 = 1 << 100;
    let is_within =
        |one: &Fraction| [*one.numer(), *one.denom()].iter().all(|part| part.abs() <= LARGEST);
    fraction.filter(is_within).ok_or(Fault::Unclear)
}

fn inverse(fraction: Fraction) -> Result<Fraction, Fault> {
    if fraction.is_zero() { Err(Fault::Undefined) } else { Ok(fraction.recip()) }
}

/// Returns a power; 0 to the power of 0 is undefined.
fn power(base: Fraction, exponent: Fraction) -> Result<Fraction, Fault> {
    if !exponent.is_integer() {
        if base.is_negative() {
            return Err(Fault::Undefined);
        }
        // In lowest terms, a power is a fraction only if the root is one.
        return power(root(base, *exponent.denom())?, (*exponent.numer()).into());
    }
    let exponent = exponent.to_integer();
    if base.is_zero() {
        return if exponent > 0 { Ok(base) } else { Err(Fault::Undefined) };
    }
    let base = if exponent < 0 { inverse(base)? } else { base };
    let exponent = usize::try_from(exponent.unsigned_abs()).map_err(|_| Fault::Unclear)?;
    within(checked_pow(base, exponent))
}

/// Returns the real root.
fn root(base: Fraction, degree: i128) -> Result<Fraction, Fault> {
    if base.is_negative() {
        return if degree % 2 == 0 { Err(Fault::Undefined) } else { Ok(-root(-base, degree)?) };
    }
    let degree = u32::try_from(degree).map_err(|_| Fault::Unclear)?;
    let [numerator, denominator] = [base.numer(), base.denom()].map(|part| part.nth_root(degree));
    let root = Fraction::new_raw(numerator, denominator);
    let is_exact = checked_pow(root, degree as usize) == Some(base);
    if is_exact { Ok(root) } else { Err(Fault::Irrational) }
}

/// Returns the logarithm, by Euclid's algorithm: it is a fraction only if both numbers are powers
/// of a third, and then numerator and denominator of the smaller divide those of the larger.
fn log(base: Fraction, number: Fraction) -> Result<Fraction, Fault> {
    let one = Fraction::one();
    if !base.is_positive() || base.is_one() || !number.is_positive() {
        return Err(Fault::Undefined);
    }
    if number.is_one() {
        return Ok(Fraction::zero());
    }
    if base < one {
        return Ok(-log(base.recip(), number)?);
    }
    if number < one {
        return Ok(-log(base, number.recip())?);
    }
    if number < base {
        return inverse(log(number, base)?);
    }
    if number.numer() % base.numer() != 0 || number.denom() % base.denom() != 0 {
        return Err(Fault::Irrational);
    }
    let rest = number.checked_div(&base).ok_or(Fault::Unclear)?;
    within(log(base, rest)?.checked_add(&one))
}
