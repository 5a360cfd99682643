//! # Star Battle
//!
//! Put stars into some cells, the given number into each row, each column and each region. Stars do
//! not touch, not even at a corner.
//!
//! ```text
//! regions        solution
//! A A B B        - # - -
//! A A B B        - - - #      one star in each row, column and region
//! C C D B        # - - -
//! C C D D        - - # -
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::{Label, check::SHADED, check_square, draw, random_regions};
use grid_utils::{Cell, Grid, Regions};
use itertools::Itertools;
use picture::{Ink, Picture};
use puzzle::{Board, Draft, Form, Puzzle, Rng, Setter, counted};
use pzpr::{Genre, Part};
use rules::{Int, Model, at_most, exactly};
use serde::Deserialize;

/// A square that is divided into regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StarBattle {
    /// The region of each cell.
    regions: Grid<Label>,
    /// The number of stars of each row, column and region.
    stars: u8,
}

const LARGEST_SIZE: usize = 60;

puzzle::program!(StarBattle, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Number("stars", 1), Part::Regions("regions")]);

impl Puzzle for StarBattle {
    fn form(&self) -> Form {
        Form::shading(self.regions.rows(), self.regions.columns())
    }

    fn validate(&self) -> Result<()> {
        check_square("regions", &self.regions, LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, cells: &Grid<Int>) {
        let star = cells.map(|_, cell| cell.is(1));
        let stars = counted(self.stars, "star");
        model.rule(&format!("Every row and every column has {stars}."));
        for line in 0..star.rows() {
            model.require(exactly(self.stars, star.row(line)));
            model.require(exactly(self.stars, star.column(line)));
        }
        model.rule(&format!("Every region has {stars}."));
        for (_, cells) in Regions::from_labels(&self.regions).iter() {
            model.at(format!("region {}", self.regions[cells[0]]));
            model.require(exactly(self.stars, cells.iter().map(|&cell| star[cell])));
        }
        model.rule("Stars do not touch, not even at a corner.");
        for cell in star.cells() {
            for beside in star.all_neighbours(cell).filter(|&beside| beside > cell) {
                model.require(at_most(1, [star[cell], star[beside]]));
            }
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let stars = board.grid().find_all(|&value| value == SHADED).collect_vec();
        let has_all = |name: &str, belongs: &dyn Fn(&&Cell) -> bool| {
            let (found, expected) = (stars.iter().filter(belongs).count(), usize::from(self.stars));
            let stars = puzzle::counted(found, "star");
            ensure!(found == expected, "{name} has {stars}; expected {expected}");
            Ok(())
        };
        for line in 0..self.regions.rows() {
            has_all(&format!("row {}", line + 1), &|cell| cell.row == line)?;
            has_all(&format!("column {}", line + 1), &|cell| cell.column == line)?;
        }
        for label in self.regions.values() {
            has_all(&format!("region {label}"), &|&&cell| self.regions[cell] == *label)?;
        }
        for [one, other] in stars.iter().array_combinations() {
            let apart = one.row.abs_diff(other.row).max(one.column.abs_diff(other.column));
            ensure!(apart > 1, "the stars at {one} and {other} touch");
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        for cell in board.iter().flat_map(|board| board.grid().find_all(|&value| value == SHADED)) {
            picture.text(cell, "★", Ink::Found);
        }
        draw::regions(picture, &self.regions);
    }
}

impl Setter for StarBattle {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, size, random);
        Some(Draft::new().text("regions", regions).number("stars", 1))
    }
}
