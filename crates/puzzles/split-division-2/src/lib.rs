//! # Split Division 2
//!
//! *Jane Street, November 2021.* Two numbers of seven digits were divided by numbers of four, by hand
//! and with a remainder. Both divisions have the same number of digits at the same places in every
//! line, and are laid on top of each other. A mark tells the greatest common divisor of the two
//! digits of its place; where there is no mark, that is 1, or one of them is 0. The answer is the sum
//! of the two dividends.
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
//! It is the search of [`long_division`]: digits of both divisors from the left, and for each two
//! products all pairs of digits of the quotients that go with the marks. The division with the
//! smaller divisor is the first one.
//!
//! ## Why it is fast
//! The marks 9, 3 and 8 of the second product leave few pairs of first digits. The published instance
//! takes 24 nodes in 0.2 milliseconds; the rules alone take 2,366 nodes in 0.04 seconds.

use std::ops::RangeInclusive;

use anyhow::{Result, ensure};
use long_division::{LongDivision, Relation};
use puzzle::Rng;

/// The instance: the marked divisors.
pub type SplitDivision = LongDivision<CommonDivisors>;

/// The two digits of a place have this greatest common divisor.
pub struct CommonDivisors;

puzzle::program!(SplitDivision);

impl Relation for CommonDivisors {
    const DIVISIONS: usize = 2;

    const MARKS: RangeInclusive<u8> = 2..=9;

    const RULE: &'static str = "Where two positive digits have a common divisor above 1, and only there, a mark tells the \
         greatest.";

    fn holds(mark: Option<u8>, digits: &[u8]) -> bool {
        let has_zero = digits.contains(&0);
        let common = digits.iter().copied().fold(0, gcd);
        mark.map_or(has_zero || common == 1, |mark| !has_zero && common == mark)
    }

    fn check(mark: Option<u8>, digits: &[u8]) -> Result<()> {
        if let &[one, other] = digits {
            let divides = |d: &u8| one > 0 && other > 0 && one % d == 0 && other % d == 0;
            let greatest = (2..=9).rev().find(divides);
            let told = |mark: Option<u8>| mark.map_or("none".to_owned(), |mark| mark.to_string());
            ensure!(
                greatest == mark,
                "the digits {one} and {other} have the mark {}; expected {}",
                told(greatest),
                told(mark)
            );
        }
        Ok(())
    }

    fn mark(digits: &[u8], _: &mut Rng) -> Option<u8> {
        Self::MARKS.into_iter().find(|&mark| Self::holds(Some(mark), digits))
    }
}

/// The greatest common divisor, by Euclid; of 0 and a number, the number.
fn gcd(one: u8, other: u8) -> u8 {
    if other == 0 { one } else { gcd(other, one % other) }
}
