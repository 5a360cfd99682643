//! The kinds of pieces.

use std::fmt;

use grid_utils::Token;

/// A kind of chess piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    Queen,
    King,
    Rook,
    Bishop,
    Knight,
}

impl Piece {
    pub(crate) const ALL: [Self; 5] =
        [Self::Queen, Self::King, Self::Rook, Self::Bishop, Self::Knight];

    pub(crate) fn letter(self) -> &'static str {
        ["Q", "K", "R", "B", "N"][self as usize]
    }

    /// Returns its moves.
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
        let piece = Self::ALL.into_iter().find(|piece| piece.letter() == text);
        piece.ok_or_else(|| "a piece, Q, K, R, B or N,".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.letter())
    }
}
