//! # Tri, Tri Again, Again
//!
//! *Jane Street, October 2019.* Some cells of a grid carry a number. For each of them there is a
//! right triangle: its legs lie on the lines of the grid and have whole lengths, its hypotenuse
//! runs freely. The triangle holds the whole cell of this number and of no other, and the number
//! is its area. Triangles may touch, but no two of them overlap. They need not cover the grid.
//! The answer is the product of the lengths of those horizontal legs that are odd.
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
//! positive downwards, and its horizontal leg, positive to the right. That one is `2 4 -2 -4`.
//!
//! ## Idea
//! The product of the legs is twice the number, so a number has few triangles, and fewer that keep
//! away from the cells of all other numbers: 387 in all on the published grid, of 698 that hold the
//! whole cell of one number. Each number needs one of them, and those that overlap exclude each
//! other: an [exact cover](exact_cover) whose items are the numbers. The number with the fewest
//! triangles left is tried first, and one with a single triangle gets it at once.
//!
//! ## Why it is fast
//! A triangle that overlaps all triangles of some other number cannot be right: where these are
//! dropped at every node, 7 nodes are left of 1,388, and two thirds of the time of the cover.
//!
//! Two triangles overlap unless a line parts them, and there is such a line along a side of one of
//! them. Along their legs it is a look at the boxes around them, and at the box around all
//! triangles of a number first; the two hypotenuses are three corners each, in whole numbers. To
//! list the triangles and compare them is most of the 0.7 ms that the published grid takes.
//!
//! ## Why so many lines
//! Geometry is easily wrong, so rules, checker and search have each their own, of different kinds:
//! lines along all sides, ways between corners, and boxes with hypotenuses.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Convex shapes are parted by a line:
//! Minkowski's separation theorem. Exact covers are Knuth's.

mod check;
mod picture;
mod rules;
mod search;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Result, anyhow, bail, ensure};
use grid_utils::{Cell, Grid, Quoted};
use itertools::Itertools;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// The most rows or columns.
const LARGEST_SIZE: usize = 20;

/// An instance: the numbers in the cells of the grid.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriTriAgain {
    /// The area of the triangle that holds this cell, `.` for a cell without a number.
    pub numbers: Grid<Option<u8>>,
}

/// A point where two lines of the grid meet: the row line from the top, the column line from the
/// left, both from 0.
type Point = (isize, isize);

/// A right triangle whose legs lie on lines of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triangle {
    /// The row line of the right angle.
    pub row: isize,
    /// The column line of the right angle.
    pub column: isize,
    /// The vertical leg: its length, negative if it goes up from the right angle.
    pub down: isize,
    /// The horizontal leg: its length, negative if it goes to the left from the right angle.
    pub right: isize,
}

impl Triangle {
    /// The right angle, the end of the vertical leg and that of the horizontal one.
    #[must_use]
    pub fn corners(&self) -> [Point; 3] {
        let Triangle { row, column, down, right } = *self;
        [(row, column), (row + down, column), (row, column + right)]
    }
}

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.row, self.column, self.down, self.right)
    }
}

impl FromStr for Triangle {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        // Narrow numbers, so that sums and products of them are none too large.
        let number = |token: &str| token.parse().ok().map(|number: i16| isize::from(number));
        let numbers: Option<Vec<isize>> = line.split_whitespace().map(number).collect();
        match numbers.as_deref() {
            Some(&[row, column, down, right]) => Ok(Triangle { row, column, down, right }),
            _ => bail!(
                "expected `row column down right`, such as `2 4 -2 -4`, and found {}",
                Quoted(line)
            ),
        }
    }
}

/// Triangles, sorted by the places of their right angles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(Vec<Triangle>);

impl FromIterator<Triangle> for Board {
    fn from_iter<I: IntoIterator<Item = Triangle>>(triangles: I) -> Self {
        Board(triangles.into_iter().sorted().collect())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.iter().format("\n"))
    }
}

impl FromStr for Board {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let triangle = |(number, line): (usize, &str)| {
            let triangle = line.parse::<Triangle>();
            triangle.map_err(|error| anyhow!("line {}: {error}", number + 1))
        };
        lines.enumerate().map(triangle).collect()
    }
}

impl TriTriAgain {
    /// The cells that carry a number, in reading order.
    fn numbered(&self) -> impl Iterator<Item = (Cell, isize)> {
        self.numbers.iter().filter_map(|(cell, number)| Some((cell, isize::from((*number)?))))
    }
}

puzzle::program!(TriTriAgain);

impl Puzzle for TriTriAgain {
    // Each solution is another choice of triangles.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        ensure!(
            rows.max(columns) <= LARGEST_SIZE,
            "`numbers` has {rows} rows and {columns} columns; expected at most {LARGEST_SIZE} of \
             each"
        );
        let zero = self.numbered().find(|&(_, number)| number == 0);
        if let Some((Cell { row, column }, _)) = zero {
            bail!(
                "`numbers`, row {row}, column {column}: expected an area, 1 or more, and found 0"
            );
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::rules(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> String {
        let legs = board.0.iter().map(|triangle| triangle.right.unsigned_abs());
        let odd: Vec<usize> = legs.filter(|leg| leg % 2 == 1).collect();
        let product = odd.iter().try_fold(1_u128, |product, &leg| product.checked_mul(leg as u128));
        product.map_or_else(|| odd.iter().join(" x "), |product| product.to_string())
    }

    /// Triangles at random that do not overlap, and a number in one cell of each.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        Some(search::random(size.clamp(1, LARGEST_SIZE), random))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        picture::picture(self, board)
    }
}
