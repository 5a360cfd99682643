//! The picture: the five rings, with the numbers in their nine spaces.

use std::f64::consts::TAU;

use puzzle::prelude::*;

use crate::{NAMES, Numbers, OlympicRings};

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
/// The most numbers shown; longer lists are cut off.
const MOST_LISTED: usize = 16;

/// Returns the outline of each space: points of the circles around it, in angular order around its
/// centre.
pub(crate) fn outlines() -> impl Iterator<Item = Vec<(f64, f64)>> {
    /// The number of points of a circle.
    const POINTS: u8 = 48;
    SPACES.iter().enumerate().map(|(space, middle)| {
        let is_within = |ring: usize, (x, y): (f64, f64)| {
            let distance = (RINGS[ring].0 - x).hypot(RINGS[ring].1 - y);
            let is_own = ring == space / 2 || ring == space.div_ceil(2);
            if is_own { distance < RADIUS + 1e-9 } else { distance > RADIUS - 1e-9 }
        };
        let circle = |&(x, y, _): &(f64, f64, u8)| {
            let angles = (0..POINTS).map(|point| f64::from(point) * TAU / f64::from(POINTS));
            angles.map(move |angle| (x + RADIUS * angle.cos(), y + RADIUS * angle.sin()))
        };
        let points = RINGS.iter().flat_map(circle);
        let points = points.filter(|&point| (0..RINGS.len()).all(|ring| is_within(ring, point)));
        let angle = |&(x, y): &(f64, f64)| (y - middle.1).atan2(x - middle.0);
        points.sorted_by(|one, other| angle(one).total_cmp(&angle(other))).collect()
    })
}

/// Draws the rings with the givens and the numbers of a board, if any.
pub(crate) fn picture(instance: &OlympicRings, found: Option<Numbers>) -> Picture {
    let OlympicRings { sum, numbers, .. } = instance;
    let mut picture = Picture::canvas(10.4, 4.6);
    let given = instance.given();
    let found = found.map(|mut found| {
        (0..9).filter(|&space| given[space].is_some()).for_each(|space| found[space] = None);
        found
    });
    let in_words = |numbers: Numbers| {
        let known = NAMES.iter().zip(numbers).filter_map(|(name, number)| Some((name, number?)));
        known.map(|(name, number)| format!("{name}={number}")).join(" ")
    };
    let filled =
        found.map_or_else(String::new, |found| format!("; filled in: {}", in_words(found)));
    picture.description(&format!(
        "Five overlapping rings, each with the sum {sum}; given: {}{filled}",
        in_words(given)
    ));
    for (x, y, colour) in RINGS {
        picture.circle(x, y, RADIUS, Ink::Colour(colour), None);
    }
    for (space, (x, y, width)) in SPACES.into_iter().enumerate() {
        let (text, largest, ink) = match (given[space], found.and_then(|found| found[space])) {
            (Some(given), _) => (given.to_string(), 0.6, Ink::Given),
            (None, Some(found)) => (found.to_string(), 0.6, Ink::Found),
            (None, None) => (NAMES[space].to_owned(), 0.35, Ink::Muted),
        };
        // The width of a digit is at most 0.62 times the height of the text.
        let size = (width / (0.62 * text.len() as f64)).min(largest);
        picture.text_at(x, y, size, &text, ink);
    }
    let (x, y) = CAPTION;
    picture.text_at(x, y, 0.4, &format!("each ring adds up to {sum}"), Ink::Label);
    if found.is_none() {
        let more = if numbers.len() > MOST_LISTED { " ..." } else { "" };
        let numbers = format!("numbers: {}{more}", numbers.iter().take(MOST_LISTED).format(" "));
        picture.text_at(x, y + 0.6, 0.4, &numbers, Ink::Label);
    }
    picture
}
