//! Mirrors along the diagonals of cells, and beams from places around the grid.
//!
//! ```
//! use grid_puzzles::Side;
//! use grid_puzzles::mirrors::{FALLING, RISING, beam};
//! use grid_utils::Grid;
//!
//! // The beam from the left of the first row turns twice:  \ .
//! //                                                       \ .
//! let mirrors = Grid::from_fn(2, 2, |cell| (cell.column == 0).then_some(FALLING));
//! assert_eq!(beam(&mirrors, Side::Left, 0), [(0, -1), (0, 0), (1, 0), (1, 2)]);
//! let mirrors = mirrors.map(|_, mirror| mirror.map(|_| RISING));
//! assert_eq!(beam(&mirrors, Side::Left, 0), [(0, -1), (0, 0), (-1, 0)]);
//! ```

use puzzle::prelude::*;

use crate::Side;

/// A cell with `/`, on a board of [`form`].
pub const RISING: i64 = 1;
/// A cell with `\`.
pub const FALLING: i64 = 2;

/// The mirrors of a board.
pub type Mirrors = Grid<Option<i64>>;

/// A row and a column, counted from the top left cell; places are one beyond the grid.
pub type Point = (isize, isize);

/// Returns the form of boards of `size` rows and columns with mirrors: `/`, `\`, and `.` for an
/// empty cell.
#[must_use]
pub fn form(size: usize) -> Form {
    Form::words(size, size, ["", "/", "\\"]).with_empty_cells()
}

/// Returns the place beside a row or column, and the step from it into a grid of `size` rows and
/// columns.
#[must_use]
pub fn place(size: usize, side: Side, line: usize) -> (Point, Point) {
    let (size, line) = (size.cast_signed(), line.cast_signed());
    match side {
        Side::Top => ((-1, line), (1, 0)),
        Side::Bottom => ((size, line), (-1, 0)),
        Side::Left => ((line, -1), (0, 1)),
        Side::Right => ((line, size), (0, -1)),
    }
}

/// Returns the points of the beam from a place of a square grid: the place, each mirror that it
/// meets, and the place where it ends.
#[must_use]
pub fn beam(mirrors: &Mirrors, side: Side, line: usize) -> Vec<Point> {
    let ((mut row, mut column), (mut down, mut right)) = place(mirrors.rows(), side, line);
    let mut points = vec![(row, column)];
    // A beam is reversible, so one from outside cannot enter a cycle: it ends.
    loop {
        (row, column) = (row + down, column + right);
        let cell = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let Some(mirror) = cell.and_then(|(row, column)| mirrors.get(Cell::new(row, column)))
        else {
            points.push((row, column));
            return points;
        };
        (down, right) = match mirror {
            None => continue,
            Some(RISING) => (-right, -down),
            Some(_) => (right, down),
        };
        points.push((row, column));
    }
}

/// Returns the number of cells of each mirror: cells with the same diagonal that meet corner to
/// corner form one mirror.
///
/// ```
/// # use grid_puzzles::mirrors::{FALLING, lengths};
/// # use grid_utils::Grid;
/// let diagonal = Grid::from_fn(3, 3, |cell| (cell.row == cell.column).then_some(FALLING));
/// assert_eq!(lengths(&diagonal), [3]);
/// ```
#[must_use]
pub fn lengths(mirrors: &Mirrors) -> Vec<usize> {
    let mut lengths = Vec::new();
    for (first, &mirror) in mirrors {
        let step = match mirror {
            None => continue,
            Some(RISING) => (1, -1),
            Some(_) => (1, 1),
        };
        let back = first.offset((-step.0, -step.1)).and_then(|cell| mirrors.get(cell));
        if back != Some(&mirror) {
            let rest = mirrors.ray(first, step).take_while(|&cell| mirrors[cell] == mirror);
            lengths.push(1 + rest.count());
        }
    }
    lengths
}

/// Returns the centre of a cell or place in a picture.
#[must_use]
pub fn centre((row, column): Point) -> (f64, f64) {
    (column as f64 + 0.5, row as f64 + 0.5)
}

/// Returns the corners of a beam in a picture, whose ends are `gap` before the centres of its
/// places.
#[must_use]
pub fn corners(beam: &[Point], gap: f64) -> Vec<(f64, f64)> {
    let mut corners: Vec<_> = beam.iter().map(|&point| centre(point)).collect();
    let inwards = |(x, y): (f64, f64), (to_x, to_y): (f64, f64)| {
        let part = gap / (to_x - x).hypot(to_y - y);
        (x + part * (to_x - x), y + part * (to_y - y))
    };
    let last = corners.len() - 1;
    (corners[0], corners[last]) =
        (inwards(corners[0], corners[1]), inwards(corners[last], corners[last - 1]));
    corners
}

/// Draws the mirrors, each of this length along a side of its cell.
pub fn draw(picture: &mut Picture, mirrors: &Mirrors, length: f64) {
    let half = length / 2.0;
    for (cell, mirror) in mirrors {
        let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
        let rise = match *mirror {
            None => continue,
            Some(RISING) => -half,
            Some(_) => half,
        };
        picture.line(&[(x - half, y - rise), (x + half, y + rise)], Ink::Text, 0.1);
    }
}
