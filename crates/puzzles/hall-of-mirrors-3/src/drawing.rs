//! The picture: the field with its lasers, the mirrors, and the rays with the lengths of their
//! segments.

use std::collections::BTreeSet;

use grid_puzzles::Side;
use grid_puzzles::mirrors::{self, Point, beam, centre, corners, place};
use puzzle::prelude::*;

use crate::{HallOfMirrors, check};

/// The height of short values beside the field, in cells.
const VALUE_SIZE: f64 = 0.42;
/// The height of the lengths beside a ray.
const LENGTH_SIZE: f64 = 0.34;
/// The distance from the field to the values at its left and right, past the ends of rays.
const VALUE_GAP: f64 = 0.16;
/// The width of a value above or below a column, in cells.
const VALUE_WIDTH: f64 = 0.92;
/// The width of a bold digit, relative to its size.
const DIGIT_WIDTH: f64 = 0.66;

/// Draws the given values and, with a board, its mirrors and all rays whose values are right.
pub(crate) fn picture(hall: &HallOfMirrors, board: Option<&Board>) -> Picture {
    let size = hall.lasers.size();
    let mut picture = Picture::grid(size, size);
    picture.description(&format!(
        "Lasers around a field of {size} rows and columns, {} of them with a number",
        hall.lasers.given().count()
    ));
    // A partial board does not determine the other values yet.
    let solution = board.filter(|board| puzzle::check(hall, board).is_ok());
    for side in Side::ALL {
        let lasers = hall.lasers.side(side);
        let letters = lasers.given().map(|(_, value)| value.to_string().len()).max();
        for (line, given) in lasers.iter().enumerate() {
            let (value, ink) = match (given, solution) {
                (Some(given), _) => (given.get(), Ink::Given),
                (None, Some(board)) => (check::value(board, side, line), Ink::Found),
                (None, None) => continue,
            };
            let at = place(size, side, line).0;
            draw_value(&mut picture, side, at, &value.to_string(), letters.unwrap_or(1), ink);
        }
    }
    if let Some(board) = board {
        draw_board(&mut picture, hall, board);
    }
    picture
}

fn draw_board(picture: &mut Picture, hall: &HallOfMirrors, board: &Board) {
    let mut drawn = BTreeSet::new();
    for ((side, line, given), colour) in hall.lasers.given().zip(0..) {
        let ray = beam(board.grid(), side, line);
        // In a partial board, a ray may meet cells that are still unknown.
        let is_right = check::value(board, side, line) == given.get();
        // The other end of a ray may have its value given, too.
        if is_right && !drawn.contains(&ray[ray.len() - 1]) {
            draw_ray(picture, &ray, Ink::Colour(colour));
            drawn.insert(ray[0]);
        }
    }
    mirrors::draw(picture, board.grid(), 0.72);
}

/// Draws a ray, with the lengths of its segments beside it.
fn draw_ray(picture: &mut Picture, ray: &[Point], ink: Ink) {
    for (length, place) in check::lengths(ray).zip(0..) {
        let ((x, y), (to_x, to_y)) = (centre(ray[place]), centre(ray[place + 1]));
        // At most one ray passes between the same two cells, so the number is drawn there, near the
        // middle, but not on the border.
        let half = match (length, place) {
            (1, 0) => 0.75,
            (1, _) => 0.25,
            (_, 0) => (length / 2) as f64 + 0.5,
            (..) => ((length - 1) / 2) as f64 + 0.5,
        };
        let part = half / length as f64;
        let (x, y) = (x + (to_x - x) * part, y + (to_y - y) * part);
        let is_upright = ray[place].1 == ray[place + 1].1;
        let (x, y) = if is_upright { (x + 0.16, y) } else { (x, y - 0.19) };
        picture.text_at(x, y, LENGTH_SIZE, &length.to_string(), ink);
    }
    // The lasers' values are drawn at the ends.
    picture.line(&corners(ray, 0.4), ink, 0.06);
}

/// Writes a value beside its laser: a given one, or that of a solution. Above and below the field
/// it is as small as a value of `letters` letters.
fn draw_value(picture: &mut Picture, side: Side, at: Point, text: &str, letters: usize, ink: Ink) {
    let (x, y) = centre(at);
    let half = DIGIT_WIDTH * text.len() as f64 * VALUE_SIZE / 2.0;
    match side {
        Side::Left => picture.text_at(-VALUE_GAP - half, y, VALUE_SIZE, text, ink),
        Side::Right => picture.text_from(picture.width() + VALUE_GAP, y, VALUE_SIZE, text, ink),
        Side::Top | Side::Bottom => {
            let letters = letters.max(text.len()) as f64;
            let size = (VALUE_WIDTH / (DIGIT_WIDTH * letters)).min(VALUE_SIZE);
            picture.text_at(x, y, size, text, ink)
        }
    };
}
