//! # Subtiles 2

mod exact;
mod formula;
mod search;

use anyhow::{Result, ensure};
use formula::Formula;
use grid_puzzles::check_size;
use grid_utils::Grid;
use itertools::Itertools;
use nested_shapes::LARGEST_SIZE;
use picture::{Ink, Picture};
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Search};
use search::Values;
use serde::Deserialize;

/// An instance: formulas in unknown real numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subtiles2 {
    /// The formulas that are given (rows x columns).
    formulas: Grid<Option<Formula>>,
}

puzzle::program!(Subtiles2);

impl Subtiles2 {
    /// The largest number there may be: the cells hold it and all smaller ones.
    fn largest(&self) -> i64 {
        let cells = self.formulas.len().cast_signed() as i64;
        (1..).take_while(|number| number * (number + 1) / 2 <= cells).last().unwrap_or(0)
    }
}

impl Puzzle for Subtiles2 {
    fn form(&self) -> Form {
        Form::numbers(self.formulas.rows(), self.formulas.columns(), 1..=self.largest())
            .with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        check_size("formulas", &self.formulas, (LARGEST_SIZE, LARGEST_SIZE))?;
        let undetermined = search::undetermined(&self.formulas);
        ensure!(
            undetermined.is_empty(),
            "`formulas`: expected linear ones, such as 2a+b, that determine all unknowns; {} not \
             determined",
            match undetermined.len() {
                1 => format!("{} is", undetermined.iter().join("")),
                _ => format!("{} are", undetermined.iter().join(", ")),
            }
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        Values::new(&self.formulas).all(0, self.largest(), search)
    }

    /// Other values of the formulas or another largest number are on other boards.
    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        let largest = board.grid().values().flatten().copied().max();
        let largest = largest.unwrap_or(0);
        ensure!(largest > 0, "no cell holds a number");
        nested_shapes::check(board, largest)
    }

    fn answer(&self, board: &Board) -> Answer {
        let sums = (0..board.grid().rows()).map(|row| board.grid().row(row).flatten().sum::<i64>());
        let sums = sums.collect_vec();
        let [smallest, largest] = [sums.iter().min(), sums.iter().max()].map(|sum| sum.copied().unwrap_or(0));
        Answer::new(smallest * largest)
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        picture.title("Subtiles 2");
    }
}
