//! The rules as constraints.

use std::collections::{BTreeSet, HashMap};

use grid_utils::{Cell, Grid, Regions};
use itertools::Itertools;
use number_cross::property::{Place, Property};
use number_cross::rows::{self, BLACK, Board, Content};
use rules::{Automaton, Bound, Flag, Int, Model, Rules, any, at_most, equal, implies, none, sum};

use crate::{NumberCross, numbered, outer_row};

/// The rules of an instance that passed `validate`, which looked whether its outer rows can be listed.
pub(crate) fn rules(puzzle: &NumberCross) -> Option<Rules<Board>> {
    let mut model = Model::default();
    let (rows, columns) = (puzzle.regions.rows(), puzzle.regions.columns());
    let labels = puzzle.labels();
    let (region_of, count) = numbered(&labels);
    let digits: Vec<Int> = (0..count).map(|_| model.int(1..=9)).collect();
    let before = region_of.map(|_, &region| digits[region].clone());
    let after =
        before.map(
            |cell, digit| {
                if puzzle.is_highlighted(cell) { digit.clone() } else { model.int(1..=BLACK) }
            },
        );
    let tile = after.map(|_, content| content.is(BLACK));
    model.rule(
        "Each region has a digit from 1 to 9, in all of its cells; regions that share an edge have \
         different digits.",
    );
    for (one, other) in Regions::from_labels(&labels).borders() {
        for digit in 1..=9 {
            model.require(at_most(1, [before[one].is(digit), before[other].is(digit)]));
        }
    }
    model.rule("Tiles lie on cells that are not highlighted, and no two of them share an edge.");
    for (cell, beside) in labels.cells().cartesian_product(labels.cells()) {
        if cell < beside && cell.distance(beside) == 1 {
            model.require(at_most(1, [tile[cell], tile[beside]]));
        }
    }
    model.rule(
        "The digit under a tile is split, and its parts are added to the cells beside it that are not \
         highlighted; none exceeds 9.",
    );
    push(puzzle, &mut model, &before, &after);
    model.rule(
        "Tiles cut a row into numbers of two digits or more. All of them are what its clue says.",
    );
    let numbers = numbers(&mut model, &after);
    for (row, (contents, &clue)) in after.row_slices().zip(&puzzle.clues).enumerate() {
        let places = vec![Place::of(1..=9); columns];
        match clue {
            Property::ByOwnDigits => {
                for digit in 1..=9 {
                    let right = divided_by(model.bound(), digit, columns);
                    model.regular(contents, &right);
                }
            }
            Property::OddPalindrome => {
                let odd = rows::automaton(model.bound(), Property::Odd, &places);
                model.regular(contents, &odd);
                for (number, is_number) in numbers.iter().filter(|(number, _)| number.row == row) {
                    for (one, other) in number.cells().zip(number.cells().rev()) {
                        if one < other {
                            model.require(implies(*is_number, equal(&after[one], &after[other])));
                        }
                    }
                }
            }
            _ if outer_row::is_listed(puzzle, row) => {
                let (regions, listed) = outer_row::list(puzzle, row)?;
                let digits = regions.iter().map(|&region| &digits[region]);
                let right = Automaton::of_rows(model.bound(), listed);
                model.regular(digits.chain(contents), &right);
            }
            _ => {
                let right = rows::automaton(model.bound(), clue, &places);
                model.regular(contents, &right);
            }
        }
    }
    model.rule("No number occurs twice.");
    let mut equals = HashMap::new();
    for [(one, is_one), (other, is_other)] in numbers.iter().array_combinations() {
        if one.len == other.len && !(one.row == other.row && other.first <= one.first + one.len) {
            let pairs = one.cells().zip(other.cells()).collect_vec();
            let differ = pairs.iter().map(|&pair| {
                !*equals.entry(pair).or_insert_with(|| {
                    let is_equal = model.flag();
                    for digit in 1..=9 {
                        let [one, other] =
                            [&after[pair.0], &after[pair.1]].map(|int| int.is(digit));
                        model.require(any([!one, !other, is_equal]));
                    }
                    is_equal
                })
            });
            let differ = differ.collect_vec();
            model.require(any(differ.into_iter().chain([!*is_one, !*is_other])));
        }
    }
    Some(model.solved_by(after.values(), move |contents| {
        Grid::from_fn(rows, columns, |Cell { row, column }| {
            Some(match contents[row * columns + column]? {
                BLACK => Content::Black,
                digit => Content::Digit(u8::try_from(digit).ok()?),
            })
        })
    }))
}

/// What a tile gives, and what a cell gets.
fn push(puzzle: &NumberCross, model: &mut Model, before: &Grid<Int>, after: &Grid<Int>) {
    let (mut given, mut taken) = (before.map(|_, _| Vec::new()), before.map(|_, _| Vec::new()));
    let open = || before.cells().filter(|&cell| !puzzle.is_highlighted(cell));
    for cell in open() {
        for beside in before.neighbours(cell).filter(|&beside| !puzzle.is_highlighted(beside)) {
            let part = model.int(0..=9);
            model.require(implies(after[cell].is_not(BLACK), part.is(0)));
            given[cell].push(part.clone());
            taken[beside].push(part);
        }
    }
    for cell in open() {
        let (first, last) = (&before[cell], &after[cell]);
        let is_tile = last.is(BLACK);
        model.require(implies(is_tile, sum(&given[cell]).equals(first)));
        model.require(implies(!is_tile, (sum(&taken[cell]) + first).equals(last)));
        // It follows that no digit becomes smaller, and none larger without a tile beside it.
        let beside = before.neighbours(cell).map(|beside| after[beside].is(BLACK)).collect_vec();
        for digit in 1..=9 {
            let smaller = (1..digit).map(|smaller| last.is(smaller));
            model.require(implies(first.is(digit), none(smaller)));
            let reasons = beside.iter().copied().chain([is_tile, last.is(digit)]);
            model.require(implies(first.is(digit), any(reasons)));
        }
    }
}

/// Where a number may stand.
struct Number {
    row: usize,
    first: usize,
    len: usize,
}

impl Number {
    fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let row = self.row;
        (self.first..self.first + self.len).map(move |column| Cell::new(row, column))
    }
}

/// All places for a number, with the flags that say whether one stands there.
fn numbers(model: &mut Model, after: &Grid<Int>) -> Vec<(Number, Flag)> {
    let mut numbers = Vec::new();
    for (row, contents) in after.row_slices().enumerate() {
        for [first, end] in (0..=contents.len()).array_combinations() {
            let len = end - first;
            let around = [first.checked_sub(1), Some(end).filter(|&end| end < contents.len())];
            let tiles = around.into_iter().flatten().map(|column| contents[column].is(BLACK));
            let digits = contents[first..end].iter().map(|content| content.is_not(BLACK));
            if len > 1 {
                let is_number = model.all_of(tiles.chain(digits));
                numbers.push((Number { row, first, len }, is_number));
            }
        }
    }
    numbers
}

/// The rows in which this digit divides all numbers that hold it. Of the number that is read: its
/// remainder, whether it holds the digit, and whether it has no digits yet, one, or more.
fn divided_by(bound: &Bound, digit: u8, columns: usize) -> Automaton {
    let is_right = |&(rest, holds, len): &(u8, bool, u8)| len != 1 && (rest == 0 || !holds);
    let step = |read: &(u8, bool, u8), value: i64| match (*read, u8::try_from(value).ok()?) {
        (_, 10) => is_right(read).then_some((0, false, 0)),
        ((rest, holds, len), next) => {
            Some(((rest * 10 + next) % digit, holds || next == digit, (len + 1).min(2)))
        }
    };
    let values: BTreeSet<i64> = (1..=BLACK).collect();
    Automaton::new(bound, vec![values; columns], (0, false, 0), step, is_right)
}
