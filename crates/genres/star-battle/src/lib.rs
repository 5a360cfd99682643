//! # Star Battle
//!
//! Put stars into some cells, as many into each row, each column and each region as the instance says. Stars do
//! not touch, not even at a corner.
//!
//! ```text
//! regions        solution
//! A A B B        - # - -
//! A A B B        - - - #      one star in each row, column and region
//! C C D B        # - - -
//! C C D D        - - # -
//! ```

use anyhow::{Result, bail, ensure};
use grid_puzzles::{Label, check_square, random_regions};
use grid_utils::{Cell, Grid, Regions};
use picture::Picture;
use puzzle::{Board, Draft, Form, Puzzle, Rng, Rules};
use rules::{Int, Model, at_most, exactly};
use serde::Deserialize;

/// A square in regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StarBattle {
    /// The region of each cell.
    regions: Grid<Label>,
    /// How many stars each row, column and region has.
    stars: u8,
}

const LARGEST_SIZE: usize = 36;
const STAR: Option<i64> = Some(1);

puzzle::program!(StarBattle, addresses pzpr::STAR_BATTLE);

impl Puzzle for StarBattle {
    fn form(&self) -> Form {
        Form::shading(self.regions.rows(), self.regions.columns())
    }

    fn validate(&self) -> Result<()> {
        check_square("regions", &self.regions, LARGEST_SIZE)
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let star = model.flags(self.regions.rows(), self.regions.columns());
        model.rule("Each row has as many stars as the instance says.");
        for row in 0..star.rows() {
            model.require(exactly(self.stars, star.row(row)));
        }
        model.rule("So has each column.");
        for column in 0..star.columns() {
            model.require(exactly(self.stars, star.column(column)));
        }
        model.rule("So has each region.");
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
        Some(self.form().solved(model, &star.map(|_, &star| Int::from(star))))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let regions = &self.regions;
        let check = |name: &str, belongs: &dyn Fn(Cell) -> bool| {
            let stars =
                regions.cells().filter(|&cell| belongs(cell) && board[cell] == STAR).count();
            ensure!(
                stars == usize::from(self.stars),
                "{name} has {stars} stars; expected {}",
                self.stars
            );
            Ok(())
        };
        for line in 0..regions.rows() {
            check(&format!("row {line}"), &|cell| cell.row == line)?;
            check(&format!("column {line}"), &|cell| cell.column == line)?;
        }
        for label in regions.values() {
            check(&format!("region {label}"), &|cell| regions[cell] == *label)?;
        }
        for cell in regions.cells().filter(|&cell| board[cell] == STAR) {
            let other = regions.all_neighbours(cell).find(|&beside| board[beside] == STAR);
            if let Some(other) = other {
                bail!("the stars at {cell} and {other} touch");
            }
        }
        Ok(())
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, size, random);
        Some(Draft::new().text("regions", regions).number("stars", 1))
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        picture.borders(|one, other| self.regions[one] != self.regions[other]);
    }
}
