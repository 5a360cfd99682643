//! Lists of the numbers that have a property and fit a pattern.

use std::collections::HashSet;
use std::iter;

use rules::Budget;

use super::{Property, Reading};

/// The possible digits of a place of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// A bit for each digit.
    digits: u16,
    /// Whether the digit is that of the place before; `None` if it may be either.
    is_equal: Option<bool>,
}

impl Place {
    /// Returns a place for any digit.
    #[must_use]
    pub fn any() -> Self {
        Self::of(0..=9)
    }

    /// Returns one of these digits.
    #[must_use]
    pub fn of(digits: impl IntoIterator<Item = u8>) -> Self {
        let digits = digits.into_iter().filter(|&digit| digit < 10);
        Place { digits: digits.fold(0, |bits, digit| bits | 1 << digit), is_equal: None }
    }

    /// Returns the place, if its digit must be that of the place before.
    #[must_use]
    pub fn equal(self) -> Self {
        Place { is_equal: Some(true), ..self }
    }

    /// Returns the place, if its digit must differ from that of the place before.
    #[must_use]
    pub fn other(self) -> Self {
        Place { is_equal: Some(false), ..self }
    }

    /// Returns whether this digit may stand here after that one; after none, it must not be 0.
    #[must_use]
    pub fn allows(self, digit: u8, before: Option<u8>) -> bool {
        let may_follow = match before {
            None => digit != 0,
            Some(before) => self.is_equal.is_none_or(|is_equal| is_equal == (before == digit)),
        };
        may_follow && self.has(digit)
    }

    fn has(self, digit: u8) -> bool {
        self.digits >> digit & 1 == 1
    }
}

impl Property {
    /// Returns the numbers with this property that fit, in ascending order: a digit for each place,
    /// no 0 in front.
    ///
    /// They are made from what the property says: powers from the last digits of their roots,
    /// palindromes from both ends, multiples by their remainders. Of prime numbers, all that fit
    /// are tested, so the pattern should leave some millions at most. Where `budget` says stop, the
    /// list ends early.
    ///
    /// # Panics
    /// If there are more than 19 places.
    #[must_use]
    pub fn numbers(self, budget: &Budget, places: &[Place]) -> Vec<u64> {
        assert!(places.len() <= MOST_PLACES, "a number has at most {MOST_PLACES} digits here");
        let mut list = List { budget, places, found: Vec::new() };
        if places.is_empty() {
            return list.found;
        }
        match self {
            Self::Square => list.powers(2, &|_| true),
            Self::Cube => list.powers(3, &|_| true),
            Self::PrimeToPrime => {
                for exponent in (2..64).filter(|&exponent| is_prime(exponent)) {
                    list.powers(exponent, &is_prime);
                }
            }
            Self::Power(1) => list.add(1),
            Self::Power(base) => {
                let powers = iter::successors(Some(base), |power| power.checked_mul(base));
                powers.for_each(|power| list.add(power));
            }
            Self::Fibonacci => {
                let after = |&(one, next): &(u64, u64)| Some((next, one.checked_add(next)?));
                iter::successors(Some((1, 2)), after).for_each(|(number, _)| list.add(number));
            }
            Self::Prime => list.all(&[1, 2, 3, 5, 7, 9], &is_prime),
            Self::TwicePrime => list.all(&[0, 2, 4, 6, 8], &|number| is_prime(number / 2)),
            Self::Palindrome => list.palindromes(&|_, digit| Some(digit), &|_| true),
            Self::OddPalindrome => list.palindromes(&|_, digit| Some(digit), &|n| n % 2 == 1),
            Self::PalindromeMultiple(of) => {
                list.palindromes(&|_, digit| Some(digit), &|number| number.is_multiple_of(of));
            }
            Self::PalindromeMinusOne => {
                // A palindrome does not end in 0.
                let last = places.len() - 1;
                let less = |place, digit: u8| digit.checked_sub((place == last).into());
                list.palindromes(&less, &|_| true);
            }
            Self::PalindromePlusOne => {
                // The nines at the end become zeros.
                for nines in 0..places.len() {
                    let more =
                        |place: usize, digit: u8| match (place + nines + 1).cmp(&places.len()) {
                            std::cmp::Ordering::Less => Some(digit),
                            std::cmp::Ordering::Equal => (digit < 9).then_some(digit + 1),
                            std::cmp::Ordering::Greater => (digit == 9).then_some(0),
                        };
                    list.palindromes(&more, &|_| true);
                }
                list.add(power_of_10(places.len() - 1));
            }
            _ => {
                if let Some(reading) = self.reading() {
                    list.read(0, reading, None, 0, &mut HashSet::new());
                }
            }
        }
        list.found.sort_unstable();
        list.found.dedup();
        list.found
    }

    /// Returns whether a single number has the property, like the list of
    /// [`numbers`](Self::numbers) but faster if possible. It is independent of the checkers' test.
    #[must_use]
    pub fn lists(self, number: u64) -> bool {
        match self {
            Self::Prime => is_prime(number),
            Self::TwicePrime => number.is_multiple_of(2) && is_prime(number / 2),
            Self::Square => number.isqrt().pow(2) == number,
            _ => {
                let digits = number.to_string().into_bytes();
                let places = digits.into_iter().map(|digit| Place::of([digit - b'0']));
                !self.numbers(&Budget::default(), &places.collect::<Vec<_>>()).is_empty()
            }
        }
    }
}

/// More digits than 19 would not always go into 64 bits.
const MOST_PLACES: usize = 19;

fn power_of_10(exponent: usize) -> u64 {
    (0..exponent).fold(1, |power, _| 10 * power)
}

struct List<'p> {
    budget: &'p Budget,
    places: &'p [Place],
    found: Vec<u64>,
}

impl List<'_> {
    /// Adds the number if it fits.
    fn add(&mut self, number: u64) {
        if self.is_fitting(number) {
            self.push(number);
        }
    }

    fn push(&mut self, number: u64) {
        if !self.budget.charge(size_of::<u64>()) {
            self.found.push(number);
        }
    }

    fn is_fitting(&self, number: u64) -> bool {
        let len = self.places.len();
        if number < power_of_10(len - 1) || len < MOST_PLACES && number >= power_of_10(len) {
            return false;
        }
        let mut digits = [0; MOST_PLACES + 1];
        let mut left = number;
        for place in (0..len).rev() {
            digits[place] = last_digit(left);
            left /= 10;
        }
        let before = |place: usize| place.checked_sub(1).map(|before| digits[before]);
        let mut places = self.places.iter().enumerate();
        left == 0 && places.all(|(place, one)| one.allows(digits[place], before(place)))
    }

    /// Returns whether a digit in this place goes with those in the places beside it, as far as
    /// these are known.
    fn fits(&self, digits: &[Option<u8>], place: usize) -> bool {
        let Some(digit) = digits[place] else { return true };
        let beside = |before: Option<u8>, place: usize, digit: u8| match before {
            None if place > 0 => self.places[place].has(digit),
            _ => self.places[place].allows(digit, before),
        };
        let before = place.checked_sub(1).and_then(|before| digits[before]);
        let after = digits.get(place + 1).copied().flatten();
        beside(before, place, digit)
            && after.is_none_or(|after| beside(Some(digit), place + 1, after))
    }

    /// Adds the powers of right roots.
    fn powers(&mut self, exponent: u64, is_root: &dyn Fn(u64) -> bool) {
        let len = self.places.len();
        let root_digits = len.div_ceil(usize::try_from(exponent).unwrap_or(len));
        self.extend_root(exponent, 0, 0, root_digits, &mut vec![None; len], is_root);
    }

    /// Puts digits in front of the last `known` ones of a root. They determine as many digits of
    /// its power.
    fn extend_root(
        &mut self,
        exponent: u64,
        root: u64,
        known: usize,
        root_digits: usize,
        digits: &mut [Option<u8>],
        is_root: &dyn Fn(u64) -> bool,
    ) {
        if known == root_digits {
            let power = u32::try_from(exponent).ok().and_then(|times| root.checked_pow(times));
            let power = power.filter(|&power| self.is_fitting(power) && is_root(root));
            if let Some(power) = power {
                self.push(power);
            }
            return;
        }
        let place = digits.len() - 1 - known;
        let modulus = power_of_10(known + 1);
        for digit in 0..10 {
            if self.budget.poll() {
                return;
            }
            let root = digit * power_of_10(known) + root;
            digits[place] = Some(last_digit(power(root, exponent, modulus) / power_of_10(known)));
            if self.fits(digits, place) {
                self.extend_root(exponent, root, known + 1, root_digits, digits, is_root);
            }
        }
        digits[place] = None;
    }

    /// Adds numbers made of palindromes: `made` gives the number's digit in a place for the
    /// palindrome's, if there is one.
    fn palindromes(
        &mut self,
        made: &dyn Fn(usize, u8) -> Option<u8>,
        is_right: &dyn Fn(u64) -> bool,
    ) {
        self.extend_palindrome(0, &mut vec![None; self.places.len()], made, is_right);
    }

    /// Continues after `known` digits from either end.
    fn extend_palindrome(
        &mut self,
        known: usize,
        digits: &mut [Option<u8>],
        made: &dyn Fn(usize, u8) -> Option<u8>,
        is_right: &dyn Fn(u64) -> bool,
    ) {
        let mirrored = digits.len() - 1 - known.min(digits.len() - 1);
        if known > mirrored || digits.len() == known {
            let number = digits.iter().flatten().fold(0, |n, &digit| 10 * n + u64::from(digit));
            if is_right(number) {
                self.add(number);
            }
            return;
        }
        for digit in u8::from(known == 0)..10 {
            if self.budget.poll() {
                return;
            }
            (digits[known], digits[mirrored]) = (made(known, digit), made(mirrored, digit));
            let is_made = digits[known].is_some() && digits[mirrored].is_some();
            if is_made && self.fits(digits, known) && self.fits(digits, mirrored) {
                self.extend_palindrome(known + 1, digits, made, is_right);
            }
        }
        (digits[known], digits[mirrored]) = (None, None);
    }

    /// Adds the right numbers of all that fit and have one of these last digits.
    fn all(&mut self, last: &[u8], is_right: &dyn Fn(u64) -> bool) {
        self.extend_any(0, 0, last, is_right);
    }

    fn extend_any(
        &mut self,
        number: u64,
        known: usize,
        last: &[u8],
        is_right: &dyn Fn(u64) -> bool,
    ) {
        if known == self.places.len() {
            if is_right(number) {
                self.push(number);
            }
            return;
        }
        let before = (known > 0).then(|| last_digit(number));
        let is_last = known + 1 == self.places.len();
        for digit in (0..10).filter(|digit| !is_last || last.contains(digit)) {
            if self.places[known].allows(digit, before) && !self.budget.poll() {
                self.extend_any(10 * number + u64::from(digit), known + 1, last, is_right);
            }
        }
    }

    /// Adds what is left to read; false if there is nothing, which is noted in `dead`.
    fn read(
        &mut self,
        number: u64,
        reading: Reading,
        before: Option<u8>,
        known: usize,
        dead: &mut HashSet<(usize, Option<u8>, Reading)>,
    ) -> bool {
        if known == self.places.len() {
            if reading.holds() {
                self.push(number);
            }
            return reading.holds();
        }
        if self.budget.poll() || dead.contains(&(known, before, reading)) {
            return false;
        }
        let mut is_alive = false;
        for digit in (0..10).filter(|&digit| self.places[known].allows(digit, before)) {
            if let Some(reading) = reading.next(digit) {
                let number = 10 * number + u64::from(digit);
                is_alive |= self.read(number, reading, Some(digit), known + 1, dead);
            }
        }
        if !is_alive {
            dead.insert((known, before, reading));
        }
        is_alive
    }
}

fn last_digit(number: u64) -> u8 {
    u8::try_from(number % 10).expect("a remainder of 10 is small")
}

/// Returns a power modulo another number, by squaring.
fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    let wide = |number: u64| u128::from(number);
    let narrow = |number: u128| u64::try_from(number).expect("it is below the modulus");
    let times = |one: u64, other: u64| match one.checked_mul(other) {
        Some(product) => product % modulus,
        None => narrow(wide(one) * wide(other) % wide(modulus)),
    };
    let (mut power, mut base, mut exponent) = (1 % modulus, base % modulus, exponent);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    power
}

/// Returns the test of Miller and Rabin with bases that decide all numbers below 2^64 (Sorenson and
/// Webster 2015), the first five for those below 2,152,302,898,747 (Jaeschke 1993).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(divisor) = BASES.iter().find(|&&base| number.is_multiple_of(base)) {
        return number == *divisor;
    }
    if number < 2 {
        return false;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    let bases = if number < 2_152_302_898_747 { &BASES[..5] } else { &BASES };
    bases.iter().all(|&base| {
        let mut found = power(base, odd, number);
        let minus_one = number - 1;
        found == 1
            || (0..twos).any(|_| {
                let is_found = found == minus_one;
                found = power(found, 2, number);
                is_found
            })
    })
}
