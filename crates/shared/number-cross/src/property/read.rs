//! Properties that show while a number is read, digit by digit.

use num_integer::Integer;

use super::Property;

/// The state of a number whose first digits were read: equal for all beginnings with the same
/// continuations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reading {
    property: Property,
    /// A remainder, a sum, a product, or the last digit; for `by-own-digits`, [`PACKED`] times the
    /// remainder modulo [`ALL_DIGITS`], and the least common multiple of the digits.
    so_far: u64,
}

/// The least common multiple of all digits.
const ALL_DIGITS: u64 = 2520;

/// More than [`ALL_DIGITS`].
const PACKED: u64 = 4096;

impl Property {
    /// Returns the state before the first digit; `None` if the number would have to be kept as a
    /// whole.
    #[must_use]
    pub fn reading(self) -> Option<Reading> {
        let so_far = match self {
            Self::Multiple(_) | Self::Odd | Self::Even | Self::DigitSum(_) | Self::Ascending => 0,
            Self::DigitProduct(_) | Self::DigitProductEnds(_) | Self::ByOwnDigits => 1,
            Self::Descending => 10,
            _ => return None,
        };
        Some(Reading { property: self, so_far })
    }
}

impl Reading {
    /// Returns one digit more; `None` if no number that begins like this has the property. A number
    /// does not begin with 0.
    #[must_use]
    pub fn next(self, digit: u8) -> Option<Self> {
        let (digit, before) = (u64::from(digit), self.so_far);
        let appended = |modulus| (before * 10 + digit) % modulus;
        let so_far = match self.property {
            Property::Multiple(of) => appended(of),
            Property::Odd | Property::Even => appended(2),
            Property::DigitSum(sum) => Some(before + digit).filter(|&so_far| so_far <= sum)?,
            Property::DigitProduct(0) => (before * digit).min(1),
            Property::DigitProduct(product) => {
                let so_far = before.checked_mul(digit)?;
                Some(so_far).filter(|&so_far| so_far > 0 && product.is_multiple_of(so_far))?
            }
            Property::DigitProductEnds(_) => before * digit % 10,
            Property::Ascending => Some(digit).filter(|&digit| digit > before)?,
            Property::Descending => Some(digit).filter(|&digit| digit < before)?,
            Property::ByOwnDigits => {
                let (remainder, multiple) = (before / PACKED, before % PACKED);
                let multiple = Some(digit).filter(|&digit| digit > 0)?.lcm(&multiple);
                // With 2 and 5 among the divisors, the last digit would be 0.
                let remainder = (remainder * 10 + digit) % ALL_DIGITS;
                Some(remainder * PACKED + multiple).filter(|_| !multiple.is_multiple_of(10))?
            }
            _ => return None,
        };
        Some(Reading { so_far, ..self })
    }

    /// Returns whether the number has the property as it is.
    #[must_use]
    pub fn holds(self) -> bool {
        match self.property {
            Property::Multiple(_) | Property::Even => self.so_far == 0,
            Property::Odd => self.so_far == 1,
            Property::ByOwnDigits => (self.so_far / PACKED).is_multiple_of(self.so_far % PACKED),
            Property::DigitSum(number)
            | Property::DigitProduct(number)
            | Property::DigitProductEnds(number) => self.so_far == number,
            _ => true,
        }
    }
}
