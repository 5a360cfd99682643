//! What the digits beside a cell can add up to.

use super::digits_in;

/// The sums that some of the cells beside a clue can make, those in the core, by the number of them
/// that are filled: bit s stands for the sum s.
///
/// A hook has at most two cells beside any one cell, so each digit counts twice at most. The digits
/// of the largest grid make 62 then: 16, 16, 15 and 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    of: [u64; 5],
}

impl Sums {
    /// No digits, no cells, no sum but 0.
    const NOTHING: Self = Sums { of: [1, 0, 0, 0, 0] };

    /// The sums that these digits make, a bit for each.
    pub(super) fn of(digits: u32) -> Self {
        digits_in(digits).fold(Self::NOTHING, Self::with)
    }

    /// The sums with one more digit.
    #[inline]
    fn with(self, digit: usize) -> Self {
        let (once, twice) = (digit, 2 * digit);
        let [none, one, two, three, four] = self.of;
        Sums {
            of: [
                none,
                one | none << once,
                two | one << once | none << twice,
                three | two << once | one << twice,
                four | three << once | two << twice,
            ],
        }
    }

    /// The sums of at least so many filled cells and at most so many, four or fewer.
    #[inline]
    pub(super) fn between(&self, fewest: usize, most: usize) -> u64 {
        self.of[fewest..=most].iter().fold(0, |all, sums| all | sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves each of four cells empty or gives it a digit, but none of the digits three times.
    fn by_enumeration(digits: u32) -> Sums {
        let mut of = [0; 5];
        let choices: Vec<usize> = [0].into_iter().chain(digits_in(digits)).collect();
        for code in 0..choices.len().pow(4) {
            let cells = [0, 1, 2, 3].map(|cell| code / choices.len().pow(cell) % choices.len());
            let cells = cells.map(|choice| choices[choice]);
            let uses = |digit: usize| cells.iter().filter(|&&cell| cell == digit).count();
            if digits_in(digits).all(|digit| uses(digit) <= 2) {
                of[4 - uses(0)] |= 1 << cells.iter().sum::<usize>();
            }
        }
        Sums { of }
    }

    #[test]
    fn sums_are_those_of_an_enumeration() {
        for digits in (0..1 << 7).step_by(2).chain([0b11 << 15, 0b1101 << 13]) {
            assert_eq!(Sums::of(digits), by_enumeration(digits), "digits {digits:b}");
        }
    }
}
