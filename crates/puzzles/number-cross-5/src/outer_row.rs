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

/// The rows listed so far, and the remaining budget.
struct Listed {
    rows: Vec<Vec<i64>>,
    budget: Budget,
}

impl Listed {
    /// Starts an empty list with a budget of 2,000,000 steps. Steps are counted instead of time so
    /// that the same instances are refused everywhere.
    fn new() -> Self {
        const MOST_LOOKS: usize = 2_000;
        let looks = Count::new(0);
        let is_over = move || looks.replace(looks.get() + 1) >= MOST_LOOKS;
        Listed { rows: Vec::new(), budget: Budget::new(Budget::BYTES, is_over) }
    }

    /// Counts a step; `None` if the budget is used up.
    fn step(&self) -> Option<()> {
        (!self.budget.poll()).then_some(())
    }

    fn push(&mut self, row: Vec<i64>) {
        self.budget.charge(size_of_val(&row[..]));
        self.rows.push(row);
    }
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
/// `None` if there is too much to list: see [`Listed::new`].
pub(crate) fn list(puzzle: &NumberCross, row: usize) -> Option<(Vec<usize>, Vec<Vec<i64>>)> {
    let regions = Regions::from_labels(&puzzle.labels());
    let columns = puzzle.regions.columns();
    let cells = |row| (0..columns).map(move |column| Cell::new(row, column));
    let used: Vec<usize> = cells(row).filter_map(|cell| regions.region_of(cell)).unique().collect();
    let place_of = |cell: Cell| {
        let region = regions.region_of(cell)?;
        used.iter().position(|&one| one == region)
    };
    let beside_row = if row == 0 { 1 } else { row - 1 };
    let pairs = regions.borders().map(|(one, other)| [place_of(one), place_of(other)]);
    let pairs: Vec<[Option<usize>; 2]> = pairs.unique().collect();
    let are_equal = |digits: &[u8], [one, other]: [Option<usize>; 2]| {
        one.zip(other).is_some_and(|(one, other)| digits[one] == digits[other])
    };
    let mut listed = Listed::new();
    for digits in used.iter().map(|_| 1..=9).multi_cartesian_product() {
        listed.step()?;
        if pairs.iter().any(|&pair| are_equal(&digits, pair)) {
            continue;
        }
        let digit_of = |cell: Cell| place_of(cell).map(|place| digits[place]);
        let Some(tiles) = tiles(puzzle, beside_row, digit_of, &listed.budget) else { continue };
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
        outer.extend(&digits, &mut Vec::new(), 0, &mut listed)?;
    }
    // The last tiles may have been cut off.
    listed.step()?;
    Some((used, listed.rows))
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
    /// Adds the rows that continue `cells`, where the current number starts at `start`. `None` if
    /// that takes too many steps.
    fn extend(
        &self,
        digits: &[u8],
        cells: &mut Vec<u8>,
        start: usize,
        listed: &mut Listed,
    ) -> Option<()> {
        listed.step()?;
        let (column, columns) = (cells.len(), self.digits.len());
        if column == columns {
            if self.is_number(&cells[start..]) {
                let row = digits.iter().chain(&*cells).map(|&value| i64::from(value));
                listed.push(row.collect());
            }
            return Some(());
        }
        let digit_of = |column: usize| self.digits[column];
        let is_tile = |column: usize| i64::from(cells[column]) == BLACK;
        let before = column.checked_sub(1);
        let is_after_tile = before.is_some_and(is_tile);
        // The cell before gained from the adjacent row: there is a tile there, so its neighbour is
        // not one.
        let is_fed = before.is_some_and(|before| {
            !is_tile(before)
                && cells[before] > digit_of(before)
                && !before.checked_sub(1).is_some_and(is_tile)
        });
        if self.may_have_tile[column] && !is_after_tile && self.is_number(&cells[start..]) {
            self.extend_by_tile(digits, cells, listed)?;
        }
        let from_before = before.filter(|_| is_after_tile).map_or(0, digit_of);
        let from_beside = if is_fed { 0 } else { self.from_beside[column] };
        let after = Some(column + 1).filter(|&after| after < columns && self.may_have_tile[after]);
        let from_after = after.map_or(0, digit_of);
        let most = if self.is_highlighted[column] { digit_of(column) } else { 9 };
        for value in digit_of(column)..=most {
            let more = value - digit_of(column);
            cells.push(value);
            if more <= from_before + from_beside {
                self.extend(digits, cells, start, listed)?;
            } else if more <= from_before + from_beside + from_after
                && self.is_number(&cells[start..])
            {
                self.extend_by_tile(digits, cells, listed)?;
            }
            cells.pop();
        }
        Some(())
    }

    fn extend_by_tile(
        &self,
        digits: &[u8],
        cells: &mut Vec<u8>,
        listed: &mut Listed,
    ) -> Option<()> {
        cells.push(BLACK.try_into().expect("it is small"));
        self.extend(digits, cells, cells.len(), listed)?;
        cells.pop();
        Some(())
    }

    /// Returns whether `digits` is empty, or a number of at least two digits with the property.
    fn is_number(&self, digits: &[u8]) -> bool {
        let number = || digits.iter().fold(0, |number, &digit| 10 * number + u64::from(digit));
        digits.is_empty() || digits.len() > 1 && self.property.lists(number())
    }
}
