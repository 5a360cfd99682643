//! Pictures of crosswords.

use std::collections::BTreeSet;

use picture::{Corner, Ink, Picture, Tint};

use crate::{Crossword, Entry};

/// Height of the letters of clues below the grid, in cells.
const SIZE: f64 = 0.34;
/// From one of their lines to the next.
const LINE: f64 = 0.5;
/// The width that such a letter takes, in cells.
const LETTER: f64 = 0.6 * SIZE;

impl<C> Crossword<C> {
    /// Draws the black cells, the numbers of the entries, and the clues below the grid: first those
    /// across (`A`), then those down (`D`).
    pub fn draw(&self, picture: &mut Picture, says: impl Fn(&C) -> String) {
        // The colour says as much as the word.
        let black = self.grid.iter().filter(|(_, black)| black.is_some()).map(|(cell, _)| cell);
        for cell in black {
            picture.fill(cell, Tint::Black).erase([cell]);
        }
        let mut numbered = BTreeSet::new();
        let mut texts = Vec::new();
        for Entry { name, cells } in self.entries() {
            if numbered.insert(name.number) {
                picture.small_text(cells[0], Corner::TopLeft, &name.number.to_string(), Ink::Label);
            }
            texts.extend(self.clues.get(&name).map(|clue| format!("{name}: {}", says(clue))));
        }
        write_below(picture, &texts);
    }
}

/// Writes texts below the grid, in columns if there is room for several.
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
