//! # Number Cross #3
//!
//! *Jane Street, July 2016.* The white cells of a crossword grid are filled with numbers from 1 to
//! 9 or from -9 to -1. The entries are the maximal runs of at least two white cells, across and
//! down, and the clue of an entry is the sum of its numbers. In a whole row or column, across black
//! cells, too, all absolute values are different, and exactly one number is negative. The answer is
//! the sum of the numbers in all cells that are beside a negative number.
//!
//! ```text
//! # 1 2 #   A1: 8  A3: 19  A5: 4  A6: -5    #  9 -1  #   beside -1 are 9 and 8,
//! 3 . . 4   D1: 6  D2: 7   D3: 2  D4: 2    -2  4  8  9   beside -2 are 4 and 3,
//! 5 . # .                                   3  1  # -7   beside -7 is 9,
//! 6 . . #                                   1 -8  2  #   beside -8 are 1, 1, 2: the answer is 37
//! ```
//!
//! ## Idea
//! The puzzle has no search: the [rules](Puzzle::rules) alone solve it and prove the solution
//! unique. An entry holds each absolute value at most once, so its clue determines which values can
//! stand there together: an automaton reads the values from 1 to 9, each of which the entry holds
//! as it is, negative, or not at all. The sums alone prune far less.
//!
//! Other grids may have entries without a clue, and up to 16 rows and columns.

use std::collections::BTreeMap;

use number_cross::{Crossword, check};
use puzzle::prelude::*;
use rules::{Automaton, Budget};

/// A crossword whose clues are sums of signed numbers.
#[derive(Deserialize)]
#[serde(transparent)]
struct NumberCross3(Crossword<i32>);

puzzle::program!(NumberCross3, explained);

impl Puzzle for NumberCross3 {
    fn form(&self) -> Form {
        self.0.form(-9..=9)
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let number = self.0.numbers(model, |_| (-9..=-1).chain(1..=9));
        model.rule(
            "The clue of an entry, across (A) or down (D), is the sum of its numbers, from 1 to 9 \
             or from -9 to -1.",
        );
        for (entry, &clue) in self.0.clued_entries() {
            let model = &mut model.at(format!("{}: {clue}", entry.name));
            let clue = i64::from(clue);
            // Absolute values differ in a row or column, so each stands in at most one cell of the
            // entry, as it is or negative.
            let cells = || entry.cells.iter().map(|&cell| &number[cell]);
            let parts: Vec<Int> = (1..=9).map(|value| model.int([-value, 0, value])).collect();
            for (value, part) in (1..=9).zip(&parts) {
                for value in [value, -value] {
                    model.require(sum(cells().map(|cell| cell.is(value))).equals(part.is(value)));
                }
            }
            let right = parts_of(model.budget(), entry.cells.len(), clue);
            model.regular(&parts, &right);
            model.require(sum(cells()).equals(clue));
        }
        model.rule("The absolute values in a whole row or column are different.");
        for line in lines(&number) {
            let once = (1..=9).map(|value| {
                let held = line.iter().flat_map(|number| [number.is(value), number.is(-value)]);
                at_most(1, held)
            });
            model.require(once.collect::<Rule>());
        }
        model.rule("Exactly one number in a whole row or column is negative.");
        for line in lines(&number) {
            let negative = line.iter().flat_map(|number| (-9..0).map(|value| number.is(value)));
            model.require(exactly(1, negative));
        }
        board.set_cells(&number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let read = check::read(board);
        for (name, clue) in &self.0.clues {
            let sum: i64 = read[name].iter().sum();
            ensure!(
                sum == i64::from(*clue),
                "the numbers of {name} have the sum {sum} and not {clue}"
            );
        }
        let grid = board.grid();
        for row in 0..grid.rows() {
            check_line(&format!("row {}", row + 1), grid.row(row))?;
        }
        for column in 0..grid.columns() {
            check_line(&format!("column {}", column + 1), grid.column(column))?;
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let grid = board.grid();
        let is_negative = |cell: Cell| grid[cell].is_some_and(|number| number < 0);
        let beside = grid.iter().filter(|&(cell, _)| grid.neighbours(cell).any(is_negative));
        Answer::new(beside.filter_map(|(_, &number)| number).sum::<i64>())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        self.0.draw(picture, i32::to_string);
    }
}

impl Setter for NumberCross3 {
    fn sizes(&self) -> Vec<usize> {
        (1..=number_cross::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(number_cross::random(size, random))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let read = check::read(board).into_iter();
        let sums = read.map(|(name, numbers)| (name.to_string(), numbers.iter().sum::<i64>()));
        Some(Draft::new().value("clues", sums.collect::<BTreeMap<_, _>>()))
    }
}

/// Returns the automaton of the contributions of the absolute values from 1 to 9 to an entry of
/// `length` cells with this clue: the value, its negative, or 0 if no cell of the entry has it.
fn parts_of(budget: &Budget, length: usize, clue: i64) -> Automaton {
    let values = (1..=9).map(|value| [-value, 0, value].into());
    let step = |&(cells, sum, negative): &(usize, i64, bool), part: i64| {
        let is_possible = cells + usize::from(part != 0) <= length && !(negative && part < 0);
        let next = (cells + usize::from(part != 0), sum + part, negative || part < 0);
        is_possible.then_some(next)
    };
    Automaton::new(budget, values, (0, 0, false), step, |&(cells, sum, _)| {
        cells == length && sum == clue
    })
}

/// Returns the numbers of each row and each column.
fn lines(number: &Grid<Int>) -> impl Iterator<Item = Vec<&Int>> {
    let rows = (0..number.rows()).map(|row| number.row(row).collect());
    rows.chain((0..number.columns()).map(|column| number.column(column).collect()))
}

/// Checks that the absolute values in a row or column differ and that exactly one number is
/// negative.
fn check_line<'b>(name: &str, line: impl Iterator<Item = &'b Option<i64>>) -> Result<()> {
    let mut seen = BTreeMap::new();
    for number in line.flatten().copied().filter(|&number| number != 0) {
        if let Some(before) = seen.insert(number.abs(), number) {
            bail!("{name} holds both {before} and {number}, whose absolute values are the same");
        }
    }
    let negative = seen.values().filter(|&&number| number < 0).count();
    ensure!(negative == 1, "{name} holds {negative} negative numbers; expected exactly one");
    Ok(())
}
