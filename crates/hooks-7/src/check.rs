//! Whether a board keeps the rules. Shares nothing with the search.

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Regions};

use crate::{Board, Hooks};

/// Checks rule by rule, in the order in which the crate's documentation tells them.
pub(crate) fn check(hooks: &Hooks, board: &Board) -> Result<()> {
    let size = hooks.size();
    ensure!(
        (board.rows(), board.columns()) == (size, size),
        "the board has {} rows and {} columns; expected {size} of each",
        board.rows(),
        board.columns()
    );
    check_digits(board)?;
    check_hooks(board)?;
    check_connected(board)?;
    check_blocks(board)?;
    check_sums(hooks, board)?;
    check_givens(hooks, board)
}

/// Are there m cells with the digit m, for each size m?
fn check_digits(board: &Board) -> Result<()> {
    for (cell, digit) in board {
        let Some(digit) = *digit else { continue };
        ensure!(
            (1..=board.rows()).contains(&usize::from(digit)),
            "{cell} holds {digit}, and no hook carries that digit"
        );
    }
    for size in 1..=board.rows() {
        let cells = board.values().filter(|&&digit| digit == Some(size as u8)).count();
        ensure!(
            cells == size,
            "the hook of size {size} needs {size} cells with its digit, and the board has {cells}"
        );
    }
    Ok(())
}

/// Can nested hooks be cut so that each holds all cells with its own digit, and no other digits?
fn check_hooks(board: &Board) -> Result<()> {
    // The top-left cells of all squares that can be left when the larger hooks are gone.
    let mut squares = BTreeSet::from([Cell::new(0, 0)]);
    for size in (1..=board.rows()).rev() {
        let mut left = BTreeSet::new();
        for Cell { row, column } in squares {
            // The line that the hook takes, and the first one that it leaves.
            let rows = [(row, row + 1), (row + size - 1, row)];
            let columns = [(column, column + 1), (column + size - 1, column)];
            for (hook_row, row_left) in rows {
                for (hook_column, column_left) in columns {
                    let is_in_hook = |cell: Cell| {
                        (row..row + size).contains(&cell.row)
                            && (column..column + size).contains(&cell.column)
                            && (cell.row == hook_row || cell.column == hook_column)
                    };
                    if carries_its_digit(board, size, is_in_hook) {
                        left.insert(Cell::new(row_left, column_left));
                    }
                }
            }
        }
        ensure!(
            !left.is_empty(),
            "no nested hooks fit the digits: however the larger ones are cut, none of size {size} \
             holds every {size} and no other digit"
        );
        squares = left;
    }
    Ok(())
}

/// Whether a hook holds every cell with its digit, and no other digit.
fn carries_its_digit(board: &Board, size: usize, is_in_hook: impl Fn(Cell) -> bool) -> bool {
    board.iter().all(|(cell, digit)| match *digit {
        Some(digit) => (usize::from(digit) == size) == is_in_hook(cell),
        None => true,
    })
}

fn check_connected(board: &Board) -> Result<()> {
    let groups = Regions::components(board, Option::is_some);
    ensure!(
        groups.len() == 1,
        "the filled cells are not connected: no way leads from {} to {}",
        groups.cells(0)[0],
        groups.cells(1)[0]
    );
    Ok(())
}

fn check_blocks(board: &Board) -> Result<()> {
    let full = board
        .windows(2, 2)
        .find(|&block| board.window_cells(block, 2, 2).all(|cell| board[cell].is_some()));
    match full {
        Some(block) => bail!("the 2 x 2 block whose top-left cell is {block} is full"),
        None => Ok(()),
    }
}

fn check_sums(hooks: &Hooks, board: &Board) -> Result<()> {
    let regions = Regions::from_labels(&hooks.regions);
    let expected = hooks.sum_of_region(regions.len());
    for (_, cells) in regions.iter() {
        let sum: u64 = cells.iter().filter_map(|&cell| board[cell]).map(u64::from).sum();
        ensure!(
            sum == expected,
            "region {} adds up to {sum} instead of {expected}",
            hooks.regions[cells[0]]
        );
    }
    Ok(())
}

fn check_givens(hooks: &Hooks, board: &Board) -> Result<()> {
    for (cell, &given) in &hooks.givens {
        let Some(given) = given else { continue };
        match board[cell] {
            Some(digit) => {
                ensure!(digit == given, "{cell} holds {digit} instead of the given {given}");
            }
            None => bail!("{cell} is empty instead of holding the given {given}"),
        }
    }
    Ok(())
}
