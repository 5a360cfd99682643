//! The grid of an instance, and its given numbers.

use std::fmt::Display;
use std::ops::RangeInclusive;

use puzzle::prelude::*;

use crate::Label;

/// Refuses given numbers that do not fit a grid of `rows` and `columns`: another shape, or a number
/// outside `range`. `name` describes a number: `digit`.
///
/// ```
/// use grid_puzzles::check_givens_fit;
///
/// let givens = "3 .\n. .".parse().unwrap();
/// let error = check_givens_fit(&givens, (2, 2), "digit", 1_u8..=2).unwrap_err().to_string();
/// assert_eq!(error, "`givens`, row 1, column 1: expected a digit from 1 to 2 and found 3");
/// ```
///
/// # Errors
/// Names the row and the column.
pub fn check_givens_fit<T: Display + PartialOrd>(
    givens: &Grid<Option<T>>,
    shape: (usize, usize),
    name: &str,
    range: RangeInclusive<T>,
) -> Result<()> {
    check_numbers_fit("givens", givens, shape, name, range)
}

/// Checks numbers like [`check_givens_fit`], but with another key in the instance.
///
/// # Errors
/// Names the key, the row and the column.
pub fn check_numbers_fit<T: Display + PartialOrd>(
    key: &str,
    givens: &Grid<Option<T>>,
    (rows, columns): (usize, usize),
    name: &str,
    range: RangeInclusive<T>,
) -> Result<()> {
    ensure!(
        (givens.rows(), givens.columns()) == (rows, columns),
        "`{key}` has {}; expected {}",
        givens.shape_in_words(),
        in_words(rows, columns)
    );
    for (cell, given) in givens {
        let Some(given) = given else { continue };
        ensure!(
            range.contains(given),
            "`{key}`, {}: expected a {name} from {} to {} and found {given}",
            cell.in_words(),
            range.start(),
            range.end()
        );
    }
    Ok(())
}

/// Most rows and columns that crates of standard genres accept.
pub const LARGEST_GRID: (usize, usize) = (60, 60);

/// Refuses a grid with more rows or columns than these. `key` is its key in the instance.
///
/// ```
/// use grid_puzzles::check_size;
/// use grid_utils::Grid;
///
/// let regions: Grid<char> = "a a a\nb b b".parse().unwrap();
/// assert!(check_size("regions", &regions, (2, 3)).is_ok());
/// let error = check_size("regions", &regions, (2, 2)).unwrap_err().to_string();
/// assert_eq!(error, "`regions` has 2 rows and 3 columns; expected at most 2 of each");
/// ```
///
/// # Errors
/// Names the key.
pub fn check_size<T>(key: &str, grid: &Grid<T>, (rows, columns): (usize, usize)) -> Result<()> {
    ensure!(
        grid.rows() <= rows && grid.columns() <= columns,
        "`{key}` has {}; expected at most {}",
        grid.shape_in_words(),
        in_words(rows, columns)
    );
    Ok(())
}

/// Refuses a grid that is not a square, or too large. `key` is its key in the instance.
///
/// ```
/// let clues = ". 1".parse::<grid_utils::Grid<Option<u8>>>().unwrap();
/// let error = grid_puzzles::check_square("clues", &clues, 9).unwrap_err().to_string();
/// assert_eq!(error, "`clues` has 1 row and 2 columns; expected a square of at most 9 of each");
/// ```
///
/// # Errors
/// Names the shape.
pub fn check_square<T>(key: &str, grid: &Grid<T>, largest: usize) -> Result<()> {
    ensure!(
        grid.rows() == grid.columns() && grid.rows() <= largest,
        "`{key}` has {}; expected a square of at most {largest} of each",
        grid.shape_in_words()
    );
    Ok(())
}

/// Refuses signs in a grid other than these.
///
/// ```
/// let pearls = "w g".parse::<grid_utils::Grid<Option<char>>>()?;
/// assert_eq!(
///     grid_puzzles::check_signs("pearls", &pearls, &['w', 'b']).unwrap_err().to_string(),
///     "`pearls`, row 1, column 2: expected w, b or \".\" and found \"g\""
/// );
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// Names the cell.
pub fn check_signs(key: &str, grid: &Grid<Option<char>>, signs: &[char]) -> Result<()> {
    for (cell, sign) in grid {
        let Some(sign) = sign else { continue };
        ensure!(
            signs.contains(sign),
            "`{key}`, {}: expected {} or \".\" and found \"{sign}\"",
            cell.in_words(),
            signs.iter().join(", ")
        );
    }
    Ok(())
}

/// Refuses a grid whose shape differs from that of `other`; the keys are their names in the
/// instance.
///
/// ```
/// let (rooms, clues) = ("A A".parse::<grid_utils::Grid<char>>()?, "1 .\n. .".parse::<grid_utils::Grid<char>>()?);
/// assert_eq!(
///     grid_puzzles::check_same_shape("clues", &clues, "rooms", &rooms).unwrap_err().to_string(),
///     "`clues` has 2 rows and 2 columns; expected 1 and 2, as `rooms` has"
/// );
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// Names both shapes.
pub fn check_same_shape<T, U>(
    key: &str,
    grid: &Grid<T>,
    other_key: &str,
    other: &Grid<U>,
) -> Result<()> {
    let (rows, columns) = (other.rows(), other.columns());
    ensure!(
        (grid.rows(), grid.columns()) == (rows, columns),
        "`{key}` has {}; expected {rows} and {columns}, as `{other_key}` has",
        grid.shape_in_words()
    );
    Ok(())
}

/// Refuses labels that mark a region in several parts, for puzzles whose regions are connected: most
/// likely one label was used for two regions. `key` is their key in the instance, `name` describes a
/// region: `room`.
///
/// ```
/// let rooms = "A B A\nA B A".parse()?;
/// assert_eq!(
///     grid_puzzles::check_connected("rooms", &rooms, "room").unwrap_err().to_string(),
///     "`rooms`, row 1, column 3: room A is not connected with its cell r1c1; expected another label \
///      for another room"
/// );
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// Names the label, and the first cell of its second part.
pub fn check_connected(key: &str, labels: &Grid<Label>, name: &str) -> Result<()> {
    let parts = Regions::connected(labels);
    for (_, cells) in Regions::from_labels(labels).iter() {
        let first = cells[0];
        if let Some(apart) = cells.iter().find(|&&cell| !parts.around(first).contains(&cell)) {
            bail!(
                "`{key}`, {}: {name} {} is not connected with its cell {first}; expected another \
                 label for another {name}",
                apart.in_words(),
                labels[first]
            );
        }
    }
    Ok(())
}

fn in_words(rows: usize, columns: usize) -> String {
    if rows == columns { format!("{rows} of each") } else { format!("{rows} and {columns}") }
}
