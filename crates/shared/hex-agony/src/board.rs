//! Hexes and their contents.

use std::fmt;
use std::iter::zip;
use std::str::FromStr;

use grid_utils::{Hexagons, Quoted, Tiling, Token};
use puzzle::Vocabulary;
use puzzle::prelude::*;

/// The most hexes along a side.
pub(crate) const MOST_OF_SIDE: usize = 5;

/// The largest number on a board.
pub(crate) const LARGEST_NUMBER: i64 = 1_000_000_000_000_000_000;

/// A hexagon of hexes, by the number of hexes along each side.
///
/// Rows and columns are two of the three directions, and in the third one, row and column grow
/// together: of the square of all rows and columns two corners are missing.
///
/// ```text
/// column 0  1  2
/// row 0  o  o
/// row 1  o  o  o     side 2
/// row 2     o  o
/// ```
#[derive(Clone, Copy)]
pub(crate) struct Hexagon {
    pub(crate) side: usize,
}

impl Hexagon {
    /// Returns the number of hexes of each column.
    fn lengths(self) -> impl Iterator<Item = usize> {
        let columns = 2 * self.side - 1;
        (0..columns).map(move |column| columns - column.abs_diff(self.side - 1))
    }

    /// Returns all hexes, column by column.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.lengths().enumerate();
        columns.flat_map(move |(column, length)| {
            let top = self.top(column);
            (top..top + length).map(move |row| Cell::new(row, column))
        })
    }

    /// Returns the row of the uppermost hex of a column.
    fn top(self, column: usize) -> usize {
        column.saturating_sub(self.side - 1)
    }

    /// Returns the place of a hex in its column, counted from its top.
    pub(crate) fn place(self, cell: Cell) -> usize {
        cell.row - self.top(cell.column)
    }

    /// Returns the corners of each hex in the picture. Columns rise to the right, and the uppermost
    /// hex touches the upper border.
    pub(crate) fn outlines(self) -> Vec<Vec<(f64, f64)>> {
        let corners = |cell| Hexagons { lean: -1 }.corners(cell).collect_vec();
        let mut hexes = self.cells().map(corners).collect_vec();
        let top = hexes.iter().flatten().map(|point| point.1).fold(0.0, f64::min);
        hexes.iter_mut().flatten().for_each(|point| point.1 -= top);
        hexes
    }

    /// Returns the value of each hex, by columns.
    pub(crate) fn columns<T>(self, values: &[T]) -> impl Iterator<Item = &[T]> {
        self.lengths().scan(values, |rest, length| {
            let (column, others) = rest.split_at(length);
            *rest = others;
            Some(column)
        })
    }

    /// Returns the board with these marks.
    pub(crate) fn board(self, marks: &[Option<Mark>]) -> Board {
        let column = |column: &[Option<Mark>]| {
            Board::from(Grid::from_fn(1, column.len(), |cell| column[cell.column]))
        };
        self.columns(marks).map(column).collect_vec().into()
    }

    /// Returns, for each hex, the others that it sees, by their places in [`cells`](Self::cells).
    pub(crate) fn views(self) -> Vec<Vec<usize>> {
        let cells = self.cells().collect_vec();
        let sees = |one: Cell, other: Cell| {
            one != other
                && (one.row == other.row
                    || one.column == other.column
                    || one.row + other.column == other.row + one.column)
        };
        let view = |&one: &Cell| cells.iter().positions(|&other| sees(one, other)).collect();
        cells.iter().map(view).collect()
    }
}

/// A colour of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Red,
    Blue,
    Green,
    Black,
}

impl Colour {
    pub(crate) const ALL: [Self; 4] = [Self::Red, Self::Blue, Self::Green, Self::Black];

    /// Its letter in boards.
    const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Blue => 'b',
            Self::Green => 'g',
            Self::Black => 'k',
        }
    }

    pub(crate) const fn tint(self) -> Tint {
        match self {
            Self::Red => Tint::Colour(1),
            Self::Blue => Tint::Colour(0),
            Self::Green => Tint::Colour(3),
            Self::Black => Tint::Shade,
        }
    }
}

/// A number in its colour: `b3059`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) colour: Colour,
    /// From 0 to [`LARGEST_NUMBER`].
    pub(crate) number: i64,
}

impl Mark {
    /// The words of boards.
    pub(crate) const WORDS: Words = Words;

    /// Returns the mark that a value of a board stands for.
    pub(crate) fn of_value(value: i64) -> Self {
        let [number, colour] = [value / 4, value % 4];
        Self { colour: Colour::ALL[usize::try_from(colour).expect("no value is negative")], number }
    }
}

impl From<Mark> for i64 {
    /// Returns the value of a board for it.
    fn from(mark: Mark) -> Self {
        4 * mark.number + mark.colour as i64
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.number)
    }
}

impl Token for Mark {
    fn parse_token(text: &str) -> Result<Self, String> {
        let read = || {
            let mut digits = text.chars();
            let letter = digits.next()?;
            let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter)?;
            let number = digits.as_str().parse().ok()?;
            let mark = Self { colour, number };
            // `r+1` and `r01` are not marks.
            ((0..=LARGEST_NUMBER).contains(&number) && mark.to_string() == text).then_some(mark)
        };
        read().ok_or_else(|| "a number behind r, b, g or k, such as r7".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The vocabulary of boards: their marks.
pub(crate) struct Words;

impl Vocabulary for Words {
    fn word(&self, _: usize, value: i64) -> String {
        Mark::of_value(value).to_string()
    }

    fn value(&self, _: usize, word: &str) -> Option<i64> {
        Mark::parse_token(word).ok().map(Mark::into)
    }

    fn signs(&self) -> String {
        Colour::ALL.map(Colour::letter).into_iter().chain('0'..='9').collect()
    }

    fn hues(&self) -> Vec<(char, u16)> {
        [(Colour::Red, 0), (Colour::Blue, 220), (Colour::Green, 130)]
            .map(|(colour, hue)| (colour.letter(), hue))
            .into()
    }

    fn expected(&self, _: usize) -> String {
        Mark::parse_token("").map_or_else(|expected| expected, |mark| mark.to_string())
    }
}

/// A hexagon with some marks given.
pub(crate) struct Givens {
    pub(crate) hexagon: Hexagon,
    /// Of each hex, column by column.
    pub(crate) marks: Vec<Option<Mark>>,
}

impl FromStr for Givens {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).collect_vec();
        let columns = lines.len();
        if columns.is_multiple_of(2) || columns >= 2 * MOST_OF_SIDE {
            let most = 2 * MOST_OF_SIDE - 1;
            return Err(format!("expected 1, 3, ... or {most} columns and found {columns}"));
        }
        let hexagon = Hexagon { side: columns.div_ceil(2) };
        let mut marks = Vec::new();
        for ((column, line), length) in zip(lines.into_iter().enumerate(), hexagon.lengths()) {
            let found = line.split_whitespace().count();
            if found != length {
                return Err(format!(
                    "column {}: expected {length} hexes and found {found}",
                    column + 1
                ));
            }
            for (place, word) in line.split_whitespace().enumerate() {
                let mark = Option::parse_token(word).map_err(|expected| {
                    let (column, hex, found) = (column + 1, place + 1, Quoted(word));
                    format!("column {column}, hex {hex}: expected {expected} and found {found}")
                })?;
                marks.push(mark);
            }
        }
        Ok(Self { hexagon, marks })
    }
}

impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let word = |mark: &Option<Mark>| mark.map_or(".".to_owned(), |mark| mark.to_string());
        let line = |column: &[Option<Mark>]| column.iter().map(word).join(" ");
        self.hexagon.columns(&self.marks).map(line).format("\n").fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hex_sees_two_less_for_each_step_from_the_centre() {
        let hexagon = Hexagon { side: 5 };
        let views = hexagon.views();
        let counts = views.iter().map(Vec::len).counts();
        let expected = [(24, 1), (22, 6), (20, 12), (18, 18), (16, 24)];
        assert_eq!(counts, expected.into_iter().collect());
        for (hex, view) in views.iter().enumerate() {
            assert!(view.iter().all(|&other| views[other].contains(&hex)));
        }
    }

    #[test]
    fn marks_read_back_and_others_are_refused() {
        for text in ["r0", "b12", "g1000000000000000000", "k24"] {
            let mark = Mark::parse_token(text).unwrap();
            assert_eq!(mark.to_string(), text);
            assert_eq!(Mark::of_value(mark.into()), mark);
        }
        for text in ["", "r", "7", "y7", "r-1", "r+1", "r01", "g1000000000000000001", "é1"] {
            assert!(Mark::parse_token(text).is_err(), "{text}");
        }
    }
}
