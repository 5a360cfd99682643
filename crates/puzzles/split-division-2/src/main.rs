//! # Split Division 2
//!
//! *Jane Street, November 2021.* Two numbers of seven digits were divided by numbers of four, by
//! hand and with a remainder. Both divisions have the same number of digits at the same places in
//! every line, and are laid on top of each other. A mark is the greatest common divisor of the two
//! digits of its place; without a mark, that is 1, or one of them is 0. The answer is the sum of
//! the two dividends.
//!
//! ```text
//!        .            2            1
//!     ----         ----         ----
//! 4 |    9     4 |    9     8 |    9     4 and 8 have the mark 4, 1 and 2 none, equal digits themselves
//!        8            8            8
//!     ----         ----         ----
//!        .            1            1
//! ```
//!
//! ## Idea
//! Both divisions are stated in terms of the numbers that their digits form, as in
//! [`long_division`]. A mark is a table of pairs of digits. The division with the smaller divisor
//! is the first one.

puzzle::program!(static long_division::SPLIT_DIVISION_2, explained);
