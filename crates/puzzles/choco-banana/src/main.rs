//! # Choco Banana
//!
//! *Jane Street, July 2023.* Shade some cells of a grid. A region is a maximal group of connected
//! cells of one colour. Every region of shaded cells is a rectangle, and every region of unshaded
//! cells is not; squares count as rectangles. A number in a cell is the size of its region,
//! whatever its colour. The answer is the product of the numbers of unshaded cells in the rows.
//!
//! ```text
//! numbers     solution
//! 5 . . .     - # - -      unshaded regions of five cells and of three, none a rectangle, and three
//! . . . .     - - # -      shaded ones, two of a single cell: they touch at corners only
//! . . . 1     # - - #      the answer: 3 x 3 x 2 = 18
//! ```
//!
//! ## Idea
//! The [rules](Puzzle::rules) alone solve it. Three observations keep them short.
//!
//! *Corners.* Connected cells of one colour fill a rectangle if, and only if, no 2 x 2 block has
//! three of them and a cell of the other colour. To see why, take a maximal stretch of them in a
//! row. The cells above it are all of their colour or all of the other one, since there would be
//! such a block at a change; and the stretch above is not longer than this one, since there would
//! be one at its end, too. So the stretches are equal and aligned. For shaded regions that is the
//! rule: no block has exactly three shaded cells. An unshaded region has a block with exactly three
//! unshaded cells; call these three cells corners.
//!
//! *A corner is near.* From any cell of an unshaded region, a corner is reached straight up or down
//! and then straight left or right: go up, and down, from the stretch of its row as long as the
//! next stretch is the same. If neither the last stretch above nor the last one below has a corner,
//! all adjacent cells are shaded, by the argument above, and the region is a rectangle. So two
//! straight ways replace a search of the whole region.
//!
//! *Sizes.* Few rectangles have the size of a number in a shaded cell. For a number in an unshaded
//! cell, the cells of its region are counted, without those with other numbers.

mod check;
mod constraints;

use std::num::NonZeroU16;

use puzzle::prelude::*;

/// A grid to shade: the known sizes of its regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChocoBanana {
    /// The size of the region that the cell belongs to, if it is given (rows x columns).
    numbers: Grid<Option<NonZeroU16>>,
}

/// The maximum number of rows and columns.
const LARGEST_SIZE: usize = 20;
/// The maximum number of cells.
const MOST_CELLS: usize = 256;

/// The values of a shaded and of an unshaded cell.
const SHADED: Option<i64> = Some(1);
const UNSHADED: Option<i64> = Some(0);

puzzle::program!(ChocoBanana, explained);

impl Puzzle for ChocoBanana {
    fn form(&self) -> Form {
        Form::shading(self.numbers.rows(), self.numbers.columns())
    }

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.numbers.rows(), self.numbers.columns());
        ensure!(
            rows.max(columns) <= LARGEST_SIZE && rows * columns <= MOST_CELLS,
            "`numbers` has {}; expected at most {LARGEST_SIZE} of each, and at most {MOST_CELLS} \
             cells",
            self.numbers.shape_in_words()
        );
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let numbers = self.numbers.map(|_, number| number.map(|number| number.get().into()));
        constraints::state(&numbers, model, &cells.map(|_, cell| cell.is(1)));
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let says = "is in a region of the size";
        vec![Clues::in_cells("numbers", &self.numbers, says, |board, cell| {
            let regions = Regions::connected(board.grid());
            u16::try_from(regions.area(regions.region_of(cell)?)).ok().and_then(NonZeroU16::new)
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let grid = board.grid();
        let unshaded = |row| grid.row(row).filter(|&&cell| cell == UNSHADED).count();
        // Far below 2^128: with 20 rows there are at most 12 columns.
        let product: u128 = (0..grid.rows()).map(|row| unshaded(row) as u128).product();
        let sizes = |colour| Regions::components(grid, |&cell| cell == colour).areas_text();
        Answer::new(product)
            .remark("shaded regions", sizes(SHADED))
            .remark("unshaded regions", sizes(UNSHADED))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        if let Some(board) = board {
            picture.borders(|one, other| board[one] != board[other]);
        }
    }
}

impl Setter for ChocoBanana {
    fn sizes(&self) -> Vec<usize> {
        (1..=MOST_CELLS.isqrt()).collect()
    }

    fn random_rectangle(&self, rows: usize, columns: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("numbers", Grid::filled(rows, columns, None::<u16>)))
    }
}
