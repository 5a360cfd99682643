//! The rules, checked on a finished board.

use anyhow::{Result, bail, ensure};

use crate::tiling::Tiling;
use crate::{Board, TileAndTrouble, points};

/// Checks a board: its shape, that its numbers are tiles, then the sums.
///
/// # Errors
/// The first rule that the board breaks, and where.
pub(crate) fn check(puzzle: &TileAndTrouble, board: &Board) -> Result<()> {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    ensure!(
        (board.rows(), board.columns()) == (rows, columns),
        "the board has {} rows and {} columns; expected {rows} and {columns}",
        board.rows(),
        board.columns()
    );
    if let Some(fault) = Tiling::of(board).fault {
        bail!("{fault}");
    }
    for (row, expected) in puzzle.rows.known() {
        check_sum("row", row, expected, points(board.row(row)))?;
    }
    for (column, expected) in puzzle.columns.known() {
        check_sum("column", column, expected, points(board.column(column)))?;
    }
    Ok(())
}

fn check_sum(line: &str, number: usize, expected: i64, found: i64) -> Result<()> {
    ensure!(found == expected, "{line} {number} adds up to {found}; expected {expected}");
    Ok(())
}
