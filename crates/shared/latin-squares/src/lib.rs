//! Shared code of Latin squares and sudokus: the shape of boxes, the rules of rows, columns and
//! boxes, their checks, and pictures.
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`check_size`], [`box_shape`] |
//! | the board | [`form`](form()) |
//! | the rules | [`state_latin_square`], [`state_sudoku`]; [`each_once`] for other lines |
//! | the checker | [`check`], which shares no code with the rules |
//! | clues in cells that are filled like others | [`clued`] |
//! | the picture | [`draw_boxes`] |

pub mod check;
pub mod clued;

use grid_puzzles::check_square;
use puzzle::prelude::*;

/// The longest side of a square: its digits are one figure each.
pub const LARGEST_SIZE: usize = 9;

/// Refuses a grid that is not a square, or too large for digits. `key` is its key in the instance.
///
/// # Errors
/// Names the shape.
pub fn check_size<T>(key: &str, grid: &Grid<T>) -> Result<()> {
    check_square(key, grid, LARGEST_SIZE)
}

/// Returns the rows and the columns of a box: as nearly square as a division into equal boxes
/// allows, and no higher than wide. If the size is a prime, the boxes are the rows.
///
/// ```
/// assert_eq!([9, 8, 6, 5].map(latin_squares::box_shape), [(3, 3), (2, 4), (2, 3), (1, 5)]);
/// ```
///
/// # Panics
/// If the size is 0.
#[must_use]
pub fn box_shape(size: usize) -> (usize, usize) {
    let divides = |rows: &usize| size.is_multiple_of(*rows) && rows * rows <= size;
    let rows = (1..=size).rev().find(divides).expect("1 divides every size");
    (rows, size / rows)
}

/// Returns the form of a square of digits, from 1 to its size.
#[must_use]
pub fn form(size: usize) -> Form {
    Form::numbers(size, size, 1..=i64::try_from(size).unwrap_or(i64::MAX))
}

/// States that every row and every column holds each digit once; `is_used` returns whether a digit
/// occurs in the square.
///
/// ```
/// use puzzle::prelude::*;
///
/// let mut model = Model::default();
/// let digit = model.grid(4, 4, 1..=4);
/// latin_squares::state_latin_square(&mut model, &digit, |_| true.into());
/// assert_eq!(model.count(digit.values())?, 576);
/// # Result::<()>::Ok(())
/// ```
pub fn state_latin_square(model: &mut Model, digit: &Grid<Int>, is_used: impl Fn(i64) -> Flag) {
    model.rule("Every row holds each digit once.");
    for row in 0..digit.rows() {
        model.require(each_once(digit.row(row), &is_used));
    }
    model.rule("Every column holds each digit once.");
    for column in 0..digit.columns() {
        model.require(each_once(digit.column(column), &is_used));
    }
}

/// States that every row, every column and every [box](box_shape) holds each digit once, as
/// [`state_latin_square`] does.
///
/// ```
/// use puzzle::prelude::*;
///
/// let mut model = Model::default();
/// let digit = model.grid(4, 4, 1..=4);
/// latin_squares::state_sudoku(&mut model, &digit, |_| true.into());
/// assert_eq!(model.count(digit.values())?, 288);
/// # Result::<()>::Ok(())
/// ```
pub fn state_sudoku(model: &mut Model, digit: &Grid<Int>, is_used: impl Fn(i64) -> Flag) {
    state_latin_square(model, digit, &is_used);
    model.rule("Every box holds each digit once.");
    let (rows, columns) = box_shape(digit.rows());
    let starts = digit.cells().filter(|cell| cell.row % rows == 0 && cell.column % columns == 0);
    for start in starts {
        let cells = digit.window_cells(start, rows, columns);
        model.require(each_once(cells.map(|cell| &digit[cell]), &is_used));
    }
}

/// Requires that each value that is used is that of exactly one of the numbers, and the others are
/// those of none.
pub fn each_once<'a>(ints: impl Iterator<Item = &'a Int>, is_used: impl Fn(i64) -> Flag) -> Rule {
    let ints: Vec<&Int> = ints.collect();
    let smallest = ints.iter().map(|int| int.smallest()).min().unwrap_or(0);
    let largest = ints.iter().map(|int| int.largest()).max().unwrap_or(-1);
    let once = |value| sum(ints.iter().map(|int| int.is(value))).equals(is_used(value));
    (smallest..=largest).map(once).collect()
}

/// Draws the borders of the boxes.
pub fn draw_boxes(picture: &mut Picture) {
    let (rows, columns) = box_shape(picture.rows());
    let box_of = |cell: Cell| (cell.row / rows, cell.column / columns);
    picture.borders(|one, other| box_of(one) != box_of(other));
}
