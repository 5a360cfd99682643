//! The property of a number that a clue names: `square`, `multiple 37`.
//!
//! ```
//! use number_cross::property::{Place, Property};
//! use rules::Budget;
//!
//! let clue: Property = "multiple 37".parse()?;
//! assert!(clue.holds(185));
//! // Three digits, the second one odd, the third the same as the second.
//! let places = [Place::any(), Place::of([1, 3, 5, 7, 9]), Place::any().equal()];
//! assert_eq!(clue.numbers(&Budget::default(), &places), [111, 333, 555, 777, 999]);
//! # Ok::<(), String>(())
//! ```
//!
//! A [literal test](Property::holds) is for checkers; [lists](Property::numbers) and
//! [reading digit by digit](Property::reading), which share no code with it, are for rules and
//! searches.

mod list;
mod read;
mod test;

use std::fmt;
use std::str::FromStr;

use grid_utils::Quoted;
use serde::{Deserialize, Deserializer, de};

pub use list::Place;
pub use read::Reading;

/// A property of a number. As text, it is a word, and a number where the word takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// `square`: of a whole number.
    Square,
    /// `cube`: of a whole number.
    Cube,
    /// `power k`: k times itself, once or more often; k itself is one.
    Power(u64),
    /// `prime`: a prime number.
    Prime,
    /// `twiceprime`: two times a prime number.
    TwicePrime,
    /// `prime-to-prime`: p to the power of q, both prime.
    PrimeToPrime,
    /// `fibonacci`: one of 1, 2, 3, 5, 8, 13, ...
    Fibonacci,
    /// `multiple k`: k divides it.
    Multiple(u64),
    /// `odd`: no multiple of 2.
    Odd,
    /// `even`: a multiple of 2.
    Even,
    /// `digitsum s`: the digits add up to s.
    DigitSum(u64),
    /// `digitproduct p`: the digits, multiplied, are p.
    DigitProduct(u64),
    /// `digitproduct-ends d`: the last digit of the product of the digits is d.
    DigitProductEnds(u64),
    /// `by-own-digits`: every digit divides it; none is 0.
    ByOwnDigits,
    /// `ascending`: each digit is larger than the one before.
    Ascending,
    /// `descending`: each digit is smaller than the one before.
    Descending,
    /// `palindrome`: the same read backwards.
    Palindrome,
    /// `odd-palindrome`: a palindrome and odd.
    OddPalindrome,
    /// `palindrome-plus 1`: one more than a palindrome.
    PalindromePlusOne,
    /// `palindrome-minus 1`: one less than a palindrome.
    PalindromeMinusOne,
    /// `palindrome-multiple k`: a palindrome that k divides.
    PalindromeMultiple(u64),
}

/// The words that take no number.
const WORDS: [(&str, Property); 15] = [
    ("square", Property::Square),
    ("cube", Property::Cube),
    ("prime", Property::Prime),
    ("twiceprime", Property::TwicePrime),
    ("prime-to-prime", Property::PrimeToPrime),
    ("fibonacci", Property::Fibonacci),
    ("odd", Property::Odd),
    ("even", Property::Even),
    ("by-own-digits", Property::ByOwnDigits),
    ("ascending", Property::Ascending),
    ("descending", Property::Descending),
    ("palindrome", Property::Palindrome),
    ("odd-palindrome", Property::OddPalindrome),
    ("palindrome-plus 1", Property::PalindromePlusOne),
    ("palindrome-minus 1", Property::PalindromeMinusOne),
];

/// Makes a property of the number after its word.
type Family = fn(u64) -> Property;

/// The words that take a number.
const FAMILIES: [(&str, Family); 6] = [
    ("power", Property::Power),
    ("multiple", Property::Multiple),
    ("digitsum", Property::DigitSum),
    ("digitproduct", Property::DigitProduct),
    ("digitproduct-ends", Property::DigitProductEnds),
    ("palindrome-multiple", Property::PalindromeMultiple),
];

impl Property {
    /// Returns the property in words, for readers who do not know the format of instances.
    ///
    /// ```
    /// use number_cross::property::Property;
    ///
    /// assert_eq!(Property::PalindromeMultiple(23).description(), "palindrome, multiple of 23");
    /// ```
    #[must_use]
    pub fn description(self) -> String {
        match self {
            Self::Square => "square".to_owned(),
            Self::Cube => "cube".to_owned(),
            Self::Power(of) => format!("power of {of}"),
            Self::Prime => "prime".to_owned(),
            Self::TwicePrime => "twice a prime".to_owned(),
            Self::PrimeToPrime => "prime to a prime power".to_owned(),
            Self::Fibonacci => "Fibonacci number".to_owned(),
            Self::Multiple(of) => format!("multiple of {of}"),
            Self::Odd => "odd".to_owned(),
            Self::Even => "even".to_owned(),
            Self::DigitSum(sum) => format!("digit sum {sum}"),
            Self::DigitProduct(product) => format!("digit product {product}"),
            Self::DigitProductEnds(digit) => format!("digit product ends in {digit}"),
            Self::ByOwnDigits => "multiple of each digit".to_owned(),
            Self::Ascending => "ascending digits".to_owned(),
            Self::Descending => "descending digits".to_owned(),
            Self::Palindrome => "palindrome".to_owned(),
            Self::OddPalindrome => "odd palindrome".to_owned(),
            Self::PalindromePlusOne => "palindrome plus 1".to_owned(),
            Self::PalindromeMinusOne => "palindrome minus 1".to_owned(),
            Self::PalindromeMultiple(of) => format!("palindrome, multiple of {of}"),
        }
    }

    /// Returns the number that the word takes.
    fn number(self) -> Option<u64> {
        match self {
            Self::Power(number)
            | Self::Multiple(number)
            | Self::DigitSum(number)
            | Self::DigitProduct(number)
            | Self::DigitProductEnds(number)
            | Self::PalindromeMultiple(number) => Some(number),
            _ => None,
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number() {
            let family = FAMILIES.iter().find(|(_, of)| of(number) == *self);
            write!(f, "{} {number}", family.map_or("", |(word, _)| word))
        } else {
            let word = WORDS.iter().find(|(_, property)| property == self);
            f.write_str(word.map_or("", |(word, _)| word))
        }
    }
}

impl FromStr for Property {
    /// What was expected, in words that continue the sentence "expected ...", and what was found.
    type Err = String;

    /// ```
    /// use number_cross::property::Property;
    ///
    /// let refused = |text: &str| text.parse::<Property>().unwrap_err();
    /// assert_eq!(refused("multiple"), r#"a number after "multiple" and found none"#);
    /// assert_eq!(refused("power -1"), r#"a number from 1 to 1000000000 after "power" and found "-1""#);
    /// assert!(refused("sqare").starts_with("a property, one of square, cube,"));
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, property)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Ok(*property);
        }
        let (word, number) = text.split_once(' ').unwrap_or((&text, ""));
        let Some((_, family)) = FAMILIES.iter().find(|(one, _)| *one == word) else {
            let plain = WORDS.iter().map(|(word, _)| (*word).to_owned());
            let families = FAMILIES.iter().map(|(word, _)| format!("{word} N"));
            let all = plain.chain(families).collect::<Vec<_>>().join(", ");
            return Err(format!("a property, one of {all}, and found {}", Quoted(&text)));
        };
        let range = match family(0) {
            Self::DigitProductEnds(_) => 0..=9,
            Self::DigitSum(_) | Self::DigitProduct(_) => 0..=u64::MAX,
            // What is computed with remainders stays far below 2^64.
            _ => 1..=1_000_000_000,
        };
        let parsed = number.parse().ok().filter(|number| range.contains(number));
        parsed.map(family).ok_or_else(|| match number {
            "" => format!("a number after {word:?} and found none"),
            _ => format!(
                "a number from {} to {} after {word:?} and found {}",
                range.start(),
                range.end(),
                Quoted(number)
            ),
        })
    }
}

impl<'de> Deserialize<'de> for Property {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|expected| de::Error::custom(format!("expected {expected}")))
    }
}
