//! Pictures in ASCII, for terminals that know nothing else.

use std::borrow::Cow;
use std::fmt::Write;

use super::lines::arms_of;
use crate::Picture;
use crate::drawing::Mark;

/// Returns a text in ASCII: similar characters for well-known symbols, and the code point of any
/// other, such as `U+6F22`. Nothing is lost.
///
/// ```
/// use picture::characters::ascii;
///
/// assert_eq!(ascii("2→ ≠ 8 × 10⁻⁹"), "2> != 8 x 10^-9");
/// assert_eq!(ascii("ö"), "U+00F6");
/// ```
#[must_use]
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut is_raised = false;
    for symbol in text.chars() {
        let raised = SUPERSCRIPTS.chars().zip("-0123456789".chars());
        if let Some((_, digit)) = raised.into_iter().find(|(sign, _)| *sign == symbol) {
            if !is_raised {
                plain.push('^');
            }
            is_raised = true;
            plain.push(digit);
            continue;
        }
        is_raised = false;
        match SYMBOLS.iter().find(|(sign, _)| *sign == symbol) {
            Some((_, similar)) => plain.push_str(similar),
            None if symbol.is_ascii() => plain.push(symbol),
            None => {
                // Writing to a string does not fail.
                let _ = write!(plain, "U+{:04X}", u32::from(symbol));
            }
        }
    }
    Cow::Owned(plain)
}

const SUPERSCRIPTS: &str = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";

/// Symbols with similar texts in ASCII.
const SYMBOLS: [(char, &str); 47] = [
    ('\u{a0}', " "),
    ('·', "."),
    ('•', "*"),
    ('…', "..."),
    ('–', "-"),
    ('—', "-"),
    ('‘', "'"),
    ('’', "'"),
    ('“', "\""),
    ('”', "\""),
    ('×', "x"),
    ('÷', "/"),
    ('−', "-"),
    ('√', "sqrt"),
    ('π', "pi"),
    ('≠', "!="),
    ('≤', "<="),
    ('≥', ">="),
    ('∞', "inf"),
    ('★', "*"),
    ('○', "o"),
    ('●', "@"),
    ('↑', "^"),
    ('→', ">"),
    ('↓', "v"),
    ('←', "<"),
    ('↗', "NE"),
    ('↘', "SE"),
    ('↙', "SW"),
    ('↖', "NW"),
    ('♠', "s"),
    ('♣', "c"),
    ('▲', "A"),
    ('♥', "h"),
    ('♦', "d"),
    ('♔', "K"),
    ('♕', "Q"),
    ('♖', "R"),
    ('♗', "B"),
    ('♘', "N"),
    ('♙', "P"),
    ('♚', "k"),
    ('♛', "q"),
    ('♜', "r"),
    ('♝', "b"),
    ('♞', "n"),
    ('♟', "p"),
];

/// Returns the picture with all its texts in ASCII.
pub(super) fn texts_in_ascii(picture: &Picture) -> Picture {
    let mut picture = picture.clone();
    for mark in &mut picture.marks {
        let texts: Vec<&mut String> = match mark {
            Mark::Write(texts, _) => texts.iter_mut().map(|(_, text)| text).collect(),
            Mark::Text { text, .. } | Mark::Block { text } => vec![text],
            _ => continue,
        };
        for text in texts {
            if let Cow::Owned(plain) = ascii(text) {
                *text = plain;
            }
        }
    }
    picture
}

/// Returns the ASCII character for one of lines, dots, signs or shades: thick lines of `-`, `|` and `+`,
/// thin ones of dots. Others are texts, which are in ASCII already.
pub(super) fn line_in_ascii(symbol: char) -> char {
    match symbol {
        '═' => return '=',
        '║' | '█' | '▒' => return '#',
        '●' => return '@',
        '○' => return 'o',
        '·' => return '.',
        '\u{2800}' => return ' ',
        '\u{2801}'..='\u{28ff}' => return '*',
        _ => {}
    }
    let Some(arms) = arms_of(symbol) else { return symbol };
    // Thin lines give way to thick ones.
    let [up, right, down, left] = arms.map(|arm| arm == 2);
    match (up || down, left || right) {
        (true, true) => '+',
        (true, false) => '|',
        (false, true) => '-',
        (false, false) if arms == [0; 4] => ' ',
        (false, false) if arms[1] + arms[3] == 0 => ':',
        (false, false) => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_has_a_text_of_its_own_kind_in_ascii() {
        for (symbol, text) in SYMBOLS {
            assert!(!symbol.is_ascii() && text.is_ascii() && !text.contains('?'), "{symbol}");
        }
    }

    #[test]
    fn whatever_the_text_is_nothing_is_lost() {
        let text: String = ('\u{a1}'..'\u{3000}').collect();
        let plain = ascii(&text);
        assert!(plain.is_ascii() && !plain.contains('?'));
        assert_eq!(ascii("what?"), "what?");
    }
}
