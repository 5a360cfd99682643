//! The relations of marks and digits, in which the puzzles of the family differ.

use std::ops::RangeInclusive;

use num_integer::gcd;
use puzzle::prelude::*;

/// A relation of marks and digits.
pub(crate) struct Relation {
    /// How many divisions lie on top of each other, and how many digits there are at each place: 1
    /// or 2.
    pub(crate) divisions: usize,
    /// The marks that there are.
    pub(crate) marks: RangeInclusive<u8>,
    /// The rule for a place, in the words of the puzzle.
    pub(crate) rule: &'static str,
    /// Returns whether the digits of a place match its mark.
    pub(crate) holds: fn(Option<u8>, &[u8]) -> bool,
    /// Checks that the digits of a place match its mark, for the checker, independently of `holds`.
    /// The error states what was expected.
    pub(crate) check: fn(Option<u8>, &[u8]) -> Result<()>,
    /// The mark of a place with these digits; of several, any.
    pub(crate) mark: fn(&[u8], &mut Rng) -> Option<u8>,
}

/// A type for a relation, so that there is a type of puzzle for it.
pub(crate) trait Related: 'static {
    const RELATION: Relation;
}

/// A shown digit is not the true one, but the next one or the one before.
pub(crate) struct WrongByOne;

impl Related for WrongByOne {
    const RELATION: Relation = Relation {
        divisions: 1,
        marks: 0..=9,
        rule: "Every digit that is shown is wrong by one: it is one more or one less.",
        holds: |shown, digits| {
            shown.is_none_or(|shown| digits.iter().all(|digit| digit.abs_diff(shown) == 1))
        },
        check: |shown, digits| {
            if let (Some(shown), &[digit]) = (shown, digits) {
                ensure!(
                    digit + 1 == shown || digit == shown + 1,
                    "the digit is {digit}, and {shown} is shown; expected one more or one less"
                );
            }
            Ok(())
        },
        mark: |digits, random| {
            let digit = *digits.first()?;
            let shown = if random.bool() { digit.checked_sub(1) } else { Some(digit + 1) };
            shown.filter(|shown| *shown < 10).or(Some(if digit == 0 { 1 } else { digit - 1 }))
        },
    };
}

/// The larger digit of a place is a multiple of the smaller one; the mark states which.
pub(crate) struct Multiples;

impl Related for Multiples {
    const RELATION: Relation = Relation {
        divisions: 2,
        marks: 1..=9,
        rule: "Where the larger digit is a multiple of the smaller one, and only there, a mark tells \
               which.",
        holds: is_multiple,
        check: |mark, digits| {
            let times = |one: u8, other: u8| (1..=9).find(|times| one > 0 && times * one == other);
            let &[one, other] = digits else { return Ok(()) };
            check_mark([one, other], times(one, other).or(times(other, one)), mark)
        },
        mark: |digits, _| (1..=9).find(|&mark| is_multiple(Some(mark), digits)),
    };
}

fn is_multiple(mark: Option<u8>, digits: &[u8]) -> bool {
    let (Some(&small), Some(&large)) = (digits.iter().min(), digits.iter().max()) else {
        return false;
    };
    match mark {
        Some(mark) => small > 0 && large == mark * small,
        None => small == 0 || !large.is_multiple_of(small),
    }
}

/// The two digits of a place have a common divisor; the mark is the greatest.
pub(crate) struct CommonDivisors;

impl Related for CommonDivisors {
    const RELATION: Relation = Relation {
        divisions: 2,
        marks: 2..=9,
        rule: "Where two positive digits have a common divisor above 1, and only there, a mark tells \
               the greatest.",
        holds: is_common_divisor,
        check: |mark, digits| {
            let &[one, other] = digits else { return Ok(()) };
            let divides = |d: &u8| one > 0 && other > 0 && one % d == 0 && other % d == 0;
            check_mark([one, other], (2..=9).rev().find(divides), mark)
        },
        mark: |digits, _| (2..=9).find(|&mark| is_common_divisor(Some(mark), digits)),
    };
}

fn is_common_divisor(mark: Option<u8>, digits: &[u8]) -> bool {
    let has_zero = digits.contains(&0);
    let common = digits.iter().copied().fold(0, gcd);
    mark.map_or(has_zero || common == 1, |mark| !has_zero && common == mark)
}

fn check_mark([one, other]: [u8; 2], found: Option<u8>, mark: Option<u8>) -> Result<()> {
    let told = |mark: Option<u8>| mark.map_or("none".to_owned(), |mark| mark.to_string());
    ensure!(
        found == mark,
        "the digits {one} and {other} have the mark {}; expected {}",
        told(found),
        told(mark)
    );
    Ok(())
}
