//! # Shut the Box
//!
//! *Jane Street, 2025-11.*
//! The rules, in your own words, with a small board.
//!
//! ## Idea
//! Solved by its rules alone. Or, with a search: what it decides first, what that settles, why it
//! is fast, with node counts before and after.

use anyhow::{Result, bail, ensure};
use grid_puzzles::{check, draw};
use grid_utils::Grid;
use picture::Picture;
use puzzle::Puzzle;
use rules::{Model, Rules, givens};
use serde::{Deserialize, Serialize};

/// An instance: what its setters give.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShutTheBox {
    /// The digits that are given (rows x columns).
    pub givens: Grid<Option<u8>>,
}

puzzle::program!(ShutTheBox);

impl Puzzle for ShutTheBox {
    /// Rows of digits, `.` for an empty cell.
    type Board = Grid<Option<u8>>;

    fn validate(&self) -> Result<()> {
        ensure!(
            self.givens.is_square(),
            "`givens` has {} rows and {} columns: expected a square",
            self.givens.rows(),
            self.givens.columns()
        );
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Self::Board>> {
        let mut model = Model::default();
        let digit = model.grid(self.givens.rows(), self.givens.columns(), 0..=9);
        model.rule("Given digits stay.");
        model.require(givens(&digit, &self.givens));
        // The other rules, each under a heading of its own. Then
        // `Some(model.solved_by_grid(&digit))` instead of `None`, which stands for rules that are
        // not written yet.
        None
    }

    fn check(&self, board: &Self::Board) -> Result<()> {
        check::shape(board, self.givens.rows(), self.givens.columns())?;
        check::givens(board, &self.givens)?;
        bail!("the rules are not written yet")
    }

    fn answer(&self, board: &Self::Board) -> String {
        board.to_string()
    }

    fn picture(&self, board: Option<&Self::Board>) -> Picture {
        draw::numbers(self.givens.rows(), self.givens.columns(), Some(&self.givens), board)
    }
}
