//! Whether a board keeps the rules. Shares nothing with the search.

use anyhow::{Result, ensure};
use grid_puzzles::Side;
use nested_hooks::{Board, Digits, check};

use crate::Hooks;

/// Checks rule by rule, in the order in which the crate's documentation tells them.
pub(crate) fn check(hooks: &Hooks, board: &Board) -> Result<()> {
    let size = hooks.products.size();
    check::shape(board, size)?;
    check::digits(board)?;
    check::hooks(board, Digits::OfSize)?;
    check::connected(board)?;
    check::blocks(board)?;
    for (name, side) in [("row", Side::Left), ("column", Side::Top)] {
        for line in 0..size {
            let filled = seen(board, side, line).len();
            ensure!(filled >= 2, "{name} {line} has {filled} filled cells; expected 2 or more");
        }
    }
    for (side, line, &expected) in hooks.products.given() {
        let seen = seen(board, side, line);
        let (first, second) = (seen[0], seen[1]);
        let product = first * second;
        ensure!(
            product == expected.get(),
            "{}: {first} and {second} come first and make {product} instead of {expected}",
            side.name(line)
        );
    }
    Ok(())
}

/// The digits of a line, in the order in which they are met from a side.
fn seen(board: &Board, side: Side, line: usize) -> Vec<u64> {
    side.cells(board.rows(), line).filter_map(|cell| board[cell]).map(u64::from).collect()
}
