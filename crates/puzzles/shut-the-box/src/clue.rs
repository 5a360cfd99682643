//! The clues of an instance, and the clues that a board shows.

use std::fmt;

use grid_utils::{Cell, Direction, Token};
use puzzle::Board;

use crate::is_net;

/// The clue of a cell.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Clue {
    /// The cell is cut away, and its nearest net cells lie in these directions, clockwise from the
    /// north; at least one.
    Arrows([bool; 4]),
    /// The cell stays, and the block of up to nine around it has this number of net cells.
    Number(u8, Option<Mark>),
}

/// The mark under a number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mark {
    /// `o`: straight across, on the opposite wall, is another one.
    Circle,
    /// `s`: another one is beside it on the same wall.
    Square,
}

/// The letters of the directions, clockwise from the north.
const LETTERS: [char; 4] = ['U', 'R', 'D', 'L'];

impl Clue {
    /// Returns the clue that a board shows in a cell, with this mark for a number. `None` if no net
    /// cell is visible from there.
    pub(crate) fn shown(board: &Board, cell: Cell, mark: Option<Mark>) -> Option<Self> {
        let grid = board.grid();
        let is_net = |cell: &Cell| is_net(board, *cell);
        if is_net(&cell) {
            let count = grid.all_neighbours(cell).chain([cell]).filter(is_net).count();
            return Some(Self::Number(u8::try_from(count).ok()?, mark));
        }
        let distances = Direction::ALL
            .map(|direction| grid.ray(cell, direction).position(|cell| is_net(&cell)));
        let nearest = distances.iter().flatten().min()?;
        Some(Self::Arrows(distances.map(|distance| distance == Some(*nearest))))
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arrows(arrows) => {
                let mut arrows = LETTERS.iter().zip(arrows).filter(|&(_, &is_there)| is_there);
                arrows.try_for_each(|(letter, _)| write!(f, "{letter}"))
            }
            Self::Number(number, None) => write!(f, "{number}"),
            Self::Number(number, Some(Mark::Circle)) => write!(f, "{number}o"),
            Self::Number(number, Some(Mark::Square)) => write!(f, "{number}s"),
        }
    }
}

impl Token for Clue {
    fn parse_token(text: &str) -> Result<Self, String> {
        let clue = match text.as_bytes() {
            [digit @ b'1'..=b'9', mark @ ..] => Self::Number(
                digit - b'0',
                match mark {
                    b"o" => Some(Mark::Circle),
                    b"s" => Some(Mark::Square),
                    _ => None,
                },
            ),
            _ => Self::Arrows(LETTERS.map(|letter| text.contains(letter))),
        };
        // Other words for the same clue are refused.
        (clue.to_string() == text).then_some(clue).ok_or_else(|| {
            "arrows, some of URDL in this order, a number from 1 to 9, or a number with o or s"
                .to_owned()
        })
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}
