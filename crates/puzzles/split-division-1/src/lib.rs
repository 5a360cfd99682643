//! # Split Division
//!
//! *Jane Street, July 2017.* Two numbers of seven digits were divided by numbers of four, by hand
//! and with a remainder. Both divisions have the same number of digits at the same places in every
//! line, and are laid on top of each other. A mark k at a place says that one of its two digits is
//! k times the other one (1: they are equal, and not 0); where there is no mark, neither is a
//! multiple of the other, or one is 0. The answer is the sum of the two dividends.
//!
//! ```text
//!        2            2            1
//!     ----         ----         ----
//! 2 |    1     4 |    9     8 |    9     the mark 2 for 4 and 8, and for 2 and 1
//!        1            8            8
//!     ----         ----         ----
//!        1            1            1
//! ```
//!
//! ## Idea
//! It is the search of [`long_division`], with pairs of digits for values: first the digits of both
//! divisors from the left, as long as each pair of products goes with its marks for some pair of
//! digits of the quotients; then upwards from the remainders. The division with the smaller divisor
//! is the first one.
//!
//! ## Why it is fast
//! Pairs of digits are looked at, never two whole divisions: there are two million divisions of
//! this shape. The published instance takes 54 nodes in 0.1 milliseconds; the rules alone take
//! 9,192 nodes in 0.15 seconds.

puzzle::program!(static long_division::SPLIT_DIVISION_1, explained);
