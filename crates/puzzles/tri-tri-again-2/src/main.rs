//! # Tri, Tri Again, Again
//!
//! *Jane Street, October 2019.* Some cells of a grid carry a number. For each of them there is a
//! right triangle: its legs lie on the lines of the grid and have integer lengths, its hypotenuse
//! runs freely. The triangle holds the whole cell of this number and of no other, and the number is
//! its area. Triangles may touch, but not overlap. They need not cover the grid. The answer is the
//! product of the lengths of the horizontal legs that are odd.
//!
//! ```text
//! . . / /      The triangle of a 4: it holds the cells # whole and cuts the cells /, so no other
//! / / # 4      number can stand there. Its right angle is where row line 2 meets column line 4,
//!              counted from 0; its legs go up by 2 and to the left by 4.
//! ```
//!
//! Grids have up to 20 rows and columns.
//!
//! ## Boards
//! A line per triangle: the row line and the column line of its right angle, then its vertical leg,
//! positive downwards, and its horizontal leg, positive to the right. The triangle above is `2 4 -2
//! -4`.
//!
//! ## Idea
//! The product of the legs is twice the number, so a number has few triangles, and fewer that avoid
//! the cells of all other numbers. Each of these has a flag; a number takes exactly one, and of two
//! overlapping triangles at most one lies on the grid.
//!
//! Two triangles overlap unless a line separates them, and then one such line runs along a side of
//! one of the two. Geometry is error-prone, so rules and checker have independent tests: the rules
//! look for lines along sides, the checker examines the vectors between corners.
//!
//! ## Sources
//! Convex shapes are separated by a line: Minkowski's separation theorem.

mod check;
mod constraints;
mod drawing;
mod random;

use grid_puzzles::check_size;
use puzzle::prelude::*;

/// The most rows or columns.
const LARGEST_SIZE: usize = 20;

/// An instance: the numbers in the cells of the grid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriTriAgain {
    /// The area of the triangle that holds this cell, `.` for a cell without a number.
    numbers: Grid<Option<Within<1, 255>>>,
}

/// A point where two lines of the grid meet: the row line from the top, the column line from the
/// left, both from 0.
type Point = (i64, i64);

/// A right triangle whose legs lie on lines of the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Triangle {
    /// The row line of the right angle.
    row: i64,
    /// The column line of the right angle.
    column: i64,
    /// The vertical leg: its length, negative if it goes up from the right angle.
    down: i64,
    /// The horizontal leg: its length, negative if it goes to the left from the right angle.
    right: i64,
}

impl Triangle {
    /// Returns the right angle, and the ends of the vertical and the horizontal leg.
    fn corners(&self) -> [Point; 3] {
        let Triangle { row, column, down, right } = *self;
        [(row, column), (row + down, column), (row, column + right)]
    }

    /// Returns the triangles of a board.
    fn all(board: &Board) -> Vec<Triangle> {
        let numbers = board.list().iter().copied().tuples();
        numbers.map(|(row, column, down, right)| Triangle { row, column, down, right }).collect()
    }
}

/// Returns the board with these triangles, sorted by the places of their right angles.
fn board(triangles: impl IntoIterator<Item = Triangle>) -> Board {
    let sorted = triangles.into_iter().sorted();
    sorted.flat_map(|one| [one.row, one.column, one.down, one.right]).collect_vec().into()
}

/// Returns the line before a row or column, or the number of lines, as a signed number.
fn line(place: usize) -> i64 {
    place.cast_signed() as i64
}

impl TriTriAgain {
    /// Returns the cells that carry a number, in reading order.
    fn numbered(&self) -> impl Iterator<Item = (Cell, i64)> {
        self.numbers.iter().filter_map(|(cell, number)| Some((cell, (*number)?.get())))
    }
}

puzzle::program!(TriTriAgain, explained);

impl Puzzle for TriTriAgain {
    fn form(&self) -> Form {
        let most = line(LARGEST_SIZE);
        Form::list(-most..=most).in_lines_of(4)
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, &Triangle::all(board))
    }

    fn answer(&self, board: &Board) -> Answer {
        let legs = Triangle::all(board).into_iter().map(|triangle| triangle.right.unsigned_abs());
        let odd: Vec<u64> = legs.filter(|leg| leg % 2 == 1).collect();
        let product = odd.iter().try_fold(1_u128, |all, &leg| all.checked_mul(leg.into()));
        Answer::new(product.map_or_else(|| odd.iter().join(" x "), |product| product.to_string()))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, &board.map_or(Vec::new(), Triangle::all))
    }
}

impl Setter for TriTriAgain {
    /// Makes random triangles that do not overlap, and a number in one cell of each.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(random::instance(size, random))
    }
}
