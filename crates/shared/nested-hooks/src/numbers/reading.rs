//! Reading a line with many fills at once.

use num_integer::Integer;

use super::Function;
use super::fills::{Fills, Word};

/// The knowledge about the numbers of a line. A line without numbers satisfies no clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clue {
    function: Function,
    value: u32,
    /// Whether the line is read from its last cell to its first.
    is_reversed: bool,
    /// The digits that numbers of the line can end in, as bits.
    last_digits: u16,
}

/// More than any number or product of a line with nine digits. It is a prime: of the numbers that
/// occur, only 1 divides it.
const TOO_LARGE: u32 = 1_000_000_007;

impl Clue {
    pub(super) fn new(function: Function, value: u64, is_reversed: bool) -> Self {
        assert!(value > 0, "numbers have no divisor or product 0");
        // It makes no difference how far beyond all numbers a clue is.
        let value = u32::try_from(value).map_or(TOO_LARGE, |value| value.min(TOO_LARGE));
        // A number is a multiple of what its last digit has in common with 10, and shares no
        // further factor with 10.
        let fits = |digit: u32| match function {
            Function::Gcd => digit.gcd(&10).is_multiple_of(value.gcd(&10)),
            Function::Product => value.is_multiple_of(digit.gcd(&10)),
        };
        let last_digits = (1..=9).fold(0, |all, digit| all | u16::from(fits(digit)) << digit);
        Clue { function, value, is_reversed, last_digits }
    }

    /// Returns whether most fills of a line keep the clue, so it is best read when few are left.
    pub(super) fn is_loose(self) -> bool {
        (self.function, self.value) == (Function::Gcd, 1)
    }
}

/// Returns those of the fills that keep the clue. `digits` are those of the cells' hooks, whether
/// the cells are filled or not.
pub(super) fn keeping(clue: Clue, digits: &[u8], fills: Fills) -> Fills {
    let reader = Reader { clue, digits };
    fills.filter_words(|word| reader.read(digits.len(), word, None, Total::NONE))
}

/// A run of filled cells that has not ended yet.
#[derive(Clone, Copy)]
struct Run {
    /// Its number so far.
    number: u32,
    /// The power of ten above its digits.
    power: u32,
}

/// The divisor or product of all runs that have ended; 0 if there was none.
#[derive(Clone, Copy)]
struct Total(u32);

impl Total {
    const NONE: Self = Total(0);
}

/// Reads a line cell by cell, from the last to the first, whatever the direction of its numbers.
struct Reader<'d> {
    clue: Clue,
    digits: &'d [u8],
}

impl Reader<'_> {
    /// Reads the first `cells` cells; all the others are read, and the fills agree in them. Returns
    /// the fills that keep the clue.
    fn read(&self, cells: usize, fills: Word, run: Option<Run>, total: Total) -> u64 {
        if fills.bits == 0 {
            return 0;
        }
        if cells == 0 {
            let is_kept = self.end(run, total).is_some_and(|total| total.0 == self.clue.value);
            return if is_kept { fills.bits } else { 0 };
        }
        if self.is_certain(total) {
            return fills.bits;
        }
        let cell = cells - 1;
        let (filling, leaving) = fills.split(cell);
        let ended = self.end(run, total);
        let longer = self.longer(run, self.digits[cell]);
        ended.map_or(0, |total| self.read(cell, leaving, None, total))
            | longer.map_or(0, |run| self.read(cell, filling, Some(run), total))
    }

    /// Returns a run with one more digit, nearer to the first cell of the line; `None` if no number
    /// of the line ends like that.
    #[inline]
    fn longer(&self, run: Option<Run>, digit: u8) -> Option<Run> {
        let Clue { is_reversed, last_digits, .. } = self.clue;
        let value = u32::from(digit);
        let Some(Run { number, power }) = run else {
            let can_be_last = is_reversed || last_digits >> digit & 1 == 1;
            return can_be_last.then_some(Run { number: value, power: 10 });
        };
        let number = if is_reversed { 10 * number + value } else { power * value + number };
        Some(Run { number, power: 10 * power })
    }

    /// Returns the total after the end of a run; `None` if the clue is broken by then.
    #[inline]
    fn end(&self, run: Option<Run>, total: Total) -> Option<Total> {
        let Some(Run { number, .. }) = run else { return Some(total) };
        let clue = self.clue.value;
        match self.clue.function {
            Function::Gcd if !number.is_multiple_of(clue) => None,
            Function::Gcd if total.0 == clue => Some(total),
            // A first step of Euclid's leaves few to the binary algorithm.
            Function::Gcd => {
                Some(Total(number.checked_rem(total.0).unwrap_or(number).gcd(&total.0)))
            }
            Function::Product => {
                let product = u64::from(number) * u64::from(total.0.max(1));
                let divides = u64::from(clue).is_multiple_of(product);
                // Upper bound of a divisor.
                u32::try_from(product).ok().filter(|_| divides).map(Total)
            }
        }
    }

    /// Returns whether the clue is satisfied regardless of the rest.
    #[inline]
    fn is_certain(&self, total: Total) -> bool {
        self.clue.is_loose() && total.0 == 1
    }
}

#[cfg(test)]
mod tests {
    use puzzle::Rng;

    use super::super::LARGEST_SIZE;
    use super::super::fills::Fill;
    use super::*;

    /// Returns the numbers of a line with some fill, read literally.
    fn numbers(digits: &[u8], fill: Fill, is_reversed: bool) -> Vec<u64> {
        let shown = |(cell, digit): (usize, &u8)| {
            if fill >> cell & 1 == 1 { digit.to_string() } else { " ".to_owned() }
        };
        let mut cells: Vec<String> = digits.iter().enumerate().map(shown).collect();
        if is_reversed {
            cells.reverse();
        }
        cells.concat().split_whitespace().map(|number| number.parse().unwrap()).collect()
    }

    fn is_kept(function: Function, clue: u64, numbers: &[u64]) -> bool {
        !numbers.is_empty() && function.of(numbers) == clue
    }

    /// Returns a line's digits, a clue that one of its fills keeps, or another, and fills to choose
    /// from.
    fn random_line(random: &mut Rng) -> (Vec<u8>, Function, u64, bool, Fills) {
        let size = random.usize(1..=9);
        let digits: Vec<u8> = (0..size).map(|_| random.u8(1..=9)).collect();
        let is_reversed = random.bool();
        let function = if random.bool() { Function::Gcd } else { Function::Product };
        let clue = function.of(&numbers(&digits, random.u16(1..1 << size), is_reversed));
        let clue = if random.u8(..4) == 0 { random.u64(1..30) } else { clue };
        let [filled, empty] =
            [0, 1].map(|_| random.u16(..512) & random.u16(..512) & random.u16(..512));
        let beyond = (1 << LARGEST_SIZE) - (1 << size);
        (digits, function, clue, is_reversed, Fills::matching(filled, empty | beyond))
    }

    fn members(fills: Fills) -> impl Iterator<Item = Fill> {
        (0..1 << LARGEST_SIZE)
            .filter(move |&fill| !fills.and(Fills::matching(fill, !fill)).is_empty())
    }

    #[test]
    fn the_fills_that_keep_a_clue_are_those_whose_numbers_do() {
        let mut random = Rng::with_seed(6);
        let mut kept_some = 0;
        for _ in 0..2000 {
            let (digits, function, clue, is_reversed, fills) = random_line(&mut random);
            let kept = keeping(Clue::new(function, clue, is_reversed), &digits, fills);
            let expected: Fills = members(fills)
                .filter(|&fill| is_kept(function, clue, &numbers(&digits, fill, is_reversed)))
                .collect();
            assert_eq!(
                kept, expected,
                "{function:?} {clue} of {digits:?}, reversed: {is_reversed}"
            );
            kept_some += u32::from(!kept.is_empty());
        }
        assert!((500..1900).contains(&kept_some), "{kept_some}");
    }
}
