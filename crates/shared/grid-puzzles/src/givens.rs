//! Numbers that an instance gives.

use std::fmt::Display;
use std::ops::RangeInclusive;

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid};

/// Refuses given numbers that do not fit a grid of `rows` and `columns`: another shape, or a number
/// outside `range`. `name` tells what a number is: `digit`.
///
/// ```
/// use grid_puzzles::check_givens_fit;
///
/// let givens = "3 .\n. .".parse().unwrap();
/// let error = check_givens_fit(&givens, (2, 2), "digit", 1_u8..=2).unwrap_err().to_string();
/// assert_eq!(error, "`givens`, row 0, column 0: expected a digit from 1 to 2 and found 3");
/// ```
///
/// # Errors
/// Names the row and the column.
pub fn check_givens_fit<T: Display + PartialOrd>(
    givens: &Grid<Option<T>>,
    (rows, columns): (usize, usize),
    name: &str,
    range: RangeInclusive<T>,
) -> Result<()> {
    let expected =
        if rows == columns { format!("{rows} of each") } else { format!("{rows} and {columns}") };
    ensure!(
        (givens.rows(), givens.columns()) == (rows, columns),
        "`givens` has {} rows and {} columns; expected {expected}",
        givens.rows(),
        givens.columns()
    );
    for (Cell { row, column }, given) in givens {
        let Some(given) = given else { continue };
        ensure!(
            range.contains(given),
            "`givens`, row {row}, column {column}: expected a {name} from {} to {} and found \
             {given}",
            range.start(),
            range.end()
        );
    }
    Ok(())
}
