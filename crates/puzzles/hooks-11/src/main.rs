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
//! whole lines early. No cell is filled or emptied by trial; *constraint propagation* does that. A hook
//! has d filled cells, and the square that is left has as many as its digits add up to; the last cell
//! of a 2 x 2 block stays empty; the filled cells are connected; nothing hides a digit that is seen from
//! the border.
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
//! their cells are not: from here on it is an *exact cover*, each filled cell by one placement.
//!
//! The search branches on the next hook; then on the named pentomino with the fewest placements; then
//! on the filled cell with the fewest (minimum remaining values, MRV).
//!
//! ## Why it is fast
//! The published instance is found and proved unique in half a millisecond. A node is a hook that is
//! cut or a pentomino that is placed by trial:
//!
//! | search | nodes |
//! | --- | --- |
//! | named pentominoes first, hooks afterwards | 10,908,176 |
//! | hooks first, but before each a named pentomino with four placements or fewer | 4,449 |
//! | hooks first, without a look at the pentominoes; then these | 899 |
//! | hooks first, and named pentominoes that tell which are wrong | 538 |
//! | the digits that are left have [room](nested_hooks::have_room) in the hooks that are left | 433 |
//!
//! Only squares of 4, 5, 9 and 10 rows and columns have solutions: in others the number of filled
//! cells is no multiple of five, or too large for twelve pentominoes. All of them fit into bitboards
//! of two words.
//!
//! Much depends on the clues: no solution of a square of 9 rows and columns without any was found in
//! 15 seconds.
//!
//! ## Why it has a search
//! The rules alone solve the published instance, too. But the search counts all boards of 5 rows and
//! columns, for which they take minutes, and with it `make` is ten times as fast.
//!
//! ## Sources
//! Knuth, "Dancing links" (2000), covers polyominoes exactly, choosing where there are fewest options.

mod check;
mod constraints;
mod search;
mod words;

use anyhow::{Result, ensure};
use grid_puzzles::{Border, without_border_clues};
use grid_utils::{Cell, Grid, Regions};
use nested_hooks::{Digits, Filling};
use picture::{Corner, Ink, Picture, Tint, region_colours};
use puzzle::{Answer, Board, Clues, Draft, Flow, Form, Puzzle, Rng, Rules, Search, Setter};
use rules::Model;
use serde::Deserialize;

use words::{Filled, Sight, Words};

/// The longest side: no square from 11 rows and columns on has a solution.
const LARGEST_SIZE: usize = 20;

/// A square to cut into nested hooks, to fill, and to divide into pentominoes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hooks {
    /// The digits that are given.
    givens: Filling,
    /// What is seen from the border.
    sight: Border<Sight>,
}

/// What a cell holds.
fn filled(board: &Board, cell: Cell) -> Option<Filled> {
    board[cell].map(Filled::of)
}

/// The digits alone.
fn digits(board: &Board) -> Board {
    Board::Grid(board.grid().map(|cell, _| filled(board, cell).map(|filled| filled.digit)))
}

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        let size = self.sight.size();
        Form::own(size, size, Words(size)).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        self.sight.check_sides("sight")?;
        self.sight.top.check_at_most("sight.top", LARGEST_SIZE)?;
        let size = self.sight.size();
        nested_hooks::check_givens_fit(&self.givens, size)?;
        for (side, line, &clue) in self.sight.given() {
            let is_no_digit =
                matches!(clue, Sight::Digit(digit) if !(1..=size).contains(&digit.into()));
            ensure!(
                !is_no_digit,
                "`sight`, {}: expected a digit from 1 to {size} or a letter and found {clue}",
                side.name(line)
            );
        }
        Ok(())
    }

    fn constraints(&self, model: Model) -> Option<Rules> {
        Some(constraints::rules(self, model))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        nested_hooks::check::filling(&digits(board), Digits::Free)?;
        check::pentominoes(board)
    }

    /// The digits that are given, and what is seen; new clues at the border are letters and digits in
    /// turn.
    fn clues(&self) -> Vec<Clues<'_>> {
        let givens = Clues::in_cells("givens", &self.givens, "holds", |board, cell| {
            filled(board, cell)?.digit.try_into().ok()
        });
        let sight = self.sight.of_board("sight", "shows", |board, side, line| {
            let seen = side.cells(self.sight.size(), line).find_map(|cell| filled(board, cell))?;
            let is_letter = self.sight.side(side)[line]
                .map_or(line.is_multiple_of(2), |clue| matches!(clue, Sight::Part(_)));
            let part = seen.part.filter(|_| is_letter).map(Sight::Part);
            part.or_else(|| Some(Sight::Digit(seen.digit.try_into().ok()?)))
        });
        [givens].into_iter().chain(sight).collect()
    }

    fn answer(&self, board: &Board) -> Answer {
        nested_hooks::product_of_groups(board)
    }

    /// Each pentomino with a colour, its letter in a corner of each cell, and a thick line around it; thin
    /// lines between the hooks.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.sight.size();
        let form = nested_hooks::form(size).with_givens(&self.givens);
        let mut picture = form.picture(board.map(digits).as_ref());
        grid_puzzles::draw::border(&mut picture, &self.sight);
        let Some(board) = board else { return picture };
        let parts = board.grid().map(|cell, _| filled(board, cell)?.part);
        let regions = Regions::from_labels(&parts);
        for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
            let Some(pentomino) = parts[cells[0]] else { continue };
            picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
            for &cell in cells {
                picture.small_text(cell, Corner::TopLeft, &pentomino.to_string(), Ink::Label);
            }
        }
        picture.borders(|one, other| parts[one] != parts[other]);
        nested_hooks::draw_hooks_thin(&mut picture, &digits(board), Digits::Free);
        picture
    }
}

impl Setter for Hooks {
    /// Of the sizes whose filled cells can be cut into pentominoes the next one.
    fn sizes(&self) -> Vec<usize> {
        vec![4, 5, 9, 10]
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        let size = match size {
            0..=2 => 4,
            3..=5 => 5,
            6..=9 => 9,
            _ => 10,
        };
        let givens: Filling = Grid::filled(size, size, None);
        Some(without_border_clues(size, &["sight"]).text("givens", givens))
    }
}
