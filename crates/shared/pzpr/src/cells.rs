//! The contents of a grid's cells in sequence.

use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use grid_utils::Grid;
use itertools::iproduct;
use protocol::Syntax;

use crate::cursor::Cursor;

/// How cells are written: in addresses, the word for each short row of tokens, of which no word
/// begins another; in files, a word for each cell.
pub struct Cells {
    /// What is expected at each place.
    expected: &'static str,
    tokens: HashMap<String, Vec<String>>,
    words: HashMap<Vec<String>, String>,
    /// The most characters of a word, and the most cells.
    longest: (usize, usize),
    /// Whether a row of the longest length ends the cells, so that the last one is filled up.
    is_filled_up: bool,
    /// The token of a clue `?` of the editors, if there can be one. Where it says nothing, it is
    /// that of an empty cell: the puzzle is the same, and instances have one form of it.
    silent: Option<&'static str>,
    /// The tokens of words in files that do not stand for themselves.
    of_file: fn(&str, Syntax) -> Option<String>,
}

/// A word with its tokens.
type Word = (String, Vec<String>);

/// The token of a cell in which nothing stands.
pub(crate) const NOTHING: &str = ".";

/// Clues from 0 to 4, each with the gap of up to two cells behind it. A clue `?` counts as empty.
pub static SIDES: LazyLock<Cells> = LazyLock::new(|| {
    let of_file =
        |word: &str, syntax| (syntax == Syntax::Xml && word == "5").then(|| NOTHING.to_owned());
    Cells { of_file, ..clues(NOTHING) }
});

/// The same for black cells, with `#` for one without a clue.
pub static BLACK_CELLS: LazyLock<Cells> = LazyLock::new(|| {
    let of_file =
        |word: &str, syntax| (syntax != Syntax::File && word == "5").then(|| "#".to_owned());
    Cells { of_file, ..clues("#") }
});

/// Numbers below 4096. A cell whose number is not given counts as empty.
pub static NUMBERS: LazyLock<Cells> = LazyLock::new(|| {
    let of_file =
        |word: &str, syntax| (syntax == Syntax::Xml && word == "0").then(|| NOTHING.to_owned());
    Cells { of_file, ..numbers(NOTHING) }
});

/// The same where files mark given numbers, `q3`, among those of the solution.
pub static MARKED_NUMBERS: LazyLock<Cells> = LazyLock::new(|| {
    let of_file = |word: &str, _| Some(word.strip_prefix('q').unwrap_or(NOTHING).to_owned());
    Cells { of_file, ..numbers(NOTHING) }
});

/// The same with `?` for a number that is not given.
pub static ISLANDS: LazyLock<Cells> = LazyLock::new(|| {
    let of_file = |word: &str, syntax| match (syntax, word) {
        (Syntax::Xml, "0") => Some(NOTHING.to_owned()),
        (Syntax::Xml, "-3") => Some("?".to_owned()),
        _ => None,
    };
    Cells { of_file, ..numbers("?") }
});

/// Numbers below 1296, in base 36. A number `?` counts as empty.
pub static DIGITS: LazyLock<Cells> = LazyLock::new(|| {
    let word = |number| match number {
        0..36 => digit(number, 36).to_string(),
        _ => format!("-{}{}", digit(number / 36, 36), digit(number % 36, 36)),
    };
    let words = (0..1296).map(|number| one(&word(number), &number.to_string()));
    let silent = [NOTHING, "@", "%"].map(|word| one(word, NOTHING));
    let of_file =
        |word: &str, syntax| (syntax != Syntax::File && word == "0").then(|| NOTHING.to_owned());
    let expected = "a number, 0 to 9 or a to z, or `.`";
    Cells { of_file, ..Cells::new(expected, words.chain(silent), Some(NOTHING)) }
});

/// `w` and `b`, three cells to a character.
pub static PEARLS: LazyLock<Cells> = LazyLock::new(|| {
    let pearl = |number: u32| [NOTHING, "w", "b"][number as usize % 3].to_owned();
    let pearls = |number| [number / 9, number / 3, number].map(pearl).to_vec();
    let words = (0..27).map(|number| (digit(number, 27).to_string(), pearls(number)));
    let of_file = |word: &str, _| match word {
        "1" => Some("w".to_owned()),
        "2" => Some("b".to_owned()),
        _ => None,
    };
    let cells = Cells::new("three cells, 0 to 9 or a to q", words, None);
    Cells { is_filled_up: true, of_file, ..cells }
});

/// `T` for a tree, with the gap of up to 17 cells behind it.
pub static TREES: LazyLock<Cells> = LazyLock::new(|| {
    let tree = |gap: u32| [vec!["T".to_owned()], nothing(gap as usize)].concat();
    let trees = (0..18).map(|gap| (digit(gap, 36).to_string(), tree(gap)));
    let gaps = (18..36).map(|gap| (digit(gap, 36).to_string(), nothing(gap as usize - 17)));
    let of_file = |word: &str, _| match word {
        "1" => Some("T".to_owned()),
        // A tent of the solution.
        "A" | "-" => Some(NOTHING.to_owned()),
        _ => None,
    };
    Cells { of_file, ..Cells::new("a tree or a gap, 0 to 9 or a to z", trees.chain(gaps), None) }
});

/// The tokens of dots.
pub(crate) const WHITE_DOT: &str = "w";
pub(crate) const BLACK_DOT: &str = "b";

/// The most places of the gap that stands with a dot.
pub(crate) const LONGEST_GAP_OF_DOT: usize = 7;

/// White and black dots, each with the gap behind it.
pub(crate) static DOTS: LazyLock<Cells> = LazyLock::new(|| {
    let words = iproduct!(0..=LONGEST_GAP_OF_DOT, [WHITE_DOT, BLACK_DOT]).zip(0..);
    let words = words.map(|((gap, dot), word)| {
        (digit(word, 16).to_string(), iter::once(dot.to_owned()).chain(nothing(gap)).collect())
    });
    let of_file = |word: &str, _| match word {
        "1" => Some(WHITE_DOT.to_owned()),
        "2" => Some(BLACK_DOT.to_owned()),
        _ => None,
    };
    Cells { of_file, ..Cells::new("a dot or a gap", words.chain(gaps('g')), None) }
});

/// The signs of directions in tokens, in the order of addresses.
const DIRECTIONS: [&str; 4] = ["^", "v", "<", ">"];

/// Numbers below 256 with a direction, such as `2^`; `?` has no number, and no direction then.
pub static ARROWS: LazyLock<Cells> = LazyLock::new(|| {
    let words = (0..256).flat_map(|number| {
        DIRECTIONS.into_iter().zip(1..).map(move |(arrow, direction)| {
            let word = match number {
                0..16 => format!("{direction}{number:x}"),
                _ => format!("{}{number:02x}", direction + 5),
            };
            one(&word, &format!("{number}{arrow}"))
        })
    });
    let silent = ["0.", "1.", "2.", "3.", "4.", "+"].map(|word| one(word, "?"));
    let words = words.chain(gaps('a')).chain(silent);
    let expected = "a clue with a direction or a gap";
    Cells { of_file: arrow_of_file, ..Cells::new(expected, words, Some("?")) }
});

/// Returns the token of a clue in a file: `2,3` for the direction 2 and the number 3, or one number
/// for both.
fn arrow_of_file(word: &str, syntax: Syntax) -> Option<String> {
    if syntax == Syntax::File {
        if word == "#" || word.ends_with(",-") {
            return Some("?".to_owned());
        }
        let (direction, number) = word.split_once(',')?;
        let direction = direction.parse::<usize>().ok()?.checked_sub(1)?;
        let (number, arrow): (u32, _) = (number.parse().ok()?, DIRECTIONS.get(direction)?);
        return Some(format!("{number}{arrow}"));
    }
    if word == "-4" {
        return Some("?".to_owned());
    }
    let code: usize = word.parse().ok()?;
    let arrow = ["^", "<", "v", ">"].get(code / 16)?;
    Some(format!("{}{arrow}", code % 16))
}

/// Returns the word of a single cell.
fn one(word: &str, token: &str) -> Word {
    (word.to_owned(), vec![token.to_owned()])
}

/// Returns the words of gaps, the first letter for one cell.
fn gaps(first: char) -> impl Iterator<Item = Word> {
    (1..).zip(first..='z').map(|(cells, letter)| (letter.to_string(), nothing(cells)))
}

fn nothing(cells: usize) -> Vec<String> {
    vec![NOTHING.to_owned(); cells]
}

fn clues(silent: &'static str) -> Cells {
    let clues = (0..15).map(|word| {
        let clue = iter::once((word % 5).to_string());
        (digit(word, 16).to_string(), clue.chain(nothing(word as usize / 5)).collect())
    });
    let words = clues.chain(gaps('g')).chain([one(".", silent)]);
    Cells::new("a clue from 0 to 4 or a gap", words, Some(silent))
}

fn numbers(silent: &'static str) -> Cells {
    let numbers = (0..4096).map(|number| {
        let word = match number {
            0..16 => format!("{number:x}"),
            16..256 => format!("-{number:02x}"),
            _ => format!("+{number:03x}"),
        };
        one(&word, &number.to_string())
    });
    let words = numbers.chain(gaps('g')).chain([one(".", silent)]);
    Cells::new("a number or a gap", words, Some(silent))
}

impl Cells {
    /// Creates a table of words; the first of several for the same tokens is written.
    fn new(
        expected: &'static str,
        all: impl Iterator<Item = Word>,
        silent: Option<&'static str>,
    ) -> Self {
        let (mut tokens, mut words) = (HashMap::new(), HashMap::new());
        for (word, row) in all {
            words.entry(row.clone()).or_insert_with(|| word.clone());
            tokens.insert(word, row);
        }
        let longest_word = tokens.keys().map(String::len).max().unwrap_or(0);
        let longest_row = tokens.values().map(Vec::len).max().unwrap_or(0);
        let longest = (longest_word, longest_row);
        Cells {
            expected,
            tokens,
            words,
            longest,
            is_filled_up: false,
            silent,
            of_file: |_, _| None,
        }
    }

    /// Reads the grid of an instance that was accepted: spaces may be left out.
    pub(crate) fn grid(&self, text: &str) -> Result<Grid<String>> {
        let grid: Grid<String> = text.parse()?;
        let is_token =
            |word: &String| word.len() == 1 || self.words.contains_key(&[word.clone()][..]);
        if grid.columns() > 1 || grid.values().all(is_token) {
            return Ok(grid);
        }
        Ok(text.parse::<Grid<char>>()?.map(|_, sign| sign.to_string()))
    }

    /// Returns what is expected at each place.
    pub(crate) fn expected(&self) -> &'static str {
        self.expected
    }

    /// Returns the token of a word in a file.
    pub(crate) fn of_word(&self, word: &str, syntax: Syntax) -> Option<String> {
        (self.of_file)(word, syntax).or_else(|| match word {
            // Marks of a solution may stand in cells without a clue.
            NOTHING | "#" | "+" | "*" => Some(NOTHING.to_owned()),
            "-" | "?" => self.silent.map(str::to_owned),
            _ => {
                let number: i64 = word.parse().ok()?;
                if number < 0 {
                    return (syntax == Syntax::Xml).then(|| NOTHING.to_owned());
                }
                Some(vec![number.to_string()]).filter(|row| self.words.contains_key(row))?.pop()
            }
        })
    }

    /// Reads the tokens of this many cells from an address. Gaps at its end may be left out.
    pub(crate) fn unpack(&self, cursor: &mut Cursor, count: usize) -> Result<Vec<String>> {
        let mut tokens = Vec::new();
        while tokens.len() < count && !cursor.is_at_end() {
            let known = (1..=self.longest.0)
                .find_map(|length| self.tokens.get_key_value(cursor.ahead(length)?));
            let (word, row) = known.ok_or_else(|| self.unknown(cursor))?;
            let is_gap = row.iter().all(|token| token == NOTHING);
            if is_gap && !self.is_filled_up && tokens.len() + row.len() > count {
                return Err(cursor.expected(cursor.place(), "a gap that ends with the grid"));
            }
            tokens.extend_from_slice(row);
            cursor.skip(word.len());
        }
        tokens.resize(count, NOTHING.to_owned());
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

    /// Writes the tokens of cells in an address.
    pub(crate) fn pack(&self, mut tokens: Vec<String>) -> Result<String> {
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
