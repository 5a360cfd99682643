//! # Some Ones, Somewhere
//!
//! *Jane Street, June 2025.* Nine photographs, three by three, show boards of 45 x 45 cells with
//! some square tiles on them. On each board lie one tile of 1 x 1, two of 2 x 2, ..., nine of 9 x
//! 9, and they cover it. Along the left and the top of all photographs runs the alphabet, again and
//! again: the single 1 x 1 tile of a board points at a letter at the left, by its row, and at one
//! at the top, by its column. In reading order, with THE before the first row and A before the
//! third, they are a sentence.
//!
//! ```text
//!     A B C D E
//! A   3 3 3 2 2      A smaller board with other tiles: one of 3 x 3, three of 2 x 2 and four of
//! B   3 3 3 2 2      1 x 1. The first of these points at C, then D, the others at C and E, at
//! C   3 3 3 1 1      D and E, and at E and E.
//! D   2 2 2 2 1
//! E   2 2 2 2 1
//! ```
//!
//! Boards may have any size up to 64, any numbers of tiles, and stand in up to 8 rows and columns.
//!
//! ## Boards
//! A line per board, the tiles in the order of their corners: see [`Boards`].
//!
//! ## Idea
//! A gap is a row of free cells with covered ones, or the border, at both ends and all along its
//! upper side. The tile in its first cell has its corner there, so only its side is to be tried. Of
//! all gaps of a board a narrow one is filled first, for few sides fit there.
//!
//! ## Why it is fast
//! The cells of a row are the bits of a word: gaps are found, and tiles laid, a row at a time. To
//! find all nine tilings, and prove that there are no others:
//!
//! | search | nodes | time |
//! | --- | --- | --- |
//! | the first free cell, row by row | 67,056 | 3.7 ms |
//! | the narrowest gap of the first row that has one | 57,445 | 2.6 ms |
//! | the narrowest gap of the board | 19,182 | 2.8 ms |
//! | ... where no gap has a width that the sides left cannot add up to | 15,635 | 2.8 ms |
//! | the first gap of at most four cells, else the narrowest | 20,254 | 2.2 ms |
//!
//! The last of these is the search. It is no exact cover: tiles would be options and cells items,
//! but the numbers of tiles are no items that are covered once. The rules alone take four seconds.
//!
//! ## Why so many lines
//! Boards have a text form of their own, one and the same for what is shown and for what is found,
//! and its mistakes are told by line; half of the rest is what an instance may be.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. A square of n (n + 1) / 2 cells that
//! is covered by one tile of 1 x 1, two of 2 x 2, ..., n of n x n is Robert Wainwright's partridge
//! puzzle; it takes 8 kinds of tiles, or 1.

mod boards;
mod check;
mod picture;
mod rules;
mod search;

use std::ops::ControlFlow;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Result, ensure};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

pub use boards::{Boards, Tile};

/// The most cells along a side of a board: the cells of a row are the bits of a word.
const LARGEST_SIZE: usize = 64;
/// The most rows or columns of boards.
const MOST_LINES: usize = 8;

/// An instance: the photographs and what is known beyond them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SomeOnes {
    /// How many cells a board is wide and high.
    pub size: usize,
    /// How many tiles of 1 x 1, 2 x 2, 3 x 3, ... each board has in all.
    pub tiles: Vec<usize>,
    /// The words in front of the rows of photographs; none, or one for each row.
    #[serde(default)]
    pub words: Vec<String>,
    /// The tiles that are shown.
    pub boards: Boards,
}

/// The letter beside a line of cells, or above it, counted over all boards.
fn letter(line: usize) -> char {
    ('A'..='Z').cycle().nth(line).expect("the alphabet runs on")
}

puzzle::program!(SomeOnes);

impl Puzzle for SomeOnes {
    // The cell that is filled next is the first one, so each tiling is met once.
    const DISTINCT: bool = true;

    type Board = Boards;

    fn validate(&self) -> Result<()> {
        let SomeOnes { size, tiles, words, boards } = self;
        ensure!(
            (1..=LARGEST_SIZE).contains(size),
            "`size` is {size}; expected 1 to {LARGEST_SIZE}"
        );
        for (&count, side) in tiles.iter().zip(1..) {
            ensure!(
                count <= size * size,
                "`tiles`: there are {count} of {side} x {side}; expected at most {}",
                size * size
            );
        }
        ensure!(
            tiles.len() <= LARGEST_SIZE,
            "`tiles` has {} counts; expected at most {LARGEST_SIZE}",
            tiles.len()
        );
        ensure!(
            boards.rows().max(boards.columns()) <= MOST_LINES,
            "`boards` has {} rows and {} columns; expected at most {MOST_LINES} of each",
            boards.rows(),
            boards.columns()
        );
        ensure!(
            words.is_empty() || words.len() == boards.rows(),
            "`words` has {} words; expected one for each of the {} rows of boards, or none",
            words.len(),
            boards.rows()
        );
        for word in words {
            ensure!(
                word.chars().all(|letter| letter.is_ascii_uppercase()),
                "`words`: expected capital letters and found {word:?}"
            );
        }
        for (row, column, tiles) in boards.iter() {
            for tile in tiles {
                let place = format!("`boards`, board {row} {column}");
                ensure!(tile.side > 1, "{place}: {tile} is a tile of 1 x 1, which is never shown");
                ensure!(
                    tile.row.max(tile.column) + tile.side <= *size,
                    "{place}: the tile {tile} leaves the board of {size} x {size} cells"
                );
            }
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Boards>> {
        Some(rules::rules(self))
    }

    fn search(&self, search: &mut Search<Boards>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, boards: &Boards) -> Result<()> {
        check::check(self, boards)
    }

    /// The letters at which the tiles of 1 x 1 point, after the words of their rows.
    fn answer(&self, boards: &Boards) -> String {
        let mut sentence = String::new();
        for (row, column, tiles) in boards.iter() {
            if column == 0 {
                sentence.extend(self.words.get(row).map(String::as_str));
            }
            for tile in tiles.iter().filter(|tile| tile.side == 1) {
                sentence.push(letter(row * self.size + tile.row));
                sentence.push(letter(column * self.size + tile.column));
            }
        }
        sentence
    }

    fn remarks(&self, boards: &Boards) -> Vec<(&'static str, String)> {
        let mut ones = Vec::new();
        for (row, column, tiles) in boards.iter() {
            for tile in tiles.iter().filter(|tile| tile.side == 1) {
                let (row, column) = (row * self.size + tile.row, column * self.size + tile.column);
                ones.push(format!("r{row}c{column}"));
            }
        }
        let ones = if ones.is_empty() { "none".to_owned() } else { ones.join(" ") };
        vec![("tiles of 1 x 1", ones)]
    }

    /// Boards without a tile, and counts of tiles that cover them.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        Some(search::random(size.clamp(1, LARGEST_SIZE), random))
    }

    /// All tiles are shown but those of 1 x 1.
    fn clued(&self, boards: &Boards) -> Option<Self> {
        let shown = |(_, _, tiles): (usize, usize, &[Tile])| {
            tiles.iter().copied().filter(|tile| tile.side > 1).collect()
        };
        let boards = Boards::new(boards.columns(), boards.iter().map(shown));
        Some(SomeOnes { boards, ..self.clone() })
    }

    fn picture(&self, boards: Option<&Boards>) -> Picture {
        picture::picture(self, boards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_that_some_photographs_show_at_their_edges_have_the_alphabet_s_phase() {
        let at = |board: usize, line: usize| letter(45 * board + line);
        let top = [(0, 15), (0, 26), (0, 43), (1, 0), (1, 24), (1, 41), (2, 17), (2, 20), (2, 44)];
        let left = [(0, 19), (0, 34), (0, 37), (1, 15), (1, 20), (1, 39)];
        let shown: String = top.iter().chain(&left).map(|&(board, line)| at(board, line)).collect();
        assert_eq!(shown, "PARTRIDGETILING");
    }
}
