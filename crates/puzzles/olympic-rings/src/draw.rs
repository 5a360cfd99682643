//! The picture: the five rings, with the numbers in their nine spaces.

use itertools::Itertools;
use picture::{Ink, Picture};

use crate::{Numbers, OlympicRings, Ring, Space};

const RADIUS: f64 = 1.5;
/// Where the texts below the rings stand.
const CAPTION: f64 = 5.1;
/// Longer lists of numbers are cut off.
const MOST_LISTED: usize = 16;

/// Draws the rings with the givens and, where there is one, the numbers of a board.
pub(crate) fn picture(instance: &OlympicRings, board: Option<&Numbers>) -> Picture {
    let mut picture = Picture::canvas(2.0 * centre(Ring::Black).0, 4.6);
    picture.title("Olympic Rings").description(&description(instance, board));
    for ring in Ring::ALL {
        let (x, y) = centre(ring);
        picture.circle(x, y, RADIUS, colour(ring), None);
    }
    for space in Space::ALL {
        let (text, ink) =
            match (instance.given.get(space), board.and_then(|board| board.get(space))) {
                (Some(given), _) => (given.to_string(), Ink::Given),
                (None, Some(found)) => (found.to_string(), Ink::Found),
                (None, None) => (space.to_string(), Ink::Muted),
            };
        let (x, y, room) = place(space);
        picture.text_at(x, y, size(&text, ink, room), &text, ink);
    }
    let middle = centre(Ring::Black).0;
    let sum = format!("each ring adds up to {}", instance.sum);
    picture.text_at(middle, CAPTION, 0.4, &sum, Ink::Label);
    if board.is_none() {
        let numbers = format!("numbers: {}", shortened(&instance.numbers));
        picture.text_at(middle, CAPTION + 0.6, 0.4, &numbers, Ink::Label);
    }
    picture
}

/// The middle of a ring.
fn centre(ring: Ring) -> (f64, f64) {
    let across = 1.6 + 1.8 * f64::from(ring as u8);
    let down = if matches!(ring, Ring::Green | Ring::Yellow) { 3.0 } else { 1.6 };
    (across, down)
}

/// The ring's own colour, out of the palette.
fn colour(ring: Ring) -> Ink {
    Ink::Colour(match ring {
        Ring::Red => 3,
        Ring::Green => 2,
        Ring::Black => 7,
        Ring::Yellow => 1,
        Ring::Blue => 0,
    })
}

/// The middle of a space, and how wide a text in it can be.
fn place(space: Space) -> (f64, f64, f64) {
    let rings = Ring::ALL.into_iter().filter(|ring| ring.spaces().contains(&space));
    match rings.map(centre).collect_tuple() {
        // Where two rings overlap: half way between them.
        Some(((x, y), (next_x, next_y))) => {
            (f64::midpoint(x, next_x), f64::midpoint(y, next_y), 0.8)
        }
        None => alone(space),
    }
}

/// The place of a space that lies in one ring: away from the rings beside it.
fn alone(space: Space) -> (f64, f64, f64) {
    let ((x, y), right, down) = match space {
        Space::R | Space::Rg => (centre(Ring::Red), -0.35, -0.25),
        Space::G | Space::Gk => (centre(Ring::Green), 0.0, 0.5),
        Space::K | Space::Ky => (centre(Ring::Black), 0.0, -0.5),
        Space::Y | Space::Yb => (centre(Ring::Yellow), 0.0, 0.5),
        Space::B => (centre(Ring::Blue), 0.35, -0.25),
    };
    (x + right, y + down, 1.8)
}

/// The size of a text that must not be wider than `room`; names of spaces are smaller.
fn size(text: &str, ink: Ink, room: f64) -> f64 {
    let largest = if ink == Ink::Muted { 0.35 } else { 0.6 };
    let widest_digit = 0.62;
    (room / (widest_digit * text.len().max(1) as f64)).min(largest)
}

/// The first of the numbers, as text.
fn shortened(numbers: &[i64]) -> String {
    let more = if numbers.len() > MOST_LISTED { " ..." } else { "" };
    format!("{}{more}", numbers.iter().take(MOST_LISTED).join(" "))
}

fn description(instance: &OlympicRings, board: Option<&Numbers>) -> String {
    let given = instance.given.iter().map(|(space, number)| format!("{space}={number}")).join(" ");
    let found = board.map_or_else(String::new, |board| format!("; filled in: {board}"));
    format!("Five overlapping rings, each with the sum {}; given: {given}{found}", instance.sum)
}

#[cfg(test)]
mod tests {
    use puzzle::Puzzle;

    use super::*;

    #[test]
    fn spaces_that_are_not_filled_show_their_names() {
        let instance = crate::published();
        let svg = instance.picture(None).to_svg();
        assert!(svg.contains(">gk</text>") && svg.contains(">9</text>"), "{svg}");
        let svg = instance.picture(Some(&"gk=44".parse().unwrap())).to_svg();
        assert!(svg.contains(">44</text>") && !svg.contains(">gk</text>"), "{svg}");
    }

    #[test]
    fn any_board_can_be_drawn() {
        let instance = crate::published();
        for board in ["", "r=1", "rg=-9223372036854775808 b=0"] {
            let board = board.parse().unwrap();
            assert!(instance.picture(Some(&board)).to_svg().ends_with("</svg>\n"));
        }
    }
}
