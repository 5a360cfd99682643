//! # Shut the Box
//!
//! *Jane Street, November 2025.* Cut cells away from a grid, each group of them with a cell at the
//! border, so that a connected net remains which folds into a box. A cell with arrows is cut away,
//! and they point to the nearest net cells in the four directions, all that are equally near. A
//! cell with a number stays, and counts the net cells in the block of nine around it. On the box
//! each circle is straight across from another one, and each square beside another one on the same
//! wall. The answer is the product of the sums of the numbers on each of the six walls.
//!
//! ```text
//! .  .  .  L      - - A -
//! .  .  4  .      - - B -     The only net, its cells on the walls A to F: it folds into a cube.
//! .  .  .  .      - - C D     The last arrows are at the left and above, where D is one step away
//! .  .  . UL      - E F -     and F is, too.
//! ```
//!
//! Grids may have up to 21 rows and columns.
//!
//! ## Boards
//! `-` for a cell that is cut away, and for each other the wall on which it lies, `A` to `F`, in
//! the order of their first cells. So the board shows how the net folds, and a net that folds into
//! different walls makes several boards.
//!
//! ## Idea
//! First the nets: an arrow cell has a way for each distance of its nearest net cells, which
//! determines the net and cut cells up to there. Whatever its possible ways have in common follows,
//! as do the last cells of a number's block; cells beyond the reach of the net are cut, and cells
//! that no path reaches from outside are net. The search branches on an arrow cell with two ways,
//! or else on the cells beside the part of the net that has the fewest to grow into.
//!
//! Then the folding: a square of a box that lies on the table fixes the squares in the four
//! directions around it, on the same wall or around an edge. So the place of one cell fixes all
//! others, and a net that does not fit meets itself after a few steps. All boxes with the right
//! number of squares, and all places of the first cell on them, are tried.
//!
//! Holes of the net are detected early, not only when it is complete, which saves most of the
//! nodes.
//!
//! ## Why there are no rules as constraints
//! When the net is folded, each cell has a place on the box, in one of four poses: 200,000 flags
//! for a single box of 136 squares on the published grid. And the number of squares is not known.
//!
//! ## Sources
//! Narrowing the ways of a clue to their common part is standard constraint propagation.

mod check;
mod clue;
mod drawing;
mod fold;
mod random;
mod search;

use grid_puzzles::check_size;
use grid_utils::words_for;
use puzzle::prelude::*;

use clue::{Clue, Mark};

/// The most rows or columns.
const LARGEST_SIZE: usize = 21;

/// The words of the largest sets.
const WORDS: usize = words_for(LARGEST_SIZE * LARGEST_SIZE);
/// A set of cells, or of squares of a box.
type Set = CellSet<WORDS>;

/// An instance: its clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShutTheBox {
    /// The clue of each cell (rows x columns).
    clues: Grid<Option<Clue>>,
}

/// The state of a cell; walls are named in the order of their first cells.
const PARTS: [&str; 8] = ["-", "#", "A", "B", "C", "D", "E", "F"];
/// The cell is cut away.
const CUT: i64 = 0;
/// The cell belongs to the net, on an unknown wall.
const NET: i64 = 1;
/// The cell belongs to the first wall.
const FIRST_WALL: i64 = 2;

/// Returns whether a cell of a whole board belongs to the net.
fn is_net(board: &Board, cell: Cell) -> bool {
    board[cell] != Some(CUT)
}

/// Returns whether a cell has no neighbour in one of the directions.
fn is_at_border<T>(grid: &Grid<T>, cell: Cell) -> bool {
    Direction::ALL.iter().any(|&direction| grid.neighbour(cell, direction).is_none())
}

impl ShutTheBox {
    /// Returns the mark under the number in a cell.
    fn mark(&self, cell: Cell) -> Option<Mark> {
        match self.clues[cell]? {
            Clue::Number(_, mark) => mark,
            Clue::Arrows(_) => None,
        }
    }
}

puzzle::program!(ShutTheBox, searched without rules);

impl Puzzle for ShutTheBox {
    fn form(&self) -> Form {
        Form::words(self.clues.rows(), self.clues.columns(), PARTS)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let shown = |board: &Board, cell| Clue::shown(board, cell, self.mark(cell));
        vec![Clues::in_cells("clues", &self.clues, "shows", shown)]
    }

    /// Returns the product of the sums of the numbers on each wall.
    fn answer(&self, board: &Board) -> Answer {
        let sum = |wall| {
            let numbers = self.clues.iter().filter_map(|(cell, clue)| match clue {
                Some(Clue::Number(number, _)) if board[cell] == Some(wall) => Some(*number),
                _ => None,
            });
            numbers.map(u64::from).sum::<u64>()
        };
        let sums = (FIRST_WALL..FIRST_WALL + 6).map(sum).collect_vec();
        let answer = Answer::new(sums.iter().product::<u64>());
        answer.remark("sums of the walls", sums.iter().join(" "))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board)
    }
}

impl Setter for ShutTheBox {
    fn sizes(&self) -> Vec<usize> {
        (4..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let clues = random::clues(size.max(4), random)?;
        Some(Draft::new().text("clues", clues))
    }
}
