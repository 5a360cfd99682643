//! The rules of Latin squares and sudokus, for checkers. Nothing here is used by rules or searches.

use std::collections::HashMap;

use anyhow::{Result, bail, ensure};
use grid_puzzles::check;
use grid_utils::{Cell, Grid};

use crate::{Board, box_shape};

/// Is the board a square of `size` rows in which no row and no column holds a digit twice? Which
/// digits these may be, `is_digit` tells.
///
/// ```
/// let board = "1 2\n1 2".parse().unwrap();
/// let fault = sudoku::check::latin_square(&board, 2, |digit| digit <= 2).unwrap_err().to_string();
/// assert_eq!(fault, "column 0 holds 1 twice, at r0c0 and r1c0");
/// ```
///
/// # Errors
/// Names the cell, or the row or column and two of its cells.
pub fn latin_square(board: &Board, size: usize, is_digit: impl Fn(u8) -> bool) -> Result<()> {
    check::shape(board, size, size)?;
    for (cell, digit) in board {
        let Some(digit) = *digit else { bail!("{cell} is empty") };
        ensure!(is_digit(digit), "{cell} holds {digit}, which is none of the digits");
    }
    no_digit_twice(board, |cell| format!("row {}", cell.row))?;
    no_digit_twice(board, |cell| format!("column {}", cell.column))
}

/// Is the board a [Latin square](latin_square) in which no box holds a digit twice?
///
/// ```
/// let board = "1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1".parse().unwrap();
/// let fault = sudoku::check::sudoku(&board, 4, |digit| digit <= 4).unwrap_err().to_string();
/// assert_eq!(fault, "the box at r0c0 holds 2 twice, at r0c1 and r1c0");
/// ```
///
/// # Errors
/// Names the cell, or the row, column or box and two of its cells.
pub fn sudoku(board: &Board, size: usize, is_digit: impl Fn(u8) -> bool) -> Result<()> {
    latin_square(board, size, is_digit)?;
    let (rows, columns) = box_shape(size);
    no_digit_twice(board, |Cell { row, column }| {
        format!("the box at {}", Cell::new(row - row % rows, column - column % columns))
    })
}

/// Are the digits of each group different? `group_of` names the group of a cell.
fn no_digit_twice(board: &Grid<Option<u8>>, group_of: impl Fn(Cell) -> String) -> Result<()> {
    let mut seen = HashMap::new();
    for (cell, digit) in board {
        let group = group_of(cell);
        if let Some(before) = seen.insert((group.clone(), digit), cell) {
            let digit = digit.map_or_else(String::new, |digit| digit.to_string());
            bail!("{group} holds {digit} twice, at {before} and {cell}");
        }
    }
    Ok(())
}
