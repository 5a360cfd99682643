//! The possible contents of the first and the last row where an automaton cannot read its numbers.

use std::cell::Cell as Count;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use number_cross::property::{Place, Property};
use number_cross::rows::{self, BLACK};
use puzzle::prelude::*;
use rules::{Budget, State};

use crate::NumberCross;

/// The first or the last row, with known digits of its regions.
struct OuterRow<'p> {
    puzzle: &'p NumberCross,
    row: usize,
    budget: &'p Budget,
    /// By the letter of the region.
    digits: BTreeMap<char, u8>,
}

/// Returns a budget of 2,000,000 steps. Steps are counted instead of time so that the same instances
/// are refused everywhere.
fn budget() -> Budget {
    const MOST_LOOKS: usize = 2_000;
    let looks = Count::new(0);
    let is_over = move || looks.replace(looks.get() + 1) >= MOST_LOOKS;
    Budget::new(Budget::BYTES, is_over)
}

/// Returns whether no automaton can read the numbers of a row, so that [`list`] has to list them.
pub(crate) fn is_listed(puzzle: &NumberCross, row: usize) -> bool {
    let is_outer = row == 0 || row + 1 == puzzle.regions.rows();
    is_outer
        && matches!(puzzle.clues[row], Property::Square | Property::Prime | Property::TwicePrime)
}

/// Returns a cell of each region in the first or the last row, and all possible contents of the row:
/// the digits of these regions, and a digit or [`BLACK`] for a tile in each cell.
///
/// A cell holds more than its region's digit only beside a tile, in the same row or in the only
/// adjacent one. A tile gives at most the digit of its own region, and stands only where the clue of
/// its row has a place for it, with digits not below those of their regions.
///
/// `None` if there is too much to list: see [`budget`].
pub(crate) fn list(puzzle: &NumberCross, row: usize) -> Option<(Vec<Cell>, Vec<Vec<i64>>)> {
    let labels = puzzle.labels();
    let cells = (0..labels.columns()).map(|column| Cell::new(row, column));
    let firsts = cells.unique_by(|&cell| labels[cell]).collect_vec();
    let place_of = |cell| firsts.iter().position(|&first| labels[first] == labels[cell]);
    let regions = Regions::from_labels(&labels);
    let pairs = regions.borders();
    let pairs = pairs.filter_map(|(one, other)| Some((place_of(one)?, place_of(other)?)));
    let pairs = pairs.unique().collect_vec();
    let differ = |digits: &Vec<u8>| pairs.iter().all(|&(one, other)| digits[one] != digits[other]);
    let (budget, mut listed) = (budget(), Vec::new());
    let all = firsts.iter().map(|_| 1..=9).multi_cartesian_product();
    for digits in all.take_while(|_| !budget.poll()).filter(differ) {
        let values = digits.iter().map(|&digit| i64::from(digit)).collect_vec();
        let digits = firsts.iter().map(|&cell| labels[cell]).zip(digits).collect();
        let outer = OuterRow { puzzle, row, budget: &budget, digits };
        let rows = outer.gains_from_beside().map(|from_beside| outer.rows(&from_beside));
        listed.extend(rows.into_iter().flatten().map(|row| [&values[..], &row].concat()));
    }
    // The last tiles or rows may have been cut off.
    (!budget.poll()).then_some((firsts, listed))
}

impl OuterRow<'_> {
    /// Returns the digit of a cell's region, if it is known.
    fn digit_of(&self, cell: Cell) -> Option<u8> {
        self.digits.get(&self.puzzle.regions.get(cell)?.to_ascii_lowercase()).copied()
    }

    /// Returns the most that each cell may gain from the adjacent row: nothing where the clue of
    /// that row has no place for a tile. `None` if it does not fit the digits at all.
    fn gains_from_beside(&self) -> Option<Vec<u8>> {
        let beside = if self.row == 0 { 1 } else { self.row - 1 };
        let cells = (0..self.puzzle.regions.columns()).map(|column| Cell::new(beside, column));
        let is_open = |cell| self.puzzle.is_open(cell);
        let most = |cell| if is_open(cell) { self.digit_of(cell).unwrap_or(9) } else { 0 };
        // A property that is not read digit by digit would have to be listed.
        let Some(clue) = self.puzzle.clues.get(beside).filter(|clue| clue.reading().is_some())
        else {
            return Some(cells.map(most).collect());
        };
        let places = cells.clone().map(|cell| match self.digit_of(cell) {
            Some(digit) if is_open(cell) => Place::of(digit..=9),
            Some(digit) => Place::of([digit]),
            None => Place::of(1..=9),
        });
        let automaton = rows::automaton(self.budget, *clue, &places.collect_vec());
        let mut states: BTreeSet<State> = [automaton.start()?].into();
        let gains = cells.map(|cell| {
            let steps = states.iter().flat_map(|&state| automaton.steps(state)).collect_vec();
            states = steps.iter().map(|&(_, state)| state).collect();
            if steps.iter().any(|&(value, _)| value == BLACK) { most(cell) } else { 0 }
        });
        Some(gains.collect())
    }

    /// Returns all contents, as far as the budget goes.
    fn rows(&self, from_beside: &[u8]) -> Vec<Vec<i64>> {
        let columns = from_beside.len();
        let is_open = |column| self.puzzle.is_open(Cell::new(self.row, column));
        // A number has two digits or more.
        let has_room = |column| column != 1 && column + 2 != columns;
        let may_have_tile = |column| column == columns || has_room(column) && is_open(column);
        // For each column, what may stand from there on if there is a tile before. There are tiles
        // around the row, too, which is empty after the last one.
        let mut rests = vec![vec![Vec::new()]; columns + 2];
        for first in (0..columns).rev().filter(|&first| first == 0 || may_have_tile(first - 1)) {
            let ends = (first + 2..=columns).filter(|&end| may_have_tile(end));
            let rows = ends.flat_map(|end| {
                let numbers = self.numbers(first..end, from_beside).into_iter();
                let all = numbers.cartesian_product(&rests[end + 1]);
                let all = all.map(|(number, rest)| [&number[..], &[BLACK], rest].concat());
                all.take_while(|row| !self.budget.charge(size_of_val(&row[..])))
            });
            rests[first] = rows.collect();
        }
        let after_tile = rests[1].iter().filter(|_| may_have_tile(0));
        let after_tile = after_tile.map(|rest| [&[BLACK], &rest[..]].concat());
        rests[0].iter().cloned().chain(after_tile).map(|row| row[..columns].to_vec()).collect()
    }

    /// Returns the digits of the numbers in some columns, with tiles around them.
    fn numbers(&self, columns: Range<usize>, from_beside: &[u8]) -> Vec<Vec<i64>> {
        let cell = |column| Cell::new(self.row, column);
        let digit = |column| self.digit_of(cell(column)).unwrap_or(0);
        // What each cell gains at most from the adjacent row and from the tiles around the number.
        let mut gains = from_beside[columns.clone()].to_vec();
        gains[0] += columns.start.checked_sub(1).map_or(0, digit);
        gains[columns.len() - 1] += digit(columns.end);
        let places = columns.zip(gains).map(|(column, gain)| {
            let gain = if self.puzzle.is_open(cell(column)) { gain } else { 0 };
            Place::of(digit(column)..=digit(column) + gain)
        });
        let numbers = self.puzzle.clues[self.row].numbers(self.budget, &places.collect_vec());
        let value = |digit: u8| i64::from(digit - b'0');
        numbers.iter().map(|number| number.to_string().bytes().map(value).collect()).collect()
    }
}
