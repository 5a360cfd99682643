//! The twelve pentominoes and their names.

use std::fmt;

use grid_utils::Token;

/// A shape of five squares; turned and mirrored ones are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the letters are the names")]
pub enum Pentomino {
    F,
    I,
    L,
    N,
    P,
    T,
    U,
    V,
    W,
    X,
    Y,
    Z,
}

impl Pentomino {
    /// All twelve, in the order of their names.
    pub const ALL: [Self; 12] = [
        Self::F,
        Self::I,
        Self::L,
        Self::N,
        Self::P,
        Self::T,
        Self::U,
        Self::V,
        Self::W,
        Self::X,
        Self::Y,
        Self::Z,
    ];

    /// One of its orientations, row by row: `X` for a cell, `.` for none, `/` between rows.
    #[must_use]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::F => ".XX/XX./.X.",
            Self::I => "XXXXX",
            Self::L => "X./X./X./XX",
            Self::N => ".X/.X/XX/X.",
            Self::P => "XX/XX/X.",
            Self::T => "XXX/.X./.X.",
            Self::U => "X.X/XXX",
            Self::V => "X../X../XXX",
            Self::W => "X../XX./.XX",
            Self::X => ".X./XXX/.X.",
            Self::Y => ".X/XX/.X/.X",
            Self::Z => "XX./.X./.XX",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn letter(self) -> char {
        b"FILNPTUVWXYZ"[self as usize] as char
    }

    /// The pentomino of this name.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|pentomino| pentomino.letter() == letter)
    }
}

impl fmt::Display for Pentomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

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
        let mut letters = text.chars();
        match (letters.next().and_then(Pentomino::from_letter), letters.next()) {
            (Some(pentomino), None) => Some(Self::Part(pentomino)),
            _ => text.parse().ok().map(Self::Digit),
        }
        .ok_or_else(|| "a digit, the letter of a pentomino (F I L N P T U V W X Y Z)".to_owned())
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
