//! The twelve pentominoes and their names.

use std::fmt;

use grid_utils::Token;

use crate::{Kind, Polyomino};

/// A shape of five squares by its usual letter; turned and mirrored ones are the same.
///
/// ```text
/// . # #             # .     . #
/// # # .             # .     . #     # #     # # #
/// . # .   # # # # # # .     # #     # #     . # .
///                   # #     # .     # .     . # .
///   F         I      L       N       P        T
///
///           # . .   # . .   . # .   . #     # # .
/// # . #     # . .   # # .   # # #   # #     . # .
/// # # #     # # #   . # #   . # .   . #     . # #
///                                   . #
///   U         V       W       X      Y        Z
/// ```
///
/// ```
/// use polyominoes::{Kind, Pentomino, Polyomino};
///
/// let bent: Polyomino = "#####".parse().unwrap();
/// assert_eq!(Pentomino::of(&bent), Some(Pentomino::I));
/// assert_eq!(Pentomino::F.shape().orientations(Kind::Free).len(), 8);
/// assert_eq!(Pentomino::from_letter('W').map(|w| w.to_string()), Some("W".to_owned()));
/// ```
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
    /// All twelve, in the order of their letters.
    #[rustfmt::skip]
    pub const ALL: [Self; 12] = [
        Self::F, Self::I, Self::L, Self::N, Self::P, Self::T,
        Self::U, Self::V, Self::W, Self::X, Self::Y, Self::Z,
    ];

    /// Returns one of its orientations as a drawing, `#` for a cell, `.` for none, `/` between
    /// rows.
    #[must_use]
    pub const fn drawing(self) -> &'static str {
        match self {
            Self::F => ".##/##./.#.",
            Self::I => "#####",
            Self::L => "#./#./#./##",
            Self::N => ".#/.#/##/#.",
            Self::P => "##/##/#.",
            Self::T => "###/.#./.#.",
            Self::U => "#.#/###",
            Self::V => "#../#../###",
            Self::W => "#../##./.##",
            Self::X => ".#./###/.#.",
            Self::Y => ".#/##/.#/.#",
            Self::Z => "##./.#./.##",
        }
    }

    /// Returns one of its orientations.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the drawings are right, as a test shows")]
    pub fn shape(self) -> Polyomino {
        self.drawing().parse().expect("the drawing of a polyomino")
    }

    /// Returns the pentomino that a polyomino is, turned or mirrored or not.
    #[must_use]
    pub fn of(polyomino: &Polyomino) -> Option<Self> {
        let canonical = polyomino.canonical(Kind::Free);
        Self::ALL.into_iter().find(|pentomino| pentomino.shape().canonical(Kind::Free) == canonical)
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        b"FILNPTUVWXYZ"[self as usize] as char
    }

    /// Returns the pentomino with this letter.
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

/// A letter.
///
/// ```
/// use grid_utils::Grid;
/// use polyominoes::Pentomino;
///
/// let clues: Grid<Option<Pentomino>> = "I . U".parse().unwrap();
/// assert!(clues.row(0).eq(&[Some(Pentomino::I), None, Some(Pentomino::U)]));
/// ```
impl Token for Pentomino {
    fn parse_token(text: &str) -> Result<Self, String> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(pentomino), None) => Ok(pentomino),
            _ => Err("the letter of a pentomino (F I L N P T U V W X Y Z)".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::polyominoes;

    #[test]
    fn the_pentominoes_are_the_free_polyominoes_of_five_cells() {
        let shapes: BTreeSet<_> = Pentomino::ALL
            .iter()
            .map(|pentomino| pentomino.shape().canonical(Kind::Free))
            .collect();
        assert!(shapes.iter().eq(&polyominoes(5, Kind::Free)));
    }

    #[test]
    fn letters_are_read_as_they_are_written() {
        for pentomino in Pentomino::ALL {
            assert_eq!(Pentomino::parse_token(&pentomino.to_string()), Ok(pentomino));
            assert_eq!(Pentomino::of(&pentomino.shape()), Some(pentomino));
        }
        assert_eq!(Pentomino::from_letter('A'), None);
        assert!(["u", "UV", "", "é"].iter().all(|text| Pentomino::parse_token(text).is_err()));
        assert_eq!(Pentomino::of(&"##".parse().unwrap()), None);
    }
}
