//! # Choco Banana
//!
//! *Jane Street, July 2023.* Shade some cells of a grid. A region is a group of connected cells of one
//! colour, as large as can be. Every region of shaded cells is a rectangle, and no region of
//! unshaded cells is one; a square is a rectangle, too. A number in a cell is the size of its
//! region, whatever colour it has. The answer is the product over all rows of their unshaded cells.
//!
//! ```text
//! numbers     solution
//! 5 . . .     - # - -      unshaded regions of five cells and of three, none a rectangle, and three
//! . . . .     - - # -      shaded ones, two of a single cell: they touch at corners only
//! . . . 1     # - - #      the answer: 3 x 3 x 2 = 18
//! ```
//!
//! ## Idea
//! There is no search of its own: the [rules](Puzzle::rules) alone solve it. What makes them short:
//!
//! *Corners.* Connected cells fill a rectangle if, and only if, no 2 x 2 block has three of them and a
//! cell of the other colour. For a maximal stretch of them in a row, all of the cells above it
//! are of their colour or none is, else there is such a block where this changes; and the stretch
//! above is not longer, else there is one at its end. So all stretches lie below each other. For
//! shaded regions that is the rule: no block has exactly three shaded cells. An unshaded region has
//! a block with exactly three unshaded cells; let us call these cells corners.
//!
//! *A corner is near.* From any cell of an unshaded region one comes to a corner straight up or
//! down and then straight left or right. For the stretch of its row, go up as long as the stretch
//! above is the same, and down. If on neither side there is a corner on the last stretch, by the
//! argument above, all around is shaded, and the region is a rectangle. So two steps of
//! propagation replace the search for a corner in the whole region.
//!
//! *Sizes.* A number in a shaded region has few rectangles; in an unshaded one, the group of its cell
//! has its size, where other numbers are no part of it.
//!
//! The published solution is found and proved the only one with 3,788 nodes, in less than 100
//! milliseconds, half of which go into stating the rules.
//!
//! ## Why so many lines
//! It has more lines than most crates without a search: a hundred of rules, for unshaded regions
//! have to be counted and seen to be no rectangles, and forty of this header, which shows why the
//! rules are right.

mod check;
mod rules;

use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::{Colour, check_numbers_fit, draw};
use grid_utils::{Grid, Regions};
use picture::Picture;
use puzzle::{Puzzle, Rng};
use serde::{Deserialize, Serialize};

/// A grid to shade: what is known of its regions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChocoBanana {
    /// The size of the region that the cell belongs to, where it is given (rows x columns).
    pub numbers: Grid<Option<u16>>,
}

/// More rows or columns no grid has,
const LARGEST_SIZE: usize = 20;
/// nor more cells.
const MOST_CELLS: usize = 256;

/// The colour of each cell, `.` where it is not known yet.
pub type Board = Grid<Option<Colour>>;

puzzle::program!(ChocoBanana);

impl Puzzle for ChocoBanana {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        ensure!(
            rows.max(columns) <= LARGEST_SIZE && rows * columns <= MOST_CELLS,
            "`numbers` has {rows} rows and {columns} columns; expected at most {LARGEST_SIZE} of \
             each, and at most {MOST_CELLS} cells"
        );
        check_numbers_fit("numbers", &self.numbers, (rows, columns), "number", 1..=u16::MAX)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::rules(&self.numbers))
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(&self.numbers, board)
    }

    fn answer(&self, board: &Board) -> String {
        let unshaded = |row| board.row(row).filter(|&&cell| cell == Some(Colour::Unshaded)).count();
        // Far below 2^128: with 20 rows there are at most 12 columns.
        let product: u128 = (0..board.rows()).map(|row| unshaded(row) as u128).product();
        product.to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let sizes = |colour| Regions::components(board, |&cell| cell == Some(colour)).areas_text();
        vec![
            ("shaded regions", sizes(Colour::Shaded)),
            ("unshaded regions", sizes(Colour::Unshaded)),
        ]
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, MOST_CELLS.isqrt());
        Some(ChocoBanana { numbers: Grid::filled(size, size, None) })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let regions = Regions::connected(board);
        let size = |cell| u16::try_from(regions.area(regions.region_of(cell)?)).ok();
        Some(ChocoBanana { numbers: board.map(|cell, _| size(cell)) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        let mut picture = draw::numbers(rows, columns, Some(&self.numbers), None);
        picture.title("Choco Banana");
        if let Some(board) = board {
            draw::colours(&mut picture, board);
            picture.borders(|one, other| board.get(one) != board.get(other));
        }
        picture
    }
}
