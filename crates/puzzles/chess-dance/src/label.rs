//! Pieces, and what they leave in the cells.

use std::fmt;

use grid_utils::Token;

/// A kind of chess piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// `Q`: any distance along a row, column or diagonal.
    Queen,
    /// `K`: one cell in any of eight directions.
    King,
    /// `R`: any distance along a row or column.
    Rook,
    /// `B`: any distance along a diagonal.
    Bishop,
    /// `N`: two cells along a row or column, and one to the side.
    Knight,
}

impl Piece {
    /// All five.
    pub(crate) const ALL: [Self; 5] =
        [Self::Queen, Self::King, Self::Rook, Self::Bishop, Self::Knight];
    /// Their letters.
    pub(crate) const LETTERS: [&'static str; 5] = ["Q", "K", "R", "B", "N"];

    /// How it moves.
    pub(crate) fn moves(self) -> walks::Piece<'static> {
        match self {
            Self::Queen => walks::Piece::QUEEN,
            Self::King => walks::Piece::KING,
            Self::Rook => walks::Piece::ROOK,
            Self::Bishop => walks::Piece::BISHOP,
            Self::Knight => walks::Piece::KNIGHT,
        }
    }
}

impl Token for Piece {
    fn parse_token(text: &str) -> Result<Self, String> {
        let place = Self::LETTERS.iter().position(|&letter| letter == text);
        place.map(|place| Self::ALL[place]).ok_or_else(|| "a piece, Q, K, R, B or N,".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(Self::LETTERS[*self as usize])
    }
}

/// What a piece leaves in a cell: itself, and the step in which it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// Which piece.
    pub piece: Piece,
    /// The number of the step, 0 for the start.
    pub step: u8,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.piece.write_token(f)?;
        write!(f, "{}", self.step)
    }
}

impl Token for Label {
    fn parse_token(text: &str) -> Result<Self, String> {
        let label = || {
            let (piece, step) = text.split_at_checked(1)?;
            let label = Label { piece: Piece::parse_token(piece).ok()?, step: step.parse().ok()? };
            Some(label).filter(|label| label.to_string() == text)
        };
        label().ok_or_else(|| "a piece and the number of a step, such as Q3,".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}
