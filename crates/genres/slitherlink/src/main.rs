//! # Slitherlink
//!
//! Draw one closed loop along the sides of the cells, which neither branches nor crosses itself. A clue counts
//! the sides of its cell that the loop takes.
//!
//! ```text
//! clues        solution
//! 2 . 1        ES EW SW -
//! . 3 .        NS ES NW -       words of the 4 x 4 corners of the cells
//! . 2 .        NS NE EW SW
//!              NE EW EW NW
//! ```
//!
//! ## Boards
//! A word for each corner of a cell: the two directions in which the loop leaves it, or `-`.

use grid_puzzles::state::{self, Loop};
use grid_puzzles::{LARGEST_GRID, check, check_size};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slitherlink {
    /// The number of sides of the cell on the loop.
    clues: Grid<Option<Clue>>,
}

/// A clue; 4 if the loop is the four sides of the cell.
type Clue = Within<0, 4>;

puzzle::program!(Slitherlink, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("clues", &pzpr::SIDES)]);

/// Returns the four sides of a cell: the corner at which each begins, and the direction from there.
fn sides(cell: Cell) -> [(Cell, Direction); 4] {
    let Cell { row, column } = cell;
    let (below, right) = (Cell::new(row + 1, column), Cell::new(row, column + 1));
    let (across, down) = (Direction::East, Direction::South);
    [(cell, across), (cell, down), (below, across), (right, down)]
}

impl Puzzle for Slitherlink {
    fn form(&self) -> Form {
        Form::loop_along(self.clues.rows(), self.clues.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let word = board.cells(model);
        model.rule("One closed loop goes along the sides of cells and meets no corner twice.");
        let way = Loop::along(model, &word);
        model.rule("A clue counts the sides of its cell that the loop takes.");
        state::clues(model, &self.clues, |cell, clue| {
            exactly(clue.get(), sides(cell).map(|(corner, side)| way.leaves(corner, side)))
        });
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let says = "has a number of sides on the loop that is";
        vec![Clues::in_cells("clues", &self.clues, says, |board, cell| {
            // Once round the cell, from corner to corner.
            let mut corner = cell;
            let round = [Direction::East, Direction::South, Direction::West, Direction::North];
            let taken = round.into_iter().filter(|&side| {
                let from = corner;
                corner = from.step(side).expect("a cell has four corners");
                check::leaves(board.grid(), from, side)
            });
            Clue::new(taken.count().try_into().ok()?)
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::single_loop(board.grid())
    }
}

impl Setter for Slitherlink {
    fn random_rectangle(&self, rows: usize, columns: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", Grid::filled(rows, columns, None::<u8>)))
    }
}
