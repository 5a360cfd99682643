//! # Wrong Division
//!
//! *Jane Street, November 2014.* A number of eight digits was divided by one of four, by hand and
//! without remainder. Some of the digits are shown, and each of these is wrong by one: the true
//! digit is the next one or the one before (and 0 and 9 are not neighbours). Two digits were
//! brought down together after the first subtraction, so the second digit of the quotient is 0. The
//! answer is the dividend.
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
//! The digits of each line form a number, so a product is the divisor times a digit, and a
//! remainder is a difference: sums with powers of ten, see [`long_division`]. Last digits are
//! stated separately, as sums propagate them late, and so is that remainders are smaller than the
//! divisor.
//!
//! Other instances may have any lengths, digits 0 anywhere in the quotient, and a remainder if
//! there is a last line `rest`.

puzzle::program!(static long_division::WRONG_DIVISION, explained);
