//! The contents of the border and of cells, as text.

use std::fmt;

use grid_utils::Token;
use polyominoes::Pentomino;
use puzzle::Vocabulary;

/// The clue of a line: its first filled cell seen from the border.
#[derive(Clone, Copy)]
pub(crate) enum Sight {
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
#[derive(Clone, Copy)]
pub(crate) struct Filled {
    pub(crate) digit: i64,
    /// The pentomino that it is part of; `None` while that is open.
    pub(crate) part: Option<Pentomino>,
}

/// Returns the position of a pentomino in the alphabet, from 1.
pub(crate) fn number(pentomino: Pentomino) -> i64 {
    pentomino as i64 + 1
}

/// An exclusive upper bound of the numbers of pentominoes.
const PARTS: i64 = 16;

/// Returns the value of a cell of a board, from a digit and the number of a pentomino or 0.
pub(crate) fn value(digit: i64, part: i64) -> i64 {
    digit * PARTS + part
}

impl Filled {
    /// Returns the value of a cell of a board.
    pub(crate) fn value(self) -> i64 {
        value(self.digit, self.part.map_or(0, number))
    }

    /// Returns the content of a cell of a board.
    pub(crate) fn of(value: i64) -> Self {
        let part = Pentomino::ALL.into_iter().find(|&part| number(part) == value % PARTS);
        Filled { digit: value / PARTS, part }
    }
}

/// The words for the cells of a board with digits up to this one: `4U`.
pub(crate) struct Words(pub(crate) usize);

impl Vocabulary for Words {
    fn word(&self, _: usize, value: i64) -> String {
        let Filled { digit, part } = Filled::of(value);
        part.map_or_else(|| digit.to_string(), |part| format!("{digit}{part}"))
    }

    fn value(&self, _: usize, word: &str) -> Option<i64> {
        let part = word.chars().next_back().and_then(Pentomino::from_letter);
        let digit = if part.is_some() { &word[..word.len() - 1] } else { word };
        let digit = digit.parse().ok().filter(|digit: &u8| (1..=self.0).contains(&(*digit).into()));
        Some(Filled { digit: digit?.into(), part }.value())
    }

    fn signs(&self) -> String {
        let digits = (1..=self.0).map(|digit| digit.to_string());
        digits.chain(Pentomino::ALL.map(|part| part.letter().to_string())).collect()
    }

    fn expected(&self, _: usize) -> String {
        format!("a digit from 1 to {} and the letter of a pentomino, such as 4U", self.0)
    }
}
