//! Shared code of the checkers, independent of rules and search.

use puzzle::prelude::*;

/// Checks that the numbers on a board are 1, 2, 3, ..., each a knight's jump away from the one
/// before. Returns their cells, in that order.
///
/// ```
/// use knight_moves::check;
/// use puzzle::prelude::*;
///
/// let form = knight_moves::form(&Grid::filled(3, 3, None));
/// let cells = check::walk(&form.read("1 . .\n. . 2\n3 . .")?)?;
/// assert_eq!(cells.len(), 3);
/// let fault = |text| check::walk(&form.read(text).unwrap()).unwrap_err().to_string();
/// assert_eq!(fault("1 . .\n. 2 .\n. . ."), "from r1c1 to r2c2, 1 to 2, is no knight's jump");
/// assert_eq!(fault("1 . .\n. . 1\n. . ."), "1 stands in r1c1 and in r2c3");
/// assert_eq!(fault("1 . .\n. . 3\n. . ."), "r2c3 holds 3, and no cell holds 2");
/// # Result::<()>::Ok(())
/// ```
///
/// # Errors
/// Names the numbers, and where they stand.
pub fn walk(board: &Board) -> Result<Vec<Cell>> {
    let numbers = board.grid().iter().filter_map(|(cell, number)| Some(((*number)?, cell)));
    let numbers = numbers.sorted().collect_vec();
    ensure!(!numbers.is_empty(), "no cell holds a number");
    for (&(number, one), (same, other)) in numbers.iter().tuple_windows() {
        ensure!(number != *same, "{number} stands in {one} and in {other}");
    }
    for (expected, (number, cell)) in (1..).zip(&numbers) {
        ensure!(*number == expected, "{cell} holds {number}, and no cell holds {expected}");
    }
    for (&(number, from), (next, to)) in numbers.iter().tuple_windows() {
        let jump = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
        ensure!(
            jump == (1, 2) || jump == (2, 1),
            "from {from} to {to}, {number} to {next}, is no knight's jump"
        );
    }
    Ok(numbers.into_iter().map(|(_, cell)| cell).collect())
}
