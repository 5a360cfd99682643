//! The picture: the boards in rows and columns, each with its letters and its tiles.

use std::f64::consts::PI;
use std::iter::repeat;

use puzzle::prelude::*;

use crate::{SomeOnes, Tile, boards, letters};

/// The size of letters and titles, in cells: a board has many cells.
const LETTER: f64 = 1.8;
const TITLE: f64 = 2.2;
/// The distances from the cells to the letters beside them, alternating, as neighbours would not
/// fit side by side.
const BESIDE: [f64; 2] = [1.1, 2.8];
/// The distance from the cells to the title above them, and between adjacent boards.
const ABOVE: f64 = 5.2;
const GAP: [f64; 2] = [6.5, 9.5];

/// The width of the lines between cells.
const THIN: f64 = 0.04;

/// The radius and the width of the rings around tiles.
const RING: f64 = 2.2;
const RING_LINE: f64 = 0.5;

/// Draws the photographs, and the tiles and the sentence of a board, if given.
pub(crate) fn picture(puzzle: &SomeOnes, board: Option<&Board>) -> Picture {
    let boards = board.map(|board| boards::read(&puzzle.boards, board));
    let size = puzzle.size.size();
    let side = size as f64;
    let place =
        |column: usize, row: usize| (column as f64 * (side + GAP[0]), row as f64 * (side + GAP[1]));
    let (right, bottom) = place(puzzle.boards.columns(), puzzle.boards.rows());
    let mut picture = Picture::canvas(right - GAP[0], bottom - GAP[1]);
    picture.description("Boards covered by square tiles");
    for (here, shown) in &puzzle.boards {
        let Cell { row, column } = here;
        let (left, top) = place(column, row);
        let word = puzzle.words.get(row).filter(|word| column == 0 && !word.is_empty());
        let word = word.map(|word| format!(", after {word}")).unwrap_or_default();
        let found = boards.as_ref().map_or(shown, |boards| &boards[here]);
        let ones = found.iter().filter(|tile| tile.side == 1);
        let ones = ones.flat_map(|one| letters(puzzle.overall(here, one.corner))).join("");
        let ones = if ones.is_empty() { ones } else { format!(": {ones}") };
        let title = format!("Row {}, board {}{word}{ones}", row + 1, column + 1);
        picture.text_from(left, top - ABOVE, TITLE, &title, Ink::Given);
        for (line, away) in (0..size).zip(BESIDE.into_iter().cycle()) {
            let along = line as f64 + 0.5;
            let cell = puzzle.overall(here, Cell::new(line, line));
            let [beside, above] = letters(cell).map(String::from);
            picture.text_at(left - away, top + along, LETTER, &beside, Ink::Label);
            picture.text_at(left + along, top - away, LETTER, &above, Ink::Label);
        }
        draw_cells(&mut picture, (left, top), size);
        draw_tiles(&mut picture, (left, top), shown, found);
        picture.rectangle((left, top), (side, side), Ink::Text, None);
    }
    let counts = puzzle.tiles.iter().zip(1..).filter(|(count, _)| count.get() > 0);
    let counts = counts
        .map(|(count, side)| format!("{count}\u{a0}of\u{a0}{side}\u{a0}x\u{a0}{side}"))
        .join(", ");
    picture.caption([format!("Tiles of each board: {counts} cells.")]);
    if let Some(board) = board {
        let sentence = puzzle.answer(board).text;
        picture.caption([format!("The tiles of 1 x 1, in rings, say {sentence}.")]);
    }
    picture
}

/// Draws the lines between cells: one to and fro across all rows, and one along all columns.
fn draw_cells(picture: &mut Picture, (left, top): (f64, f64), size: usize) {
    let to_and_fro = (1..size).flat_map(|line| {
        let ends = if line % 2 == 0 { [0, size] } else { [size, 0] };
        ends.map(|end| (end as f64, line as f64))
    });
    let (rows, columns): (Vec<_>, Vec<_>) = to_and_fro
        .map(|(along, line)| ((left + along, top + line), (left + line, top + along)))
        .unzip();
    picture.faint_line(&rows, Ink::Muted, THIN).faint_line(&columns, Ink::Muted, THIN);
}

/// Draws the given tiles, then the found ones, so that successive pictures of a search differ
/// little, tinted by their sides; the tiles asked about are too small for a number and have rings.
fn draw_tiles(picture: &mut Picture, (left, top): (f64, f64), shown: &[Tile], found: &[Tile]) {
    let found = found.iter().filter(|tile| !shown.contains(tile)).zip(repeat(Ink::Found));
    let mut rings = Vec::new();
    for (tile, ink) in shown.iter().zip(repeat(Ink::Given)).chain(found) {
        let side = tile.side as f64;
        let (x, y) = (left + tile.corner.column as f64, top + tile.corner.row as f64);
        let middle = (x + side / 2.0, y + side / 2.0);
        let colour = u8::try_from(tile.side - 1).unwrap_or(u8::MAX);
        picture.rectangle((x, y), (side, side), Ink::Text, Some(Tint::Colour(colour)));
        if tile.side > 1 {
            let text_size = (side * 0.9).min(4.0);
            picture.text_at(middle.0, middle.1, text_size, &tile.side.to_string(), ink);
        } else {
            rings.push(middle);
        }
    }
    for (x, y) in rings {
        let points = (0..=24).map(|step| {
            let (sin, cos) = (f64::from(step) * PI / 12.0).sin_cos();
            (x + RING * cos, y + RING * sin)
        });
        picture.line(&points.collect_vec(), Ink::Accent, RING_LINE);
    }
}
