//! What the first and the last row can hold, where its numbers cannot be judged while they are read.

use grid_utils::{Cell, Regions};
use itertools::Itertools;
use number_cross::property::Property;
use number_cross::rows::BLACK;

use crate::{NumberCross, numbered};

/// What a cell may get from the cell beside it that is not in the row.
#[derive(Clone, Copy)]
enum Beside {
    Nothing,
    /// At most the digit of the row's region in this place.
    Region(usize),
    /// Up to 9.
    OtherRegion,
}

/// The first or the last row.
struct OuterRow {
    property: Property,
    /// The place of each cell's region among those of the row.
    regions: Vec<usize>,
    /// What may be added to each cell from the row beside this one.
    beside: Vec<Beside>,
    may_have_tile: Vec<bool>,
    is_highlighted: Vec<bool>,
}

/// The regions of the first or the last row, and all that it can hold: the digits of these regions, and
/// a digit or [`BLACK`] for a tile in each cell.
///
/// A cell holds more than its region's digit only beside a tile. In this row, that is one in the row or
/// one in the only row beside it; there, no two tiles are neighbours. A tile gives no more than the
/// digit of its own region.
pub(crate) fn list(puzzle: &NumberCross, row: usize) -> (Vec<usize>, Vec<Vec<i64>>) {
    let (region_of, _) = numbered(&puzzle.labels());
    let columns = puzzle.regions.columns();
    let used: Vec<usize> = region_of.row(row).copied().unique().collect();
    let place_of = |region: usize| used.iter().position(|&one| one == region);
    let beside_row = if row == 0 { 1 } else { row - 1 };
    let cells = || (0..columns).map(move |column| Cell::new(row, column));
    let beside = |cell: Cell| {
        let beside = Cell::new(beside_row, cell.column);
        match region_of.get(beside) {
            Some(&region) if !puzzle.is_highlighted(beside) => {
                place_of(region).map_or(Beside::OtherRegion, Beside::Region)
            }
            _ => Beside::Nothing,
        }
    };
    let outer = OuterRow {
        property: puzzle.clues[row],
        regions: cells().filter_map(|cell| place_of(region_of[cell])).collect(),
        beside: cells().map(beside).collect(),
        // A number has two digits or more.
        may_have_tile: cells()
            .map(|cell| {
                !puzzle.is_highlighted(cell) && cell.column != 1 && cell.column + 2 != columns
            })
            .collect(),
        is_highlighted: cells().map(|cell| puzzle.is_highlighted(cell)).collect(),
    };
    // A highlighted cell holds the digit of its region, a divisor of the row's product.
    let is_possible = |region: usize, digit: u8| {
        let mut cells = region_of.cells().filter(|&cell| region_of[cell] == region);
        cells.all(|cell| match puzzle.clues[cell.row] {
            Property::DigitProduct(product) if puzzle.is_highlighted(cell) => {
                product.is_multiple_of(digit.into())
            }
            _ => true,
        })
    };
    let digits =
        used.iter().map(|&region| (1..=9).filter(move |&digit| is_possible(region, digit)));
    let borders = Regions::from_labels(&puzzle.labels());
    let pairs =
        borders.borders().map(|(one, other)| [one, other].map(|cell| place_of(region_of[cell])));
    let pairs: Vec<[Option<usize>; 2]> = pairs.unique().collect();
    let are_equal = |digits: &[u8], [one, other]: [Option<usize>; 2]| {
        one.zip(other).is_some_and(|(one, other)| digits[one] == digits[other])
    };
    let mut rows = Vec::new();
    for digits in digits.multi_cartesian_product() {
        if pairs.iter().any(|&pair| are_equal(&digits, pair)) {
            continue;
        }
        outer.extend(&digits, &mut Vec::new(), 0, &mut rows);
    }
    (used, rows)
}

impl OuterRow {
    /// Adds the rows that go on after `cells`, where the number that is begun starts at `start`.
    fn extend(&self, digits: &[u8], cells: &mut Vec<u8>, start: usize, rows: &mut Vec<Vec<i64>>) {
        let (column, columns) = (cells.len(), self.regions.len());
        if column == columns {
            if self.is_number(&cells[start..]) {
                rows.push(digits.iter().chain(&*cells).map(|&value| i64::from(value)).collect());
            }
            return;
        }
        let digit_of = |column: usize| digits[self.regions[column]];
        let is_tile = |column: usize| i64::from(cells[column]) == BLACK;
        let before = column.checked_sub(1);
        let is_after_tile = before.is_some_and(is_tile);
        // The cell before has more than its region's digit from the row beside this one: there is
        // a tile, and none next to it.
        let is_fed = before.is_some_and(|before| {
            !is_tile(before)
                && cells[before] > digit_of(before)
                && !before.checked_sub(1).is_some_and(is_tile)
        });
        if self.may_have_tile[column] && !is_after_tile && self.is_number(&cells[start..]) {
            self.extend_by_tile(digits, cells, rows);
        }
        let from_before = before.filter(|_| is_after_tile).map_or(0, digit_of);
        let from_beside = match self.beside[column] {
            Beside::Region(region) if !is_fed => digits[region],
            Beside::OtherRegion if !is_fed => 9,
            _ => 0,
        };
        let after = Some(column + 1).filter(|&after| after < columns && self.may_have_tile[after]);
        let from_after = after.map_or(0, digit_of);
        let most = if self.is_highlighted[column] { digit_of(column) } else { 9 };
        for value in digit_of(column)..=most {
            let more = value - digit_of(column);
            cells.push(value);
            if more <= from_before + from_beside {
                self.extend(digits, cells, start, rows);
            } else if more <= from_before + from_beside + from_after
                && self.is_number(&cells[start..])
            {
                self.extend_by_tile(digits, cells, rows);
            }
            cells.pop();
        }
    }

    fn extend_by_tile(&self, digits: &[u8], cells: &mut Vec<u8>, rows: &mut Vec<Vec<i64>>) {
        cells.push(BLACK.try_into().expect("it is small"));
        self.extend(digits, cells, cells.len(), rows);
        cells.pop();
    }

    /// Whether these are the digits of a right number, or none.
    fn is_number(&self, digits: &[u8]) -> bool {
        let number = || digits.iter().fold(0, |number, &digit| 10 * number + u64::from(digit));
        digits.is_empty() || digits.len() > 1 && self.property.lists(number())
    }
}
