//! Pictures of crosswords.

use std::collections::BTreeSet;
use std::fmt::Display;

use picture::{Corner, Ink, Picture, Tint};

use crate::{Board, Crossword, Direction, Square};

/// Height of the letters of clues below the grid, in cells.
const SIZE: f64 = 0.34;
/// From one of their lines to the next.
const LINE: f64 = 0.5;
/// The width that such a letter takes, in cells.
const LETTER: f64 = 0.6 * SIZE;

impl<C: Display> Crossword<C> {
    /// The grid with the numbers of its entries and those of a board, complete or not, and the clues below
    /// it: first those across (`A`), then those down (`D`).
    ///
    /// A board may be of another shape: what lies outside the grid is left out.
    #[must_use]
    pub fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let mut picture = Picture::grid(rows, columns);
        for (cell, black) in &self.grid {
            if black.is_some() {
                picture.fill(cell, Tint::Shade);
            }
            if let Some(Square::Number(number)) = board.and_then(|board| board.get(cell)) {
                picture.text(cell, &number.to_string(), Ink::Found);
            }
        }
        let mut texts = Vec::new();
        let mut numbered = BTreeSet::new();
        for entry in self.entries() {
            let (first, number) = (entry.cells[0], entry.name.number);
            if numbered.insert(number) {
                picture.small_text(first, Corner::TopLeft, &number.to_string(), Ink::Label);
            }
            let Some(clue) = self.clues.get(&entry.name) else { continue };
            texts
                .push((entry.name.direction == Direction::Down, format!("{}: {clue}", entry.name)));
        }
        texts.sort_by_key(|&(is_down, _)| is_down);
        write_below(&mut picture, &texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>());
        picture
    }
}

/// Writes texts below the grid, in as many columns as there is room for.
fn write_below(picture: &mut Picture, texts: &[String]) {
    let (width, height) = (picture.width(), picture.height());
    let widest = texts.iter().map(|text| text.chars().count() + 2).max().unwrap_or(1);
    let widest = widest as f64 * LETTER;
    let columns = (1..=texts.len()).take_while(|&columns| columns as f64 * widest <= width).last();
    let columns = columns.unwrap_or(1);
    let lines = texts.len().div_ceil(columns);
    for (place, text) in texts.iter().enumerate() {
        let x = width * (place / lines) as f64 / columns as f64;
        let y = height + LINE * ((place % lines) as f64 + 1.0);
        picture.text_from(x, y, SIZE, text, Ink::Label);
    }
}
