//! # Split Division
//!
//! *Jane Street, July 2017.* Two numbers of seven digits were divided by numbers of four, by hand
//! and with a remainder. Both divisions have the same number of digits at the same places in every
//! line, and are laid on top of each other. A mark k at a place means that one of its two digits is
//! k times the other one (1: they are equal, and not 0); without a mark, neither is a multiple of
//! the other, or one is 0. The answer is the sum of the two dividends.
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
//! Both divisions are stated in terms of the numbers that their digits form, as in
//! [`long_division`]. A mark is a table of pairs of digits. The division with the smaller divisor
//! is the first one.

puzzle::program!(static long_division::SPLIT_DIVISION_1, explained);
