//! The rules, checked on a finished board.

use anyhow::{Result, bail, ensure};

use crate::tiling::Tiling;
use crate::{Board, Side, TileAndTrouble};

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
    for (row, (&expected, cells)) in puzzle.rows.iter().zip(board.row_slices()).enumerate() {
        check_sum("row", row, expected, cells.iter())?;
    }
    for (column, &expected) in puzzle.columns.iter().enumerate() {
        check_sum("column", column, expected, board.column(column))?;
    }
    Ok(())
}

/// Each covered cell is worth the side of its tile.
fn check_sum<'a>(
    line: &str,
    number: usize,
    expected: i64,
    cells: impl Iterator<Item = &'a Option<Side>>,
) -> Result<()> {
    // At most 32 cells of at most 32 points.
    let found: usize = cells.flatten().map(|side| side.cells()).sum();
    ensure!(
        i64::try_from(found).is_ok_and(|found| found == expected),
        "{line} {number} adds up to {found}; expected {expected}"
    );
    Ok(())
}
