//! # Knight Moves 3
//!
//! *Jane Street, August 2019.* A knight walks over some cells of a square board, without visiting
//! any twice, and numbers them 1, 2, 3, and so on up to any last number. A number outside the board
//! is the first number in its row or column seen from there. The answer is the smallest possible
//! product of the sizes of all groups of connected empty cells.
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
//! The walk continues at least to the largest clue. For each number up to there the search keeps
//! its possible cells, its [stations](walks::Stations), by constraint propagation: a jump away from
//! a station of the number before and of the number after. Clues narrow them further: the cells of
//! a line before the first station of its clue stay empty, and the clue cannot be behind a known
//! number. The search branches on the number with the fewest stations (minimum remaining values).
//!
//! Then the walk is extended in all ways through cells that need not stay empty. Later numbers
//! never come first in a line, so each board on the way is complete, and the last number need not
//! be guessed.
//!
//! The smallest product is found by branch and bound. Cells that stay empty and are already
//! connected end up in one group. The product of the sizes of groups of at least two cells is at
//! least their sum, so the connected cells give a lower bound. If it does not beat the best board,
//! the search backtracks.
//!
//! ## Why it is fast
//! The bound matters most with few clues.
//!
//! In the rules, an empty cell has the label of the first cell of its group and a distance to it,
//! so that two groups never count as one. The product is computed size by size, from the number of
//! groups of each size; products above 1,000 are not distinguished.
//!
//! ## Why it has a search
//! The rules alone solve the published instance, too, but not within a minute if half of the clues
//! are missing.
//!
//! ## Sources
//! On the puzzle's page the numbers are heights of buildings, and the knight on a roof is seen
//! unless a taller building is in front of it: whatever is seen later, the first number of a line
//! is the smallest one seen there.

mod constraints;
mod search;

use grid_puzzles::{Border, Side, empty_groups, without_border_clues};
use puzzle::prelude::*;

/// The maximum number of rows and columns.
const LARGEST_SIZE: usize = 8;

/// An instance: the clues outside the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnightMoves {
    /// The first number in each row and column, seen from each end, if it is given.
    first: Border<i64>,
}

impl KnightMoves {
    /// Returns the largest clue, or 1 without clues: a lower bound of the last number.
    fn least_last(&self) -> i64 {
        self.first.given().map(|(.., &clue)| clue).max().unwrap_or(1)
    }
}

puzzle::program!(KnightMoves, searched, explained);

impl Puzzle for KnightMoves {
    fn form(&self) -> Form {
        knight_moves::form(&Grid::filled(self.first.size(), self.first.size(), None))
    }

    fn validate(&self) -> Result<()> {
        self.first.top.check_at_most("first.top", LARGEST_SIZE)?;
        self.first.check_sides("first")?;
        let cells = self.first.size().pow(2);
        for (side, line, &clue) in self.first.given() {
            ensure!(
                usize::try_from(clue).is_ok_and(|clue| (1..=cells).contains(&clue)),
                "`first.{}`, {}: expected a number from 1 to {cells}, the number of cells, \
                 and found {clue}",
                side.key(),
                side.line_name(line)
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        knight_moves::check::walk(board).map(drop)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let size = self.first.size();
        let first = move |board: &Board, side: Side, line| {
            side.cells(size, line).find_map(|cell| board[cell])
        };
        self.first.of_board("first", "begins with", first)
    }

    fn answer(&self, board: &Board) -> Answer {
        let board = board.grid();
        let product = Regions::components(board, Option::is_none).product_of_areas();
        let product = product.and_then(|product| i128::try_from(product).ok());
        let last = board.values().flatten().max().copied().unwrap_or(0);
        let remarks = empty_groups::remarks(board);
        Answer { remarks, ..Answer::new(empty_groups::answer(board)) }
            .remark("last number", last)
            .score(-product.unwrap_or(i128::MAX))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        picture.description("A knight's walk and what is seen of it first");
        knight_moves::draw::jumps(picture, board);
        // In a partial board, the empty cells are not known yet.
        if let Some(board) = board.filter(|board| puzzle::check(self, board).is_ok()) {
            let groups = Regions::components(board.grid(), Option::is_none);
            for ((_, cells), colour) in groups.iter().zip((0..).map(Tint::Colour)) {
                picture.fill_cells(cells.iter().copied(), colour);
                let size = cells.len().to_string();
                picture.small_text(cells[0], Corner::TopLeft, &size, Ink::Muted);
            }
        }
    }
}

impl Setter for KnightMoves {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(without_border_clues(size.clamp(1, LARGEST_SIZE), &["first"]))
    }
}
