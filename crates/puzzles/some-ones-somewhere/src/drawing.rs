//! The picture: boards side by side with their tiles, and the letters around them.

use std::f64::consts::PI;

use itertools::Itertools;
use picture::{Ink, Picture, Tint, text_width};

use crate::{Boards, SomeOnes, Tile, letter};

/// Lines between boards, which are wide beside cells.
const THICK: f64 = 0.3;

/// The most letters beside the boards that can be read.
const MOST_LETTERS: usize = 40;

/// The radius of the rings around tiles.
const RING: f64 = 2.2;

/// Draws the photographs, and the tiles of boards where there are some.
pub(crate) fn picture(puzzle: &SomeOnes, boards: Option<&Boards>) -> Picture {
    let size = puzzle.size.size();
    let (rows, columns) = (puzzle.boards.rows() * size, puzzle.boards.columns() * size);
    let mut picture = Picture::grid(rows, columns);
    picture.description("Boards covered by square tiles");
    // Lines of many cells are too narrow for a letter each.
    let step = rows.max(columns).div_ceil(MOST_LETTERS);
    let letters = 0.85 * step as f64;
    for row in (0..rows).step_by(step) {
        let y = row as f64 + 0.5;
        picture.text_at(-0.7 * letters, y, letters, &letter(row).to_string(), Ink::Label);
    }
    for column in (0..columns).step_by(step) {
        let x = column as f64 + 0.5;
        picture.text_at(x, -0.7 * letters, letters, &letter(column).to_string(), Ink::Label);
    }
    for (row, word) in puzzle.words.iter().enumerate() {
        let middle = (row as f64 + 0.5) * size as f64;
        let width = text_width(word, Ink::Label) * letters;
        picture.text_from(-1.6 * letters - width, middle, letters, word, Ink::Label);
    }
    let counts = puzzle.tiles.iter().zip(1..).filter(|(count, _)| count.get() > 0);
    let counts = counts.map(|(count, side)| format!("{count} of {side} x {side}")).join(", ");
    picture.caption([format!("Tiles of each board: {counts} cells.")]);
    let place = |(row, column, tiles): (usize, usize, &[Tile])| {
        let moved = |&Tile { row: below, column: right, side }: &Tile| Tile {
            row: row * size + below,
            column: column * size + right,
            side,
        };
        tiles.iter().map(moved).collect_vec()
    };
    // What is shown comes first, so that pictures of a search differ in little.
    let mut tiles = puzzle.boards.iter().flat_map(place).collect_vec();
    let shown = tiles.len();
    let found = boards.into_iter().flat_map(Boards::iter).flat_map(place);
    let found = found.filter(|tile| !tiles.contains(tile)).collect_vec();
    tiles.extend(found);
    for (number, (tile, colour)) in tiles.iter().zip(colours(&tiles)).enumerate() {
        let [x, y, side] = [tile.column, tile.row, tile.side].map(|length| length as f64);
        picture.rectangle((x, y), (side, side), Ink::Text, Some(Tint::Colour(colour)));
        let ink = if number < shown { Ink::Given } else { Ink::Found };
        let text_size = (side * 0.75).min(4.0);
        picture.text_at(x + side / 2.0, y + side / 2.0, text_size, &tile.side.to_string(), ink);
    }
    // Rings around the tiles that are asked about, thick enough to be seen among thousands of cells.
    for tile in tiles.iter().filter(|tile| tile.side == 1) {
        let ring = (0..=24).map(|step| {
            let (sin, cos) = (f64::from(step) * PI / 12.0).sin_cos();
            (tile.column as f64 + 0.5 + RING * cos, tile.row as f64 + 0.5 + RING * sin)
        });
        picture.line(&ring.collect_vec(), Ink::Accent, 2.0 * THICK);
    }
    for line in 1..puzzle.boards.rows() {
        let y = (line * size) as f64;
        picture.line(&[(0.0, y), (columns as f64, y)], Ink::Text, THICK);
    }
    for line in 1..puzzle.boards.columns() {
        let x = (line * size) as f64;
        picture.line(&[(x, 0.0), (x, rows as f64)], Ink::Text, THICK);
    }
    picture
}

/// A colour for each tile, such that tiles that touch differ. It depends on those before alone.
fn colours(tiles: &[Tile]) -> Vec<u8> {
    let touch = |one: &Tile, other: &Tile| {
        one.row <= other.row + other.side
            && other.row <= one.row + one.side
            && one.column <= other.column + other.side
            && other.column <= one.column + one.side
    };
    let mut colours: Vec<u8> = Vec::new();
    for tile in tiles {
        let around = tiles.iter().zip(&colours).filter(|(other, _)| touch(tile, other));
        let taken = around.map(|(_, &colour)| colour).collect_vec();
        colours.push((0..u8::MAX).find(|colour| !taken.contains(colour)).unwrap_or(0));
    }
    colours
}
