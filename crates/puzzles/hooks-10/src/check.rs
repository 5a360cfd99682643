//! The checker: the rules one by one, as they are told.

use anyhow::{Result, bail, ensure};
use nested_hooks::{Digits, check};

use crate::{Board, Hooks};

/// Checks a board; the first rule that it breaks is the error.
pub(crate) fn check(hooks: &Hooks, board: &Board) -> Result<()> {
    check::shape(board, hooks.size())?;
    check::digits(board)?;
    check::hooks(board, Digits::Free)?;
    check::connected(board)?;
    check::blocks(board)?;
    check_clues(hooks, board)
}

/// Is the cell of each clue empty, and do the digits beside it add up to it?
fn check_clues(hooks: &Hooks, board: &Board) -> Result<()> {
    for (cell, clue) in &hooks.clues {
        let Some(clue) = *clue else { continue };
        if let Some(digit) = board[cell] {
            bail!("{cell} holds {digit}, and the cell of a clue stays empty");
        }
        let digits = board.neighbours(cell).filter_map(|beside| board[beside]);
        let sum: u32 = digits.map(u32::from).sum();
        ensure!(
            sum == clue,
            "the digits beside the clue at {cell} add up to {sum} instead of {clue}"
        );
    }
    Ok(())
}
