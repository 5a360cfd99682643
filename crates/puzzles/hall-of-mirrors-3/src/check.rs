//! A ray, followed from cell to cell.

use grid_puzzles::Side;
use grid_utils::Cell;
use puzzle::Board;

use crate::RISING;

/// A row and a column, counted from the top left cell; a laser is one beyond the field.
pub(crate) type Point = (isize, isize);

/// Where a laser stands, and the step that its ray makes first.
pub(crate) fn laser(rows: usize, columns: usize, side: Side, line: usize) -> (Point, Point) {
    let (rows, columns, line) = (rows.cast_signed(), columns.cast_signed(), line.cast_signed());
    match side {
        Side::Top => ((-1, line), (1, 0)),
        Side::Bottom => ((rows, line), (-1, 0)),
        Side::Left => ((line, -1), (0, 1)),
        Side::Right => ((line, columns), (0, -1)),
    }
}

/// The points that a ray has on its way: the laser, each mirror that it meets, and the laser
/// where it ends. The laser stands at a row or column that the board has.
pub(crate) fn ray(board: &Board, side: Side, line: usize) -> Vec<Point> {
    let (rows, columns) = (board.grid().rows(), board.grid().columns());
    let ((mut row, mut column), (mut down, mut right)) = laser(rows, columns, side, line);
    let inside = (0..rows.cast_signed(), 0..columns.cast_signed());
    let mut points = vec![(row, column)];
    // A ray can be followed backwards, so one that comes from outside runs in no circle: it ends.
    loop {
        (row, column) = (row + down, column + right);
        if !inside.0.contains(&row) || !inside.1.contains(&column) {
            points.push((row, column));
            return points;
        }
        let cell = Cell::new(row.cast_unsigned(), column.cast_unsigned());
        (down, right) = match board[cell] {
            None => continue,
            Some(RISING) => (-right, -down),
            Some(_) => (right, down),
        };
        points.push((row, column));
    }
}

/// The lengths of the segments between the points of a ray.
pub(crate) fn lengths(ray: &[Point]) -> impl Iterator<Item = usize> {
    ray.windows(2).map(|ends| ends[0].0.abs_diff(ends[1].0) + ends[0].1.abs_diff(ends[1].1))
}

/// The value of a laser: the product of the lengths of its ray's segments.
pub(crate) fn value(board: &Board, side: Side, line: usize) -> u128 {
    lengths(&ray(board, side, line)).map(|length| length as u128).product()
}
