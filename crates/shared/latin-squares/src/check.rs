//! The rules of Latin squares and sudokus, for checkers only, independent of rules and searches.

use std::collections::HashMap;
use std::hash::Hash;

use puzzle::prelude::*;

use crate::box_shape;

/// Checks that no row and no column of a full board holds a digit twice.
///
/// ```
/// let board = latin_squares::form(2).read("1 2\n1 2").unwrap();
/// let fault = latin_squares::check::latin_square(&board).unwrap_err().to_string();
/// assert_eq!(fault, "column 1 holds 1 twice, at r1c1 and r2c1");
/// ```
///
/// # Errors
/// Names the row or column and two of its cells.
pub fn latin_square(board: &Board) -> Result<()> {
    no_digit_twice(board, |cell| cell.row, |row| format!("row {}", row + 1))?;
    no_digit_twice(board, |cell| cell.column, |column| format!("column {}", column + 1))
}

/// Checks that a full board is a [Latin square](latin_square) in which no box holds a digit twice.
///
/// ```
/// let board = latin_squares::form(4).read("1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1").unwrap();
/// let fault = latin_squares::check::sudoku(&board).unwrap_err().to_string();
/// assert_eq!(fault, "the box at r1c1 holds 2 twice, at r1c2 and r2c1");
/// ```
///
/// # Errors
/// Names the row, column or box and two of its cells.
pub fn sudoku(board: &Board) -> Result<()> {
    latin_square(board)?;
    let (rows, columns) = box_shape(board.grid().rows());
    let corner = |Cell { row, column }| Cell::new(row - row % rows, column - column % columns);
    no_digit_twice(board, corner, |corner| format!("the box at {corner}"))
}

/// Checks that the digits of each group differ: `group_of` returns the group of a cell, `name` its
/// name.
fn no_digit_twice<Group: Copy + Eq + Hash>(
    board: &Board,
    group_of: impl Fn(Cell) -> Group,
    name: impl Fn(Group) -> String,
) -> Result<()> {
    let mut seen = HashMap::new();
    for (cell, digit) in board.grid() {
        let group = group_of(cell);
        if let Some(before) = seen.insert((group, digit), cell) {
            let digit = digit.map_or_else(String::new, |digit| digit.to_string());
            bail!("{} holds {digit} twice, at {before} and {cell}", name(group));
        }
    }
    Ok(())
}
