//! The picture: the five rings, with the numbers in their nine spaces.

use itertools::Itertools;
use picture::{Ink, Picture};

use crate::{Numbers, OlympicRings, Space};

/// The middle of each ring and its colour in the palette, from left to right.
const RINGS: [(f64, f64, u8); 5] =
    [(1.6, 1.6, 3), (3.4, 3.0, 2), (5.2, 1.6, 7), (7.0, 3.0, 1), (8.8, 1.6, 0)];
const RADIUS: f64 = 1.5;

/// The middle of each space and the width of a text in it, from left to right.
const SPACES: [(f64, f64, f64); 9] = [
    (1.25, 1.35, 1.8),
    (2.5, 2.3, 0.8),
    (3.4, 3.5, 1.8),
    (4.3, 2.3, 0.8),
    (5.2, 1.1, 1.8),
    (6.1, 2.3, 0.8),
    (7.0, 3.5, 1.8),
    (7.9, 2.3, 0.8),
    (9.15, 1.35, 1.8),
];

/// The middle of the texts below the rings.
const CAPTION: (f64, f64) = (5.2, 5.1);
/// Longer lists of numbers are cut off.
const MOST_LISTED: usize = 16;

/// Draws the rings with the givens and, where there is one, the numbers of a board.
pub(crate) fn picture(instance: &OlympicRings, board: Option<&Numbers>) -> Picture {
    let OlympicRings { sum, given, numbers } = instance;
    let mut picture = Picture::canvas(10.4, 4.6);
    let found = board.map_or_else(String::new, |board| format!("; filled in: {board}"));
    picture.title("Olympic Rings").description(&format!(
        "Five overlapping rings, each with the sum {sum}; given: {given}{found}"
    ));
    for (x, y, colour) in RINGS {
        picture.circle(x, y, RADIUS, Ink::Colour(colour), None);
    }
    for (space, (x, y, width)) in Space::all().zip(SPACES) {
        let found = board.and_then(|board| board.get(space));
        let (text, largest, ink) = match (given.get(space), found) {
            (Some(given), _) => (given.to_string(), 0.6, Ink::Given),
            (None, Some(found)) => (found.to_string(), 0.6, Ink::Found),
            (None, None) => (space.to_string(), 0.35, Ink::Muted),
        };
        // A digit is at most 0.62 times as wide as the text is high.
        let size = (width / (0.62 * text.len() as f64)).min(largest);
        picture.text_at(x, y, size, &text, ink);
    }
    let (x, y) = CAPTION;
    picture.text_at(x, y, 0.4, &format!("each ring adds up to {sum}"), Ink::Label);
    if board.is_none() {
        let more = if numbers.len() > MOST_LISTED { " ..." } else { "" };
        let numbers = format!("numbers: {}{more}", numbers.iter().take(MOST_LISTED).format(" "));
        picture.text_at(x, y + 0.6, 0.4, &numbers, Ink::Label);
    }
    picture
}
