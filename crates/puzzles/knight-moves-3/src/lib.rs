//! # Knight Moves 3
//!
//! *Jane Street, August 2019.* A knight walks over some cells of a square board, visits none twice, and
//! numbers them 1, 2, 3, and so on up to any last number. A number outside the board is the first number
//! that one meets in its row or column from there. The answer is the smallest product that the sizes of
//! all groups of connected empty cells can have.
//!
//! ```text
//!     3 6
//!   7 . . .        7 . . .
//!     . . .        . 3 6 .      groups of five, one and one empty cells: the product is 5
//!     . . . . 1    5 8 1 .
//!     . . . .      2 . 4 9
//! ```
//!
//! Boards may have up to 8 x 8 cells.
//!
//! ## Idea
//! The walk goes up to the largest clue at least. For each number up to there the search keeps the cells
//! where it can stand, its [stations](walks::Stations): a jump away from a station of the number before
//! and of the one after. Clues narrow them further. The cells of a line that are nearer than all
//! stations of its clue stay empty; and behind a number that is known, the clue cannot stand.
//! The number with the fewest stations is tried on each of them.
//!
//! Then the walk goes on in all ways through cells that need not stay empty, and each board on the way
//! is one: later numbers are seen from nowhere. A walk may end where it likes, so no last number has to
//! be guessed.
//!
//! Cells that stay empty and are connected now are in one group in the end. Groups of two cells or more
//! have a product no smaller than their sum: so nothing that is connected now is lost, and there is a
//! bound from below. Where it is no better than the best board, the search turns back.
//!
//! ## Why it is fast
//! It takes 22 nodes to place the published numbers up to 37, in twelve ways, and 126 more to go on from
//! there in all ways, up to 45. With the bound it is 33 in all, in 40 microseconds. It matters more
//! where there are fewer clues: without those of the right and the bottom it takes 29,000 nodes and 20
//! milliseconds, and without the bound it has not ended after 15 seconds.
//!
//! The rules alone take 2 seconds. For them an empty cell has the label of a first cell of its group
//! and a distance to it, so that two groups never count as one. How many groups there are of each size
//! makes the product, size by size; those above 1,000 are not told apart.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. There the numbers are heights of
//! buildings, and the knight on a roof is seen unless a taller building stands before it: whatever is seen
//! later on, the first number of a line is the smallest that is seen there.

mod rules;
mod search;

use std::ops::ControlFlow;

use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::{Border, Side, check, draw, empty_groups};
use grid_utils::{Grid, Regions};
use knight_moves::Board;
use picture::{Corner, Ink, Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// The most rows and columns.
const LARGEST_SIZE: usize = 8;

/// An instance: what is seen from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightMoves {
    /// The first number in each row and column, seen from each end, where it is given.
    pub first: Border<u8>,
}

impl KnightMoves {
    /// The largest clue; 0 if there is none.
    fn last_clue(&self) -> usize {
        self.first.given().map(|(.., &clue)| clue).max().unwrap_or(0).into()
    }
}

puzzle::program!(KnightMoves);

impl Puzzle for KnightMoves {
    // The search reports ever better boards.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.first.top.check_at_most("first.top", LARGEST_SIZE)?;
        self.first.check_sides("first")?;
        let cells = self.first.size() * self.first.size();
        for (side, line, &clue) in self.first.given() {
            ensure!(
                (1..=cells).contains(&clue.into()),
                "`first.{}`, {} {line}: expected a number from 1 to {cells}, as the board has cells, \
                 and found {clue}",
                side.key(),
                side.line_name()
            );
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::state(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let size = self.first.size();
        check::shape(board, size, size)?;
        knight_moves::check::walk(board)?;
        for (side, line, &clue) in self.first.given() {
            let seen = side.cells(size, line).find_map(|cell| board[cell]);
            let name = side.name(line);
            let found = seen.map_or("no number".to_owned(), |number| number.to_string());
            ensure!(seen == Some(clue), "{name}: {found} is seen first instead of {clue}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        empty_groups::answer(board)
    }

    fn score(&self, board: &Board) -> i128 {
        let product = Regions::components(board, Option::is_none).product_of_areas();
        -product.and_then(|product| i128::try_from(product).ok()).unwrap_or(i128::MAX)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let last = board.values().flatten().max().copied().unwrap_or(0);
        let mut remarks = empty_groups::remarks(board);
        remarks.push(("last number", last.to_string()));
        remarks
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        Some(KnightMoves { first: Border::of(size.clamp(1, LARGEST_SIZE), |_, _| None) })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let size = self.first.size();
        let first = |side: Side, line| side.cells(size, line).find_map(|cell| board[cell]);
        Some(KnightMoves { first: Border::of(size, first) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.first.size();
        let mut picture = knight_moves::draw::walk(&Grid::filled(size, size, None), board);
        picture.title("Knight Moves 3").description("A knight's walk and what is seen of it first");
        draw::border(&mut picture, &self.first);
        // On the way to a solution nobody knows which cells stay empty.
        if let Some(board) = board.filter(|board| self.check(board).is_ok()) {
            let groups = Regions::components(board, Option::is_none);
            for ((_, cells), colour) in groups.iter().zip((0..).map(Tint::Colour)) {
                picture.fill_cells(cells.iter().copied(), colour);
                let size = cells.len().to_string();
                picture.small_text(cells[0], Corner::TopLeft, &size, Ink::Muted);
            }
        }
        picture
    }
}
