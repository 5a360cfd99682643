//! # It's Symmetric!
//!
//! *Jane Street, March 2018.* Divide a grid into connected regions, each of them symmetric: a turn or
//! a reflection maps it onto itself, about any centre or axis. A cell's opposites are the cells to
//! which the symmetries of its region take it, and its label is the length of a shortest walk within
//! the region to one of them: 0 for a cell that is its own opposite. Some labels are given. The
//! answer is the sum of the cubes of the areas of all regions.
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
//! A letter in each cell, for its region. So that a map is written in one way, regions are `A`, `B`, ...
//! in the order of their first cells, row by row. After `Z` come `a` to `z`, then `52`, `53`, ...
//!
//! ## Idea
//! The search chooses *exactly which symmetries* a region has: one of nine groups (a half turn, one
//! reflection, two reflections, quarter turns, all) about one of the centres or axes, 1,629 in
//! all. So no map is found twice, and a label is known to be the least walk over all of them.
//! Single labels leave few: the opposites must lie in the grid and carry no other label, and one of
//! them is not farther than the label, by an even number of steps if the label is even.
//!
//! A labelled cell joins a region that is known, or it founds a new one with a group of its own; the
//! search takes the cell with the fewest ways. A region has cells that are certain, and cells that
//! are possible, each time with all their opposites:
//!
//! - The possible cells are connected, and no other region's.
//! - Walks through possible cells must be short enough for the labels, those through certain cells
//!   not too short; and there is no label without room for its walk.
//! - For each open set of opposites: if the region would fall apart without it, or some label would be
//!   too large, it is certain; if it makes a label too small, it is not possible.
//!
//! When all labels have regions, these are completed cell by cell, and then the cells that are still
//! free are divided in the same way, in all that there is.
//!
//! ## Why it is fast
//! 113 nodes in some ten milliseconds, most of which make the tables of all groups. With the first
//! labelled cell instead of the one with the fewest ways it takes 410 nodes; if each region is
//! completed before the next one is founded, 2,157. Without the last of the three conclusions it had
//! found nothing after a minute.
//!
//! ## Why the solution is unique
//! Regions without a given label look like a gap: two neighbours in none of the other regions could be
//! one region or two. In the solution there are five such regions, all single cells and none beside
//! another, and the search, which goes through to its end, finds no other map.
//!
//! ## Why there are no rules as constraints
//! For each of 39 labelled cells and each of about 1,000 turns and reflections, constraints would have
//! to say whether it maps the cell's region onto itself, which is about 121 cells: millions of them,
//! before any walk is measured. Instead, a second search goes another way on small grids: it lists
//! all symmetric regions of the first free cell, and looks at the labels when they are complete.

mod check;
mod search;

use std::iter::repeat_with;

use anyhow::Result;
use grid_puzzles::{check_size, draw};
use grid_utils::{Grid, Regions};
use picture::{Ink, Picture};
use puzzle::{Answer, Board, Clues, Draft, Flow, Form, Puzzle, Rng, Search, Setter};
use serde::Deserialize;
use symmetric_regions::{Map, list_maps, random_map, symmetries};

/// A grid to divide: its labels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItsSymmetric {
    /// How far it is from a cell to the nearest of its opposites, where that is given.
    labels: Labels,
}

type Labels = Grid<Option<u8>>;

/// The most rows or columns.
const LARGEST_SIZE: usize = 12;

puzzle::program!(ItsSymmetric);

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
            _ => list_maps(self.labels.rows(), self.labels.columns(), search, &|map| {
                let mut known = map.iter().filter(|(_, name)| name.is_some());
                known.all(|(cell, _)| {
                    self.labels[cell].is_none_or(|given| check::label(map, cell) == Some(given))
                })
            }),
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

    /// The regions and their axes and centres, and the labels that are not given.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(map) = board.map(Board::grid) else { return };
        symmetric_regions::draw(picture, map);
        if self.check(&map.clone().into()).is_err() {
            return;
        }
        for (cell, _) in self.labels.iter().filter(|(_, label)| label.is_none()) {
            if let Some(label) = check::label(map, cell) {
                picture.text(cell, &label.to_string(), Ink::Muted);
            }
        }
        // A single cell has all of them, over its label.
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
    /// Hardly any labels of larger random maps have one solution.
    fn sizes(&self) -> Vec<usize> {
        (1..=6).collect()
    }

    /// The labels of a random map. A grid without labels would not do: the search finds the same map
    /// of it each time.
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
