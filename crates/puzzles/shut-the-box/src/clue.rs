//! What stands in the cells of an instance, and in those of a board.

use std::fmt;

use grid_utils::{Direction, Token};

/// What is given of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clue {
    /// The cell is cut away, and these are the directions in which its nearest net cells lie,
    /// clockwise from the north; at least one.
    Arrows([bool; 4]),
    /// The cell stays, and there are so many net cells in the block of up to nine around it.
    Number(u8, Option<Mark>),
}

/// What a number stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `o`: straight across, on the opposite wall, is another one.
    Circle,
    /// `s`: another one is beside it on the same wall.
    Square,
}

/// The letters of the directions, clockwise from the north.
const LETTERS: [char; 4] = ['U', 'R', 'D', 'L'];

impl Token for Clue {
    fn parse_token(text: &str) -> Result<Self, String> {
        let arrows = LETTERS.map(|letter| text.contains(letter));
        let clue = Clue::Arrows(arrows);
        if arrows.contains(&true) && clue.to_string() == text {
            return Ok(clue);
        }
        let (number, mark) = match text.as_bytes() {
            [number] => (*number, None),
            [number, b'o'] => (*number, Some(Mark::Circle)),
            [number, b's'] => (*number, Some(Mark::Square)),
            _ => (0, None),
        };
        match number {
            b'1'..=b'9' => Ok(Clue::Number(number - b'0', mark)),
            _ => {
                Err("arrows, some of URDL in this order, a number from 1 to 9, or a number with o \
                      or s"
                    .to_owned())
            }
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clue::Arrows(arrows) => {
                let arrows = LETTERS.iter().zip(arrows).filter(|&(_, &is_there)| is_there);
                f.write_str(&arrows.map(|(letter, _)| letter).collect::<String>())
            }
            Clue::Number(number, None) => write!(f, "{number}"),
            Clue::Number(number, Some(Mark::Circle)) => write!(f, "{number}o"),
            Clue::Number(number, Some(Mark::Square)) => write!(f, "{number}s"),
        }
    }
}

impl Clue {
    /// The directions that have an arrow, and those that have none; none for a number.
    pub(crate) fn directions(self) -> Option<[Vec<Direction>; 2]> {
        let Clue::Arrows(arrows) = self else { return None };
        let of = |wanted| {
            let directions = Direction::ALL.into_iter().zip(arrows);
            directions.filter(|&(_, is_there)| is_there == wanted).map(|(one, _)| one).collect()
        };
        Some([of(true), of(false)])
    }
}

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// `-`: it is cut away.
    Cut,
    /// `#`: it belongs to the net, and it is not known yet to which wall.
    Net,
    /// `A` to `F`: it belongs to this wall of the box. Walls are called in the order in which their
    /// first cells come.
    Wall(u8),
}

impl Token for Part {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            [b'-'] => Ok(Part::Cut),
            [b'#'] => Ok(Part::Net),
            [letter @ b'A'..=b'F'] => Ok(Part::Wall(letter - b'A')),
            _ => Err("- for a cell that is cut away, # for one that stays, or its wall, A to F"
                .to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Part::Cut => f.write_str("-"),
            Part::Net => f.write_str("#"),
            Part::Wall(wall) => write!(f, "{}", char::from(b'A' + wall)),
        }
    }
}
