//! What the checkers share, with no code of the rules or the search.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use grid_utils::Cell;

use crate::Board;

/// Are the numbers on a board 1, 2, 3, ..., each a knight's jump away from the one before? Their
/// cells, in that order.
///
/// ```
/// use knight_moves::check;
///
/// let cells = check::walk(&"1 . .\n. . 2\n3 . .".parse()?)?;
/// assert_eq!(cells.len(), 3);
/// let fault = |text: &str| check::walk(&text.parse().unwrap()).unwrap_err().to_string();
/// assert_eq!(fault("1 . .\n. 2 ."), "from r0c0 to r1c1, 1 to 2, is no knight's jump");
/// assert_eq!(fault("1 . .\n. . 1"), "1 stands in r0c0 and in r1c2");
/// assert_eq!(fault("1 . .\n. . 3"), "r1c2 holds 3, and no cell holds 2");
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// Names the numbers, and where they stand.
pub fn walk(board: &Board) -> Result<Vec<Cell>> {
    let mut cells = BTreeMap::new();
    for (cell, number) in board {
        let Some(number) = *number else { continue };
        let other = cells.insert(number, cell);
        let other = other.map_or(String::new(), |other| other.to_string());
        ensure!(other.is_empty(), "{number} stands in {other} and in {cell}");
    }
    let mut before: Option<Cell> = None;
    for (expected, (&number, &cell)) in (1..).zip(&cells) {
        ensure!(number > 0, "{cell} holds 0, and numbers begin with 1");
        ensure!(number == expected, "{cell} holds {number}, and no cell holds {expected}");
        if let Some(before) = before {
            let (rows, columns) =
                (before.row.abs_diff(cell.row), before.column.abs_diff(cell.column));
            ensure!(
                [(1, 2), (2, 1)].contains(&(rows, columns)),
                "from {before} to {cell}, {} to {number}, is no knight's jump",
                number - 1
            );
        }
        before = Some(cell);
    }
    ensure!(!cells.is_empty(), "no cell holds a number");
    Ok(cells.into_values().collect())
}
