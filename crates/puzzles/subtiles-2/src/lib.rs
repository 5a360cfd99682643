//! # Subtiles 2
//!
mod check;
mod exact;
mod formula;
mod search;

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use exact::Fraction;
use formula::Formula;
use grid_puzzles::check_size;
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use nested_shapes::LARGEST_SIZE;
use picture::{Ink, Picture};
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Rules, Search};
use rules::Model;
use search::Values;
use serde::Deserialize;

/// Up to so many cells the rules are stated as constraints.
const MOST_STATED: usize = 36;

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

    /// The formulas and where they stand.
    fn given(&self) -> impl Iterator<Item = (Cell, &Formula)> {
        self.formulas.iter().filter_map(|(cell, formula)| Some((cell, formula.as_ref()?)))
    }

    /// The unknowns for which linear formulas have the values on the board.
    fn unknowns(&self, board: &Board) -> BTreeMap<char, Fraction> {
        let mut values = Values::new(&self.formulas);
        while let Some((cell, sum)) = values.linear() {
            let Some(next) = board[cell].and_then(|number| values.with(&sum, number)) else {
                break;
            };
            values = next;
        }
        values.known().collect()
    }

    /// What all formulas are worth together, wherever all that are linear are numbers that there may be.
    /// `None` if that is unclear.
    fn rows(&self, values: &Values, model: &Model) -> Option<Vec<Vec<i64>>> {
        let numbers = 1..=self.largest();
        if model.poll() {
            return None;
        }
        if let Some((_, sum)) = values.linear() {
            let next = numbers.map(|number| self.rows(&values.with(&sum, number)?, model));
            return next.collect::<Option<Vec<_>>>().map(|rows| rows.concat());
        }
        let unknowns = values.known().collect();
        let row = self.given().map(|(_, formula)| {
            let value = check::value(&formula.expression, &unknowns)?;
            numbers.clone().find(|&number| value == i128::from(number).into())
        });
        values.is_clear().then(|| row.collect::<Option<_>>().into_iter().collect())
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

    fn rules(&self, mut model: Model) -> Option<Rules> {
        if self.formulas.len() > MOST_STATED {
            return None;
        }
        let grid = self.form().variables(&mut model);
        model.rule(
            "The formulas are worth the numbers in their cells, for some values of their letters.",
        );
        let given = self.given().map(|(cell, _)| &grid[cell]).collect_vec();
        model.table(&given, self.rows(&Values::new(&self.formulas), &model)?);
        let largest = model.int(1..=self.largest());
        nested_shapes::state(&mut model, &grid, &largest);
        Some(self.form().solved(model, &grid))
    }

    fn search(&self, search: &mut Search) -> Flow {
        Values::new(&self.formulas).all(0, self.largest(), search)
    }

    /// Other values of formulas or another largest number are on other boards.
    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        let numbers = board.grid().values().flatten().copied();
        let largest = numbers.max().context("no cell holds a number")?;
        let unknowns = self.unknowns(board);
        for (cell, formula) in self.given() {
            let number = board[cell].with_context(|| format!("{cell} holds no number"))?;
            let value = check::value(&formula.expression, &unknowns);
            ensure!(
                value == Some(i128::from(number).into()),
                "{formula} in {cell} is not {number}{}",
                match in_words(&unknowns) {
                    unknowns if unknowns.is_empty() => unknowns,
                    unknowns => format!(" for {unknowns}, as linear formulas have it"),
                }
            );
        }
        nested_shapes::check(board, largest)
    }

    fn answer(&self, board: &Board) -> Answer {
        let sums = (0..board.grid().rows()).map(|row| board.grid().row(row).flatten().sum::<i64>());
        let (smallest, largest) = sums.minmax().into_option().unwrap_or_default();
        let answer = Answer::new(smallest * largest)
            .remark("row sums", format!("from {smallest} to {largest}"));
        match self.unknowns(board) {
            unknowns if unknowns.is_empty() => answer,
            unknowns => answer.remark("unknowns", in_words(&unknowns)),
        }
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.clamp(1, LARGEST_SIZE);
        let formulas = Grid::filled(size, random.usize(size.div_ceil(2)..=size), None::<Formula>);
        Some(Draft::new().text("formulas", formulas))
    }

    /// Each number as a formula in a = N/2 and b = N, those that determine a and b first.
    fn clued(&self, board: &Board) -> Option<Draft> {
        let largest = board.grid().values().flatten().copied().max()?;
        let mut unknowns =
            ["2a", "b", "b^2/(2a)", "cbrt(b^3)", "log(2,2^b)", "sqrt(2a*b)", "4a-b"].iter().cycle();
        let formulas = board.grid().map(|_, number| match number.map(|number| largest - number) {
            None => ".".to_owned(),
            Some(0) => unknowns.by_ref().take(1).join(""),
            Some(less) => format!("{}-{less}", unknowns.by_ref().take(1).join("")),
        });
        Some(Draft::new().text("formulas", formulas))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        picture.title("Subtiles 2");
        if let Some(board) = board {
            nested_shapes::draw(picture, board);
        }
        for (cell, formula) in self.given() {
            match board.and_then(|board| board[cell]) {
                Some(number) => picture.text(cell, &number.to_string(), Ink::Given),
                None => draw_formula(picture, cell, formula),
            };
        }
    }
}

/// `a = 1/4, b = -3`.
fn in_words(unknowns: &BTreeMap<char, Fraction>) -> String {
    unknowns.iter().map(|(name, value)| format!("{name} = {value}")).join(", ")
}

/// Fractions are written with a line, so that there is more room for their letters.
fn draw_formula<'p>(picture: &'p mut Picture, cell: Cell, formula: &Formula) -> &'p mut Picture {
    let Some(parts) = formula.fraction() else {
        return picture.text(cell, &formula.to_string(), Ink::Given);
    };
    let (x, y) = (cell.column as f64, cell.row as f64);
    for (part, top) in parts.iter().zip([y + 0.15, y + 0.5]) {
        let [left, right, bottom] = [x, x + 1.0, top + 0.35];
        let half = [(left, top), (right, top), (right, bottom), (left, bottom)];
        picture.polygon_text(&half, part, Ink::Given);
    }
    picture.line(&[(x + 0.1, y + 0.5), (x + 0.9, y + 0.5)], Ink::Text, 0.02)
}
