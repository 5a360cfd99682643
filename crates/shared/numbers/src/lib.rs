//! Numbers with every digit proved: exact fractions, real numbers between two bounds, polynomials.
//!
//! | for | there is |
//! | --- | --- |
//! | a rational number, its text, its decimals | [`Fraction`], [`parse_fraction`], [`decimal`], [`significant`] |
//! | fractions in instances | [`Written`] |
//! | counting | [`Integer`], [`binomial`], [`factorial`], [`occupancy`] |
//! | any other real number | [`Interval`]: two bounds, rounded outward |
//! | either, exact where possible | [`Number`] |
//! | where a function is zero, its derivatives, its integral | [`root`], [`Series`], [`integral`] |
//! | where the only maximum of a function is | [`turning_point`] |
//! | polynomials, and all their real roots | [`Polynomial`], [`Root`] |
//! | boards that are a fraction | [`fraction_form`] |
//! | boards that are decimals, rounded as far as they are proved, and their check | [`share_form`], [`number_form`], [`Numbers`], [`rounding_bounds`], [`significant_bounds`] |
//! | diagrams of functions | [`Plot`] |
//!
//! Rational numbers stay a [`Fraction`]:
//!
//! ```
//! use numbers::{Fraction, binomial, decimal, fraction};
//!
//! // Five cards of one suit.
//! let flush = Fraction::from(binomial(13, 5) * 4) / Fraction::from(binomial(52, 5));
//! assert_eq!(flush.to_string(), "33/16660");
//! assert_eq!(decimal(&flush, 6), "0.001981");
//! assert!(flush < fraction(1, 500));
//! ```
//!
//! Anything else is an [`Interval`] that contains the number. It is small, is copied, and has the
//! usual operators; its bounds have 128 bits and are rounded outward:
//!
//! ```
//! use numbers::{Interval, fraction};
//!
//! let golden = (1 + Interval::from(5).sqrt()) / 2;
//! assert_eq!(golden.decimal(10).unwrap(), "1.6180339887");
//! assert!(golden.certainly_less(&fraction(13, 8)));
//! // With the same number twice, an interval does not know that both are the same.
//! let wide = golden.hull(2);
//! assert!((wide * (3 - wide)).width().certainly_less(2));
//! // A text that can be read back; bounds are rounded outward.
//! assert_eq!(format!("{golden:.3}"), "1.618..1.619");
//! assert!("1.618..1.619".parse::<Interval>()?.contains(golden));
//! # anyhow::Ok(())
//! ```
//!
//! [`root`] and [`integral`] enclose what their names say. [`Series`] finds derivatives, so that a
//! flat maximum is found as the zero of its slope:
//!
//! ```
//! use numbers::{Interval, Series, root};
//!
//! // Where is x e^-x largest on [0, 3], and how large is it?
//! let value = |x: Series| x * (-x).exp();
//! let slope = |x| value(Series::variable(x)).coefficients()[1];
//! let place = root(slope, Interval::from(0).hull(3), 1e-20).unwrap();
//! let largest = value(Series::constant(place)).coefficients()[0];
//! assert_eq!(place.decimal(10).unwrap(), "1.0000000000");
//! assert_eq!(largest.decimal(10).unwrap(), "0.3678794412");
//! ```
//!
//! A [`Polynomial`] isolates its roots exactly, and compares them with fractions:
//!
//! ```
//! use numbers::{Polynomial, fraction};
//!
//! let x = Polynomial::x();
//! let golden = (&x * &x - &x - 1).real_roots().pop().unwrap();
//! assert_eq!(golden.enclosure(1e-20).decimal(15).unwrap(), "1.618033988749895");
//! assert!(golden.compare(&fraction(8, 5)).is_gt());
//! // A root of two polynomials is a root of their greatest common divisor.
//! assert_eq!((x.powi(4) - 1).gcd(&(x.powi(6) - 1)), x.powi(2) - 1);
//! ```
//!
//! If `decimal` returns `None`, the enclosure is too wide, or the number is on the border of two
//! roundings. Some 36 digits are left after a few operations on single numbers. What loses more,
//! such as the difference of nearly equal numbers, is better computed with fractions.
//!
//! `f64` may give a starting point: `Interval::from(guess)` is exactly that number. No digit
//! follows from it.

mod boards;
mod calculus;
mod float;
mod fraction;
mod functions;
mod interval;
mod number;
pub mod occupancy;
mod plot;
mod polynomial;
mod roots;
mod series;

pub use boards::{
    Decimals, Numbers, fraction_form, number_form, read_number, share_form, written_as,
};
pub use calculus::{integral, root, turning_point};
pub use fraction::{
    Fraction, Integer, Written, binomial, decimal, factorial, fraction, parse_fraction,
    rounding_bounds, significant, significant_bounds,
};
pub use interval::Interval;
pub use number::Number;
pub use plot::Plot;
pub use polynomial::{Coefficient, Polynomial};
pub use roots::Root;
pub use series::Series;

#[cfg(test)]
mod tests;
