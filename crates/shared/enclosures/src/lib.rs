//! Exact fractions, and enclosures of real numbers.
mod calculus;
mod float;
mod fraction;
mod functions;
mod interval;
mod series;

pub use calculus::{integral, root};
pub use fraction::{
    Fraction, Integer, Written, binomial, decimal, factorial, fraction, parse_fraction, significant,
};
pub use interval::Interval;
pub use series::Series;

#[cfg(test)]
mod tests;
