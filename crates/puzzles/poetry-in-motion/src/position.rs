//! Men, moves and positions.

use std::fmt;

use grid_utils::{Cell, Grid, Token};
use itertools::Itertools;

/// The squares along a side of the board.
pub(crate) const SIZE: usize = 8;

/// A piece or a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) is_white: bool,
    /// One of [`KINDS`].
    pub(crate) kind: char,
}

/// The men on the squares, rank 8 first.
pub(crate) type Men = Grid<Option<Man>>;

/// The kinds of men, in the order of their signs in Unicode.
pub(crate) const KINDS: [char; 6] = ['k', 'q', 'r', 'b', 'n', 'p'];

impl Man {
    pub(crate) fn sign(self) -> char {
        let first = if self.is_white { '\u{2654}' } else { '\u{265a}' };
        let signs = (first..).zip(KINDS);
        signs.take(KINDS.len()).find(|&(_, kind)| kind == self.kind).map_or('?', |(sign, _)| sign)
    }
}

impl Token for Man {
    fn parse_token(text: &str) -> Result<Self, String> {
        let men = [true, false].into_iter().cartesian_product(KINDS);
        let mut men = men.map(|(is_white, kind)| Self { is_white, kind });
        let man = men.find(|man| man.to_string() == text);
        man.ok_or_else(|| "one of K Q R B N P k q r b n p".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if self.is_white { self.kind.to_ascii_uppercase() } else { self.kind })
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// The piece to which a pawn is promoted on the last rank.
    pub(crate) becomes: Option<char>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Cell { row, column } in [self.from, self.to] {
            let file = ('a'..='h').nth(column).unwrap_or('?');
            write!(f, "{file}{}", SIZE - row)?;
        }
        self.becomes.map_or(Ok(()), |kind| write!(f, "{kind}"))
    }
}

impl Move {
    /// Returns the move written in this way, if it is one.
    fn read(text: &str) -> Option<Self> {
        let letters: Vec<char> = text.chars().collect();
        let square = |file: char, rank: char| {
            let column = ('a'..='h').position(|other| other == file)?;
            let row = ('1'..='8').rev().position(|other| other == rank)?;
            Some(Cell::new(row, column))
        };
        let &[from_file, from_rank, to_file, to_rank, ref becomes @ ..] = &letters[..] else {
            return None;
        };
        let becomes = match becomes {
            [] => None,
            &[kind @ ('q' | 'r' | 'b' | 'n')] => Some(kind),
            _ => return None,
        };
        Some(Self { from: square(from_file, from_rank)?, to: square(to_file, to_rank)?, becomes })
    }

    /// Reads several moves separated by spaces.
    pub(crate) fn all(text: &str) -> Option<Vec<Self>> {
        text.split_whitespace().map(Self::read).collect()
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Position {
    pub(crate) men: Men,
    /// Whether it is White's turn.
    pub(crate) is_white: bool,
    /// The square that a pawn has just passed by advancing two squares.
    pub(crate) passed: Option<Cell>,
}
