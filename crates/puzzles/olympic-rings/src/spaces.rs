//! The nine spaces, and numbers in some of them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// One of the nine spaces: its place from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Space(pub(crate) usize);

impl Space {
    /// The initials of the rings that each space lies in; k is black.
    const NAMES: [&str; 9] = ["r", "rg", "g", "gk", "k", "ky", "y", "yb", "b"];

    /// All nine, from left to right.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..Self::NAMES.len()).map(Self)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[self.0])
    }
}

impl TryFrom<String> for Space {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::all().find(|space| space.to_string() == name).ok_or_else(|| {
            format!("expected one of the spaces {} and found {name:?}", Self::all().format(", "))
        })
    }
}

/// Numbers in some of the nine spaces: the givens of an instance, or a board.
///
/// As text, `rg=2 gk=4`: written from left to right, read in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Space, i64>", into = "BTreeMap<Space, i64>")]
pub struct Numbers([Option<i64>; 9]);

impl Numbers {
    /// The number in a space, if there is one.
    #[must_use]
    pub const fn get(&self, space: Space) -> Option<i64> {
        self.0[space.0]
    }

    /// Puts a number into a space, in place of what was there.
    pub const fn set(&mut self, space: Space, number: i64) {
        self.0[space.0] = Some(number);
    }

    /// How many spaces hold this number.
    #[must_use]
    pub fn count(&self, number: i64) -> usize {
        self.0.iter().filter(|&&held| held == Some(number)).count()
    }

    /// The spaces that hold a number, with it, from left to right.
    pub fn iter(&self) -> impl Iterator<Item = (Space, i64)> + Clone {
        Space::all().filter_map(|space| Some((space, self.get(space)?)))
    }
}

impl From<Space> for String {
    fn from(space: Space) -> Self {
        space.to_string()
    }
}

impl From<Numbers> for BTreeMap<Space, i64> {
    fn from(numbers: Numbers) -> Self {
        numbers.iter().collect()
    }
}

impl From<BTreeMap<Space, i64>> for Numbers {
    fn from(filled: BTreeMap<Space, i64>) -> Self {
        let mut numbers = Self::default();
        for (space, number) in filled {
            numbers.set(space, number);
        }
        numbers
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.iter().map(|(space, number)| format!("{space}={number}"));
        f.write_str(&words.format(" ").to_string())
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut numbers = Self::default();
        for word in text.split_whitespace() {
            let (name, number) = word.split_once('=').ok_or_else(|| {
                format!("expected a space and its number, such as rg=2, and found {word:?}")
            })?;
            let space = Space::try_from(name.to_owned())?;
            let number = number.parse().map_err(|_| {
                format!("space {space}: expected a 64-bit integer and found {number:?}")
            })?;
            if numbers.get(space).is_some() {
                return Err(format!("space {space} occurs twice"));
            }
            numbers.set(space, number);
        }
        Ok(numbers)
    }
}
