//! # Fillomino
//!
//! Write a number into each cell, so that each connected group of equal numbers has as many cells as its number
//! says. Given numbers stay. A group may have no given number, or several; its number may be larger than all
//! given ones.
//!
//! ```text
//! givens       solution
//! 3 1 .        3 1 2
//! . . 2        3 3 2      two groups of two cells, one of them without a given number
//! . . 1        2 2 1
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::check_size;
use grid_utils::{Cell, Grid, Regions, Within};
use puzzle::{Board, Clues, Draft, Form, Puzzle, Rng, Rules};
use rules::{Flag, Int, Model, givens, sum};
use serde::Deserialize;

/// A grid of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fillomino {
    /// The numbers that are given.
    givens: Grid<Option<Within<1, 999>>>,
}

const LARGEST_SIZE: usize = 40;

puzzle::program!(Fillomino, addresses pzpr::FILLOMINO);

impl Fillomino {
    /// A number that no cell exceeds: a group without a given number lies within a connected area of cells
    /// without one.
    fn largest(&self) -> i64 {
        let open = Regions::components(&self.givens, Option::is_none);
        let given = self.givens.values().flatten().map(|number| number.get());
        let largest = open.areas().filter_map(|area| area.try_into().ok()).chain(given).max();
        largest.unwrap_or(1)
    }
}

impl Puzzle for Fillomino {
    fn form(&self) -> Form {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        Form::numbers(rows, columns, 1..=self.largest()).with_givens(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        check_size("givens", &self.givens, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let number = self.form().variables(&mut model);
        model.rule("Given numbers stay.");
        model.require(givens(&number, &self.givens));
        model.rule("Each connected group of equal numbers has as many cells as its number says.");
        self.state_groups(&mut model, &number);
        Some(self.form().solved(model, &number))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("givens", &self.givens, "holds", |board, cell| {
            Within::new(board[cell]?)
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (_, cells) in Regions::connected(board.grid()).iter() {
            let number = board[cells[0]].unwrap_or(0);
            let (first, area) = (cells[0], cells.len());
            ensure!(
                usize::try_from(number) == Ok(area),
                "the group of {first} has {area} cells instead of {number}"
            );
        }
        Ok(())
    }

    fn random(size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("givens", Grid::filled(size, size, None::<u8>)))
    }
}

impl Fillomino {
    /// States that each connected group of equal numbers has as many cells as its number says.
    fn state_groups(&self, model: &mut Model, number: &Grid<Int>) {
        let open = Regions::components(&self.givens, Option::is_none);
        let cells: Vec<Cell> = number.cells().collect();
        let place = |cell: Cell| cell.row * number.columns() + cell.column;
        for area in 1..=self.largest() {
            let Ok(size) = usize::try_from(area) else { continue };
            let flags = number.map(|_, number| number.is(area));
            let is_given = self.givens.values().flatten().any(|given| given.get() == area);
            if !is_given && open.areas().all(|room| room < 2 * size) {
                // One group at most in each connected area of open cells: that is stated sooner.
                for (region, cells) in open.iter() {
                    let is_there = if cells.len() < size { Flag::FALSE } else { model.flag() };
                    let within = |cell, &flag: &Flag| {
                        if open.region_of(cell) == Some(region) { flag } else { Flag::FALSE }
                    };
                    let group = flags.map(within);
                    model.require(sum(group.values()).equals(sum([is_there]) * size));
                    model.connected_cells(&group);
                }
                continue;
            }
            let flags: Vec<Flag> = flags.values().copied().collect();
            for root in 0..cells.len() {
                model.component(&flags, root, size, |cell| {
                    number.neighbours(cells[cell]).map(place)
                });
            }
        }
    }
}
