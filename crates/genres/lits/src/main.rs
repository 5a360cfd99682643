//! # LITS
//!
//! Shade four connected cells in each region, in the shape of an L, an I, a T or an S; turned and reflected ones
//! count as equal. Equal shapes in two regions do not share a side. All shaded cells are connected, and no
//! 2 x 2 block of them is full.
//!
//! ```text
//! regions          solution
//! A C C C C        # - # - -
//! A A C C C        # # # # -
//! A C C C B        # - - # #      a T, an S and two L that do not touch
//! D D D D B        # # # - #
//! D D B B B        # - - # #
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::{Label, check, check_size, draw, random_regions};
use grid_utils::{Cell, Grid, Regions};
use itertools::Itertools;
use picture::Picture;
use polyominoes::{Kind, polyominoes};
use puzzle::{Board, Draft, Form, Puzzle, Rng, Rules, Setter};
use rules::{Int, Model, at_most, exactly};
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

    fn constraints(&self, mut model: Model) -> Option<Rules> {
        let regions = Regions::from_labels(&self.regions);
        let region_of = |cell| regions.region_of(cell).unwrap_or(0);
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        model.rule("Four connected cells of each region are shaded; they are no square.");
        // The tetrominoes that may lie in each region, and where those of each shape lie.
        let (mut of_region, mut of_shape) = (vec![Vec::new(); regions.len()], Vec::new());
        for shape in polyominoes(4, Kind::Free).iter().filter(|one| one.rows() != one.columns()) {
            let mut covers = self.regions.map(|_, _| Vec::new());
            let ways = shape.orientations(Kind::Free);
            for cells in ways.iter().flat_map(|way| way.places(rows, columns)) {
                let Ok(region) = cells.iter().map(|&cell| region_of(cell)).all_equal_value() else {
                    continue;
                };
                let lies = model.flag();
                of_region[region].push(lies);
                for cell in cells {
                    covers[cell].push(lies);
                }
            }
            of_shape.push(covers.map(|_, covers| model.any_of(covers)));
        }
        for (lies, (_, cells)) in of_region.into_iter().zip(regions.iter()) {
            model.at(format!("region {}", self.regions[cells[0]]));
            model.require(exactly(1, lies));
        }
        let shaded = |cell, _: &_| model.any_of(of_shape.iter().map(|shape| shape[cell]));
        let shaded = self.regions.map(shaded);
        model.rule("Equal shapes in two regions do not share a side.");
        for shape in &of_shape {
            for (one, other) in regions.borders() {
                model.require(at_most(1, [shape[one], shape[other]]));
            }
        }
        model.rule("All shaded cells are connected.");
        model.connected_cells(&shaded);
        model.rule("No 2 x 2 block is shaded.");
        model.no_full_block(&shaded);
        Some(self.form().solved(model, &shaded.map(|_, &shaded| Int::from(shaded))))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let regions = Regions::from_labels(&self.regions);
        let is_shaded = |&cell: &Cell| board[cell] == SHADED;
        let of_region =
            |region| regions.cells(region).iter().copied().filter(is_shaded).collect_vec();
        for region in 0..regions.len() {
            let (cells, label) = (of_region(region), self.regions[regions.cells(region)[0]]);
            let (is_in, count) = (board.grid().map(|cell, _| cells.contains(&cell)), cells.len());
            ensure!(count == 4, "region {label} has {count} shaded cells; expected 4");
            let is_whole = Regions::components(&is_in, |&is_in| is_in).len() == 1;
            ensure!(is_whole, "the shaded cells of region {label} are not connected");
        }
        let of = |cell| regions.region_of(cell).map_or_else(Vec::new, of_region);
        for (one, other) in regions.borders() {
            let are_shaded = board[one] == SHADED && board[other] == SHADED;
            let are_equal = are_shaded && check::same_shape(&of(one), &of(other));
            ensure!(!are_equal, "equal shapes share a side at {one} and {other}");
        }
        check::connected(board.grid(), "shaded", |&value| value == SHADED)?;
        check::blocks(board.grid(), "shaded", |&value| value == SHADED)
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.regions);
    }
}

impl Setter for Lits {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, (size * size).div_ceil(8), random);
        Some(Draft::new().text("regions", regions))
    }
}
