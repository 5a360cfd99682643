//! # Some Ones, Somewhere
//!
//! *Jane Street, June 2025.* Nine photographs, three by three, show boards of 45 x 45 cells with
//! some square tiles on them. Each board is covered by one tile of 1 x 1, two of 2 x 2, ..., nine of
//! 9 x 9. The alphabet runs along the left and the top of all photographs, again and again: the
//! single 1 x 1 tile of a board points at a letter at the left, by its row, and at one at the top, by
//! its column. In reading order, with THE before the first row and A before the third, they are a
//! sentence.
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
//! A line per board: its row and its column, `:`, and its tiles, each as its side, `@`, and its top
//! left cell, such as `2@r1c1`; `.` stands for no tile.
//!
//! ## Idea
//! A gap is a row of free cells with covered ones, or the border, at both ends and all along its
//! upper side. The tile in its first cell has its corner there, so the search only branches on its
//! side. It fills a narrow gap first, for few sides fit there.
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
//! The last of these is the search. Exact cover does not fit, as the numbers of tiles are no items
//! that are covered once. The rules alone take a second.
//!
//! ## Why the code is long
//! Tiles are words of the puzzle's own, in instances as on boards. The search keeps its decisions in
//! a list, since a hundred thousand tiles are too deep for recursion.
//!
//! ## Sources
//! A square with sides of n (n + 1) / 2
//! cells that is covered by one tile of 1 x 1, two of 2 x 2, ..., n of n x n is Robert Wainwright's
//! partridge puzzle; it takes 8 kinds of tiles, or 1.

mod boards;
mod check;
mod constraints;
mod drawing;
mod search;

use anyhow::{Result, ensure};
use grid_utils::{Cell, Within};
use picture::Picture;
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Rules, Search, Setter};
use rules::Model;
use serde::Deserialize;

use boards::{Boards, Tile};

/// The most cells along a side of a board: the cells of a row are the bits of a word.
const LARGEST_SIZE: usize = 64;
/// The most rows or columns of boards.
const MOST_LINES: usize = 8;

/// An instance: the photographs and what is known beyond them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SomeOnes {
    /// How many cells a board is wide and high.
    size: Within<1, 64>,
    /// The numbers of tiles of 1 x 1, 2 x 2, 3 x 3, ... that each board has in all.
    tiles: Vec<Within<0, 4096>>,
    /// The words in front of the rows of photographs; none, or one for each row.
    #[serde(default)]
    words: Vec<String>,
    /// The tiles that are shown.
    boards: Boards,
}

impl SomeOnes {
    /// How many tiles with this side each board has.
    fn count(&self, side: usize) -> usize {
        let count = side.checked_sub(1).and_then(|place| self.tiles.get(place));
        count.map_or(0, |count| count.size())
    }
}

/// Returns the letter beside a line of cells, or above it, counted over all boards.
fn letter(line: usize) -> char {
    ('A'..='Z').cycle().nth(line).expect("the alphabet runs on")
}

puzzle::program!(SomeOnes);

impl Puzzle for SomeOnes {
    fn form(&self) -> Form {
        self.boards.form(self.size.size())
    }

    fn validate(&self) -> Result<()> {
        let SomeOnes { size, tiles, words, boards } = self;
        ensure!(
            tiles.len() <= LARGEST_SIZE,
            "`tiles` has {} counts; expected at most {LARGEST_SIZE}",
            tiles.len()
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
                let place = format!("`boards`, board {} {}", row + 1, column + 1);
                ensure!(tile.side > 1, "{place}: {tile} is a tile of 1 x 1, which is never shown");
                ensure!(
                    tile.row.max(tile.column) + tile.side <= size.size(),
                    "{place}: the tile {tile} leaves the board of {size} x {size} cells"
                );
            }
        }
        Ok(())
    }

    fn constraints(&self, model: Model) -> Option<Rules> {
        Some(constraints::rules(self, model))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, &self.boards.read(board))
    }

    /// Returns the letters at which the tiles of 1 x 1 point, after the words of their rows.
    fn answer(&self, board: &Board) -> Answer {
        let size = self.size.size();
        let (mut sentence, mut ones) = (String::new(), Vec::new());
        for (row, column, tiles) in self.boards.read(board).iter() {
            if column == 0 {
                sentence.extend(self.words.get(row).map(String::as_str));
            }
            for tile in tiles.iter().filter(|tile| tile.side == 1) {
                let cell = Cell::new(row * size + tile.row, column * size + tile.column);
                sentence.extend([letter(cell.row), letter(cell.column)]);
                ones.push(cell.to_string());
            }
        }
        let ones = if ones.is_empty() { "none".to_owned() } else { ones.join(" ") };
        Answer::new(sentence).remark("tiles of 1 x 1", ones)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture =
            drawing::picture(self, board.map(|board| self.boards.read(board)).as_ref());
        if let Some(board) = board {
            let sentence = self.answer(board).text;
            picture.caption([format!("The tiles of 1 x 1, in rings, say {sentence}.")]);
        }
        picture
    }
}

impl Setter for SomeOnes {
    /// Boards without a tile, and counts of tiles that cover them.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(search::random(size, random))
    }

    /// All tiles are shown but those of 1 x 1.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let boards = self.boards.read(board);
        let shown = |(_, _, tiles): (_, _, &[Tile])| {
            tiles.iter().copied().filter(|tile| tile.side > 1).collect()
        };
        let shown = Boards::new(boards.columns(), boards.iter().map(shown));
        Some(Draft::new().text("boards", self.form().write(&shown.board())))
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
