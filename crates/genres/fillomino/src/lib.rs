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
use itertools::Itertools;
use puzzle::{Board, Clues, Draft, Form, Puzzle, Rng, Rules};
use rules::{Flag, Int, Model, givens};
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
        state_groups(&mut model, &number);
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

/// Each connected group of equal numbers has as many cells as its number says.
fn state_groups(model: &mut Model, number: &Grid<Int>) {
    let cells: Vec<Cell> = number.cells().collect();
    let place = |cell: Cell| cell.row * number.columns() + cell.column;
    let areas = number.values().flat_map(Int::values).map(|(area, _)| area);
    for area in areas.sorted().dedup() {
        let flags: Vec<Flag> = number.values().map(|number| number.is(area)).collect();
        let Ok(area) = usize::try_from(area) else { continue };
        for root in (0..cells.len()).filter(|&root| flags[root] != Flag::FALSE) {
            model.component(&flags, root, area, |cell| number.neighbours(cells[cell]).map(place));
        }
    }
}
