//! The values of formulas with known unknowns, in straightforward code.

use std::collections::BTreeMap;

use crate::formulas::{Expression, Fraction, Operation};
use num_traits::{
    CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, ToPrimitive, checked_pow,
};

/// Returns the value of an expression. `None` if it or a part of it is undefined, irrational or too
/// large.
pub(crate) fn value(
    expression: &Expression,
    unknowns: &BTreeMap<char, Fraction>,
) -> Option<Fraction> {
    let (operation, [one, other]) = match expression {
        Expression::Number(number) => return Some(i128::from(*number).into()),
        Expression::Unknown(name) => return unknowns.get(name).copied(),
        Expression::Of(operation, parts) => (operation, &**parts),
    };
    let (one, other) = (value(one, unknowns)?, value(other, unknowns)?);
    match operation {
        Operation::Add => one.checked_add(&other),
        Operation::Subtract => one.checked_sub(&other),
        Operation::Multiply => one.checked_mul(&other),
        Operation::Divide => one.checked_div(&other),
        Operation::Power if one.is_negative() && !other.is_integer() => None,
        Operation::Power => whole_power(root(one, *other.denom())?, *other.numer()),
        Operation::Root => root(one, other.to_integer()),
        Operation::Log => log(one, other),
    }
}

fn whole_power(base: Fraction, exponent: i128) -> Option<Fraction> {
    match exponent {
        1.. => checked_pow(base, usize::try_from(exponent).ok()?),
        _ => checked_pow(Fraction::one().checked_div(&base)?, usize::try_from(-exponent).ok()?),
    }
}

/// Guesses the root, and verifies its power.
fn root(number: Fraction, degree: i128) -> Option<Fraction> {
    if degree == 1 {
        return Some(number);
    }
    let guess = |part: i128| (part as f64).powf((degree as f64).recip()).round().to_i128();
    let root = Fraction::new(guess(number.numer().abs())?, guess(*number.denom())?);
    let root = if number.is_negative() { -root } else { root };
    (whole_power(root, degree)? == number).then_some(root)
}

/// Guesses p/q, and verifies that the p-th power of the q-th root of the base is the number.
fn log(base: Fraction, number: Fraction) -> Option<Fraction> {
    if !base.is_positive() || base.is_one() || !number.is_positive() {
        return None;
    }
    let float = |fraction: Fraction| *fraction.numer() as f64 / *fraction.denom() as f64;
    let guess = float(number).ln() / float(base).ln();
    (1..=i128::from(i128::BITS)).find_map(|degree| {
        let exponent = (guess * degree as f64).round().to_i128()?;
        let power = whole_power(root(base, degree)?, exponent)?;
        (power == number).then(|| Fraction::new(exponent, degree))
    })
}
