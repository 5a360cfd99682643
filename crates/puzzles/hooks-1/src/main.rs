//! # Hooks
//!
//! *Jane Street, February 2014.* A square is cut into nested hooks. All of them have their corner
//! at the bottom right: the hook of size m is the intersection of row m and column m with the m x m
//! square at the top left. It has 2m - 1 cells and carries the digit m in exactly m of them, so the
//! 1 is known from the start. The digits of each row and each column add up to the sum at the
//! border. The cells are coloured like a chessboard; the answer is the sum of the digits in the
//! cells of the top left cell's colour.
//!
//! ```text
//!      8 8 6 8
//!  7   1 2 . 4      the hook of size 3, for one, is row 3 and column 3, up to where
//!  5   . 2 3 .      they meet: three of its five cells are filled;
//! 10   3 . 3 4      every second cell is coloured, from the 1 on:
//!  8   4 4 . .      1 + 2 + 3 + 3 + 4 = 13 is the answer
//! ```
//!
//! ## Idea
//! All hooks are known, so the rules are sums: the number of digits of each hook, and the sum of
//! each row and each column.

use nested_hooks::constraints::Cells;
use nested_hooks::{Digits, RowsAndColumns, check, line_sums};
use puzzle::prelude::*;

/// A square to fill: the known sums of its rows and columns.
#[derive(Deserialize)]
#[serde(transparent)]
struct Hooks(RowsAndColumns<u32>);

/// Returns the size of the hook that a cell belongs to.
fn hook_of(cell: Cell) -> usize {
    cell.row.max(cell.column) + 1
}

/// Returns whether a cell has the colour of the top left one.
fn is_coloured(cell: Cell) -> bool {
    (cell.row + cell.column).is_multiple_of(2)
}

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    /// Returns the form with the 1 as a given: its hook is a single cell.
    fn form(&self) -> Form {
        let size = self.0.size();
        let givens = Grid::from_fn(size, size, |cell| (hook_of(cell) == 1).then_some(1_u8));
        nested_hooks::form(size).with_givens(&givens)
    }

    fn validate(&self) -> Result<()> {
        self.0.validate(line_sums::LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let size = self.0.size();
        let is_in_hook = |cell, length| Flag::Known(hook_of(cell) == length).into();
        let cells = Cells::of(model, size, Digits::OfSize, is_in_hook);
        cells.add_up(model, &self.0);
        board.set_cells(&cells.digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::counts(board)?;
        for (cell, digit) in board.grid().iter().filter_map(|(cell, digit)| Some((cell, (*digit)?)))
        {
            // The smallest square at the corner that has the cell.
            let mut squares = 1..=board.grid().rows();
            let hook = squares.find(|&size| cell.row < size && cell.column < size).unwrap_or(0);
            ensure!(
                usize::try_from(digit) == Ok(hook),
                "{cell} holds {digit} and belongs to the hook of size {hook}"
            );
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        line_sums::clues(&self.0)
    }

    /// Returns the sum of the digits in the coloured cells.
    fn answer(&self, board: &Board) -> Answer {
        let coloured = board.grid().iter().filter(|&(cell, _)| is_coloured(cell));
        Answer::new(coloured.filter_map(|(_, digit)| *digit).sum::<i64>())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        let size = self.0.size();
        let cells = Grid::filled(size, size, ()).cells();
        picture.fill_cells(cells.filter(|&cell| is_coloured(cell)), Tint::Shade);
        picture.borders(|one, other| hook_of(one) != hook_of(other));
    }
}

impl Setter for Hooks {
    fn sizes(&self) -> Vec<usize> {
        (1..=line_sums::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(RowsAndColumns::<u32>::draft(size))
    }
}
