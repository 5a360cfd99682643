//! Binary floating-point numbers of 128 bits that round to the side that is asked for.

use std::cmp::Ordering;
use std::ops::Neg;

use dashu_int::ops::{BitTest, DivRem, SquareRoot};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use Rounding::{Down, Up};

/// The side to which a result is rounded that has more than 128 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Towards minus infinity.
    Down,
    /// Towards infinity.
    Up,
}

/// A number `mantissa * 2^(exponent - 127)`, negative or not; zero, or an infinity.
///
/// The highest bit of the mantissa is set, so that numbers that are not negative compare as
/// exponent and mantissa do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Float {
    negative: bool,
    exponent: i32,
    mantissa: u128,
}

const TOP: u128 = 1 << 127;

/// The largest exponent, as in quadruple precision; its negation is the smallest.
const LIMIT: i32 = 1 << 14;

impl Float {
    pub(crate) const ZERO: Float = Float { negative: false, exponent: i32::MIN, mantissa: 0 };
    pub(crate) const ONE: Float = Float::new(TOP, 0);
    pub(crate) const INFINITY: Float = Float::new(TOP, i32::MAX);
    pub(crate) const MINUS_INFINITY: Float = Float { negative: true, ..Float::INFINITY };
    pub(crate) const LARGEST: Float = Float::new(u128::MAX, LIMIT);

    /// Returns a positive number, from a mantissa with the highest bit set.
    pub(crate) const fn new(mantissa: u128, exponent: i32) -> Float {
        Float { negative: false, exponent, mantissa }
    }

    /// Returns the number `(high * 2^128 + low) * 2^(exponent - 255)`, rounded.
    fn rounded(
        negative: bool,
        [mut high, mut low]: [u128; 2],
        mut exponent: i64,
        rounding: Rounding,
    ) -> Float {
        if high == 0 {
            [high, low] = [low, 0];
            exponent -= 128;
        }
        if high == 0 {
            return Float::ZERO;
        }
        let shift = high.leading_zeros();
        if shift > 0 {
            high = high << shift | low >> (128 - shift);
            low <<= shift;
            exponent -= i64::from(shift);
        }
        let away = (rounding == Up) != negative;
        if away && low != 0 {
            high = high.checked_add(1).unwrap_or_else(|| {
                exponent += 1;
                TOP
            });
        }
        let (exponent, mantissa) = match i32::try_from(exponent) {
            Ok(exponent) if exponent.abs() <= LIMIT => (exponent, high),
            _ if exponent > 0 && away => (i32::MAX, TOP),
            _ if exponent > 0 => (LIMIT, u128::MAX),
            _ if away => (-LIMIT, TOP),
            _ => return Float::ZERO,
        };
        Float { negative, exponent, mantissa }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    pub(crate) fn is_negative(self) -> bool {
        self.negative
    }

    pub(crate) fn is_infinite(self) -> bool {
        self.exponent == i32::MAX
    }

    /// Returns the `e` with `2^e <= |self| < 2^(e + 1)` of a number that is neither zero nor
    /// infinite.
    pub(crate) fn exponent(self) -> i32 {
        self.exponent
    }

    pub(crate) fn add(self, other: Float, rounding: Rounding) -> Float {
        let [large, small] = if (self.exponent, self.mantissa) < (other.exponent, other.mantissa) {
            [other, self]
        } else {
            [self, other]
        };
        if small.is_zero() || large.is_infinite() {
            return large;
        }
        // The bits of the smaller number that are shifted out beyond 256 leave a last bit 1.
        let shifted = match large.exponent.abs_diff(small.exponent) {
            0 => [small.mantissa, 0],
            shift @ 1..128 => [small.mantissa >> shift, small.mantissa << (128 - shift)],
            128 => [0, small.mantissa],
            shift @ 129..255 => [0, small.mantissa >> (shift - 128) | 1],
            _ => [0, 1],
        };
        let exponent = i64::from(large.exponent);
        if large.negative == small.negative {
            let (high, carry) = large.mantissa.overflowing_add(shifted[0]);
            let low = shifted[1];
            if carry {
                let halved = [TOP | high >> 1, high << 127 | low >> 1 | low & 1];
                return Float::rounded(large.negative, halved, exponent + 1, rounding);
            }
            return Float::rounded(large.negative, [high, low], exponent, rounding);
        }
        let (low, borrow) = 0_u128.overflowing_sub(shifted[1]);
        let high = large.mantissa - shifted[0] - u128::from(borrow);
        Float::rounded(large.negative, [high, low], exponent, rounding)
    }

    /// Returns the product; zero times infinity is zero, as bounds of intervals want it.
    pub(crate) fn mul(self, other: Float, rounding: Rounding) -> Float {
        let negative = self.negative != other.negative;
        if self.is_zero() || other.is_zero() {
            return Float::ZERO;
        }
        if self.is_infinite() || other.is_infinite() {
            return Float { negative, ..Float::INFINITY };
        }
        let product = wide_product(self.mantissa, other.mantissa);
        // Two mantissas have 127 bits each after the point, their product one more before it.
        let exponent = i64::from(self.exponent) + i64::from(other.exponent) + 1;
        Float::rounded(negative, product, exponent, rounding)
    }

    /// Returns the quotient by a number other than zero; division by infinity gives zero.
    pub(crate) fn div(self, other: Float, rounding: Rounding) -> Float {
        let negative = self.negative != other.negative;
        if self.is_zero() || other.is_infinite() {
            return Float::ZERO;
        }
        if self.is_infinite() {
            return Float { negative, ..Float::INFINITY };
        }
        // The quotient of two mantissas, times a power of 2 that gives it 128 bits.
        let less = self.mantissa < other.mantissa;
        let (quotient, rest) = wide_quotient(self.mantissa, other.mantissa, less);
        let exponent = i64::from(self.exponent) - i64::from(other.exponent) - i64::from(less);
        Float::rounded(negative, [quotient, u128::from(rest)], exponent, rounding)
    }

    /// Returns the square root of a number that is not negative.
    pub(crate) fn sqrt(self, rounding: Rounding) -> Float {
        if self.is_zero() || self.is_infinite() {
            return self;
        }
        // The root of a number of 255 or 256 bits has 128.
        let odd = self.exponent.rem_euclid(2);
        let square = UBig::from(self.mantissa) << (127 + odd.unsigned_abs() as usize);
        let root = square.sqrt();
        let rest = &root * &root != square;
        let root = u128::try_from(root).expect("a root of 256 bits has 128");
        let exponent = i64::from(self.exponent.div_euclid(2));
        Float::rounded(false, [root, u128::from(rest)], exponent, rounding)
    }

    /// Returns the number times `2^shift`.
    pub(crate) fn scaled(self, shift: i32, rounding: Rounding) -> Float {
        if self.is_zero() || self.is_infinite() {
            return self;
        }
        let exponent = i64::from(self.exponent) + i64::from(shift);
        Float::rounded(self.negative, [self.mantissa, 0], exponent, rounding)
    }

    pub(crate) fn from_fraction(value: &RBig, rounding: Rounding) -> Float {
        let (sign, numerator) = value.numerator().clone().into_parts();
        let denominator = value.denominator();
        if numerator.is_zero() {
            return Float::ZERO;
        }
        // A quotient of 255 or 256 bits; what is left over leaves a last bit 1.
        let [above, below] = [numerator.bit_len(), denominator.bit_len()];
        let (scaled, divisor) = if above <= below + 255 {
            (numerator << (below + 255 - above), denominator.clone())
        } else {
            (numerator, denominator << (above - below - 255))
        };
        let quotient = &scaled / &divisor;
        let rest = &quotient * &divisor != scaled;
        let low = &quotient & UBig::from(u128::MAX);
        let words = [quotient >> 128, low].map(|word| u128::try_from(word).expect("256 bits"));
        let exponent =
            i64::try_from(above).expect("in memory") - i64::try_from(below).expect("in memory");
        let negative = sign == Sign::Negative;
        Float::rounded(negative, [words[0], words[1] | u128::from(rest)], exponent, rounding)
    }

    /// Returns the same number, or `None` for an infinity.
    pub(crate) fn to_fraction(self) -> Option<RBig> {
        if self.is_infinite() {
            return None;
        }
        if self.is_zero() {
            return Some(RBig::ZERO);
        }
        let sign = if self.negative { Sign::Negative } else { Sign::Positive };
        let numerator = IBig::from_parts(sign, self.mantissa.into());
        let shift = self.exponent - 127;
        let power = UBig::ONE << shift.unsigned_abs() as usize;
        Some(if shift < 0 {
            RBig::from_parts(numerator, power)
        } else {
            (numerator * power).into()
        })
    }

    /// Rounds to 128 bits.
    pub(crate) fn from_integer(value: i128, rounding: Rounding) -> Float {
        Float::rounded(value < 0, [value.unsigned_abs(), 0], 127, rounding)
    }

    /// Returns the same number; `None` for NaN.
    pub(crate) fn from_f64(value: f64) -> Option<Float> {
        if value.is_nan() {
            return None;
        }
        let bits = value.to_bits();
        let exponent = i64::from((bits >> 52 & 0x7ff) as u16);
        let fraction = u128::from(bits & ((1 << 52) - 1));
        let negative = value.is_sign_negative();
        Some(match exponent {
            0x7ff => Float { negative, ..Float::INFINITY },
            // Beneath the normal numbers.
            0 => Float::rounded(negative, [fraction, 0], 127 - 1074, Down),
            _ => Float::rounded(negative, [1 << 52 | fraction, 0], 127 + exponent - 1075, Down),
        })
    }

    /// Returns the nearest number, or nearly: for guesses.
    pub(crate) fn to_f64(self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        // In two steps: the power alone could be out of range.
        let powers = [self.exponent / 2, self.exponent - self.exponent / 2].map(|e| 2_f64.powi(e));
        let size = (self.mantissa >> 64) as f64 / 2_f64.powi(63) * powers[0] * powers[1];
        if self.negative { -size } else { size }
    }

    /// Returns the largest whole number that is not larger, if it has at most 62 bits.
    pub(crate) fn floor(self) -> Option<i64> {
        let exponent = match self.exponent {
            _ if self.is_zero() => return Some(0),
            ..0 => return Some(-i64::from(self.negative)),
            exponent @ 0..62 => exponent,
            _ => return None,
        };
        let whole = i64::try_from(self.mantissa >> (127 - exponent)).expect("at most 62 bits");
        let rest = self.mantissa << (exponent + 1) != 0;
        Some(if self.negative { -whole - i64::from(rest) } else { whole })
    }
}

impl Neg for Float {
    type Output = Float;

    fn neg(self) -> Float {
        Float { negative: !self.negative && !self.is_zero(), ..self }
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = |float: &Float| (float.exponent, float.mantissa);
        match [self.negative, other.negative] {
            [false, false] => size(self).cmp(&size(other)),
            [true, true] => size(other).cmp(&size(self)),
            [first, second] => second.cmp(&first),
        }
    }
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the product of two numbers of 128 bits: the higher and the lower half.
fn wide_product(first: u128, second: u128) -> [u128; 2] {
    let halves = |word: u128| [word >> 64, word & u128::from(u64::MAX)];
    let [a, b] = halves(first);
    let [c, d] = halves(second);
    let (middle, carry) = (a * d).overflowing_add(b * c);
    let (low, more) = (b * d).overflowing_add(middle << 64);
    let high = a * c + (middle >> 64) + (u128::from(carry) << 64) + u128::from(more);
    [high, low]
}

/// Returns the first mantissa times `2^127` or, if it is the smaller one, `2^128`, divided by the
/// second; and whether a rest is left.
fn wide_quotient(first: u128, second: u128, less: bool) -> (u128, bool) {
    let scaled = UBig::from(first) << (127 + usize::from(less));
    let divisor = UBig::from(second);
    let (quotient, rest) = scaled.div_rem(&divisor);
    (u128::try_from(quotient).expect("less than 2^128"), !rest.is_zero())
}
