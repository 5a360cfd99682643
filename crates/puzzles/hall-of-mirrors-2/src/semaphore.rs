//! Letters as the two arms of a flag signaller, seen from the front.

use crate::Direction;

/// The names of the directions, counter-clockwise from the right.
pub(crate) const NAMES: [&str; 8] = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"];

/// Each letter with its arms.
const LETTERS: [(char, &str, &str); 26] = [
    ('A', "SW", "S"),
    ('B', "W", "S"),
    ('C', "NW", "S"),
    ('D', "N", "S"),
    ('E', "S", "NE"),
    ('F', "S", "E"),
    ('G', "S", "SE"),
    ('H', "W", "SW"),
    ('I', "SW", "NW"),
    ('J', "N", "E"),
    ('K', "SW", "N"),
    ('L', "SW", "NE"),
    ('M', "SW", "E"),
    ('N', "SW", "SE"),
    ('O', "W", "NW"),
    ('P', "W", "N"),
    ('Q', "W", "NE"),
    ('R', "W", "E"),
    ('S', "W", "SE"),
    ('T', "NW", "N"),
    ('U', "NW", "NE"),
    ('V', "N", "SE"),
    ('W', "NE", "E"),
    ('X', "NE", "SE"),
    ('Y', "NW", "E"),
    ('Z', "E", "SE"),
];

/// Returns the letter of two arms, if there is one.
pub(crate) fn letter(arms: [Direction; 2]) -> Option<char> {
    let [one, other] = arms.map(|arm| NAMES[arm]);
    let letter = LETTERS
        .iter()
        .find(|&&(_, left, right)| (left, right) == (one, other) || (left, right) == (other, one));
    letter.map(|&(letter, ..)| letter)
}

/// Returns the letters with their arms.
pub(crate) fn letters() -> impl Iterator<Item = (char, [Direction; 2])> {
    let direction = |name| NAMES.iter().position(|&other| other == name);
    LETTERS.iter().filter_map(move |&(letter, one, other)| {
        Some((letter, [direction(one)?, direction(other)?]))
    })
}
