//! The rules as constraints.

use std::collections::HashMap;

use grid_puzzles::state;
use number_cross::property::{Place, Property};
use number_cross::rows::{self, BLACK};
use puzzle::prelude::*;
use rules::{Automaton, Budget, equal};

use crate::{NumberCross, outer_row};

/// The unknowns.
struct Unknowns<'p> {
    puzzle: &'p NumberCross,
    model: &'p mut Model,
    /// The digit of each region.
    digits: Vec<Int>,
    /// The digit of each cell's region.
    before: Grid<Int>,
    /// The final contents of each cell: a digit, or [`BLACK`] for a tile.
    after: Grid<Int>,
}

/// States the rules of an instance that passed `validate`, which checked that its outer rows can
/// be listed.
pub(crate) fn state(puzzle: &NumberCross, model: &mut Model, board: &mut Unknown) {
    let labels = puzzle.labels();
    let regions = Regions::from_labels(&labels);
    let digits: Vec<Int> = (0..regions.len()).map(|_| model.int(1..=9)).collect();
    let before = labels.map(|cell, _| digits[regions.region_of(cell).unwrap_or(0)].clone());
    let after =
        before.map(
            |cell, digit| {
                if puzzle.is_highlighted(cell) { digit.clone() } else { model.int(1..=BLACK) }
            },
        );
    let mut unknown = Unknowns { puzzle, model, digits, before, after };
    unknown.regions_differ(&regions);
    unknown.tiles_are_apart();
    unknown.digits_are_pushed();
    let numbers = unknown.keep_clues();
    unknown.numbers_differ(&numbers);
    board.set_cells(&unknown.after);
}

/// The cells of a number.
type Number = Vec<Cell>;

impl Unknowns<'_> {
    fn regions_differ(&mut self, regions: &Regions) {
        self.model.rule(
            "Each region has a digit from 1 to 9, in all of its cells; regions that share an edge have \
             different digits.",
        );
        for ((_, cells), digit) in regions.iter().zip(&self.digits) {
            self.model.name(format!("the digit of region {}", self.puzzle.label(cells[0])), digit);
        }
        for (one, other) in regions.borders() {
            let [label, next] = [one, other].map(|cell| self.puzzle.label(cell));
            let place = format!("regions {} and {}", label.min(next), label.max(next));
            let digits = [&self.before[one], &self.before[other]];
            self.model.at(place).require(all_different(digits));
        }
    }

    fn tiles_are_apart(&mut self) {
        self.model
            .rule("Tiles lie on cells that are not highlighted, and no two of them share an edge.");
        state::apart(self.model, &self.after.map(|_, content| content.is(BLACK)));
    }

    /// States that what the tiles give is what the cells gain.
    fn digits_are_pushed(&mut self) {
        let Unknowns { puzzle, model, before, after, .. } = self;
        model.rule(
            "The digit under a tile is split, and its parts are added to the cells beside it that are \
             not highlighted; none exceeds 9.",
        );
        let (mut given, mut taken) = (before.map(|_, _| Vec::new()), before.map(|_, _| Vec::new()));
        let open = || before.cells().filter(|&cell| !puzzle.is_highlighted(cell));
        for cell in open() {
            for beside in before.neighbours(cell).filter(|&beside| !puzzle.is_highlighted(beside)) {
                let part = model.int(0..=9);
                model.name(format!("what {cell} gives to {beside}"), &part);
                model.at(cell).require(implies(after[cell].is_not(BLACK), part.is(0)));
                given[cell].push(part.clone());
                taken[beside].push(part);
            }
        }
        for cell in open() {
            let model = &mut model.at(cell);
            let (first, last) = (&before[cell], &after[cell]);
            let is_tile = last.is(BLACK);
            model.require(implies(is_tile, sum(&given[cell]).equals(first)));
            model.require(implies(!is_tile, (sum(&taken[cell]) + first).equals(last)));
            // So no digit decreases, and none increases without a tile beside it.
            let beside =
                before.neighbours(cell).map(|beside| after[beside].is(BLACK)).collect_vec();
            for digit in 1..=9 {
                let smaller = (1..digit).map(|smaller| last.is(smaller));
                model.require(implies(first.is(digit), none(smaller)));
                let reasons = beside.iter().copied().chain([is_tile, last.is(digit)]);
                model.require(implies(first.is(digit), any(reasons)));
            }
        }
    }

    /// Requires the numbers of each row to keep its clue, and returns all places for numbers.
    /// `None` if a row would have to be listed and is too long for it.
    fn keep_clues(&mut self) -> Vec<(Number, Flag)> {
        self.model.rule(
            "Tiles cut a row into numbers of two digits or more. All of them have the property that \
             its clue names.",
        );
        let numbers = self.numbers();
        for row in 0..self.puzzle.clues.len() {
            self.keep_clue(row, &numbers);
        }
        numbers
    }

    /// Returns all places for a number, with the flags that say whether one stands there.
    fn numbers(&mut self) -> Vec<(Number, Flag)> {
        let mut numbers = Vec::new();
        for (row, contents) in self.after.row_slices().enumerate() {
            let model = &mut self.model.at(self.puzzle.clue(row));
            for [first, end] in (0..=contents.len()).array_combinations() {
                let around = [first.checked_sub(1), Some(end).filter(|&end| end < contents.len())];
                let tiles = around.into_iter().flatten().map(|column| contents[column].is(BLACK));
                let digits = contents[first..end].iter().map(|content| content.is_not(BLACK));
                if end - first > 1 {
                    let is_number = model.all_of(tiles.chain(digits));
                    let cells = (first..end).map(|column| Cell::new(row, column));
                    numbers.push((cells.collect(), is_number));
                }
            }
        }
        numbers
    }

    fn keep_clue(&mut self, row: usize, numbers: &[(Number, Flag)]) {
        let Unknowns { puzzle, model, digits, after, .. } = self;
        let model = &mut model.at(puzzle.clue(row));
        let contents: Vec<&Int> = after.row(row).collect();
        let columns = contents.len();
        let places = vec![Place::of(1..=9); columns];
        match puzzle.clues[row] {
            Property::ByOwnDigits => {
                for digit in 1..=9 {
                    let right = divided_by(model.budget(), digit, columns);
                    model.regular(contents.iter().copied(), &right);
                }
            }
            Property::OddPalindrome => {
                let odd = rows::automaton(model.budget(), Property::Odd, &places);
                model.regular(contents, &odd);
                for (cells, is_number) in numbers.iter().filter(|(cells, _)| cells[0].row == row) {
                    for (&one, &other) in cells.iter().zip(cells.iter().rev()).take(cells.len() / 2)
                    {
                        model.require(implies(*is_number, equal(&after[one], &after[other])));
                    }
                }
            }
            _ if outer_row::is_listed(puzzle, row) => {
                let (regions, listed) = outer_row::list(puzzle, row).expect("`validate` listed it");
                let digits = regions.iter().map(|&region| &digits[region]);
                let right = Automaton::of_rows(model.budget(), listed);
                model.regular(digits.chain(contents), &right);
            }
            clue => {
                let right = rows::automaton(model.budget(), clue, &places);
                model.regular(contents, &right);
            }
        }
    }

    /// Requires two numbers of the same length that can occur together to differ in some place.
    fn numbers_differ(&mut self, numbers: &[(Number, Flag)]) {
        let Unknowns { model, after, .. } = self;
        model.rule("No number occurs twice.");
        let mut equals = HashMap::new();
        for [(one, is_one), (other, is_other)] in numbers.iter().array_combinations() {
            let [row, next] = [one, other].map(|cells| cells[0].row);
            let touch = row == next && other[0].column <= one[0].column + one.len();
            if one.len() != other.len() || touch {
                continue;
            }
            let model = &mut model.at(format!("rows {} and {}", row + 1, next + 1));
            let mut reasons = vec![!*is_one, !*is_other];
            for (&one, &other) in one.iter().zip(other) {
                let is_equal = equals.entry((one, other)).or_insert_with(|| {
                    let is_equal = model.flag();
                    for digit in 1..=9 {
                        let [one, other] = [&after[one], &after[other]].map(|int| int.is(digit));
                        model.require(any([!one, !other, is_equal]));
                    }
                    is_equal
                });
                reasons.push(!*is_equal);
            }
            model.require(any(reasons));
        }
    }
}

/// Returns the automaton of rows in which this digit divides all numbers that hold it. Its state
/// for the current number: the remainder, whether it holds the digit, and whether it has no digits
/// yet, one, or more.
fn divided_by(budget: &Budget, digit: u8, columns: usize) -> Automaton {
    let is_right = |&(rest, holds, len): &(u8, bool, u8)| len != 1 && (rest == 0 || !holds);
    let step = |read: &(u8, bool, u8), value: i64| match (*read, u8::try_from(value).ok()?) {
        (_, 10) => is_right(read).then_some((0, false, 0)),
        ((rest, holds, len), next) => {
            Some(((rest * 10 + next) % digit, holds || next == digit, (len + 1).min(2)))
        }
    };
    let values: Vec<i64> = (1..=BLACK).collect();
    Automaton::new(budget, vec![values; columns], (0, false, 0), step, is_right)
}
