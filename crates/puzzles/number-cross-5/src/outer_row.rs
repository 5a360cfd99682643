//! The possible contents of the first and the last row where an automaton cannot read its numbers.

use std::cell::Cell as Count;
use std::collections::BTreeSet;

use number_cross::property::{Place, Property};
use number_cross::rows::{self, BLACK};
use puzzle::prelude::*;
use rules::{Budget, State};

use crate::NumberCross;

/// The first or the last row, with known digits of its regions.
struct OuterRow {
    property: Property,
    /// The digit of each cell's region.
    digits: Vec<u8>,
    /// The most that each cell may gain from the adjacent row.
    from_beside: Vec<u8>,
    may_have_tile: Vec<bool>,
    is_highlighted: Vec<bool>,
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
    let is_read =
        !matches!(puzzle.clues[row], Property::Square | Property::Prime | Property::TwicePrime);
    is_outer && !is_read
}

/// Returns the regions of the first or the last row, and all its possible contents: the digits of
/// these regions, and a digit or [`BLACK`] for a tile in each cell.
///
/// A cell holds more than its region's digit only beside a tile, in the same row or in the only
/// adjacent one, where no two tiles are neighbours. A tile gives at most the digit of its own
/// region, and stands only where the clue of its row has a place for it, with digits not below
/// those of their regions.
///
/// `None` if there is too much to list: see [`budget`].
pub(crate) fn list(puzzle: &NumberCross, row: usize) -> Option<(Vec<usize>, Vec<Vec<i64>>)> {
    let regions = Regions::from_labels(&puzzle.labels());
    let columns = puzzle.regions.columns();
    let cells = |row| (0..columns).map(move |column| Cell::new(row, column));
    let used: Vec<usize> = cells(row).filter_map(|cell| regions.region_of(cell)).unique().collect();
    let place_of = |cell: Cell| used.iter().position(|&one| regions.region_of(cell) == Some(one));
    let beside_row = if row == 0 { 1 } else { row - 1 };
    let pairs = regions.borders();
    let pairs = pairs.filter_map(|(one, other)| Some((place_of(one)?, place_of(other)?)));
    let pairs: Vec<(usize, usize)> = pairs.unique().collect();
    let (budget, mut listed) = (budget(), Vec::new());
    for digits in used.iter().map(|_| 1..=9).multi_cartesian_product() {
        if budget.poll() {
            return None;
        }
        if pairs.iter().any(|&(one, other)| digits[one] == digits[other]) {
            continue;
        }
        let digit_of = |cell: Cell| place_of(cell).map(|place| digits[place]);
        let Some(tiles) = tiles(puzzle, beside_row, digit_of, &budget) else { continue };
        let most = |(cell, may_have_tile): (Cell, bool)| {
            if may_have_tile { digit_of(cell).unwrap_or(9) } else { 0 }
        };
        let outer = OuterRow {
            property: puzzle.clues[row],
            digits: cells(row).filter_map(digit_of).collect(),
            from_beside: cells(beside_row).zip(tiles).map(most).collect(),
            // A number has two digits or more.
            may_have_tile: cells(row)
                .map(|cell| {
                    !puzzle.is_highlighted(cell) && cell.column != 1 && cell.column + 2 != columns
                })
                .collect(),
            is_highlighted: cells(row).map(|cell| puzzle.is_highlighted(cell)).collect(),
        };
        let values = digits.iter().map(|&digit| i64::from(digit)).collect_vec();
        listed.extend(outer.rows(&budget).into_iter().map(|row| [&values[..], &row].concat()));
    }
    // The last tiles or rows may have been cut off.
    (!budget.poll()).then_some((used, listed))
}

/// Returns the columns of a row in which its clue has a place for a tile, given the digits of some
/// regions; `None` if the clue does not fit these digits at all.
fn tiles(
    puzzle: &NumberCross,
    row: usize,
    digit_of: impl Fn(Cell) -> Option<u8>,
    budget: &Budget,
) -> Option<Vec<bool>> {
    let columns = puzzle.regions.columns();
    let cells = (0..columns).map(|column| Cell::new(row, column));
    let is_open = |cell: Cell| puzzle.regions.get(cell).is_some() && !puzzle.is_highlighted(cell);
    // A property that is not read digit by digit would have to be listed.
    let Some(clue) = puzzle.clues.get(row).filter(|clue| clue.reading().is_some()) else {
        return Some(cells.map(is_open).collect());
    };
    let places = cells.clone().map(|cell| match digit_of(cell) {
        Some(digit) if is_open(cell) => Place::of(digit..=9),
        Some(digit) => Place::of([digit]),
        None => Place::of(1..=9),
    });
    let automaton = rows::automaton(budget, *clue, &places.collect::<Vec<_>>());
    let mut states: BTreeSet<State> = [automaton.start()?].into();
    let may_have_tile = cells.map(|cell| {
        let steps = states.iter().flat_map(|&state| automaton.steps(state)).collect_vec();
        states = steps.iter().map(|&(_, state)| state).collect();
        is_open(cell) && steps.iter().any(|&(value, _)| value == BLACK)
    });
    Some(may_have_tile.collect())
}

impl OuterRow {
    /// Returns all contents, as far as the budget goes.
    fn rows(&self, budget: &Budget) -> Vec<Vec<i64>> {
        let columns = self.digits.len();
        // For each column, what may stand from there on if the cell before holds a tile. There are
        // tiles around the row, too, which is empty after the last one.
        let mut ends = vec![vec![Vec::new()]; columns + 2];
        let firsts = (0..columns).rev();
        for first in firsts.filter(|&first| first == 0 || self.may_have_tile[first - 1]) {
            let mut rows = Vec::new();
            for end in first + 2..=columns {
                if end == columns || self.may_have_tile[end] {
                    let numbers = self.numbers(first, end, budget);
                    let all = numbers.iter().cartesian_product(&ends[end + 1]);
                    let all = all.map(|(number, rest)| [number, &[BLACK][..], rest].concat());
                    rows.extend(all.take_while(|row| !budget.charge(size_of_val(&row[..]))));
                }
            }
            ends[first] = rows;
        }
        let after_tile = ends[1].iter().filter(|_| self.may_have_tile[0]);
        let after_tile = after_tile.map(|rest| [&[BLACK], &rest[..]].concat());
        ends[0].iter().cloned().chain(after_tile).map(|row| row[..columns].to_vec()).collect()
    }

    /// Returns the digits of the numbers in some columns, with tiles around them.
    fn numbers(&self, first: usize, end: usize, budget: &Budget) -> Vec<Vec<i64>> {
        let tile = |column: usize| self.digits.get(column).copied().unwrap_or(0);
        // What each cell can hold at most without the adjacent row, and with it.
        let most = (first..end).map(|column| {
            let before = if column == first { first.checked_sub(1).map_or(0, tile) } else { 0 };
            let after = if column + 1 == end { tile(end) } else { 0 };
            let alone = self.digits[column] + before + after;
            let all = alone + self.from_beside[column];
            if self.is_highlighted[column] { [tile(column); 2] } else { [alone, all.min(9)] }
        });
        let most = most.collect_vec();
        let places = most.iter().zip(&self.digits[first..]);
        let places = places.map(|(&[_, most], &digit)| Place::of(digit..=most)).collect_vec();
        let numbers = self.property.numbers(budget, &places).into_iter();
        let digits = numbers.map(|number| {
            number.to_string().bytes().map(|digit| i64::from(digit - b'0')).collect_vec()
        });
        // No two neighbours gain from the adjacent row.
        let gains = |(&digit, &[alone, _]): (&i64, &[u8; 2])| digit > alone.into();
        let are_apart = |digits: &Vec<i64>| {
            !digits.iter().zip(&most).map(gains).tuple_windows().any(|(one, next)| one && next)
        };
        digits.filter(are_apart).collect()
    }
}
