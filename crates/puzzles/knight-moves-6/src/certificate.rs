//! What a solver fills in, and its text.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result};
use grid_puzzles::Square;
use itertools::Itertools;

/// Numbers for the letters, and trips.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Certificate {
    /// The number of each letter of the board, in the order of the alphabet.
    pub numbers: Vec<u32>,
    /// The squares of all trips, one trip after the other.
    pub squares: Vec<Square>,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.numbers.iter().map(ToString::to_string);
        let squares = self.squares.iter().map(ToString::to_string);
        write!(f, "{}", numbers.chain(squares).format(","))
    }
}

impl FromStr for Certificate {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut certificate = Certificate::default();
        let text = text.trim();
        let words = text.split(',').map(str::trim);
        for word in words.filter(|_| !text.is_empty()) {
            if certificate.squares.is_empty() && word.starts_with(|one: char| one.is_ascii_digit())
            {
                let number = word.parse();
                let number = number.with_context(|| format!("expected a number, not {word:?}"))?;
                certificate.numbers.push(number);
            } else {
                certificate.squares.push(word.parse()?);
            }
        }
        Ok(certificate)
    }
}
