//! What a filled crossword holds, for checkers. Nothing here is used by rules or searches.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid};

use crate::{Black, Board, Direction, Name, Square};

/// Has the board the grid's black cells, and a number in every other one? `is_right` tells which
/// numbers these may be.
///
/// ```
/// let (grid, board) = (". #\n. .".parse().unwrap(), "1 #\n0 4".parse().unwrap());
/// let fault = number_cross::check::filled(&grid, &board, |n| n > 0).unwrap_err().to_string();
/// assert_eq!(fault, "r1c0 holds 0, which is none of the numbers");
/// ```
///
/// # Errors
/// Tells the board's shape, or names the cell.
pub fn filled(
    grid: &Grid<Option<Black>>,
    board: &Board,
    is_right: impl Fn(i8) -> bool,
) -> Result<()> {
    grid_puzzles::check::shape(board, grid.rows(), grid.columns())?;
    for (cell, square) in board {
        match (grid[cell], square) {
            (Some(Black), Square::Black) => {}
            (Some(Black), _) => bail!("{cell} is a black cell of the grid and not of the board"),
            (None, Square::Black) => {
                bail!("{cell} is a black cell of the board and not of the grid")
            }
            (None, Square::Open) => bail!("{cell} is empty"),
            (None, Square::Number(number)) => {
                ensure!(is_right(*number), "{cell} holds {number}, which is none of the numbers");
            }
        }
    }
    Ok(())
}

/// The numbers in the cells of each entry, in reading order.
///
/// ```
/// let read = number_cross::check::read(&"# 1\n2 3".parse().unwrap());
/// let shown: Vec<_> = read.iter().map(|(name, numbers)| format!("{name} {numbers:?}")).collect();
/// assert_eq!(shown, ["A2 [2, 3]", "D1 [1, 3]"]);
/// ```
#[must_use]
pub fn read(board: &Board) -> BTreeMap<Name, Vec<i64>> {
    let number_in = |cell: Option<Cell>| match cell.and_then(|cell| board.get(cell)) {
        Some(Square::Number(number)) => Some(i64::from(*number)),
        _ => None,
    };
    let (mut read, mut number) = (BTreeMap::new(), 1);
    for cell in board.cells() {
        let mut starts_one = false;
        for (direction, (rows, columns)) in [(Direction::Across, (0, 1)), (Direction::Down, (1, 0))]
        {
            let is_first = number_in(cell.offset((-rows, -columns))).is_none();
            let from_here = (0..).map(|step| cell.offset((step * rows, step * columns)));
            let numbers: Vec<i64> = from_here.map_while(number_in).collect();
            if is_first && numbers.len() > 1 {
                read.insert(Name { direction, number }, numbers);
                starts_one = true;
            }
        }
        number += usize::from(starts_one);
    }
    read
}
