//! # Wrong Division
//!
//! *Jane Street, November 2014.* A number of eight digits was divided by one of four, by hand and
//! without remainder. Some of the digits are shown, and each of these is wrong by one: the true
//! digit is the next one or the one before (and 0 and 9 are no neighbours). Two digits were brought
//! down together after the first subtraction, so the second digit of the quotient is 0. The answer
//! is the dividend.
//!
//! ```text
//!          . 5            1 4
//!     --------       --------
//! . . |  . . .   1 2 |  1 6 8     what is shown on the left, and the division: 5 stands for 4,
//!        2 .            1 2       2 for 1 and 7 for 8
//!        ----           ----
//!          5 .            4 8
//!          . 7            4 8
//! ```
//!
//! ## Idea
//! It is the search of [`long_division`]: first the digits of the divisor from the left, as long as
//! each product can have the digits that are shown; then upwards from the last product, below which
//! nothing is left.
//!
//! Beyond the published instance: any lengths, digits 0 anywhere in the quotient, and a remainder
//! where there is a last line `rest`.
//!
//! ## Why it is fast
//! Two digits of the divisor already show that most products are wrong. The published instance
//! takes 687 nodes in 0.1 milliseconds; the rules alone take 10,498 nodes in 0.15 seconds.

puzzle::program!(static long_division::WRONG_DIVISION, explained);
