//! The contents of a grid's cells in sequence.

use anyhow::{Context, Result};

use crate::cursor::Cursor;

/// The way in which cells are written. Gaps of several cells are one letter.
pub(crate) enum Cells {
    /// Numbers from 0 to 4 with the gap of up to two cells behind them, in one character. `unknown`
    /// is the token of an instance for a clue without a number, if there are some.
    Small { unknown: Option<&'static str> },
    /// Numbers in hexadecimal.
    Numbers { unknown: Option<&'static str> },
    /// Digits of base 36, one for each cell.
    Digits,
    /// `w` and `b`, three cells to a character.
    Pearls,
    /// Numbers in hexadecimal with a direction, such as `2^`; `?` has neither.
    Arrows,
}

/// The token of an empty cell.
const NOTHING: &str = ".";
const PEARLS: [&str; 3] = [NOTHING, "w", "b"];
/// The arrows, by the numbers of their directions; the first one stands for none.
const ARROWS: [&str; 5] = ["?", "^", "v", "<", ">"];
/// The signs in front of longer numbers, how many digits follow, and the first number of that
/// length.
const LONGER: [(char, usize, u32); 2] = [('-', 2, 16), ('+', 3, 256)];

impl Cells {
    /// Returns the expected text at each place.
    fn expected(&self) -> &'static str {
        match self {
            Cells::Small { .. } => "a clue from 0 to 4 or a gap",
            Cells::Numbers { .. } => "a number or a gap",
            Cells::Digits => "a number, 0 to 9 or a to z, or `.`",
            Cells::Pearls => "three cells, 0 to 9 or a to q",
            Cells::Arrows => "a clue with a direction or a gap",
        }
    }

    /// Returns the letter for a gap of one cell.
    fn first_gap(&self) -> Option<u8> {
        match self {
            Cells::Small { .. } | Cells::Numbers { .. } => Some(b'g'),
            Cells::Arrows => Some(b'a'),
            Cells::Digits | Cells::Pearls => None,
        }
    }

    /// Reads the tokens of this many cells.
    pub(crate) fn read(&self, cursor: &mut Cursor, count: usize) -> Result<Vec<String>> {
        let mut tokens = Vec::new();
        while tokens.len() < count {
            let place = cursor.place();
            let expected = || cursor.expected(place, self.expected());
            let mut after = Cursor::clone(cursor);
            let is_gap = self.read_some(&mut after, &mut tokens)?.ok_or_else(expected)?;
            if is_gap && tokens.len() > count {
                return Err(cursor.expected(place, "a gap that ends with the grid"));
            }
            *cursor = after;
        }
        tokens.truncate(count);
        Ok(tokens)
    }

    /// Reads the next cells. Returns whether they are a gap; `None` if there is something else.
    fn read_some(&self, cursor: &mut Cursor, tokens: &mut Vec<String>) -> Result<Option<bool>> {
        let next = cursor.next().filter(|sign| !sign.is_ascii_uppercase());
        let Some(sign) = next else { return Ok(None) };
        let gap = self.first_gap().and_then(|first| u8::try_from(sign).ok()?.checked_sub(first));
        if let Some(gap) = gap.filter(|_| sign.is_ascii_lowercase()) {
            tokens.extend(vec![NOTHING.to_owned(); usize::from(gap) + 1]);
            return Ok(Some(true));
        }
        match (self, sign, sign.to_digit(36)) {
            (
                Cells::Small { unknown: Some(token) } | Cells::Numbers { unknown: Some(token) },
                '.',
                _,
            ) => {
                tokens.push((*token).to_owned());
            }
            (Cells::Small { .. }, _, Some(digit @ 0..15)) => {
                tokens.push((digit % 5).to_string());
                tokens.extend(vec![NOTHING.to_owned(); (digit / 5) as usize]);
            }
            (Cells::Numbers { .. }, ..) => {
                let Some(number) = hexadecimal(sign, cursor)? else { return Ok(None) };
                tokens.push(number.to_string());
            }
            (Cells::Digits, '.', _) => tokens.push(NOTHING.to_owned()),
            (Cells::Digits, '-', _) => tokens.push(cursor.digits(2, 36, "two digits")?.to_string()),
            (Cells::Digits, _, Some(digit)) => tokens.push(digit.to_string()),
            (Cells::Pearls, _, Some(digit @ 0..27)) => {
                let pearls = [digit / 9, digit / 3 % 3, digit % 3];
                tokens.extend(pearls.map(|pearl| PEARLS[pearl as usize].to_owned()));
            }
            (Cells::Arrows, _, Some(digit @ 0..10)) => {
                let number = if digit < 5 {
                    cursor
                        .next()
                        .and_then(|number| number.to_digit(16).or((number == '.').then_some(16)))
                } else {
                    Some(cursor.digits(2, 16, "two hexadecimal digits")?)
                };
                tokens.push(match (digit, number) {
                    (0, Some(16)) => ARROWS[0].to_owned(),
                    (1..=4, Some(number @ 0..16)) | (6..=9, Some(number)) => {
                        format!("{number}{}", ARROWS[digit as usize % 5])
                    }
                    _ => return Ok(None),
                });
            }
            _ => return Ok(None),
        }
        Ok(Some(false))
    }

    /// Writes the tokens of cells.
    pub(crate) fn write(&self, tokens: &[&str]) -> Result<String> {
        let mut text = String::new();
        let mut rest = tokens;
        while let Some(&token) = rest.first() {
            let is_nothing = |place: usize| rest.get(place).is_some_and(|&token| token == NOTHING);
            let (written, cells) = match self.first_gap() {
                Some(first) if token == NOTHING => {
                    let longest = usize::from(b'z' - first + 1);
                    let gap = (1..longest.min(rest.len())).take_while(|&place| is_nothing(place));
                    let gap = gap.count();
                    (char::from(first + u8::try_from(gap)?).to_string(), gap + 1)
                }
                _ => {
                    let written = self.written(rest, is_nothing);
                    written.with_context(|| format!("an address cannot hold `{token}`"))?
                }
            };
            text += &written;
            rest = &rest[cells.min(rest.len())..];
        }
        Ok(text)
    }

    /// Returns the first of these cells in an address, and how many are in it.
    fn written(
        &self,
        cells: &[&str],
        is_nothing: impl Fn(usize) -> bool,
    ) -> Option<(String, usize)> {
        let token = cells[0];
        let number = || token.parse::<u32>().ok();
        match self {
            Cells::Small { unknown } | Cells::Numbers { unknown } if *unknown == Some(token) => {
                Some((".".to_owned(), 1))
            }
            Cells::Small { .. } => {
                let gap = (1..3).take_while(|&place| is_nothing(place)).count();
                let clue = number().filter(|&clue| clue < 5)?;
                Some((digit(clue + 5 * u32::try_from(gap).ok()?, 16).to_string(), 1 + gap))
            }
            Cells::Numbers { .. } => Some((written_hexadecimal(number()?)?, 1)),
            Cells::Digits if token == NOTHING => Some((".".to_owned(), 1)),
            Cells::Digits => match number()? {
                number @ 0..36 => Some((digit(number, 36).to_string(), 1)),
                number @ 36..1296 => Some((
                    ['-', digit(number / 36, 36), digit(number % 36, 36)].iter().collect(),
                    1,
                )),
                _ => None,
            },
            Cells::Pearls => {
                let pearl = |place: usize| {
                    let token = cells.get(place).unwrap_or(&NOTHING);
                    u32::try_from(PEARLS.iter().position(|pearl| pearl == token)?).ok()
                };
                Some((digit(9 * pearl(0)? + 3 * pearl(1)? + pearl(2)?, 27).to_string(), 3))
            }
            Cells::Arrows if token == ARROWS[0] => Some(("0.".to_owned(), 1)),
            Cells::Arrows => {
                let direction = ARROWS.iter().position(|&arrow| token.ends_with(arrow))?;
                let direction = u32::try_from(direction).ok()?;
                let number: u32 = token[..token.len() - 1].parse().ok()?;
                let number = written_hexadecimal(number)?;
                let text = match number.strip_prefix('-') {
                    None => digit(direction, 10).to_string() + &number,
                    Some(number) => digit(direction + 5, 10).to_string() + number,
                };
                Some((text, 1)).filter(|_| !number.starts_with('+'))
            }
        }
    }
}

/// Reads a number that begins with this sign. `None` if none does.
fn hexadecimal(sign: char, cursor: &mut Cursor) -> Result<Option<u32>> {
    match LONGER.iter().find(|(first, ..)| *first == sign) {
        Some(&(_, digits, _)) => {
            cursor.digits(digits, 16, &format!("{digits} hexadecimal digits")).map(Some)
        }
        None => Ok(sign.to_digit(16)),
    }
}

fn written_hexadecimal(number: u32) -> Option<String> {
    let longer = LONGER.iter().rev().find(|(_, _, least)| number >= *least);
    match longer {
        None => Some(digit(number, 16).to_string()),
        Some((sign, digits, _)) if number < 4096 => Some(format!("{sign}{number:0digits$x}")),
        Some(_) => None,
    }
}

/// Returns a digit.
///
/// # Panics
/// If there is no such digit.
pub(crate) fn digit(value: u32, radix: u32) -> char {
    char::from_digit(value, radix).expect("it is smaller than its base")
}
