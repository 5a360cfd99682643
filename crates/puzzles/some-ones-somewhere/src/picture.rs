//! The picture: boards side by side with their tiles, and the letters around them.

use itertools::Itertools;
use picture::{Ink, Picture, Tint};

use crate::{Boards, SomeOnes, Tile, letter};

/// Lines between boards, which are wide beside cells.
const THICK: f64 = 0.3;

/// Draws the photographs, and the tiles of boards where there are some. Boards may come from a user,
/// so that tiles beyond their board are left out.
pub(crate) fn picture(puzzle: &SomeOnes, boards: Option<&Boards>) -> Picture {
    let size = puzzle.size;
    let (rows, columns) = (puzzle.boards.rows() * size, puzzle.boards.columns() * size);
    let mut picture = Picture::grid(rows, columns);
    picture.title("Boards covered by square tiles");
    (0..rows).for_each(|row| {
        picture.label_left(row, &letter(row).to_string());
    });
    (0..columns).for_each(|column| {
        picture.label_top(column, &letter(column).to_string());
    });
    for (row, word) in puzzle.words.iter().enumerate() {
        let middle = (row as f64 + 0.5) * size as f64;
        let text_size = (size as f64 / 8.0).max(0.6);
        picture.text_at(
            -1.0 - text_size * (word.len() as f64 / 2.5),
            middle,
            text_size,
            word,
            Ink::Label,
        );
    }
    let counts = puzzle.tiles.iter().zip(1..).filter(|&(&count, _)| count > 0);
    let counts = counts.map(|(count, side)| format!("{count} of {side} x {side}")).join(", ");
    picture.caption([format!("Tiles of each board: {counts} cells.")]);
    let shown = &puzzle.boards;
    let fits = |tile: &Tile| tile.row.max(tile.column) + tile.side <= size;
    let place = |(row, column, tiles): (usize, usize, &[Tile])| {
        let moved = |&tile: &Tile| Tile {
            row: row * size + tile.row,
            column: column * size + tile.column,
            ..tile
        };
        tiles.iter().filter(|tile| fits(tile)).map(moved).collect_vec()
    };
    let given = shown.iter().flat_map(place).collect_vec();
    let tiles = boards
        .unwrap_or(shown)
        .iter()
        .flat_map(place)
        .filter(|tile| tile.row < rows && tile.column < columns)
        .collect_vec();
    for (tile, colour) in tiles.iter().zip(colours(&tiles)) {
        let [x, y, side] = [tile.column, tile.row, tile.side].map(|length| length as f64);
        let tint = if tile.side == 1 { Tint::Highlight } else { Tint::Colour(colour) };
        picture.rectangle((x, y), (side, side), Ink::Text, Some(tint));
        let ink = if given.contains(tile) { Ink::Given } else { Ink::Found };
        picture.text_at(
            x + side / 2.0,
            y + side / 2.0,
            (side * 0.5).min(2.5),
            &tile.side.to_string(),
            ink,
        );
    }
    for line in 1..puzzle.boards.rows() {
        let y = (line * size) as f64;
        picture.line(&[(0.0, y), (columns as f64, y)], Ink::Text, THICK);
    }
    for line in 1..puzzle.boards.columns() {
        let x = (line * size) as f64;
        picture.line(&[(x, 0.0), (x, rows as f64)], Ink::Text, THICK);
    }
    for one in tiles.iter().filter(|tile| tile.side == 1) {
        let (x, y) = (one.column as f64 + 0.5, one.row as f64 + 0.5);
        picture.circle(x, y, 1.2, Ink::Accent, None);
    }
    picture
}

/// A colour for each tile, such that tiles that touch differ.
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
