//! Rows of digits that black cells cut into numbers: all numbers of a row have the property that the
//! row's clue names.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use anyhow::{Context, Result, ensure};
use grid_puzzles::check;
use grid_utils::{Cell, Grid, Token};
use itertools::Itertools;
use picture::{Ink, Picture, Tint};
use rules::{Automaton, Bound};

use crate::property::{Place, Property, Reading};

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing: it is black. Its text is `#`.
    Black,
    /// A digit from 0 to 9.
    Digit(u8),
}

impl Token for Content {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            b"#" => Ok(Content::Black),
            [digit @ b'0'..=b'9'] => Ok(Content::Digit(digit - b'0')),
            _ => Err("a digit or \"#\"".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Black => f.write_str("#"),
            Content::Digit(digit) => write!(f, "{digit}"),
        }
    }
}

/// Rows of digits, `#` for a black cell, `.` for a cell that is open.
pub type Board = Grid<Option<Content>>;

/// The digits of each number in a row, with the column of the first.
#[must_use]
pub fn numbers(board: &Board, row: usize) -> Vec<(usize, String)> {
    let mut numbers: Vec<(usize, String)> = Vec::new();
    let mut is_begun = false;
    for (column, content) in board.row(row).enumerate() {
        if let Some(Content::Digit(digit)) = content {
            if !is_begun {
                numbers.push((column, String::new()));
            }
            if let Some((_, digits)) = numbers.last_mut() {
                digits.push_str(&digit.to_string());
            }
        }
        is_begun = matches!(content, Some(Content::Digit(_)));
    }
    numbers
}

/// The sum of all numbers in all rows.
#[must_use]
pub fn answer(board: &Board) -> String {
    let numbers = (0..board.rows()).flat_map(|row| numbers(board, row));
    numbers.filter_map(|(_, digits)| digits.parse::<u128>().ok()).sum::<u128>().to_string()
}

/// Is every cell filled, no black cell beside another, and every number right: two digits or more, no
/// 0 in front, the property of its row?
///
/// # Errors
/// Names the cell, or the row with its number.
pub fn check(board: &Board, clues: &[Property], columns: usize) -> Result<()> {
    check::shape(board, clues.len(), columns)?;
    for (cell, content) in board {
        let content = content.with_context(|| format!("{cell} is empty"))?;
        for beside in board.neighbours(cell) {
            ensure!(
                content != Content::Black || board[beside] != Some(Content::Black),
                "{cell} and {beside} are black and share an edge"
            );
        }
    }
    for (row, clue) in clues.iter().enumerate() {
        for (column, digits) in numbers(board, row) {
            let at = Cell::new(row, column);
            ensure!(digits.len() > 1, "the number {digits} at {at} has a single digit");
            ensure!(!digits.starts_with('0'), "the number {digits} at {at} begins with 0");
            let number = digits.parse().with_context(|| format!("the number at {at}"))?;
            ensure!(clue.holds(number), "the number {digits} at {at} does not fit the clue {clue}");
        }
    }
    Ok(())
}

/// Draws the clue of each row, and a board, complete or not, where there is one.
pub fn draw(picture: &mut Picture, clues: &[Property], board: Option<&Board>) {
    for (row, clue) in clues.iter().enumerate() {
        picture.label_right(row, &clue.description());
    }
    let inside = |cell: &Cell| cell.row < picture.rows() && cell.column < picture.columns();
    let filled = board.map_or(Vec::new(), |board| board.cells().filter(inside).collect());
    for (cell, content) in filled.into_iter().filter_map(|cell| Some((cell, board?[cell]?))) {
        match content {
            Content::Black => picture.fill(cell, Tint::Shade).text(cell, "#", Ink::Muted),
            Content::Digit(digit) => picture.text(cell, &digit.to_string(), Ink::Found),
        };
    }
}

/// A black cell, among the numbers that rules and automata know cells by; any other is a digit.
pub const BLACK: i64 = 10;

/// What was read of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Read {
    /// All numbers are complete; the last cell, if there is one, is black.
    Black { column: usize },
    /// A number is begun.
    Digits { column: usize, first: usize, last: u8, number: Number },
}

/// What was read of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Number {
    Reading(Reading),
    /// Its digits so far.
    Begun(u64),
}

/// The rows with a digit or [`BLACK`] in each place whose numbers have the property. Numbers have at
/// least two digits, and no 0 in front. What a place asks of its digit and of the one before holds for
/// digits that are neighbours.
///
/// # Panics
/// If there are more than 19 places.
#[must_use]
pub fn automaton(bound: &Bound, property: Property, places: &[Place]) -> Automaton {
    /// Of the tables below, for a number and its beginnings.
    const BYTES_OF_NUMBER: usize = 64;
    // Where a number cannot be judged while it is read: the beginnings of those that there are.
    let (mut begun, mut whole) = (HashSet::new(), HashSet::new());
    if property.reading().is_none() {
        for [first, end] in (0..=places.len()).array_combinations() {
            for number in property.numbers(&places[first..end]) {
                if bound.charge(BYTES_OF_NUMBER) {
                    return Automaton::default();
                }
                whole.insert((first, end, number));
                let mut beginning = Some(number);
                while let Some(number) = beginning.filter(|&n| n > 0 && begun.insert((first, n))) {
                    beginning = Some(number / 10);
                }
            }
        }
    }
    let is_number = |first: usize, end: usize, number: Number| {
        end - first > 1
            && match number {
                Number::Reading(reading) => reading.holds(),
                Number::Begun(number) => whole.contains(&(first, end, number)),
            }
    };
    let go_on = |first: usize, before: Number, digit: u8| match before {
        Number::Reading(reading) => reading.next(digit).map(Number::Reading),
        Number::Begun(before) => {
            let number = 10 * before + u64::from(digit);
            begun.contains(&(first, number)).then_some(Number::Begun(number))
        }
    };
    let step = |read: &Read, value: i64| match (read, u8::try_from(value).ok()?) {
        (Read::Black { column: 1.. }, 10) => None,
        (Read::Black { column }, 10) => Some(Read::Black { column: column + 1 }),
        (Read::Digits { column, first, number, .. }, 10) => {
            is_number(*first, *column, *number).then_some(Read::Black { column: column + 1 })
        }
        (&Read::Black { column }, digit) => {
            let start = property.reading().map_or(Number::Begun(0), Number::Reading);
            let number =
                go_on(column, start, digit).filter(|_| places[column].allows(digit, None))?;
            Some(Read::Digits { column: column + 1, first: column, last: digit, number })
        }
        (&Read::Digits { column, first, last, number }, digit) => {
            let number =
                go_on(first, number, digit).filter(|_| places[column].allows(digit, Some(last)))?;
            Some(Read::Digits { column: column + 1, first, last: digit, number })
        }
    };
    let values: BTreeSet<i64> = (0..=BLACK).collect();
    let accepts = |read: &Read| match *read {
        Read::Black { .. } => true,
        Read::Digits { column, first, number, .. } => is_number(first, column, number),
    };
    Automaton::new(bound, vec![values; places.len()], Read::Black { column: 0 }, step, accepts)
}
