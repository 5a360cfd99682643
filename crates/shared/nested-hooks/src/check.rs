//! The rules that the puzzles of the family share, for their checkers. Nothing here is used by a
//! search, and nothing here uses what a search may use.

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use grid_utils::Cell;

use crate::{Board, Digits};

pub use grid_puzzles::check::givens;

/// Has the board `size` rows and columns?
///
/// # Errors
/// Tells the board's shape.
pub fn shape(board: &Board, size: usize) -> Result<()> {
    grid_puzzles::check::shape(board, size, size)
}

/// Are there d cells with the digit d, for each digit from 1 to the board's size, and no others?
///
/// ```
/// let board = "1 2\n. .".parse().unwrap();
/// let fault = nested_hooks::check::digits(&board).unwrap_err().to_string();
/// assert_eq!(fault, "the hook of the digit 2 needs 2 cells with it, and the board has 1");
/// ```
///
/// # Errors
/// Names the digit, and the cell of one that no hook carries.
pub fn digits(board: &Board) -> Result<()> {
    for (cell, digit) in board {
        let Some(digit) = *digit else { continue };
        ensure!(
            (1..=board.rows()).contains(&usize::from(digit)),
            "{cell} holds {digit}, and no hook carries that digit"
        );
    }
    for digit in 1..=board.rows() {
        let cells = board.values().filter(|found| found.map(usize::from) == Some(digit)).count();
        ensure!(
            cells == digit,
            "the hook of the digit {digit} needs {digit} cells with it, and the board has {cells}"
        );
    }
    Ok(())
}

/// Can nested hooks be cut so that each holds every cell with its digit, and no other digit?
///
/// ```
/// use nested_hooks::{Digits, check};
///
/// let board = ". 1 .\n3 3 2\n3 . 2".parse().unwrap();
/// check::hooks(&board, Digits::OfSize).unwrap_err();
/// let board = "2 . 2\n3 3 .\n1 3 .".parse().unwrap();
/// check::hooks(&board, Digits::OfSize).unwrap_err();
/// check::hooks(&board, Digits::Free).unwrap();
/// ```
///
/// # Errors
/// Names the size of the hook that cannot be cut.
pub fn hooks(board: &Board, digits: Digits) -> Result<()> {
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
                    let wanted = match digits {
                        Digits::OfSize => u8::try_from(size).ok(),
                        Digits::Free => first_digit(board, is_in_hook),
                    };
                    if wanted.is_some_and(|digit| carries(board, digit, is_in_hook)) {
                        left.insert(Cell::new(row_left, column_left));
                    }
                }
            }
        }
        if left.is_empty() {
            let cut =
                "no nested hooks fit the digits: however the larger ones are cut, none of size";
            match digits {
                Digits::OfSize => bail!("{cut} {size} holds every {size} and no other digit"),
                Digits::Free => {
                    bail!("{cut} {size} holds every cell of one digit and no other digit")
                }
            }
        }
        squares = left;
    }
    Ok(())
}

/// The digit of the first filled cell of a hook.
fn first_digit(board: &Board, is_in_hook: impl Fn(Cell) -> bool) -> Option<u8> {
    board.iter().filter(|(cell, _)| is_in_hook(*cell)).find_map(|(_, digit)| *digit)
}

/// Whether a hook holds every cell with a digit, and no other digit.
fn carries(board: &Board, wanted: u8, is_in_hook: impl Fn(Cell) -> bool) -> bool {
    board.iter().all(|(cell, digit)| match *digit {
        Some(digit) => (digit == wanted) == is_in_hook(cell),
        None => true,
    })
}

/// Are the filled cells connected?
///
/// # Errors
/// Names two filled cells without a way from one to the other.
pub fn connected(board: &Board) -> Result<()> {
    grid_puzzles::check::connected(board, "filled", Option::is_some)
}

/// Has every 2 x 2 block an empty cell?
///
/// # Errors
/// Names the top-left cell of a full block.
pub fn blocks(board: &Board) -> Result<()> {
    grid_puzzles::check::blocks(board, "full", Option::is_some)
}
