//! The picture: triangles, those of the trip coloured by their faces, rolls as arrows, and the
//! initial position of the tetrahedron.

use grid_utils::Tiling;
use puzzle::prelude::*;

use crate::check::Tetrahedron;
use crate::{FACES, Number, TRIANGLES, TriTriAgain, check, face_on, is_start};

/// The widths of the lines between triangles, and of those at the upper and lower border.
const THIN: f64 = 0.04;
const THICK: f64 = 0.1;
/// The length of the arrow of a roll.
const ARROW: f64 = 0.44;

/// Heights of the letters of faces, and of the numbers of rows and columns.
const LETTER: f64 = 0.27;
const LABEL: f64 = 0.4;

/// Draws the board and a trip, which may be empty. A board without a trip is one on the way to the
/// solution: it also shows which face lies on each triangle, and the numbers of rows and columns.
pub(crate) fn picture(puzzle: &TriTriAgain, board: Option<&Board>) -> Picture {
    let (numbers, trip) = (&puzzle.numbers, board.map_or(&[][..], Board::walk));
    let mut picture = Picture::canvas(1.0, 1.0);
    picture.description(&format!(
        "A tetrahedron rolls from the top to the bottom of {} rows of {} triangles with numbers",
        numbers.rows(),
        numbers.columns()
    ));
    for (cell, &number) in numbers {
        let corners = corners(cell);
        let is_end = is_start(cell) || puzzle.is_finish(cell);
        let behind = if trip.contains(&cell) {
            Some(tint(puzzle, number))
        } else {
            is_end.then_some(Tint::Shade)
        };
        picture.polygon(&corners, None, behind);
        picture.line(&[corners[0], corners[1], corners[2], corners[0]], Ink::Muted, THIN);
        picture.polygon_text(&corners, &number.to_string(), Ink::Text);
    }
    if board.is_some() && trip.is_empty() {
        draw_letters(&mut picture, numbers);
    }
    for cell in numbers.cells() {
        let [first, second, third] = corners(cell);
        if is_start(cell) {
            picture.line(&[first, second], Ink::Text, THICK);
        }
        if puzzle.is_finish(cell) {
            picture.line(&[second, third], Ink::Text, THICK);
        }
    }
    for (&from, &to) in trip.iter().tuple_windows() {
        let [(x, y), (to_x, to_y)] = [from, to].map(centre);
        let (right, down) = (to_x - x, to_y - y);
        let (x, y) = (x.midpoint(to_x), y.midpoint(to_y));
        let half = ARROW / 2.0 / right.hypot(down);
        let along = |part: f64| (x + part * right, y + part * down);
        picture.arrow(&[along(-half), along(half)], Ink::Accent);
    }
    draw_net(&mut picture, puzzle, check::roll(puzzle, trip).ok());
    picture
}

/// Writes the letter of the face that lies on each triangle, and the numbers of rows and columns.
fn draw_letters(picture: &mut Picture, numbers: &Grid<Number>) {
    for cell in numbers.cells() {
        let (x, y) = centre(cell);
        // Where a triangle is narrow.
        let down = if TRIANGLES.points_up(cell) { -0.38 } else { 0.38 };
        picture.text_at(x, y + down, LETTER, FACES[face_on(cell)], Ink::Muted);
        let (row, column) = (cell.row + 1, cell.column + 1);
        if column == 1 {
            picture.text_at(x - 0.75, y, LABEL, &row.to_string(), Ink::Label);
        }
        if row == 1 {
            picture.text_at(x, -0.3, LABEL, &column.to_string(), Ink::Label);
        }
    }
}

/// Draws the net of the tetrahedron around the face on which it starts, at the right of the last
/// rows, and the numbers of its faces.
fn draw_net(picture: &mut Picture, puzzle: &TriTriAgain, first: Option<Tetrahedron>) {
    let last = Cell::new(puzzle.numbers.rows() - 1, puzzle.numbers.columns());
    let (right, top) = corners(last)[0];
    let rows = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(1, 1), Cell::new(1, 2)];
    let (_, height) = corners(rows[1])[0];
    let faces = first.map(|first| [first.level, first.left, first.bottom, first.right]);
    for (place, cell) in rows.into_iter().enumerate() {
        let corners = corners(cell).map(|(x, y)| (right + x + 2.5, top + y - height));
        let number = faces.map(|faces| faces[place]);
        picture.polygon(&corners, Some(Ink::Muted), number.map(|number| tint(puzzle, number)));
        if let Some(number) = number {
            picture.polygon_text(&corners, &number.to_string(), Ink::Found);
        }
    }
    let faces = format!("faces\n{}", puzzle.faces.iter().join(", "));
    picture.text_from(right + 0.8, top + height + 0.9, 0.7, &faces, Ink::Label);
}

/// Returns the colour of a face.
fn tint(puzzle: &TriTriAgain, number: Number) -> Tint {
    let face = puzzle.faces.iter().position(|&face| face == number);
    Tint::Colour(face.and_then(|face| u8::try_from(face).ok()).unwrap_or(0))
}

fn corners(cell: Cell) -> [(f64, f64); 3] {
    let mut corners = TRIANGLES.corners(cell);
    [(); 3].map(|()| corners.next().expect("a triangle has three corners"))
}

fn centre(cell: Cell) -> (f64, f64) {
    let corners = corners(cell);
    let mean = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).sum::<f64>() / 3.0;
    (mean(|corner| corner.0), mean(|corner| corner.1))
}
