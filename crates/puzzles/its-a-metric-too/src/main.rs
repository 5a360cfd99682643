//! # It's a Metric, Too
//!
//! *Jane Street, October 2026.* Divide a grid into connected states, each of them symmetric: a
//! rotation or a reflection maps it onto itself, about any centre or axis. A state has a capitol if
//! each of its symmetries leaves exactly one of its cells in place, the same for all. A step to an
//! adjacent cell costs the size of the state, at a border the smaller of the two sizes; a number is
//! the cost of the cheapest journey to a capitol of any state. The answer is the sum of the squares
//! of the sums of the rows, if every cell has the size of its state.
//!
//! ```text
//! . . 5 3     A A B C     0 3 5 3     A and D have the cell at their corner as capitol, E its only
//! 3 . . 1     A D B C     3 3 3 1     cell. B has none: a reflection leaves all three in place. From
//! 3 0 . .     D D B E     3 0 1 0     the 5, a step into C costs 2, one within C also 2, and one from
//!                                     C to E costs 1.
//! 11^2 + 11^2 + 10^2 = 342
//! ```
//!
//! States of the same size may touch. States may be without a number.
//!
//! ## Boards
//! A letter in each cell, for its state. To make maps unique, states are named `A`, `B`, ... in the
//! order of their first cells, row by row.
//!
//! ## Idea
//! Symmetric polyominoes of forty cells are too many to list, but there are few of up to twelve: So
//! a state of at most a tenth of all cells is one of the listed *pieces*. A larger one has a motion
//! (a half turn or a reflection), certain cells and possible cells, each with its image, as in
//! *It's Symmetric!*. The search looks for divisions without large states, then for those with one,
//! with two, and so on.
//!
//! Each cell has two domains, as bit sets: the possible costs of its journey, and the possible
//! sizes of its state.
//!
//! - Neighbours differ by at most the smaller of their sizes, and a cell that is not a capitol has
//!   a neighbour that is cheaper by exactly this size. Large differences of costs need large
//!   states.
//! - The cells of a large state share its sizes, and its size is one between the numbers of certain
//!   and of possible cells. Each extreme size and each undecided orbit is tried, and decided if one
//!   choice leads to a contradiction at once.
//! - A piece is left out if the domains of its cells do not allow it; the others limit the domains
//!   of their cells. Pieces over scarce cells, those that few pieces cover, are tentatively placed:
//!   they are left out if domains in and around them become empty.
//!
//! Then the search takes the cell with the fewest ways: to join a large state, to found one, or to be
//! covered by a piece.
//!
//! ## Why it is fast
//! The numbers 51 and 77 need large states around them: nine cells are outside all pieces. With one
//! large state these are all in it, which refutes most of its motions at once.
//!
//! ## Uniqueness
//! The solution has one large state, of 37 cells. It is the only one with at most one large state:
//! the search with `--set large=1 --limit all` is complete. With two large states, the pairs of
//! their motions are too many for a short search, so the goal is any solution.

mod all_maps;
mod check;
mod search;

use std::iter::repeat_with;

use grid_puzzles::{check_size, draw};
use puzzle::prelude::*;
use symmetric_regions::{Map, random_map};

/// A grid to divide: its numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItsAMetricToo {
    /// The cost of the cheapest journey from a cell to a capitol, if it is given.
    numbers: Numbers,
    /// The maximum number of large states, if it is limited: those with more than a tenth of all
    /// cells and more than one cell.
    large: Option<usize>,
}

/// A given cost: the search does not distinguish costs from 127 on.
type Cost = Within<0, 126>;

type Numbers = Grid<Option<Cost>>;

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 11;

puzzle::program!(ItsAMetricToo, searched without rules);

impl Puzzle for ItsAMetricToo {
    fn form(&self) -> Form {
        symmetric_regions::form(self.numbers.rows(), self.numbers.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["few-large-states", "all-maps"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        match search.strategy() {
            0 => search::search(&self.numbers, self.large, search),
            _ => all_maps::search(&self.numbers, self.large, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        symmetric_regions::check(board)?;
        let states = Regions::from_labels(board.grid());
        let is_large = |&area: &usize| area > 1 && 10 * area > self.numbers.len();
        let large = states.areas().filter(is_large).count();
        let most = self.large.unwrap_or(usize::MAX);
        ensure!(large <= most, "there are {large} large states, and `large` allows {most}");
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("numbers", &self.numbers, "is at the cost", |board, cell| {
            cost(check::costs(board.grid())[cell])
        })]
    }

    fn answer(&self, board: &Board) -> Answer {
        let sizes = check::sizes(board.grid());
        let sums = sizes.row_slices().map(|row| row.iter().sum::<usize>());
        Answer::new(sums.map(|sum| sum.pow(2)).sum::<usize>())
            .remark("sizes", Regions::from_labels(board.grid()).areas_text())
    }

    /// Draws the states, with rings around their capitols, and the numbers that are not given.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(map) = board.map(Board::grid) else { return };
        draw::found_regions(picture, map);
        if self.check(&map.clone().into()).is_err() {
            return;
        }
        for (cell, cost) in &check::costs(map) {
            let &Some(cost) = cost else { continue };
            if self.numbers[cell].is_none() {
                picture.text(cell, &cost.to_string(), Ink::Muted);
            }
            if cost == 0 {
                let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
                picture.circle(x, y, 0.38, Ink::Accent, None);
            }
        }
    }
}

impl Setter for ItsAMetricToo {
    /// Returns sizes of small maps, since few random numbers of larger ones are solved quickly.
    fn sizes(&self) -> Vec<usize> {
        (1..=6).collect()
    }

    /// Generates the numbers of a random map. A grid without numbers would always lead to the same
    /// map.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let columns = random.usize(size.div_ceil(2)..=size);
        let numbers = |map: Map| {
            let costs = check::costs(&map);
            costs.map(|_, &found| cost(found))
        };
        let mut made = repeat_with(|| numbers(random_map(size, columns, random))).take(100);
        Some(
            Draft::new()
                .text("numbers", made.find(|numbers| numbers.values().any(Option::is_some))?),
        )
    }
}

/// Returns the maximum number of cells of a state that is not large.
fn most_small(numbers: &Numbers) -> usize {
    (numbers.len() / 10).max(1)
}

/// Returns a cost in the form in which it can be given.
fn cost(cost: Option<usize>) -> Option<Cost> {
    Cost::new(i64::try_from(cost?).ok()?)
}
