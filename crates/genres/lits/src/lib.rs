//! # LITS
//!
//! Shade four connected cells in each region, in the shape of an L, an I, a T or an S; turned and reflected ones
//! count as equal. Equal shapes in two regions do not share a side. All shaded cells are connected, and no
//! 2 x 2 block of them is full.
//!
//! ```text
//! regions          solution
//! A A A A B        # # # # -
//! A B B B B        - - # # #      an I above a T
//! B B B B B        - - - # -
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::{Label, check, check_size, random_regions};
use grid_utils::{Cell, Grid, Regions};
use picture::Picture;
use polyominoes::{Kind, polyominoes};
use puzzle::{Board, Draft, Form, Puzzle, Rng, Rules};
use rules::{Flag, Int, Model, at_most, exactly};
use serde::Deserialize;

/// A grid of regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lits {
    /// The region of each cell.
    regions: Grid<Label>,
}

const LARGEST_SIZE: usize = 40;
const SHADED: Option<i64> = Some(1);

puzzle::program!(Lits, addresses pzpr::LITS);

impl Puzzle for Lits {
    fn form(&self) -> Form {
        Form::shading(self.regions.rows(), self.regions.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let regions = Regions::from_labels(&self.regions);
        let is_square =
            |places: &Vec<Cell>| places[3] == Cell::new(places[0].row + 1, places[0].column + 1);
        // The shape, the region and the cells of each tetromino that lies in one region.
        let mut places = Vec::new();
        for (shape, tetromino) in polyominoes(4, Kind::Free).iter().enumerate() {
            for way in tetromino.orientations(Kind::Free) {
                for corner in self.regions.windows(way.rows(), way.columns()) {
                    let moved =
                        |cell: &Cell| Cell::new(corner.row + cell.row, corner.column + cell.column);
                    let cells: Vec<Cell> = way.cells().iter().map(moved).collect();
                    let region = regions.region_of(cells[0]);
                    let is_within = cells.iter().all(|&cell| regions.region_of(cell) == region);
                    if is_within && !is_square(&cells) {
                        places.push((shape, region, cells, model.flag()));
                    }
                }
            }
        }
        model.rule("Four connected cells of each region are shaded; they are no square.");
        for region in 0..regions.len() {
            model.at(format!("region {}", self.regions[regions.cells(region)[0]]));
            let here = places.iter().filter(|(_, other, ..)| *other == Some(region));
            model.require(exactly(1, here.map(|(.., lies)| *lies)));
        }
        let mut covering = |wanted: &dyn Fn(usize) -> bool| {
            let covers = |cell| {
                places
                    .iter()
                    .filter(move |(shape, _, cells, _)| wanted(*shape) && cells.contains(&cell))
            };
            self.regions.map(|cell, _| model.any_of(covers(cell).map(|(.., lies)| *lies)))
        };
        let shaded = covering(&|_| true);
        let by_shape: Vec<Grid<Flag>> =
            (0..5).map(|shape| covering(&|other| other == shape)).collect();
        model.rule("Equal shapes in two regions do not share a side.");
        for shape in &by_shape {
            for (one, other) in regions.borders() {
                model.require(at_most(1, [shape[one], shape[other]]));
            }
        }
        model.rule("All shaded cells are connected.");
        model.connected_cells(&shaded, 4 * regions.len());
        model.rule("No 2 x 2 block is shaded.");
        model.no_full_block(&shaded);
        Some(self.form().solved(model, &shaded.map(|_, &shaded| Int::from(shaded))))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let shaded = |label: Label| {
            let cells = board.grid().cells();
            cells
                .filter(|&cell| self.regions[cell] == label && board[cell] == SHADED)
                .collect::<Vec<_>>()
        };
        for &label in self.regions.values() {
            let cells = shaded(label);
            let is_in = board.grid().map(|cell, _| cells.contains(&cell));
            let count = cells.len();
            ensure!(count == 4, "region {label} has {count} shaded cells; expected 4");
            check::connected(&is_in, &format!("shaded cells of region {label}"), |&is_in| is_in)?;
        }
        for (one, other) in Regions::from_labels(&self.regions).borders() {
            let is_shaded = board[one] == SHADED && board[other] == SHADED;
            let are_equal =
                || check::same_shape(&shaded(self.regions[one]), &shaded(self.regions[other]));
            ensure!(!is_shaded || !are_equal(), "equal shapes share a side at {one} and {other}");
        }
        check::connected(board.grid(), "shaded", |&value| value == SHADED)?;
        check::blocks(board.grid(), "shaded", |&value| value == SHADED)
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, (size * size).div_ceil(8), random);
        Some(Draft::new().text("regions", regions))
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        picture.borders(|one, other| self.regions[one] != self.regions[other]);
    }
}
