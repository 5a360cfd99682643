//! Exact numbers: names, text, and what counting needs.

use anyhow::{Context, Result, ensure};
use dashu_int::Sign;
use dashu_int::ops::UnsignedAbs;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// An integer of any size.
pub type Integer = dashu_int::IBig;

/// A fraction in lowest terms; its text is `a/b`, and `a` for a whole number.
pub type Fraction = dashu_ratio::RBig;

/// `numerator / denominator` in lowest terms.
///
/// # Panics
/// If the denominator is zero.
#[must_use]
pub fn fraction(numerator: impl Into<Integer>, denominator: impl Into<Integer>) -> Fraction {
    Fraction::from_parts_signed(numerator.into(), denominator.into())
}

/// Reads `3/4`, `-12` or `0.25`.
///
/// # Errors
/// If the text is something else, or the denominator is zero.
pub fn parse_fraction(text: &str) -> Result<Fraction> {
    // Exponents could ask for gigabytes; other systems of numerals are not for instances.
    let plain = text.chars().all(|char| matches!(char, '0'..='9' | '-' | '/' | '.'));
    let expected = || format!("{text:?} is no number such as 3/4, -12 or 0.25");
    ensure!(plain, expected());
    let Some((above, below)) = text.split_once('/') else {
        return Fraction::from_str_decimal(text).ok().with_context(expected);
    };
    let parts = [above, below].map(|part| Integer::from_str_radix(part, 10));
    let [Ok(numerator), Ok(denominator)] = parts else { return Err(anyhow::anyhow!(expected())) };
    ensure!(denominator > Integer::ZERO, "{text:?}: the denominator is not positive");
    Ok(fraction(numerator, denominator))
}

/// A fraction as instances write it: a text that [`parse_fraction`] reads, or a whole number.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Coin {
///     heads: enclosures::Written,
/// }
/// let coin: Coin = toml::from_str("heads = '3/6'")?;
/// assert_eq!(coin.heads.0.to_string(), "1/2");
/// # anyhow::Ok(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written(pub Fraction);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Written;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a whole number, or a text such as \"3/4\" or \"0.25\"")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Written, E> {
                Ok(Written(value.into()))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Written, E> {
                Ok(Written(value.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Written, E> {
                parse_fraction(text).map(Written).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// The number with `digits` digits after the point; halves are rounded away from zero.
///
/// ```
/// # use enclosures::{decimal, fraction};
/// assert_eq!(decimal(&fraction(-1, 8), 2), "-0.13");
/// assert_eq!(decimal(&fraction(-1, 1000), 2), "0.00", "zero has no sign");
/// ```
#[must_use]
pub fn decimal(value: &Fraction, digits: usize) -> String {
    let units = round(value * Fraction::from(power_of_ten(digits)));
    positional(&units, digits)
}

/// The number with `digits` significant digits, at least one; halves are rounded away from zero.
/// Digits before the point that are not significant are zeros.
///
/// ```
/// # use enclosures::{fraction, significant};
/// assert_eq!(significant(&fraction(2, 300), 3), "0.00667");
/// assert_eq!(significant(&fraction(9996, 10), 3), "1000");
/// ```
#[must_use]
pub fn significant(value: &Fraction, digits: usize) -> String {
    if value.is_zero() {
        return decimal(value, digits.saturating_sub(1));
    }
    let digits = i64::try_from(digits.max(1)).expect("fewer digits than bytes in memory");
    // The rounded number is 10^size or larger, and less than 10^(size + 1).
    let mut size = size_in_digits(value) - 1;
    loop {
        let after = digits - 1 - size;
        let count = usize::try_from(after.unsigned_abs()).expect("as many as the number has");
        let power = Fraction::from(power_of_ten(count));
        let units = round(if after < 0 { value / &power } else { value * &power });
        if units.clone().unsigned_abs() >= power_of_ten(digits as usize).unsigned_abs() {
            size += 1;
        } else if after < 0 {
            return (units * power_of_ten(count)).to_string();
        } else {
            return positional(&units, count);
        }
    }
}

/// For a number other than zero, the `n` with `10^(n - 1) <= |value| < 10^n`.
pub(crate) fn size_in_digits(value: &Fraction) -> i64 {
    let length = |number: &str| i64::try_from(number.len()).expect("in memory");
    let above = value.numerator().clone().unsigned_abs().to_string();
    let below = value.denominator().to_string();
    // Digits compare as texts do: the quotient begins at the same place or one later.
    let longest = above.len().max(below.len());
    let padded = |text: &str| format!("{text:0<longest$}");
    length(&above) - length(&below) + i64::from(padded(&above) >= padded(&below))
}

/// The nearest integer, of two the one farther from zero.
pub(crate) fn round(value: Fraction) -> Integer {
    let half = fraction(1, 2);
    if value.sign() == Sign::Negative { -(half - value).floor() } else { (value + half).floor() }
}

pub(crate) fn power_of_ten(exponent: usize) -> Integer {
    Integer::from(10).pow(exponent)
}

/// Writes a number of units of `10^-digits`.
pub(crate) fn positional(units: &Integer, digits: usize) -> String {
    let sign = if units.sign() == Sign::Negative { "-" } else { "" };
    let units = units.clone().unsigned_abs();
    if digits == 0 {
        return format!("{sign}{units}");
    }
    let text = format!("{:0>width$}", units.to_string(), width = digits + 1);
    let (whole, rest) = text.split_at(text.len() - digits);
    format!("{sign}{whole}.{rest}")
}

/// The number of ways to choose `k` of `n` things.
#[must_use]
pub fn binomial(n: u64, k: u64) -> Integer {
    if k > n {
        return Integer::ZERO;
    }
    // Each prefix of the product is a binomial itself, so that nothing is left over.
    (0..k.min(n - k)).fold(Integer::ONE, |product, i| product * (n - i) / (i + 1))
}

/// The number of orders of `n` things.
#[must_use]
pub fn factorial(n: u64) -> Integer {
    (1..=n).map(Integer::from).product()
}
