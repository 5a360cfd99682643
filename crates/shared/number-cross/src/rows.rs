//! Rows of digits that black cells cut into numbers: all numbers of a row have the property that
//! the row's clue names.

use std::collections::HashSet;

use puzzle::prelude::*;
use rules::{Automaton, Budget};

use crate::property::{Place, Property, Reading};

/// The value of a black cell; that of any other is its digit.
pub const BLACK: i64 = 10;

/// Rows of digits from `least` on, `#` for a black cell.
#[must_use]
pub fn form(rows: usize, columns: usize, least: i64) -> Form {
    let word = |value| match value {
        BLACK => "#".to_owned(),
        digit if digit < least => String::new(),
        digit => digit.to_string(),
    };
    Form::words(rows, columns, (0..=BLACK).map(word))
}

/// Returns the digits of each number in a row, with the column of the first.
#[must_use]
pub fn numbers(board: &Board, row: usize) -> Vec<(usize, String)> {
    let contents = board.grid().row(row).enumerate();
    let runs = contents.chunk_by(|(_, content)| content.is_some_and(|digit| digit != BLACK));
    let digits = runs.into_iter().filter(|(are_digits, _)| *are_digits);
    let numbers = digits.map(|(_, run)| {
        let run = run.filter_map(|(column, digit)| Some((column, (*digit)?)));
        let (columns, digits): (Vec<usize>, Vec<i64>) = run.unzip();
        (columns[0], digits.iter().join(""))
    });
    numbers.collect()
}

/// Returns the sum of all numbers in all rows.
#[must_use]
pub fn sum(board: &Board) -> u128 {
    let numbers = (0..board.grid().rows()).flat_map(|row| numbers(board, row));
    numbers.filter_map(|(_, digits)| digits.parse::<u128>().ok()).sum()
}

/// Checks that no black cell shares an edge with another, and that every number has two digits or
/// more, no 0 in front, and the property of its row.
///
/// # Errors
/// Names the cell, or the number and where it begins.
pub fn check(board: &Board, clues: &[Property]) -> Result<()> {
    for (cell, &content) in board.grid() {
        for beside in board.grid().neighbours(cell) {
            ensure!(
                content != Some(BLACK) || board[beside] != content,
                "{cell} and {beside} are black and share an edge"
            );
        }
    }
    for (row, clue) in clues.iter().enumerate() {
        for (column, digits) in numbers(board, row) {
            let at = Cell::new(row, column);
            ensure!(digits.len() > 1, "the number {digits} at {at} has a single digit");
            ensure!(!digits.starts_with('0'), "the number {digits} at {at} begins with 0");
            let number = digits.parse().with_context(|| format!("the digits from {at} on"))?;
            ensure!(clue.holds(number), "the number {digits} at {at} does not fit the clue {clue}");
        }
    }
    Ok(())
}

/// Draws the clue of each row, and the black cells of a board where there is one.
pub fn draw(picture: &mut Picture, clues: &[Property], board: Option<&Board>) {
    for (row, clue) in clues.iter().enumerate() {
        picture.label_right(row, &clue.description());
    }
    let cells = board.into_iter().flat_map(|board| board.grid().iter());
    for (cell, _) in cells.filter(|(_, content)| **content == Some(BLACK)) {
        picture.fill(cell, Tint::Black).erase([cell]);
    }
}

/// The state of a partially read row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Read {
    /// All numbers are complete; the last cell, if there is one, is black.
    Black { column: usize },
    /// A number is begun.
    Digits { column: usize, first: usize, last: u8, number: Number },
}

/// The state of a partially read number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Number {
    Reading(Reading),
    /// Its digits so far.
    Begun(u64),
}

/// Returns the rows with a digit or [`BLACK`] in each place whose numbers have the property.
/// Numbers have at least two digits, and no 0 in front. What a place asks of its digit and of the
/// one before holds for digits that are neighbours.
///
/// # Panics
/// If there are more than 19 places.
#[must_use]
pub fn automaton(budget: &Budget, property: Property, places: &[Place]) -> Automaton {
    /// Of the tables below, for a number and its beginnings.
    const BYTES_OF_NUMBER: usize = 64;
    // Where a number cannot be judged while it is read: the beginnings of those that there are.
    let (mut begun, mut whole) = (HashSet::new(), HashSet::new());
    if property.reading().is_none() {
        for [first, end] in (0..=places.len()).array_combinations() {
            for number in property.numbers(budget, &places[first..end]) {
                if budget.charge(BYTES_OF_NUMBER) {
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
    let values: Vec<i64> = (0..=BLACK).collect();
    let accepts = |read: &Read| match *read {
        Read::Black { .. } => true,
        Read::Digits { column, first, number, .. } => is_number(first, column, number),
    };
    Automaton::new(budget, vec![values; places.len()], Read::Black { column: 0 }, step, accepts)
}
