//! The literal test, for checkers. It is independent of the code that lists or reads numbers.

use super::Property;

impl Property {
    /// Returns whether the number has the property.
    ///
    /// As the words of the property say, step by step: `prime` tries all divisors up to the square
    /// root, which takes a millisecond for eleven digits.
    #[must_use]
    pub fn holds(self, number: u64) -> bool {
        let digits = digits(number);
        let is_multiple = |of: u64| of > 0 && number.is_multiple_of(of);
        match self {
            Self::Square => is_power(number, 2),
            Self::Cube => is_power(number, 3),
            Self::Power(base) => (1..=64).any(|times| base.checked_pow(times) == Some(number)),
            Self::Prime => is_prime(number),
            Self::TwicePrime => is_multiple(2) && is_prime(number / 2),
            Self::PrimeToPrime => {
                let exponents = (2..64_u32).filter(|&exponent| is_prime(exponent.into()));
                let mut roots = exponents.filter_map(|exponent| root(number, exponent));
                roots.any(is_prime)
            }
            Self::Fibonacci => {
                let (mut one, mut next) = (1_u64, 2_u64);
                while one < number {
                    (one, next) = (next, one.saturating_add(next));
                }
                one == number
            }
            Self::Multiple(of) => is_multiple(of),
            Self::Odd => number % 2 == 1,
            Self::Even => number.is_multiple_of(2),
            Self::DigitSum(sum) => digits.iter().sum::<u64>() == sum,
            Self::DigitProduct(product) => digits.iter().product::<u64>() == product,
            Self::DigitProductEnds(end) => digits.iter().product::<u64>() % 10 == end,
            Self::ByOwnDigits => digits.iter().all(|&digit| is_multiple(digit)),
            Self::Ascending => digits.windows(2).all(|pair| pair[0] < pair[1]),
            Self::Descending => digits.windows(2).all(|pair| pair[0] > pair[1]),
            Self::Palindrome => is_palindrome(number),
            Self::OddPalindrome => is_palindrome(number) && number % 2 == 1,
            Self::PalindromePlusOne => number > 0 && is_palindrome(number - 1),
            Self::PalindromeMinusOne => number.checked_add(1).is_some_and(is_palindrome),
            Self::PalindromeMultiple(of) => is_palindrome(number) && is_multiple(of),
        }
    }
}

/// Returns the digits, as they are written. There are at most 20, so that their product stays below
/// 2^64.
fn digits(number: u64) -> Vec<u64> {
    number.to_string().bytes().map(|digit| u64::from(digit - b'0')).collect()
}

fn is_palindrome(number: u64) -> bool {
    let digits = digits(number);
    digits.iter().eq(digits.iter().rev())
}

fn is_prime(number: u64) -> bool {
    number > 1 && (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
}

fn is_power(number: u64, exponent: u32) -> bool {
    root(number, exponent).is_some()
}

/// Returns the whole number with this power, by bisection.
fn root(number: u64, exponent: u32) -> Option<u64> {
    let (mut low, mut high) = (0_u64, number);
    while low < high {
        let middle = low + (high - low) / 2;
        match middle.checked_pow(exponent) {
            Some(power) if power < number => low = middle + 1,
            _ => high = middle,
        }
    }
    (low.checked_pow(exponent) == Some(number)).then_some(low)
}
