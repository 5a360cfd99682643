//! The five rings, their nine spaces, and numbers in some of these.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use serde::Deserialize;

/// One of the nine spaces, named after the rings that it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Space {
    /// Red only.
    R,
    /// Red and green.
    Rg,
    /// Green only.
    G,
    /// Green and black.
    Gk,
    /// Black only.
    K,
    /// Black and yellow.
    Ky,
    /// Yellow only.
    Y,
    /// Yellow and blue.
    Yb,
    /// Blue only.
    B,
}

impl Space {
    /// All nine, from left to right.
    pub const ALL: [Space; 9] = [
        Space::R,
        Space::Rg,
        Space::G,
        Space::Gk,
        Space::K,
        Space::Ky,
        Space::Y,
        Space::Yb,
        Space::B,
    ];

    /// The name, as it stands in instances and boards.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["r", "rg", "g", "gk", "k", "ky", "y", "yb", "b"][self as usize]
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One of the five rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ring {
    /// Upper row, on the left.
    Red,
    /// Lower row, on the left.
    Green,
    /// Upper row, in the middle.
    Black,
    /// Lower row, on the right.
    Yellow,
    /// Upper row, on the right.
    Blue,
}

impl Ring {
    /// All five, from left to right: each overlaps the next.
    pub const ALL: [Ring; 5] = [Ring::Red, Ring::Green, Ring::Black, Ring::Yellow, Ring::Blue];

    /// The spaces that lie in the ring, from left to right.
    #[must_use]
    pub const fn spaces(self) -> &'static [Space] {
        match self {
            Ring::Red => &[Space::R, Space::Rg],
            Ring::Green => &[Space::Rg, Space::G, Space::Gk],
            Ring::Black => &[Space::Gk, Space::K, Space::Ky],
            Ring::Yellow => &[Space::Ky, Space::Y, Space::Yb],
            Ring::Blue => &[Space::Yb, Space::B],
        }
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["red", "green", "black", "yellow", "blue"][*self as usize])
    }
}

/// Numbers in some of the nine spaces: the givens of an instance, or a board.
///
/// ```
/// use olympic_rings::{Numbers, Space};
///
/// let board: Numbers = "gk=4 rg=2".parse()?;
/// assert_eq!(board.get(Space::Gk), Some(4));
/// assert_eq!(board.to_string(), "rg=2 gk=4");
/// # Ok::<(), olympic_rings::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "BTreeMap<Space, i64>")]
pub struct Numbers([Option<i64>; 9]);

impl Numbers {
    /// The number in a space, if there is one.
    #[must_use]
    pub const fn get(&self, space: Space) -> Option<i64> {
        self.0[space as usize]
    }

    /// Puts a number into a space, in place of what was there.
    pub const fn set(&mut self, space: Space, number: i64) {
        self.0[space as usize] = Some(number);
    }

    /// The spaces that hold a number, with it, from left to right.
    pub fn iter(&self) -> impl Iterator<Item = (Space, i64)> + Clone {
        Space::ALL.into_iter().filter_map(|space| Some((space, self.get(space)?)))
    }
}

impl FromIterator<(Space, i64)> for Numbers {
    fn from_iter<I: IntoIterator<Item = (Space, i64)>>(filled: I) -> Self {
        let mut numbers = Numbers::default();
        for (space, number) in filled {
            numbers.set(space, number);
        }
        numbers
    }
}

impl From<BTreeMap<Space, i64>> for Numbers {
    fn from(filled: BTreeMap<Space, i64>) -> Self {
        filled.into_iter().collect()
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = self.iter();
        write!(
            f,
            "{}",
            filled.format_with(" ", |(space, number), f| { f(&format_args!("{space}={number}")) })
        )
    }
}

/// Why a text tells no numbers of spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// A word is no space with a number.
    Malformed(String),
    /// There is no space of this name.
    UnknownSpace(String),
    /// What stands behind `=` is no number.
    BadNumber(Space, String),
    /// A space occurs a second time.
    Repeated(Space),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Malformed(word) => {
                write!(f, "expected a space and its number, such as rg=2, and found {word:?}")
            }
            ReadError::UnknownSpace(name) => write!(
                f,
                "expected one of the spaces {} and found {name:?}",
                Space::ALL.iter().format(", ")
            ),
            ReadError::BadNumber(space, text) => {
                write!(f, "space {space}: expected a 64-bit integer and found {text:?}")
            }
            ReadError::Repeated(space) => write!(f, "space {space} occurs twice"),
        }
    }
}

impl std::error::Error for ReadError {}

impl FromStr for Numbers {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut numbers = Numbers::default();
        for word in text.split_whitespace() {
            let (name, number) =
                word.split_once('=').ok_or_else(|| ReadError::Malformed(word.to_owned()))?;
            let space = Space::ALL
                .into_iter()
                .find(|space| space.name() == name)
                .ok_or_else(|| ReadError::UnknownSpace(name.to_owned()))?;
            let number =
                number.parse().map_err(|_| ReadError::BadNumber(space, number.to_owned()))?;
            if numbers.get(space).is_some() {
                return Err(ReadError::Repeated(space));
            }
            numbers.set(space, number);
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_written_from_left_to_right_and_read_in_any_order() {
        let board: Numbers = "\n  b=-3 r=9223372036854775807\n k=0 \n\n".parse().unwrap();
        let text = board.to_string();
        assert_eq!(text, "r=9223372036854775807 k=0 b=-3");
        assert_eq!(text.parse(), Ok(board));
        assert_eq!("".parse(), Ok(Numbers::default()));
    }

    #[test]
    fn a_text_that_is_no_board_is_refused_by_name() {
        for (text, message) in [
            ("rg", "expected a space and its number, such as rg=2, and found \"rg\""),
            (
                "rg=2 gr=4",
                "expected one of the spaces r, rg, g, gk, k, ky, y, yb, b and found \"gr\"",
            ),
            ("rg=2.5", "space rg: expected a 64-bit integer and found \"2.5\""),
            ("rg=", "space rg: expected a 64-bit integer and found \"\""),
            ("rg=2 k=1 rg=2", "space rg occurs twice"),
        ] {
            assert_eq!(text.parse::<Numbers>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn every_space_but_the_shared_ones_lies_in_one_ring() {
        for space in Space::ALL {
            let rings = Ring::ALL.iter().filter(|ring| ring.spaces().contains(&space)).count();
            assert_eq!(rings, space.name().len(), "{space}");
        }
    }
}
