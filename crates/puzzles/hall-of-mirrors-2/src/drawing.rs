//! The picture: the white squares, the mirrors as dashes, and the ray with its letters.

use std::f64::consts::PI;

use puzzle::prelude::*;

use crate::{HallOfMirrors, semaphore};

/// Draws the field with its mirrors and, if given, a ray.
pub(crate) fn picture(hall: &HallOfMirrors, ray: Option<&[Cell]>) -> Picture {
    let side = hall.mirrors.rows() as f64;
    let mut picture = Picture::canvas(side, side);
    picture.description("Mirrors between squares, and a ray that they turn");
    picture.rectangle((0.0, 0.0), (side, side), Ink::Muted, Some(Tint::Shade));
    let letters = ray.map_or_else(Vec::new, |ray| hall.message(ray));
    for (place, centre) in hall.centres().enumerate() {
        let (x, y) = middle(centre);
        picture.rectangle((x - 1.5, y - 1.5), (3.0, 3.0), Ink::Muted, Some(Tint::Highlight));
        if let Some(letter) = letters.get(place) {
            picture.text_at(x + 1.0, y + 1.0, 0.9, &letter.to_string(), Ink::Given);
        }
        let in_row = hall.squares();
        if hall.apostrophe == Some(Cell::new(place / in_row, place % in_row)) {
            picture.text_at(x - 1.3, y - 1.0, 0.9, "'", Ink::Given);
        }
    }
    if let Some(ray) = ray {
        let points: Vec<(f64, f64)> = ray.iter().map(|&cell| middle(cell)).collect();
        picture.line(&points, Ink::Accent, 0.08);
    }
    for (cell, _) in hall.mirrors.iter().filter(|(_, angle)| angle.is_some()) {
        let turn = hall.angle(cell).unwrap_or(0) as f64 / 1800.0 * PI;
        let ((x, y), (right, down)) = (middle(cell), (0.4 * turn.cos(), -0.4 * turn.sin()));
        let width = if hall.ends.contains(&cell) { 0.2 } else { 0.09 };
        picture.line(&[(x - right, y - down), (x + right, y + down)], Ink::Text, width);
    }
    if ray.is_none() {
        draw_semaphore(&mut picture, side);
    }
    picture
}

/// Draws the letters and their arms below a field, in rows as wide as the field.
fn draw_semaphore(picture: &mut Picture, side: f64) {
    const IN_ROW: usize = 13;
    let room = side / IN_ROW as f64;
    for (place, (letter, arms)) in semaphore::letters().enumerate() {
        let x = room * ((place % IN_ROW) as f64 + 0.5);
        let y = side + room * (1.8 * (place / IN_ROW) as f64 + 0.9);
        for arm in arms {
            let (up, right) = (arm as f64 * PI / 4.0).sin_cos();
            let tip = (x + 0.4 * room * right, y - 0.4 * room * up);
            picture.line(&[(x, y), tip], Ink::Accent, 0.07 * room);
        }
        picture.circle(x, y, 0.1 * room, Ink::Text, None);
        picture.text_at(x, y + 0.75 * room, 0.5 * room, &letter.to_string(), Ink::Label);
    }
}

fn middle(cell: Cell) -> (f64, f64) {
    (cell.column as f64 + 0.5, cell.row as f64 + 0.5)
}
