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
use grid_puzzles::{Label, check, check_size, draw, random_regions, regions_apart};
use grid_utils::{Grid, Regions};
use itertools::Itertools;
use picture::Picture;
use polyominoes::{Kind, polyominoes};
use puzzle::{Board, Draft, Form, Puzzle, Rng, Rules};
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

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let regions = Regions::from_labels(&self.regions);
        model.rule("Four connected cells of each region are shaded; they are no square.");
        let shapes = polyominoes(4, Kind::Free);
        let shapes = shapes.iter().filter(|shape| shape.rows() != shape.columns()).collect_vec();
        // By shape and cell, the tetrominoes of this shape that may cover it.
        let mut covers = vec![self.regions.map(|_, _| Vec::new()); shapes.len()];
        for (_, cells) in regions.iter() {
            let mut places = Vec::new();
            for (shape, covers) in shapes.iter().zip(&mut covers) {
                for place in shape.places_among(cells, Kind::Free) {
                    let lies = model.flag();
                    place.iter().for_each(|&cell| covers[cell].push(lies));
                    places.push(lies);
                }
            }
            model.at(format!("region {}", self.regions[cells[0]]));
            model.require(exactly(1, places));
        }
        let of_shape =
            covers.into_iter().map(|covers| covers.map(|_, covers| model.any_of(covers)));
        let of_shape = of_shape.collect_vec();
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
        let is_shaded = |cell| board[cell] == SHADED;
        let is_same_region = |one, other| self.regions[one] == self.regions[other];
        let pieces = Regions::components_by(board.grid(), is_shaded, is_same_region);
        for (_, cells) in regions.iter() {
            let label = self.regions[cells[0]];
            let shaded = cells.iter().filter(|&&cell| is_shaded(cell)).collect_vec();
            let count = shaded.len();
            ensure!(count == 4, "region {label} has {count} shaded cells; expected 4");
            let is_whole = pieces.around(*shaded[0]).len() == count;
            ensure!(is_whole, "the shaded cells of region {label} are not connected");
        }
        for (one, other) in regions.borders() {
            let [piece, beside] = [one, other].map(|cell| pieces.around(cell));
            let are_equal = !piece.is_empty() && check::same_shape(piece, beside);
            ensure!(!are_equal, "equal shapes share a side at {one} and {other}");
        }
        check::connected(board.grid(), "shaded", |&value| value == SHADED)?;
        check::blocks(board.grid(), "shaded", |&value| value == SHADED)
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, (size * size).div_ceil(8), random);
        Some(Draft::new().text("regions", regions))
    }

    /// Cells change their regions until no other board is right.
    fn clued_apart(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let is_right =
            |regions: &_, board: &_| Lits { regions: Grid::clone(regions) }.check(board).is_ok();
        let regions = regions_apart(&self.regions, board, others, is_right);
        Some(Draft::new().text("regions", regions))
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.regions);
    }
}
