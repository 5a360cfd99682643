//! # Hooks 11
//!
//! *Jane Street, September 2025.* Cut a square into nested hooks: the largest is an outer row
//! together with an outer column; the next hook is cut from the remaining smaller square, down to a
//! single cell. The hooks get the digits 1 to n, each once, in any order; the hook with the digit d
//! holds it in exactly d of its cells. The filled cells are connected, no 2 x 2 block is full, and
//! they can be divided into pentominoes, all of different types, each with digits that add up to a
//! multiple of 5. Some digits are given, and a clue at the border is about the first filled cell
//! seen from there: a digit is its content, a letter names its pentomino. The answer is the product
//! of the sizes of the groups of empty cells.
//!
//! ```text
//! .  .  4U .  4U
//! .  3Y 3U 5U 4U   F     hooks with the digits 4, 5, 3, 2 and 1, from the largest on;
//! 3Y 2Y .  5F .          the pentominoes U, Y and F add up to 20, 15 and 20;
//! .  2Y 1F 5F .          groups of 3, 2, 2, 1, 1 and 1 empty cells: the answer is 12
//! .  5Y .  5F 4F
//! ```
//!
//! A board has the digit and the pentomino of each filled cell, but not the hooks: the same digits
//! with other pentominoes are another solution.
//!
//! ## Idea
//! *Hooks first*, from the outermost inwards, each with its digit: the clues and givens decide
//! whole lines early. Cells are never filled or emptied by trial, but by *constraint propagation*.
//! A hook has d filled cells, and the remaining square has as many as the sum of its digits; the
//! last cell of a 2 x 2 block stays empty; the filled cells are connected; nothing hides a digit
//! that is seen from the border.
//!
//! *Then the pentominoes.* All hooks are cut, so the digits of each placement are known, and four
//! out of five placements have a wrong sum. The rest is an *exact cover*, each filled cell by one
//! placement: a cell that no placement covers stays empty, and the cell that a letter sees first is
//! one of a placement of this pentomino. The search branches on the filled cell with the fewest
//! placements (minimum remaining values, MRV).
//!
//! On the small board, seven digits are given, 4 in both corners at the right among them. So the
//! largest hook holds 4s, in the right column and the top or bottom row. With the top row, the next
//! hook holds 3s or 5s. With 3s, a 2 x 2 block is full; with 5s, the remaining hooks can be cut in
//! one way, for 3, 2 and 1. Five placements of pentominoes cover the bottom right corner, and F
//! comes first. In the next cell three placements fail, and Y fits; then U does. The other four in
//! the corner fail at once. With the bottom row, the hooks can be cut in one way, too, but no
//! pentominoes fit.
//!
//! ## Why it is fast
//! The hooks of the published square and their digits can be arranged in 2^8 x 9! ways. As `trace`
//! shows, the search tries 4 ways to cut the first hook, 16 to cut two of them, then 72, 266, 313,
//! 286, 22, 11, and 11 to cut all nine; five of these are left for the pentominoes.
//!
//! Few hooks agree with the clues, and remaining digits without [room](nested_hooks::have_room) in
//! the remaining hooks are rejected early.
//!
//! Only squares of 4, 5, 9 and 10 rows and columns have solutions: in others the number of filled
//! cells is not a multiple of five, or too large for twelve pentominoes. All of them fit into
//! bitboards of two words. Much depends on the clues: without any, a square of 9 rows and columns
//! is hard.
//!
//! ## Why it has a search
//! The rules alone solve the published instance, too. But they take ten times as long to make an
//! instance, and hundreds of times as long to count the boards of a square of 5 rows and columns.
//!
//! ## Sources
//! Knuth, "Dancing links" (2000), covers polyominoes exactly, branching where there are fewest
//! options.

mod check;
mod constraints;
mod search;
mod words;

use grid_puzzles::{Border, without_border_clues};
use nested_hooks::{Digits, Filling};
use picture::region_colours;
use puzzle::prelude::*;

use words::{Filled, Sight, Words};

/// The longest side; squares from 11 rows and columns on have no solutions.
const LARGEST_SIZE: usize = 20;

/// A square to cut into nested hooks, to fill, and to divide into pentominoes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hooks {
    /// The digits that are given.
    givens: Filling,
    /// The clues at the border.
    sight: Border<Sight>,
}

/// Returns the content of a cell.
fn filled(board: &Board, cell: Cell) -> Option<Filled> {
    board[cell].map(Filled::of)
}

/// Returns the digits alone.
fn digits(board: &Board) -> Board {
    Board::Grid(board.grid().map(|cell, _| filled(board, cell).map(|filled| filled.digit)))
}

puzzle::program!(Hooks, searched, explained);

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

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::rules(self, model, board);
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

    /// Returns the givens and the clues at the border; new clues at the border are alternately
    /// letters and digits.
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

    /// Draws each pentomino with a colour, its letter in a corner of each cell, and a thick line
    /// around it, and thin lines between the hooks.
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
    /// Returns the next of the sizes whose filled cells can be cut into pentominoes.
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
