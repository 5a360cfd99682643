//! Lines with free digits whose numbers have a given greatest common divisor.
//!
//! There are millions of lines, most of them with the divisor 1, so they are described by forbidden
//! cases. All numbers must be multiples of the divisor g, which is seen from what is left of each
//! when it is divided by g; and for no prime p all of them are multiples of g * p. While g * p is
//! small, this is seen in the same way. Where it is large, there are so few lines with several
//! multiples of it that they are listed. A number that stands alone is its own divisor.

use std::collections::BTreeSet;
use std::iter;

use grid_puzzles::Side;
use grid_utils::BitSet;
use num_integer::Integer;
use rules::{Automaton, Budget, Model};

use crate::constraints::Cells;
use crate::constraints::lines::is_possible;

/// Up to here multiples are recognised digit by digit; lines of larger ones are listed.
const LARGEST_MODULUS: u64 = 44;

/// The lines whose numbers have some greatest common divisor.
pub(super) struct DivisorLines {
    /// Accepts at least all of these lines.
    among: Automaton,
    /// Each accepts lines that `among` accepts and that are none of these.
    except: Vec<Automaton>,
}

impl DivisorLines {
    /// Returns the lines of a square with `size` rows, free digits and no full 2 x 2 block whose
    /// numbers have the greatest common divisor `divisor`.
    pub(super) fn new(budget: &Budget, size: usize, divisor: u64) -> Self {
        if divisor > LARGEST_MODULUS {
            let lines = several(budget, size, divisor).into_iter();
            let exact = lines.filter(|line| line.divisor == divisor).map(|line| line.digits);
            let among = automaton_of(budget, exact.chain(alone(size, divisor)));
            return DivisorLines { among, except: Vec::new() };
        }
        // The shorter one of two numbers has less than half of the cells.
        let half = u32::try_from(size.saturating_sub(1) / 2).expect("sizes are small");
        let largest = 10_u64.pow(half) / divisor;
        let multiples = primes().take_while(|&prime| prime <= largest).map(|prime| prime * divisor);
        let (small, large): (Vec<u64>, Vec<u64>) =
            multiples.partition(|&multiple| multiple <= LARGEST_MODULUS);
        let listed = large.into_iter().flat_map(|multiple| several(budget, size, multiple));
        let listed: BTreeSet<Vec<usize>> = listed.map(|line| line.digits).collect();
        let mut except = vec![without(budget, size, divisor), automaton_of(budget, listed)];
        except.extend(small.into_iter().map(|multiple| all_multiples(budget, size, multiple)));
        DivisorLines { among: all_multiples(budget, size, divisor), except }
    }

    /// Requires that a row or column is one of these lines.
    pub(super) fn require(&self, model: &mut Model, cells: &Cells, side: Side, line: usize) {
        model.regular(cells.digits(side, line), &self.among);
        for except in &self.except {
            model.avoid(cells.digits(side, line), except);
        }
    }
}

/// Returns the possible values of each cell of a line.
fn values(size: usize) -> Vec<Vec<i64>> {
    vec![(0..).take(size + 1).collect(); size]
}

/// Returns the lines all of whose numbers, if any, are multiples of a number.
fn all_multiples(budget: &Budget, size: usize, of: u64) -> Automaton {
    // What the number so far leaves, from 1 to the divisor itself; 0 where there is no number.
    let step = |&number: &u64, digit: i64| match digit.unsigned_abs() {
        0 => u64::is_multiple_of(number, of).then_some(0),
        digit => Some((10 * number + digit - 1) % of + 1),
    };
    Automaton::new(budget, values(size), 0, step, |&number| u64::is_multiple_of(number, of))
}

/// Returns the lines with no number, or with one alone that is not this.
fn without(budget: &Budget, size: usize, number: u64) -> Automaton {
    // The number so far, or something too large, and whether it has ended.
    let step = |&(so_far, has_ended): &(u64, bool), digit: i64| match digit.unsigned_abs() {
        0 => Some((so_far, so_far > 0)),
        digit if !has_ended => Some(((10 * so_far + digit).min(number + 1), false)),
        _ => None,
    };
    Automaton::new(budget, values(size), (0, false), step, |&(so_far, _)| so_far != number)
}

fn automaton_of(budget: &Budget, lines: impl IntoIterator<Item = Vec<usize>>) -> Automaton {
    let digit = |digit: usize| i64::try_from(digit).expect("digits are small");
    let rows = lines.into_iter().map(|line| line.into_iter().map(digit).collect::<Vec<_>>());
    Automaton::of_rows(budget, rows)
}

fn primes() -> impl Iterator<Item = u64> {
    let is_prime = |&number: &u64| {
        let mut divisors = (2..).take_while(|divisor| divisor * divisor <= number);
        divisors.all(|divisor| !u64::is_multiple_of(number, divisor))
    };
    (2..).filter(is_prime)
}

/// A number that may stand in a line. Its digits are not kept: there are many numbers, and few of
/// them are tried.
struct Number {
    value: u64,
    /// How many digits it has.
    len: usize,
    first: usize,
    carried: BitSet<1>,
}

impl Number {
    /// Creates a number. `None` if a digit is 0 or above `largest`, or if no hooks allow the order
    /// of its digits: only the line's own hook has several neighbouring cells in it.
    fn new(value: u64, largest: usize) -> Option<Self> {
        let (mut carried, mut len, mut first, mut repeated) = (BitSet::EMPTY, 0, 0, 0);
        for digit in digits_backwards(value) {
            if !(1..=largest).contains(&digit) {
                return None;
            }
            if !carried.insert(digit) {
                if digit != first || repeated != 0 && repeated != digit {
                    return None;
                }
                repeated = digit;
            }
            (len, first) = (len + 1, digit);
        }
        Some(Number { value, len, first, carried })
    }

    /// Writes its digits to the cells that end at `end`.
    fn write(&self, line: &mut [usize], end: usize) {
        let cells = line[end - self.len..end].iter_mut().rev();
        cells.zip(digits_backwards(self.value)).for_each(|(cell, digit)| *cell = digit);
    }
}

/// Returns the digits of a number, the last one first.
fn digits_backwards(value: u64) -> impl Iterator<Item = usize> {
    let rests = iter::successors(Some(value), |rest| Some(rest / 10)).take_while(|&rest| rest > 0);
    rests.map(|rest| usize::try_from(rest % 10).expect("digits are small"))
}

/// A line.
struct Line {
    digits: Vec<usize>,
    /// The greatest common divisor of its numbers.
    divisor: u64,
}

/// Returns the possible lines with two numbers or more, all of them multiples of this; only some of
/// them if the budget ends it.
fn several(budget: &Budget, size: usize, multiples_of: u64) -> Vec<Line> {
    // The longest leaves room for an empty cell and the shortest.
    let shortest = multiples_of.to_string().len();
    let longest = u32::try_from(size.saturating_sub(1 + shortest)).expect("sizes are small");
    let step = usize::try_from(multiples_of).unwrap_or(usize::MAX);
    let multiples = (multiples_of..10_u64.pow(longest)).step_by(step);
    let multiples = multiples.take_while(|_| !budget.poll());
    let numbers: Vec<Number> = multiples.filter_map(|value| Number::new(value, size)).collect();
    let mut lines = Vec::new();
    let digits = vec![0; size];
    let mut begun = Begun { digits, len: 0, carried: BitSet::EMPTY, numbers: 0, divisor: 0 };
    begun.complete(budget, &numbers, &mut lines);
    lines
}

/// How a line begins.
struct Begun {
    /// The digits so far; cells that are still open have 0.
    digits: Vec<usize>,
    len: usize,
    carried: BitSet<1>,
    numbers: usize,
    divisor: u64,
}

impl Begun {
    /// Adds the lines that begin so and have two numbers or more.
    fn complete(&mut self, budget: &Budget, numbers: &[Number], lines: &mut Vec<Line>) {
        if budget.poll() {
            return;
        }
        // More numbers do not make a line possible. A single number is tried as late as possible,
        // since few have a second one to follow.
        let mut is_tried = self.numbers > 1;
        if is_tried {
            if !is_possible(&self.digits) {
                return;
            }
            lines.push(Line { digits: self.digits.clone(), divisor: self.divisor });
        }
        let Begun { len, carried, divisor, .. } = *self;
        let size = self.digits.len();
        // The first number leaves room for an empty cell and another one.
        let shortest = numbers.first().map_or(0, |number| number.len);
        let end = if self.numbers > 0 { size } else { size.saturating_sub(1 + shortest) };
        for start in len + usize::from(self.numbers > 0)..end {
            for number in numbers.iter().take_while(|number| start + number.len <= end) {
                if !self.may_precede(number) {
                    continue;
                }
                if !is_tried {
                    is_tried = true;
                    if !is_possible(&self.digits) {
                        return;
                    }
                }
                self.len = start + number.len;
                number.write(&mut self.digits, self.len);
                self.carried = carried | number.carried;
                self.divisor = divisor.gcd(&number.value);
                self.numbers += 1;
                self.complete(budget, numbers, lines);
                self.numbers -= 1;
                (self.len, self.carried, self.divisor) = (len, carried, divisor);
                self.digits[start..start + number.len].fill(0);
            }
        }
    }

    /// Returns whether the number and the line share no digit, except one on both sides of the gap:
    /// that of the line's own hook.
    fn may_precede(&self, number: &Number) -> bool {
        let shared = self.carried & number.carried;
        let last = self.len.checked_sub(1).map(|place| self.digits[place]);
        let is_beside = |digit| last == Some(digit) && number.first == digit;
        shared.len() <= 1 && shared.iter().all(is_beside)
    }
}

/// Returns the possible lines in which a number stands alone.
fn alone(size: usize, number: u64) -> impl Iterator<Item = Vec<usize>> {
    let number = Number::new(number, size).filter(|number| number.len <= size);
    let line = move |number: &Number, end| {
        let mut line = vec![0; size];
        number.write(&mut line, end);
        line
    };
    let lines = number
        .into_iter()
        .flat_map(move |number| (number.len..=size).map(move |end| line(&number, end)));
    lines.filter(|line| is_possible(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_that_would_take_days_can_be_stopped() {
        let budget = Budget::new(Budget::BYTES, || true);
        assert!(several(&budget, 18, 37).is_empty());
        assert!(budget.is_stopped());
    }
}
