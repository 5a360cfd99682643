//! The contents of a grid's cells in sequence.

use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

use anyhow::{Context, Result};

use crate::cursor::Cursor;

/// How cells are written: the word for each short row of tokens, of which no word begins another.
pub(crate) struct Cells {
    /// What is expected at each place.
    expected: &'static str,
    tokens: HashMap<String, Vec<String>>,
    words: HashMap<Vec<String>, String>,
    /// The most characters of a word, and the most cells.
    longest: (usize, usize),
    /// Whether a row of the longest length ends the cells, so that the last one is filled up.
    is_filled_up: bool,
}

/// A word with its tokens.
type Word = (String, Vec<String>);

/// The token of a cell in which nothing stands.
const NOTHING: &str = ".";

/// Clues from 0 to 4, each with the gap of up to two cells behind it.
pub(crate) static CLUES: LazyLock<Cells> = LazyLock::new(|| clues(None));

/// The same with `#`, which says nothing.
pub(crate) static BLACK_CLUES: LazyLock<Cells> = LazyLock::new(|| clues(Some("#")));

/// Numbers below 4096.
pub(crate) static NUMBERS: LazyLock<Cells> = LazyLock::new(|| numbers(None));

/// The same with `?`, which says nothing.
pub(crate) static ISLANDS: LazyLock<Cells> = LazyLock::new(|| numbers(Some("?")));

/// Numbers below 1296, in base 36.
pub(crate) static DIGITS: LazyLock<Cells> = LazyLock::new(|| {
    let word = |number| match number {
        0..36 => digit(number, 36).to_string(),
        _ => format!("-{}{}", digit(number / 36, 36), digit(number % 36, 36)),
    };
    let words = (0..1296).map(|number| one(&word(number), &number.to_string()));
    Cells::new("a number, 0 to 9 or a to z, or `.`", words.chain([one(".", NOTHING)]))
});

/// `w` and `b`, three cells to a character.
pub(crate) static PEARLS: LazyLock<Cells> = LazyLock::new(|| {
    let pearl = |number: u32| [NOTHING, "w", "b"][number as usize % 3].to_owned();
    let pearls = |number| [number / 9, number / 3, number].map(pearl).to_vec();
    let words = (0..27).map(|number| (digit(number, 27).to_string(), pearls(number)));
    Cells { is_filled_up: true, ..Cells::new("three cells, 0 to 9 or a to q", words) }
});

/// Numbers below 256 with a direction, such as `2^`; `?` has neither.
pub(crate) static ARROWS: LazyLock<Cells> = LazyLock::new(|| {
    let words = (0..256).flat_map(|number| {
        ["^", "v", "<", ">"].into_iter().zip(1..).map(move |(arrow, direction)| {
            let word = match number {
                0..16 => format!("{direction}{number:x}"),
                _ => format!("{}{number:02x}", direction + 5),
            };
            one(&word, &format!("{number}{arrow}"))
        })
    });
    Cells::new("a clue with a direction or a gap", words.chain(gaps('a')).chain([one("0.", "?")]))
});

/// The word of a single cell.
fn one(word: &str, token: &str) -> Word {
    (word.to_owned(), vec![token.to_owned()])
}

/// Gaps, the first letter for one cell.
fn gaps(first: char) -> impl Iterator<Item = Word> {
    (1..).zip(first..='z').map(|(cells, letter)| (letter.to_string(), nothing(cells)))
}

fn nothing(cells: usize) -> Vec<String> {
    vec![NOTHING.to_owned(); cells]
}

fn clues(silent: Option<&str>) -> Cells {
    let clues = (0..15).map(|word| {
        let clue = iter::once((word % 5).to_string());
        (digit(word, 16).to_string(), clue.chain(nothing(word as usize / 5)).collect())
    });
    let words = clues.chain(gaps('g')).chain(silent.map(|token| one(".", token)));
    Cells::new("a clue from 0 to 4 or a gap", words)
}

fn numbers(silent: Option<&str>) -> Cells {
    let numbers = (0..4096).map(|number| {
        let word = match number {
            0..16 => format!("{number:x}"),
            16..256 => format!("-{number:02x}"),
            _ => format!("+{number:03x}"),
        };
        one(&word, &number.to_string())
    });
    let words = numbers.chain(gaps('g')).chain(silent.map(|token| one(".", token)));
    Cells::new("a number or a gap", words)
}

impl Cells {
    fn new(expected: &'static str, words: impl Iterator<Item = Word>) -> Self {
        let tokens: HashMap<_, _> = words.collect();
        let words = tokens.iter().map(|(word, cells)| (cells.clone(), word.clone())).collect();
        let longest_word = tokens.keys().map(String::len).max().unwrap_or(0);
        let longest_row = tokens.values().map(Vec::len).max().unwrap_or(0);
        Cells { expected, tokens, words, longest: (longest_word, longest_row), is_filled_up: false }
    }

    /// Reads the tokens of this many cells.
    pub(crate) fn read(&self, cursor: &mut Cursor, count: usize) -> Result<Vec<String>> {
        let mut tokens = Vec::new();
        while tokens.len() < count {
            let known =
                (1..=self.longest.0).find_map(|length| self.tokens.get(cursor.ahead(length)?));
            let row = known.ok_or_else(|| self.unknown(cursor))?;
            let is_gap = row.iter().all(|token| token == NOTHING);
            if is_gap && !self.is_filled_up && tokens.len() + row.len() > count {
                return Err(cursor.expected(cursor.place(), "a gap that ends with the grid"));
            }
            tokens.extend_from_slice(row);
            cursor.skip(self.words[row].len());
        }
        tokens.truncate(count);
        Ok(tokens)
    }

    /// Says what was expected where no word stands: of a long number, its digits.
    fn unknown(&self, cursor: &Cursor) -> anyhow::Error {
        let place = cursor.place();
        let longer = [("-", 2), ("+", 3)].iter().find(|(sign, _)| cursor.ahead(1) == Some(sign));
        if let Some((_, digits)) = longer.filter(|_| self.tokens.contains_key("+100")) {
            return cursor.expected(place + 1, &format!("{digits} hexadecimal digits"));
        }
        cursor.expected(place, self.expected)
    }

    /// Writes the tokens of cells.
    pub(crate) fn write(&self, mut tokens: Vec<String>) -> Result<String> {
        let longest = self.longest.1;
        if self.is_filled_up {
            tokens.resize(tokens.len().next_multiple_of(longest), NOTHING.to_owned());
        }
        let (mut text, mut rest) = (String::new(), &tokens[..]);
        while let Some(token) = rest.first() {
            let mut rows = (1..=longest.min(rest.len())).rev().map(|length| &rest[..length]);
            let known = rows.find_map(|row| Some((row, self.words.get(row)?)));
            let (row, word) = known.with_context(|| format!("an address cannot hold `{token}`"))?;
            text += word;
            rest = &rest[row.len()..];
        }
        Ok(text)
    }
}

/// Returns a digit.
///
/// # Panics
/// If there is no such digit.
pub(crate) fn digit(value: u32, radix: u32) -> char {
    char::from_digit(value, radix).expect("it is smaller than its base")
}
