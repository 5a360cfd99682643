//! Grids whose cells are not squares.

use crate::{Cell, Neighbourhood};

/// A tiling by cells that are not squares: which cells share a side, and where their corners are.
/// The cells are still in rows and columns, so a [`Grid`](crate::Grid) holds their values and reads
/// and writes them.
///
/// [`Triangles`] and [`Hexagons`] are tilings. Another example is a wall of bricks:
///
/// ```
/// use grid_utils::{Adjacency, Cell, CellSet, Step, Tiling};
///
/// /// Each row begins half a brick further right than the one above.
/// struct Bricks;
///
/// impl Tiling for Bricks {
///     fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
///         let steps: [Step; 6] = [(-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)];
///         steps.into_iter().filter_map(move |step| cell.offset(step))
///     }
///
///     fn corners(&self, cell: Cell) -> impl Iterator<Item = (f64, f64)> {
///         let (row, column) = (cell.row as f64, cell.column as f64);
///         let (x, y) = (2.0 * column + row, row);
///         [(x, y), (x + 2.0, y), (x + 2.0, y + 1.0), (x, y + 1.0)].into_iter()
///     }
/// }
///
/// let wall = Bricks.neighbourhood::<1>(3, 3);
/// assert_eq!(wall.neighbours(CellSet::of(4)).len(), 6);
/// assert!(wall.is_connected(CellSet::from_indices([2, 4, 6])), "squares would not touch");
/// ```
pub trait Tiling {
    /// Returns the cells that share a side with this one, clockwise from the north. A tiling has no
    /// size, but there are no cells above row 0 or to the left of column 0.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell>;

    /// Returns the corners of a cell, clockwise: x grows to the right, y downwards.
    fn corners(&self, cell: Cell) -> impl Iterator<Item = (f64, f64)>;

    /// Returns the neighbours of the cells of a grid, which are numbered in reading order.
    ///
    /// # Panics
    /// If there are more than `64 * WORDS` cells.
    #[must_use]
    #[track_caller]
    fn neighbourhood<const WORDS: usize>(
        &self,
        rows: usize,
        columns: usize,
    ) -> Neighbourhood<WORDS> {
        let is_inside = move |cell: &Cell| cell.row < rows && cell.column < columns;
        Neighbourhood::new(rows * columns, |index| {
            let neighbours = self.neighbours(Cell::new(index / columns, index % columns));
            neighbours.filter(is_inside).map(move |cell| cell.row * columns + cell.column)
        })
    }
}

/// Equilateral triangles in rows, pointing up and down in turn.
///
/// In a parallelogram, each row begins further left or right than the one above. In a rectangle,
/// all rows begin at the same place, and their first triangles point up and down in turn.
/// [`lean`](Self::lean) says which:
///
/// ```text
/// lean: -1, first_points_up             lean: 0, first_points_up
///
///     ____________                        ____________
///    /\1 /\3 /\5 /                       /\1 /\3 /\5 /
///   /0_\/2_\/4_\/     row 0             /0_\/2_\/4_\/      row 0
///  /\1 /\3 /\5 /                        \0 /\2 /\4 /\
/// /0_\/2_\/4_\/       row 1              \/1_\/3_\/5_\     row 1
/// ```
///
/// ```
/// use grid_utils::{Adjacency, Cell, CellSet, Grid, Tiling, Triangles};
///
/// let leaning = Triangles { lean: -1, first_points_up: true };
/// let numbers: Grid<u8> = "
///     1 2 3 4 5 6
///    1 2 3 4 5 6
/// ".parse()?;
/// assert!(leaning.points_up(Cell::new(0, 2)) && !leaning.points_up(Cell::new(1, 3)));
/// let next: Vec<_> = leaning.neighbours(Cell::new(0, 2)).map(|cell| numbers[cell]).collect();
/// assert_eq!(next, [4, 4, 2], "at the right, below, at the left");
///
/// // With bits: the six triangles around a point.
/// let board = leaning.neighbourhood::<1>(numbers.rows(), numbers.columns());
/// let around = CellSet::from_indices([0, 1, 2, 7, 8, 9]);
/// assert!(board.is_connected(around) && around.iter().all(|cell| {
///     (board.neighbours(CellSet::of(cell)) & around).len() == 2
/// }));
/// # Ok::<(), grid_utils::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triangles {
    /// How much further to the right each row begins than the one above, in halves of a side.
    pub lean: isize,
    /// Whether the first triangle of row 0 points up.
    pub first_points_up: bool,
}

impl Triangles {
    /// Returns whether a triangle has its flat side at the bottom.
    #[must_use]
    pub const fn points_up(self, cell: Cell) -> bool {
        // Triangles half a side further right, or a row further down, point the other way.
        let lean = self.lean.unsigned_abs() % 2;
        let steps = cell.column % 2 + cell.row % 2 * (1 + lean);
        steps.is_multiple_of(2) == self.first_points_up
    }

    /// Returns the triangle across the flat side; `None` above row 0 and to the left of column 0.
    ///
    /// ```
    /// # use grid_utils::{Cell, Triangles};
    /// let triangles = Triangles { lean: -1, first_points_up: true };
    /// assert_eq!(triangles.across(Cell::new(0, 2)), Some(Cell::new(1, 3)));
    /// assert_eq!(triangles.across(Cell::new(1, 3)), Some(Cell::new(0, 2)));
    /// assert_eq!(triangles.across(Cell::new(0, 1)), None);
    /// ```
    #[must_use]
    pub const fn across(self, cell: Cell) -> Option<Cell> {
        cell.offset(if self.points_up(cell) {
            (1, self.lean.wrapping_neg())
        } else {
            (-1, self.lean)
        })
    }
}

impl Tiling for Triangles {
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (right, left) = (cell.offset((0, 1)), cell.offset((0, -1)));
        let across = self.across(cell);
        let clockwise =
            if self.points_up(cell) { [right, across, left] } else { [across, right, left] };
        clockwise.into_iter().flatten()
    }

    /// Returns the corners in units of half a side, so that each triangle begins one unit to the
    /// right of the one before. Row 0 begins at (0, 0); a row is as high as the square root of 3.
    fn corners(&self, cell: Cell) -> impl Iterator<Item = (f64, f64)> {
        let left = cell.column as f64 + self.lean as f64 * cell.row as f64;
        let top = cell.row as f64 * 3_f64.sqrt();
        let bottom = top + 3_f64.sqrt();
        if self.points_up(cell) {
            [(left + 1.0, top), (left + 2.0, bottom), (left, bottom)]
        } else {
            [(left, top), (left + 2.0, top), (left + 1.0, bottom)]
        }
        .into_iter()
    }
}

/// Regular hexagons in columns, each standing on a side.
///
/// Each column begins half a hexagon further down or up than the one at its left, or more than
/// that. [`lean`](Self::lean) says how much:
///
/// ```text
/// lean: 0                         lean: -1
///  ___                                     ___
/// /0,0\___                             ___/0,2\
/// \___/0,1\___                     ___/0,1\___/
/// /1,0\___/0,2\                   /0,0\___/1,2\
/// \___/1,1\___/                   \___/1,1\___/
///     \___/1,2\                   /1,0\___/
///         \___/                   \___/
/// ```
///
/// ```
/// use grid_utils::{Adjacency, Cell, CellSet, Hexagons, Tiling};
///
/// // The seven hexagons of a flower: two corners of the square are no part of it.
/// let rising = Hexagons { lean: -1 };
/// let flower = CellSet::from_indices([0, 1, 3, 4, 5, 7, 8]);
/// let around = flower.without(4);
/// let board = rising.neighbourhood::<1>(3, 3);
/// assert_eq!(board.neighbours(CellSet::of(4)), around);
/// assert!(around.iter().all(|cell| (board.neighbours(CellSet::of(cell)) & around).len() == 2));
///
/// // In a line are those of one row, of one column, and of one difference of both.
/// let next: Vec<_> = rising.neighbours(Cell::new(1, 1)).map(|cell| cell.to_string()).collect();
/// assert_eq!(next, ["r1c2", "r2c3", "r3c3", "r3c2", "r2c1", "r1c1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexagons {
    /// How much further down each column begins than half a hexagon below the one at its left, in
    /// hexagons.
    pub lean: isize,
}

impl Tiling for Hexagons {
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let lean = self.lean;
        let steps = [(-1, 0), (-lean - 1, 1), (-lean, 1), (1, 0), (lean + 1, -1), (lean, -1)];
        steps.into_iter().filter_map(move |step| cell.offset(step))
    }

    /// Returns the corners in units of a side. The hexagon in row 0 and column 0 has its leftmost
    /// corner at x = 0, and its upper side at y = 0; a hexagon is as high as the square root of 3.
    fn corners(&self, cell: Cell) -> impl Iterator<Item = (f64, f64)> {
        let (row, column) = (cell.row as f64, cell.column as f64);
        let x = 1.0 + 1.5 * column;
        let y = (row + 0.5 + (self.lean as f64 + 0.5) * column) * 3_f64.sqrt();
        let angles = (0..6).map(|corner| (f64::from(corner) - 1.0) * 60.0);
        angles.map(move |angle| (x + angle.to_radians().cos(), y + angle.to_radians().sin()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Adjacency, CellSet};

    /// Returns the corners in whole numbers: halves of a side, and rows.
    fn corners(triangles: Triangles, cell: Cell) -> Vec<(i64, i64)> {
        let whole = |(x, y): (f64, f64)| {
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            ((x.round()) as i64, (y / 3_f64.sqrt()).round() as i64)
        };
        triangles.corners(cell).map(whole).collect()
    }

    #[test]
    fn neighbours_are_the_triangles_with_two_common_corners() {
        let (rows, columns) = (4, 7);
        let cells: Vec<_> =
            (0..rows * columns).map(|index| Cell::new(index / columns, index % columns)).collect();
        for lean in -2..=2 {
            for first_points_up in [false, true] {
                let triangles = Triangles { lean, first_points_up };
                let board = triangles.neighbourhood::<1>(rows, columns);
                for (index, &cell) in cells.iter().enumerate() {
                    let mine = corners(triangles, cell);
                    let common = |other: Cell| {
                        let theirs = corners(triangles, other);
                        mine.iter().filter(|corner| theirs.contains(corner)).count()
                    };
                    let next = (0..cells.len()).filter(|&other| common(cells[other]) == 2);
                    let found = board.neighbours(CellSet::of(index));
                    assert_eq!(found, CellSet::from_indices(next), "{triangles:?} {cell}");
                }
            }
        }
    }

    #[test]
    fn neighbours_and_corners_come_clockwise() {
        let triangles = Triangles { lean: 1, first_points_up: false };
        for cell in [Cell::new(1, 2), Cell::new(1, 3), Cell::new(2, 3), Cell::new(2, 4)] {
            let centre = |cell| {
                let (x, y) = triangles.corners(cell).fold((0.0, 0.0), |sum: (f64, f64), corner| {
                    (sum.0 + corner.0, sum.1 + corner.1)
                });
                (x / 3.0, y / 3.0)
            };
            let (x, y) = centre(cell);
            // From the north, clockwise.
            let angle = |point: (f64, f64)| {
                (point.0 - x).atan2(y - point.1).rem_euclid(std::f64::consts::TAU - 1e-9)
            };
            assert!(triangles.neighbours(cell).map(|cell| angle(centre(cell))).is_sorted());
            let [one, two, three] = [0, 1, 2].map(|corner| triangles.corners(cell).nth(corner));
            let (one, two, three) = (one.unwrap(), two.unwrap(), three.unwrap());
            let turn = (two.0 - one.0) * (three.1 - one.1) - (three.0 - one.0) * (two.1 - one.1);
            assert!(turn > 0.0, "y runs down");
        }
    }
}
