//! # It's Symmetric!
//!
//! *Jane Street, March 2018.* Divide a grid into connected regions, each of them symmetric: a
//! rotation or a reflection maps it onto itself, about any centre or axis. A cell's opposites are
//! its images under the symmetries of its region, and its label is the length of a shortest walk
//! within the region to one of them: 0 for a cell that is its own opposite. Some labels are given.
//! The answer is the sum of the cubes of the areas of all regions.
//!
//! ```text
//! . . 4 9      A B B A      9 2 4 9      Three regions of 10, 5 and 1 cells, and all labels.
//! . . 0 .      A B C A      7 0 0 7      In A the two 9s are opposites, 3 cells apart; the walk
//! . 2 . .      A B B A      5 2 4 5      goes around B. C is a single cell, its own opposite.
//! 3 1 . .      A A A A      3 1 1 3      10^3 + 5^3 + 1^3 = 1126
//! ```
//!
//! Of several opposites the nearest counts. Regions may be without a given label.
//!
//! ## Boards
//! A letter in each cell, for its region. To make maps unique, regions are named `A`, `B`, ... in
//! the order of their first cells, row by row. After `Z` come `a` to `z`, then `52`, `53`, ...
//!
//! ## Idea
//! The search chooses *exactly which symmetries* a region has: one of nine groups (a half turn, one
//! reflection, two reflections, quarter turns, all) about one of the centres or axes. So each map
//! is found once, and a label is the shortest walk over all of them. A single label leaves few
//! groups: the opposites must be in the grid without a different label, and one of them is not
//! farther away than the label, by a distance of the same parity.
//!
//! A labelled cell joins an existing region, or founds a new one with a group of its own; the
//! search takes the cell with the fewest ways. A region has certain and possible cells, in both
//! cases with all their opposites:
//!
//! The possible cells are connected, and disjoint from other regions.
//! - Walks through possible cells must be short enough for the labels, those through certain cells
//!   not too short; and each label has room for its walk.
//! - An undecided set of opposites is certain if the region would be disconnected without it or
//!   some label too large; it is impossible if it makes a label too small.
//!
//! When all labels have regions, these are completed cell by cell, and then the free cells are
//! divided in the same way, into all possible regions.
//!
//! ## Uniqueness
//! Regions without a given label are a possible ambiguity: two neighbours outside all other regions
//! could be one region or two. The solution has five such regions, all single cells that are not
//! adjacent, and the complete search finds only this map.
//!
//! ## Why there are no rules as constraints
//! They have been tried: a flag for each side between cells, and for each cell and each rotation and
//! reflection whether it maps the cell's region onto itself. That a region has no other symmetry,
//! which might make a label smaller, needs a cell as a witness for each of them, and multiplies the
//! constraints. Even without this part they take thousands of times as long as the search to show
//! that the published map is the only one. Instead, a second search checks the first one on small
//! grids: it lists all symmetric regions of the first free cell, and compares the labels of complete
//! regions.

mod all_maps;
mod check;
mod search;

use std::iter::repeat_with;

use grid_puzzles::{check_size, draw};
use puzzle::prelude::*;
use symmetric_regions::{Map, random_map, symmetries};

/// A grid to divide: its labels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItsSymmetric {
    /// The distance from a cell to the nearest of its opposites, if it is given.
    labels: Labels,
}

type Labels = Grid<Option<u8>>;

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 12;

puzzle::program!(ItsSymmetric, searched without rules);

impl Puzzle for ItsSymmetric {
    fn form(&self) -> Form {
        symmetric_regions::form(self.labels.rows(), self.labels.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("labels", &self.labels, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["by-label", "all-maps"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        match search.strategy() {
            0 => search::search(&self.labels, search),
            _ => all_maps::search(&self.labels, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        symmetric_regions::check(board)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("labels", &self.labels, "has the label", |board, cell| {
            check::label(board.grid(), cell)
        })]
    }

    fn answer(&self, board: &Board) -> Answer {
        let regions = Regions::from_labels(board.grid());
        Answer::new(regions.areas().map(|area| area.pow(3)).sum::<usize>())
            .remark("areas", regions.areas_text())
    }

    /// Draws the regions and their axes and centres, and the labels that are not given.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(map) = board.map(Board::grid) else { return };
        draw::found_regions(picture, map);
        if self.check(&map.clone().into()).is_err() {
            return;
        }
        for (cell, _) in self.labels.iter().filter(|(_, label)| label.is_none()) {
            if let Some(label) = check::label(map, cell) {
                picture.text(cell, &label.to_string(), Ink::Muted);
            }
        }
        // The axes and centres of a single cell would cover its label.
        for (_, cells) in Regions::from_labels(map).iter().filter(|(_, cells)| cells.len() > 1) {
            let Some((first, region)) = map.cut_out(|&name| name == map[cells[0]]) else {
                continue;
            };
            let size = (region.rows(), region.columns());
            draw::symmetries(picture, first, size, symmetries(map, cells[0]));
        }
    }
}

impl Setter for ItsSymmetric {
    /// Returns sizes of small maps, since labels of larger random maps rarely have one solution.
    fn sizes(&self) -> Vec<usize> {
        (1..=6).collect()
    }

    /// Generates the labels of a random map. A grid without labels would always lead to the same
    /// map.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let columns = random.usize(size.div_ceil(2)..=size);
        let labels = |map: Map| map.map(|cell, _| check::label(&map, cell));
        let mut made = repeat_with(|| labels(random_map(size, columns, random))).take(300);
        // Neighbours that are their own opposites could often be regions of their own, too.
        let is_clear = |labels: &Labels| {
            let zeros = Regions::components(labels, |&label| label == Some(0));
            zeros.areas().all(|area| area == 1)
        };
        let first = made.next()?;
        Some(Draft::new().text("labels", made.find(is_clear).unwrap_or(first)))
    }
}
