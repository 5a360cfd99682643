//! Elementary functions of intervals.
//!
//! Each is computed by interval arithmetic, which rounds outward: after a reduction of the argument
//! that is an identity, a Taylor polynomial and an interval that contains the remainder. Guesses
//! made with `f64` only choose the reduction; the remainder is computed from the reduced argument.

use std::sync::LazyLock;

use crate::float::Float;
use crate::float::Rounding::{Down, Up};
use crate::interval::Interval;

impl Interval {
    /// The ratio of a circle's circumference to its diameter.
    pub const PI: Interval = Interval::next_to(0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1, 1);
    /// The natural logarithm of 2.
    pub const LN_2: Interval = Interval::next_to(0xb172_17f7_d1cf_79ab_c9e3_b398_03f2_f6af, -1);

    /// Returns the numbers between two neighbours of 128 bits. A test confirms those of the
    /// constants.
    const fn next_to(mantissa: u128, exponent: i32) -> Interval {
        let [lower, upper] = [Float::new(mantissa, exponent), Float::new(mantissa + 1, exponent)];
        Interval { lower, upper }
    }

    /// Returns the image under a function that rises everywhere, from its enclosures for single
    /// numbers.
    fn increasing(self, function: impl Fn(Interval) -> Interval) -> Interval {
        if self.is_point() {
            return function(self);
        }
        let [lower, upper] = [function(self.lower()), function(self.upper())];
        Interval { lower: lower.lower, upper: upper.upper }
    }

    /// Returns all numbers at most this far from zero.
    fn either_sign(self) -> Interval {
        (-self).hull(self)
    }

    /// Returns the square.
    #[must_use]
    pub fn squared(self) -> Interval {
        let size = self.abs();
        size * size
    }

    /// Returns the power with a whole exponent; `x^0` is 1.
    #[must_use]
    pub fn powi(self, exponent: i32) -> Interval {
        let power = |base: Interval| {
            let (mut power, mut square) = (Interval::ONE, base);
            let mut rest = exponent.unsigned_abs();
            while rest > 0 {
                if rest % 2 == 1 {
                    power *= square;
                }
                rest /= 2;
                if rest > 0 {
                    square *= square;
                }
            }
            power
        };
        let positive =
            if exponent % 2 == 0 { self.abs().increasing(power) } else { self.increasing(power) };
        if exponent < 0 { Interval::ONE / positive } else { positive }
    }

    /// Returns the power of a positive base: `exp(exponent * ln(self))`.
    #[must_use]
    pub fn pow(self, exponent: impl Into<Interval>) -> Interval {
        (self.ln() * exponent.into()).exp()
    }

    /// Returns the square roots of the numbers that are not negative; the whole line if there are
    /// none.
    #[must_use]
    pub fn sqrt(self) -> Interval {
        if self.upper.is_negative() {
            return Interval::WHOLE;
        }
        Interval { lower: self.lower.max(Float::ZERO).sqrt(Down), upper: self.upper.sqrt(Up) }
    }

    /// Returns the exponential function.
    #[must_use]
    pub fn exp(self) -> Interval {
        self.increasing(exp).clamped(Interval { lower: Float::ZERO, upper: Float::INFINITY })
    }

    /// Returns the natural logarithms of the numbers that are not negative, minus infinity being
    /// that of zero; the whole line if there are none.
    #[must_use]
    pub fn ln(self) -> Interval {
        if self.upper.is_negative() {
            return Interval::WHOLE;
        }
        Interval { lower: self.lower.max(Float::ZERO), ..self }.increasing(ln)
    }

    /// Returns the sine of an angle in radians. Beyond `2^30` the result is only bounded by -1 and
    /// 1.
    #[must_use]
    pub fn sin(self) -> Interval {
        self.wave(Interval::PI.scaled(-1), sin)
    }

    /// Returns the cosine of an angle in radians. Beyond `2^30` the result is only bounded by -1
    /// and 1.
    #[must_use]
    pub fn cos(self) -> Interval {
        self.wave(Interval::ZERO, cos)
    }

    /// Returns the image under a function of period `2 pi` that falls from 1 at the peak to -1 half
    /// a period later, and rises again.
    fn wave(self, peak: Interval, function: impl Fn(Interval) -> Interval) -> Interval {
        let all = Interval::ONE.either_sign();
        if self.is_point() {
            return function(self).clamped(all);
        }
        let turn = Interval::PI.scaled(1);
        let mut image = function(self.lower()).hull(function(self.upper()));
        if may_contain_integer((self - peak) / turn) {
            image.upper = Float::ONE;
        }
        if may_contain_integer((self - peak - Interval::PI) / turn) {
            image.lower = -Float::ONE;
        }
        image.clamped(all)
    }

    /// Returns the angle between -pi/2 and pi/2 that has this tangent.
    #[must_use]
    pub fn atan(self) -> Interval {
        self.increasing(atan).clamped(Interval::PI.scaled(-1).either_sign())
    }

    /// Returns the angles between -pi/2 and pi/2 with these sines; what is not between -1 and 1 has
    /// none.
    #[must_use]
    pub fn asin(self) -> Interval {
        let Some(inside) = self.intersect(Interval::ONE.either_sign()) else {
            return Interval::WHOLE;
        };
        // Half of the angle has the tangent sin / (1 + cos).
        inside.increasing(|sin| {
            let cos = ((Interval::ONE - sin) * (Interval::ONE + sin)).sqrt();
            (sin / (1 + cos)).atan().scaled(1)
        })
    }
}

/// Returns whether the interval may contain an integer.
fn may_contain_integer(interval: Interval) -> bool {
    let [Some(lower), Some(upper)] = [interval.lower, interval.upper].map(Float::floor) else {
        return true;
    };
    lower != upper || interval.lower == Interval::from(lower).lower
}

/// Returns a whole number beside a guess.
#[expect(clippy::cast_possible_truncation, reason = "saturates; what it is used for is checked")]
fn nearest(guess: f64) -> i32 {
    guess.round() as i32
}

/// Returns `coefficients[0] + coefficients[1] x + ...`
fn horner(coefficients: &[Interval], x: Interval) -> Interval {
    coefficients.iter().rev().fold(Interval::ZERO, |sum, &coefficient| sum * x + coefficient)
}

// How many terms are taken, so that the first one left out is less than 2^-128 of the result:
/// of `exp` up to `ln 2 / 64`,
const EXP_TERMS: u8 = 15;
/// of the sine and the cosine up to `pi/4`,
const WAVE_TERMS: u8 = 18;
/// of `artanh` up to 1/5, and
const LN_TERMS: u8 = 29;
/// of `atan` up to 1/10.
const ATAN_TERMS: u8 = 20;

/// The reciprocals of the factorials of 0, 1, 2, ...
static INVERSE_FACTORIALS: LazyLock<[Interval; 40]> = LazyLock::new(|| {
    let mut factorial = Interval::ONE;
    std::array::from_fn(|n| {
        factorial *= n.max(1);
        1 / factorial
    })
});

/// Those of the even numbers and those of the odd numbers, with alternating signs.
static COSINE_AND_SINE: LazyLock<[[Interval; WAVE_TERMS as usize]; 2]> = LazyLock::new(|| {
    [0, 1].map(|odd| {
        std::array::from_fn(|n| {
            let coefficient = INVERSE_FACTORIALS[2 * n + odd];
            if n % 2 == 0 { coefficient } else { -coefficient }
        })
    })
});

/// The reciprocals of the odd numbers.
static INVERSE_ODD_NUMBERS: LazyLock<[Interval; LN_TERMS as usize]> =
    LazyLock::new(|| std::array::from_fn(|n| 1 / Interval::from(2 * n + 1)));

/// Returns the exponential function: with `x = k ln 2 + 32 r`, it is `2^k exp(r)^32`.
fn exp(x: Interval) -> Interval {
    if x.lower.is_zero() {
        return Interval::ONE;
    }
    // The logarithms of the largest and the smallest number are less than 2^14 from zero.
    if x.lower.exponent() >= 14 {
        let is_small = x.lower.is_negative();
        return if is_small { Interval::ONE / Interval::HUGE } else { Interval::HUGE };
    }
    let k = nearest(x.to_f64() / std::f64::consts::LN_2);
    let r = (x - Interval::LN_2 * k).scaled(-5);
    // For |r| < 1/2, the terms left out are at most half as large from one to the next.
    let first_left_out =
        r.abs().powi(EXP_TERMS.into()) * INVERSE_FACTORIALS[usize::from(EXP_TERMS)];
    let remainder = first_left_out.scaled(1).either_sign();
    let root = horner(&INVERSE_FACTORIALS[..EXP_TERMS.into()], r) + remainder;
    (0..5).fold(root, |power, _| power.squared()).scaled(k)
}

/// Returns the natural logarithm: with `x = 2^k m` and `z = (m - 1) / (m + 1)`, it is `k ln 2 + 2
/// artanh z`.
fn ln(x: Interval) -> Interval {
    if x.lower.is_zero() {
        return -Interval::HUGE;
    }
    if x.upper.is_infinite() {
        return Interval { lower: Float::ZERO, ..Interval::HUGE };
    }
    let mut k = x.lower.exponent();
    // Between 3/4 and 3/2, so that |z| <= 1/5.
    if x.scaled(-k).lower > Interval::from(1.5).lower {
        k += 1;
    }
    let m = x.scaled(-k);
    let z = (m - Interval::ONE) / (m + Interval::ONE);
    let z_squared = z.squared();
    // artanh z = z (1 + z^2/3 + z^4/5 + ...): the terms left out are less than those of a geometric
    // series with quotient z^2 <= 1/25, divided by their number of at least 2.
    let remainder = z_squared.powi(LN_TERMS.into()).hull(Interval::ZERO);
    let artanh = z * (horner(&*INVERSE_ODD_NUMBERS, z_squared) + remainder);
    artanh.scaled(1) + Interval::LN_2 * i64::from(k)
}

fn sin(x: Interval) -> Interval {
    quarter_turns(x, 0)
}

fn cos(x: Interval) -> Interval {
    quarter_turns(x, 1)
}

/// Returns the sine of `x + turns pi/2`. With `x = k pi/2 + r`, it is the sine or the cosine of `r`
/// up to the sign.
fn quarter_turns(x: Interval, turns: i32) -> Interval {
    if !x.lower.is_zero() && x.lower.exponent() >= 30 {
        return Interval::ONE.either_sign();
    }
    let k = nearest(x.to_f64() / std::f64::consts::FRAC_PI_2);
    let r = x - Interval::PI.scaled(-1) * k;
    let square = r.squared();
    // The terms alternate and decrease for |r| <= 1: the truncation error is at most the first
    // omitted term.
    let quarter = (k + turns).rem_euclid(4);
    let odd = usize::from(quarter % 2 == 0);
    let first_left_out =
        square.powi(WAVE_TERMS.into()) * INVERSE_FACTORIALS[2 * usize::from(WAVE_TERMS) + odd];
    let series = horner(&COSINE_AND_SINE[odd], square) + first_left_out.either_sign();
    let image = if odd == 1 { series * r } else { series };
    if quarter >= 2 { -image } else { image }
}

/// Returns the arctangent: `atan x = 2 atan(x / (1 + sqrt(1 + x^2)))`, and `atan x = pi/2 -
/// atan(1/x)` for positive `x`.
fn atan(x: Interval) -> Interval {
    if x.lower.is_negative() {
        return -atan(-x);
    }
    let is_large = x.lower > Float::ONE;
    let mut x = if is_large { Interval::ONE / x } else { x };
    // Three halvings reduce 1 to tan(pi/32) < 1/10.
    for _ in 0..3 {
        x /= 1 + (1 + x.squared()).sqrt();
    }
    // The terms alternate and decrease: the truncation error is at most the first omitted term.
    let square = x.squared();
    let remainder = square.powi(ATAN_TERMS.into()).either_sign();
    let atan =
        (x * (horner(&INVERSE_ODD_NUMBERS[..ATAN_TERMS.into()], -square) + remainder)).scaled(3);
    if is_large { Interval::PI.scaled(-1) - atan } else { atan }
}
