//! # Hooks 11
//!
//! *Jane Street, September 2025.* Cut a square into nested hooks: the largest is an outer row
//! together with an outer column; what it leaves is a smaller square, from which the next hook is
//! cut, down to a single cell. The hooks get the digits 1 to n, each once, in any order; the hook
//! with the digit d holds it in exactly d of its cells. The filled cells are connected, no 2 x 2
//! block is full, and they can be divided into pentominoes, all of different types, each with
//! digits that add up to a multiple of 5. Some digits are given, and clues at the border tell of
//! the first filled cell that is seen from there: a digit is what it holds, a letter names its
//! pentomino. The answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//! .  .  4U .  4U
//! .  3Y 3U 5U 4U   F     hooks with the digits 4, 3, 5, 2 and 1, from the largest on;
//! 3Y 2Y .  5F .          the pentominoes U, Y and F add up to 20, 15 and 20;
//! .  2Y 1F 5F .          groups of 3, 2, 2, 1, 1 and 1 empty cells: the answer is 12
//! .  5Y .  5F 4F
//! ```
//!
//! A board tells for each filled cell the digit and the pentomino, but not the hooks: the same
//! digits with other pentominoes are another solution.
//!
//! ## Idea
//! *Hooks first*, from the outermost inwards, each with its digit: the clues and givens decide about
//! whole lines early. No cell is filled or emptied by trial; that only follows. A hook has d filled
//! cells, and the square that is left has as many as its digits add up to; the last cell of a 2 x 2
//! block stays empty; the filled cells are connected; nothing hides a digit that is seen from the
//! border.
//!
//! *The pentominoes that clues name* tell early which hooks are wrong. Their placements are few, 232
//! for all six letters of the published instance, whatever the hooks are. Each placement comes with
//! the cells that it clears: those between it and the border where it is seen from, and those that
//! would make a 2 x 2 block full. (So P has no placement: it contains a square.) Once all hooks of a
//! placement are cut, its digits are known, and four out of five are wrong. A pentomino without
//! placements is a dead end, a last placement is taken, and what all placements of a pentomino have
//! in common is known.
//!
//! *The other pentominoes* come when all of these have their places. Which types they are is open, but
//! their cells are not: from here on it is an exact cover, each filled cell by one placement.
//!
//! The search branches on the next hook; then on the named pentomino with the fewest placements; then
//! on the filled cell with the fewest (minimum remaining values, MRV).
//!
//! ## Why it is fast
//! The published instance is found and proved unique in about a millisecond. A node is a hook that is
//! cut or a pentomino that is placed by trial:
//!
//! | search | nodes |
//! | --- | --- |
//! | named pentominoes first, hooks afterwards | 10,908,176 |
//! | hooks first, but before each a named pentomino with four placements or fewer | 4,449 |
//! | hooks first, without a look at the pentominoes; then these | 899 |
//! | hooks first, and named pentominoes that tell which are wrong | 538 |
//!
//! Only squares of 4, 5, 9 and 10 rows and columns have solutions: in others the number of filled
//! cells is no multiple of five, or too large for twelve pentominoes. All of them fit into bitboards
//! of two words. One of 10 rows and columns with 16 clues and 5 givens takes 1,879 nodes.
//!
//! Much depends on the clues: no solution of a square of 9 rows and columns without any was found in
//! 15 seconds.
//!
//! ## Why so many lines
//! Two puzzles meet here, hooks and pentominoes, and either alone says little about the other: what
//! is more than 600 lines pays for the last two rows of the table, and for a checker that shares
//! nothing with the search.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Knuth, "Dancing links" (2000), covers
//! polyominoes exactly, choosing where there are fewest options.

mod check;
mod picture;
mod rules;
mod search;
mod tokens;

use std::ops::ControlFlow;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::{Border, Side, empty_groups};
use grid_utils::Grid;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

pub use polyominoes::Pentomino;
pub use tokens::{Filled, Sight};

/// The longest side: no square from 11 rows and columns on has a solution.
const LARGEST_SIZE: usize = 20;

/// A square to cut into nested hooks, to fill, and to divide into pentominoes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// The digits that are given.
    pub givens: nested_hooks::Board,
    /// What is seen from the border.
    pub sight: Border<Sight>,
}

/// The digit of each filled cell and the letter of its pentomino, `.` for an empty cell.
pub type Board = Grid<Option<Filled>>;

impl Hooks {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.sight.size()
    }
}

/// The digits alone.
fn digits(board: &Board) -> nested_hooks::Board {
    board.map(|_, filled| filled.map(|filled| filled.digit))
}

puzzle::program!(Hooks);

impl Puzzle for Hooks {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.sight.check_sides("sight")?;
        let size = self.size();
        ensure!(
            size <= LARGEST_SIZE,
            "`sight` has clues for {size} rows and columns; expected at most {LARGEST_SIZE}"
        );
        nested_hooks::check_givens_fit(&self.givens, size)?;
        for (side, line, &clue) in self.sight.given() {
            if let Sight::Digit(digit) = clue {
                ensure!(
                    (1..=size).contains(&usize::from(digit)),
                    "`sight.{}`, {} {line}: expected a digit from 1 to {size} or a letter \
                     and found {digit}",
                    side.key(),
                    side.line_name()
                );
            }
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::rules(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    /// The product of the sizes of the groups of connected empty cells.
    fn answer(&self, board: &Board) -> String {
        empty_groups::answer(&digits(board))
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        empty_groups::remarks(&digits(board))
    }

    /// Of the sizes whose filled cells can be cut into pentominoes the next one.
    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let size = match size {
            0..=2 => 4,
            3..=5 => 5,
            6..=9 => 9,
            _ => 10,
        };
        let (givens, sight) = (Grid::filled(size, size, None), Border::of(size, |_, _| None));
        Some(Hooks { givens, sight })
    }

    /// All digits are given; clues at the border are digits and letters in turn.
    fn clued(&self, board: &Board) -> Option<Self> {
        let seen = |side: Side, line: usize| {
            let filled = side.cells(self.size(), line).find_map(|cell| board[cell])?;
            let digit = Sight::Digit(filled.digit);
            let part = filled.part_of.filter(|_| line.is_multiple_of(2)).map(Sight::Part);
            Some(part.unwrap_or(digit))
        };
        Some(Hooks { givens: digits(board), sight: Border::of(self.size(), seen) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        picture::picture(self, board)
    }
}
