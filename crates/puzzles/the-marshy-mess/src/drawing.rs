//! The picture: the fields in two columns, below them the cards of the hand.

use puzzle::prelude::*;

use crate::{Field, Mark, MarshyMess, Wrong};

/// Half the distance between two parallel bridges.
const HALF_A_GAP: f64 = 0.15;
/// The height of the letters, large enough to be read where four fields are small.
const LETTERS: f64 = 0.75;

/// Draws the islands of each field, and the bridges of a board, if any.
pub(crate) fn picture(puzzle: &MarshyMess, board: Option<&Board>) -> Picture {
    let (width, height) = pitch(puzzle);
    let (across, down) = (puzzle.fields.len().min(2), puzzle.fields.len().div_ceil(2));
    let (right, bottom) = (across as f64 * width, down as f64 * height);
    let mut picture = Picture::canvas(right, bottom + 1.5);
    for (index, ((name, field), origin)) in puzzle.fields.iter().zip(corners(puzzle)).enumerate() {
        picture.text_at(origin.0 + 0.3, origin.1 - 0.5, LETTERS, name, Ink::Label);
        let board = board.map(|board| &board.parts()[index]);
        draw(&mut picture, origin, field, board);
    }
    if let Some(hand) = puzzle.hand {
        let text = format!("the cards of the hand: {hand}");
        picture.text_at(right / 2.0, bottom + 0.75, LETTERS, &text, Ink::Label);
    }
    picture
}

/// Returns the distance from one field to the next, with room for names.
fn pitch(puzzle: &MarshyMess) -> (f64, f64) {
    let fields = || puzzle.fields.values();
    let width = fields().map(Grid::columns).max().unwrap_or(0) as f64 + 1.0;
    (width, fields().map(Grid::rows).max().unwrap_or(0) as f64 + 1.5)
}

/// Returns the top left corners of the fields.
pub(crate) fn corners(puzzle: &MarshyMess) -> impl Iterator<Item = (f64, f64)> {
    let (width, height) = pitch(puzzle);
    let place = |index: usize, pitch: f64| index as f64 * pitch;
    (0..).map(move |index| (place(index % 2, width) + 0.5, place(index / 2, height) + 1.0))
}

/// Draws one field, its top-left corner at `(x, y)`.
fn draw(picture: &mut Picture, (x, y): (f64, f64), field: &Field, board: Option<&Board>) {
    let sides = (field.columns() as f64, field.rows() as f64);
    picture.rectangle((x, y), sides, Ink::Muted, None);
    let middle = |cell: Cell| (x + cell.column as f64 + 0.5, y + cell.row as f64 + 0.5);
    for (cell, value) in board.into_iter().flat_map(Board::grid) {
        let (x, y) = middle(cell);
        let (bridges, (along_x, along_y)) = match value.map(Mark::of) {
            Some(Mark::Across(bridges)) => (bridges, (0.55, 0.0)),
            Some(Mark::Down(bridges)) => (bridges, (0.0, 0.55)),
            Some(Mark::Island(_)) | None => continue,
        };
        let gaps: &[f64] = if bridges == 1 { &[0.0] } else { &[-HALF_A_GAP, HALF_A_GAP] };
        for gap in gaps {
            let (x, y) = if along_x > 0.0 { (x, y + gap) } else { (x + gap, y) };
            let ends = [(x - along_x, y - along_y), (x + along_x, y + along_y)];
            picture.line(&ends, Ink::Found, 0.1);
        }
    }
    let wrong = board.map_or_else(Vec::new, |board| Wrong::all_of(field, board));
    for (cell, number) in field {
        let Some(number) = number else { continue };
        let (x, y) = middle(cell);
        // In a partial solution, the numbers of many islands are not reached yet.
        let is_wrong = wrong.len() == 1 && wrong[0].cell == cell;
        let (text, ink, tint) = if is_wrong {
            let printed = format!("\u{2260}{number}");
            picture.text_at(x + 0.9, y - 0.65, LETTERS, &printed, Ink::Warning);
            (wrong[0].found.to_string(), Ink::Found, Tint::Highlight)
        } else {
            (number.to_string(), Ink::Given, Tint::Shade)
        };
        picture.circle(x, y, 0.47, Ink::Text, Some(tint));
        picture.text_at(x, y, LETTERS, &text, ink);
    }
}
