//! The picture: the boards in rows and columns, each with its letters and its tiles.

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

/// The points, from the middle, and the width of the lines around the tiles asked about.
const DIAMOND: [(f64, f64); 5] = [(0.0, -2.6), (2.6, 0.0), (0.0, 2.6), (-2.6, 0.0), (0.0, -2.6)];
const DIAMOND_LINE: f64 = 0.5;

/// Draws the photographs, and the tiles and the sentence of a board, if given.
pub(crate) fn picture(puzzle: &SomeOnes, board: Option<&Board>) -> Picture {
    let boards = board.map(|board| boards::read(&puzzle.boards, board));
    let size = puzzle.size.size();
    let side = size as f64;
    let [right, down] = GAP.map(|gap| side + gap);
    let (rows, columns) = (puzzle.boards.rows() as f64, puzzle.boards.columns() as f64);
    let mut picture = Picture::canvas(columns * right - GAP[0], rows * down - GAP[1]);
    picture.description("Boards covered by square tiles");
    for (here, shown) in &puzzle.boards {
        let (left, top) = (here.column as f64 * right, here.row as f64 * down);
        let found = boards.as_ref().map_or(shown, |boards| &boards[here]);
        let word = puzzle.word(here).map_or(String::new(), |word| format!(", after {word}"));
        let ones = puzzle.ones(here, found).flat_map(letters).join("");
        let title = format!("Row {}, board {}{word}: {ones}", here.row + 1, here.column + 1);
        picture.text_from(left, top - ABOVE, TITLE, title.trim_end_matches(": "), Ink::Given);
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
    let text = |(count, side)| format!("{count} of {side} x {side}").replace(' ', "\u{a0}");
    picture.caption([format!("Tiles of each board: {} cells.", counts.map(text).join(", "))]);
    if let Some(board) = board {
        let sentence = puzzle.answer(board).text;
        picture.caption([format!("The tiles of 1 x 1, in diamonds, say {sentence}.")]);
    }
    picture
}

/// Draws the lines between cells: one to and fro across all rows, and one along all columns.
fn draw_cells(picture: &mut Picture, (left, top): (f64, f64), size: usize) {
    // The first line leads back from the far end, the second one forth, and so on.
    let ends = [size, 0, 0, size].into_iter().cycle();
    let to_and_fro = ends.zip((1..size).flat_map(|line| [line; 2]));
    let to_and_fro = to_and_fro.map(|(along, line)| (along as f64, line as f64));
    let rows = to_and_fro.clone().map(|(along, line)| (left + along, top + line)).collect_vec();
    let columns = to_and_fro.map(|(along, line)| (left + line, top + along)).collect_vec();
    picture.faint_line(&rows, Ink::Muted, THIN).faint_line(&columns, Ink::Muted, THIN);
}

/// Draws the given tiles, then the found ones, so that successive pictures of a search differ
/// little, tinted by their sides. The tiles asked about are too small for a number: they come last,
/// with diamonds around them that no tile covers.
fn draw_tiles(picture: &mut Picture, (left, top): (f64, f64), shown: &[Tile], found: &[Tile]) {
    let found = found.iter().filter(|tile| !shown.contains(tile)).zip(repeat(Ink::Found));
    let tiles = shown.iter().zip(repeat(Ink::Given)).chain(found);
    for (tile, ink) in tiles.sorted_by_key(|(tile, _)| tile.side == 1) {
        let side = tile.side as f64;
        let (x, y) = (left + tile.corner.column as f64, top + tile.corner.row as f64);
        let middle = (x + side / 2.0, y + side / 2.0);
        let colour = u8::try_from(tile.side - 1).unwrap_or(u8::MAX);
        picture.rectangle((x, y), (side, side), Ink::Text, Some(Tint::Colour(colour)));
        if tile.side > 1 {
            let text_size = (side * 0.9).min(4.0);
            picture.text_at(middle.0, middle.1, text_size, &tile.side.to_string(), ink);
        } else {
            let diamond = DIAMOND.map(|(right, down)| (middle.0 + right, middle.1 + down));
            picture.line(&diamond, Ink::Accent, DIAMOND_LINE);
        }
    }
}
