//! The checker: the rules once more, read off a complete board.

use grid_puzzles::{Side, check};
use puzzle::prelude::*;

use crate::Field;

/// Checks all rules of a field; the clues are checked as such.
pub(crate) fn board(field: &Field, board: &Board) -> Result<()> {
    for &corner in &field.squares {
        let fault = square(board, corner, field.size);
        match field.squares.len() {
            1 => fault?,
            _ => fault.with_context(|| format!("in the square at {corner}"))?,
        }
    }
    check::connected(board.grid(), "filled", Option::is_some)?;
    check::blocks(board.grid(), "full", Option::is_some)
}

/// Checks that each number N stands in N cells of the square, and that each line has its share.
fn square(board: &Board, corner: Cell, size: usize) -> Result<()> {
    let numbers_along = |(side, line): (Side, usize)| {
        let cells = side.cells(size, line);
        let cells = cells.map(|cell| Cell::new(corner.row + cell.row, corner.column + cell.column));
        cells.filter_map(|cell| board[cell]).collect_vec()
    };
    let all = (0..size).flat_map(|row| numbers_along((Side::Left, row))).collect_vec();
    for number in (1..).take(size) {
        let found = all.iter().filter(|&&one| one == number).count();
        let cells = puzzle::counted(found, "cell");
        ensure!(i64::try_from(found)? == number, "{number} stands in {cells}; expected {number}");
    }
    for (side, line) in [Side::Left, Side::Top].into_iter().cartesian_product(0..size) {
        let held = numbers_along((side, line));
        let (sum, total): (i64, i64) = (held.iter().sum(), all.iter().sum());
        let name = side.line_name(line);
        ensure!(
            held.len() * size == all.len(),
            "{name} holds {}; expected an equal share of all {}",
            puzzle::counted(held.len(), "number"),
            all.len()
        );
        ensure!(
            sum * i64::try_from(size)? == total,
            "{name} adds up to {sum}; expected an equal share of {total}"
        );
    }
    Ok(())
}
