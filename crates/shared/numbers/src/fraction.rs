//! Exact numbers: names, text, and what counting needs.

use anyhow::{Context, Result, ensure};
use dashu_int::Sign;
use dashu_int::ops::UnsignedAbs;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// An integer of any size.
pub type Integer = dashu_int::IBig;

/// A fraction in lowest terms; its text is `a/b`, and `a` for a whole number.
pub type Fraction = dashu_ratio::RBig;

/// Returns `numerator / denominator` in lowest terms.
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

/// The most characters of a fraction in an instance: with thousands, exact arithmetic takes
/// minutes.
const MOST_CHARACTERS: usize = 100;

/// A fraction as instances write it: a whole number, or a text of at most 100 characters that
/// [`parse_fraction`] reads.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Coin {
///     heads: numbers::Written,
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
                if text.len() > MOST_CHARACTERS {
                    return Err(E::custom(format_args!(
                        "a number has {} characters; expected {MOST_CHARACTERS} at most",
                        text.len()
                    )));
                }
                parse_fraction(text).map(Written).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Returns the number with `digits` digits after the point; halves are rounded away from zero.
///
/// ```
/// # use numbers::{decimal, fraction};
/// assert_eq!(decimal(&fraction(-1, 8), 2), "-0.13");
/// assert_eq!(decimal(&fraction(-1, 1000), 2), "0.00", "zero has no sign");
/// ```
#[must_use]
pub fn decimal(value: &Fraction, digits: usize) -> String {
    let units = round(value * Fraction::from(power_of_ten(digits)));
    positional(&units, digits)
}

/// Returns the number with `digits` significant digits, at least one; halves are rounded away from
/// zero. Digits before the point that are not significant are zeros.
///
/// ```
/// # use numbers::{fraction, significant};
/// assert_eq!(significant(&fraction(2, 300), 3), "0.00667");
/// assert_eq!(significant(&fraction(9996, 10), 3), "1000");
/// ```
#[must_use]
pub fn significant(value: &Fraction, digits: usize) -> String {
    let digits = digits.max(1);
    if value.is_zero() {
        return decimal(value, digits - 1);
    }
    // With as many digits before the point, or zeros after it. One more if it is rounded up to a
    // power of 10.
    let [before, zeros] = size_in_digits(value);
    let rounded = |before: usize, zeros: usize| {
        if let Some(after) = digits.checked_sub(before) {
            (round(value * power_of_ten(after + zeros)), after + zeros)
        } else {
            let power = power_of_ten(before - digits);
            (round(value / &power) * power, 0)
        }
    };
    let (units, after) = rounded(before, zeros);
    let is_longer =
        before <= digits && units.clone().unsigned_abs() >= power_of_ten(digits).unsigned_abs();
    let (units, after) = match zeros.checked_sub(1) {
        _ if !is_longer => (units, after),
        Some(zeros) => rounded(before, zeros),
        None => rounded(before + 1, 0),
    };
    positional(&units, after)
}

/// Returns the bounds of the numbers that are rounded to this decimal: half a unit of its last
/// digit below and above.
///
/// ```
/// # use numbers::{fraction, rounding_bounds};
/// assert_eq!(rounding_bounds("0.5")?, [fraction(9, 20), fraction(11, 20)]);
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// If the text is not a number.
pub fn rounding_bounds(text: &str) -> Result<[Fraction; 2]> {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let (number, half) = (parse_fraction(text)?, fraction(1, power_of_ten(decimals) * 2));
    Ok([&number - &half, number + half])
}

/// Returns the bounds of the numbers that [`significant`] writes as this text.
///
/// ```
/// # use numbers::significant_bounds;
/// assert_eq!(significant_bounds("1230", 3)?, [1225.into(), 1235.into()]);
/// assert_eq!(significant_bounds("1000", 2)?, [995.into(), 1050.into()]);
/// assert!(significant_bounds("1.5", 3).is_err(), "expected 1.50");
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// If it is not a number with this many significant digits.
pub fn significant_bounds(text: &str, digits: usize) -> Result<[Fraction; 2]> {
    let number = parse_fraction(text)?;
    ensure!(significant(&number, digits) == text, "{text} does not have {digits} digits");
    let written = text.trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit);
    let zeros = written.clone().count().saturating_sub(digits);
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let half = fraction(power_of_ten(zeros), power_of_ten(decimals) * 2);
    // Below a power of ten, units are a tenth as large; nothing but zero is rounded to zero.
    let towards_zero = match written.map(|digit| u64::from(digit - b'0')).sum() {
        0 => return Ok([number.clone(), number]),
        1 => &half / Fraction::from(10),
        _ => half.clone(),
    };
    let is_negative = number.sign() == Sign::Negative;
    let [below, above] = if is_negative { [half, towards_zero] } else { [towards_zero, half] };
    Ok([&number - below, number + above])
}

/// Returns, for a number other than zero, the number of digits before the point and, if there are
/// none, that of the zeros that follow the point.
fn size_in_digits(value: &Fraction) -> [usize; 2] {
    let above = value.numerator().clone().unsigned_abs().to_string();
    let below = value.denominator().to_string();
    // Digits compare as texts do: the quotient begins at the same place or one later.
    let longest = above.len().max(below.len());
    let padded = |text: &str| format!("{text:0<longest$}");
    let above_length = above.len() + usize::from(padded(&above) >= padded(&below));
    [above_length.saturating_sub(below.len()), below.len().saturating_sub(above_length)]
}

/// Returns the nearest integer, of two the one farther from zero.
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

/// Returns the number of ways to choose `k` of `n` things.
#[must_use]
pub fn binomial(n: u64, k: u64) -> Integer {
    if k > n {
        return Integer::ZERO;
    }
    // Each prefix of the product is a binomial itself, so that nothing is left over.
    (0..k.min(n - k)).fold(Integer::ONE, |product, i| product * (n - i) / (i + 1))
}

/// Returns the number of orders of `n` things.
#[must_use]
pub fn factorial(n: u64) -> Integer {
    (1..=n).map(Integer::from).product()
}
