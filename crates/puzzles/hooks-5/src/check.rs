//! Whether a board keeps the rules. Shares nothing with the search.

use anyhow::{Result, ensure};
use grid_puzzles::Side;
use nested_hooks::{Board, Digits, check};

use crate::Hooks;

/// Checks rule by rule, in the order in which the crate's documentation tells them.
pub(crate) fn check(hooks: &Hooks, board: &Board) -> Result<()> {
    check::shape(board, hooks.sums.size())?;
    check::digits(board)?;
    check::hooks(board, Digits::OfSize)?;
    check::connected(board)?;
    check::blocks(board)?;
    for (side, line, &expected) in hooks.sums.given() {
        let run = first_run(board, side, line);
        let sum: u64 = run.iter().sum();
        ensure!(
            sum == expected.get(),
            "{}: the first run of filled cells adds up to {sum} instead of {expected}",
            side.name(line)
        );
    }
    Ok(())
}

/// The digits of the first run of filled cells in a line, as it is met from a side.
fn first_run(board: &Board, side: Side, line: usize) -> Vec<u64> {
    let met = side.cells(board.rows(), line).map(|cell| board[cell]);
    met.skip_while(Option::is_none).map_while(|digit| digit).map(u64::from).collect()
}
