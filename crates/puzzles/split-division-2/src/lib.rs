//! # Split Division 2
//!
//! *Jane Street, November 2021.* Two numbers of seven digits were divided by numbers of four, by
//! hand and with a remainder. Both divisions have the same number of digits at the same places in
//! every line, and are laid on top of each other. A mark tells the greatest common divisor of the
//! two digits of its place; where there is no mark, that is 1, or one of them is 0. The answer is
//! the sum of the two dividends.
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
//! It is the search of [`long_division`], with pairs of digits for values: first the digits of both
//! divisors from the left, as long as each pair of products goes with its marks for some pair of
//! digits of the quotients; then upwards from the remainders. The division with the smaller divisor
//! is the first one.
//!
//! ## Why it is fast
//! The marks 9, 3 and 8 of the second product leave few pairs of first digits. The published
//! instance takes 24 nodes in 0.05 milliseconds; the rules alone take 2,366 nodes in 0.03 seconds.

puzzle::program!(static long_division::SPLIT_DIVISION_2, explained);
