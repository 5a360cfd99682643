//! What stands at the border and in the cells, as text.

use std::fmt;

use grid_utils::Token;
use polyominoes::Pentomino;

/// What is seen from the border: the first filled cell of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It holds this digit.
    Digit(u8),
    /// It is part of this pentomino.
    Part(Pentomino),
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digit(digit) => write!(f, "{digit}"),
            Self::Part(pentomino) => write!(f, "{pentomino}"),
        }
    }
}

impl Token for Sight {
    fn parse_token(text: &str) -> Result<Self, String> {
        let part = Pentomino::parse_token(text).map(Self::Part);
        part.or_else(|letter| {
            text.parse().map(Self::Digit).map_err(|_| format!("a digit, {letter}"))
        })
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A filled cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filled {
    /// What it holds.
    pub digit: u8,
    /// The pentomino that it is part of; none as long as that is open.
    pub part_of: Option<Pentomino>,
}

impl Token for Filled {
    fn parse_token(text: &str) -> Result<Self, String> {
        let letter = text.chars().next_back().and_then(Pentomino::from_letter);
        let digits = if letter.is_some() { &text[..text.len() - 1] } else { text };
        match digits.parse() {
            Ok(digit) if digit > 0 => Ok(Filled { digit, part_of: letter }),
            _ => Err("a digit and the letter of a pentomino, such as 4U".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.digit)?;
        self.part_of.map_or(Ok(()), |pentomino| write!(f, "{pentomino}"))
    }
}
