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
    /// The digit of each cell's region.
    before: Grid<Int>,
    /// The final contents of each cell: a digit, or [`BLACK`] for a tile.
    after: Grid<Int>,
}

/// States the rules of an instance that passed `validate`, which checked that its outer rows can
/// be listed.
pub(crate) fn state(puzzle: &NumberCross, model: &mut Model, board: &mut Unknown) {
    let mut digits = HashMap::new();
    let mut digit_of = |label| digits.entry(label).or_insert_with(|| model.int(1..=9)).clone();
    let before = puzzle.labels().map(|_, &label| digit_of(label));
    let kept = |cell: Cell| (!puzzle.is_open(cell)).then(|| before[cell].clone());
    let after = before.map(|cell, _| kept(cell).unwrap_or_else(|| model.int(1..=BLACK)));
    let mut unknown = Unknowns { puzzle, model, before, after };
    unknown.regions_differ();
    unknown.tiles_are_apart();
    unknown.digits_are_pushed();
    let numbers = unknown.keep_clues();
    unknown.numbers_differ(&numbers);
    board.set_cells(&unknown.after);
}

/// The cells of a number.
type Number = Vec<Cell>;

impl Unknowns<'_> {
    fn regions_differ(&mut self) {
        let Unknowns { puzzle, model, before, .. } = self;
        model.rule(
            "Each region has a digit from 1 to 9, in all of its cells; regions that share an edge have \
             different digits.",
        );
        let labels = puzzle.labels();
        let regions = Regions::from_labels(&labels);
        for (_, cells) in regions.iter() {
            model.name(format!("the digit of region {}", labels[cells[0]]), &before[cells[0]]);
        }
        for (one, other) in regions.borders() {
            let [label, next] = [labels[one], labels[other]];
            let place = format!("regions {} and {}", label.min(next), label.max(next));
            model.at(place).require(all_different([&before[one], &before[other]]));
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
        let open = || before.cells().filter(|&cell| puzzle.is_open(cell));
        for cell in open() {
            for beside in before.neighbours(cell).filter(|&beside| puzzle.is_open(beside)) {
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
            for digit in 1..=9 {
                let smaller = (1..digit).map(|smaller| last.is(smaller));
                model.require(implies(first.is(digit), none(smaller)));
            }
            let no_tile = before.neighbours(cell).map(|beside| after[beside].is_not(BLACK));
            model.require(when(no_tile.chain([!is_tile]), equal(first, last)));
        }
    }

    /// Requires the numbers of each row to keep its clue, and returns all places for numbers, with
    /// the flags that say whether one stands there.
    fn keep_clues(&mut self) -> Vec<(Number, Flag)> {
        self.model.rule(
            "Tiles cut a row into numbers of two digits or more. All of them have the property that \
             its clue names.",
        );
        (0..self.puzzle.clues.len()).flat_map(|row| self.keep_clue(row)).collect()
    }

    fn keep_clue(&mut self, row: usize) -> Vec<(Number, Flag)> {
        let Unknowns { puzzle, model, before, after } = self;
        let clue = puzzle.clues[row];
        let model = &mut model.at(format!("row {}: {}", row + 1, clue.description()));
        let contents: Vec<&Int> = after.row(row).collect();
        // There are tiles around the row, too.
        let inside = contents.iter().map(|content| content.is(BLACK));
        let tiles = [Flag::TRUE].into_iter().chain(inside).chain([Flag::TRUE]).collect_vec();
        let mut numbers: Vec<(Number, Flag)> = Vec::new();
        let spans = (0..=contents.len()).array_combinations();
        for [first, end] in spans.filter(|[first, end]| end - first > 1) {
            let digits = tiles[first + 1..=end].iter().map(|is_tile| !is_tile);
            let is_number = model.all_of(digits.chain([tiles[first], tiles[end + 1]]));
            let cells = (first..end).map(|column| Cell::new(row, column));
            numbers.push((cells.collect(), is_number));
        }
        let places = vec![Place::of(1..=9); contents.len()];
        match clue {
            Property::ByOwnDigits => {
                let all = rows::automaton(model.budget(), Property::Multiple(1), &places);
                for digit in 1..=9 {
                    let right = divided_by(model.budget(), &all, digit);
                    model.regular(contents.iter().copied(), &right);
                }
            }
            Property::OddPalindrome => {
                let odd = rows::automaton(model.budget(), Property::Odd, &places);
                model.regular(contents, &odd);
                for (cells, is_number) in &numbers {
                    let pairs = cells.iter().zip(cells.iter().rev());
                    for (&one, &other) in pairs.take(cells.len() / 2) {
                        model.require(implies(*is_number, equal(&after[one], &after[other])));
                    }
                }
            }
            _ if outer_row::is_listed(puzzle, row) => {
                let (firsts, listed) = outer_row::list(puzzle, row).expect("`validate` listed it");
                let digits = firsts.iter().map(|&cell| &before[cell]);
                let right = Automaton::of_rows(model.budget(), listed);
                model.regular(digits.chain(contents), &right);
            }
            _ => {
                let right = rows::automaton(model.budget(), clue, &places);
                model.regular(contents, &right);
            }
        }
        numbers
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
            let differ = one.iter().zip(other).map(|(&one, &other)| {
                !*equals.entry((one, other)).or_insert_with(|| {
                    let is_equal = model.flag();
                    for digit in 1..=9 {
                        let both = [one, other].map(|cell| after[cell].is(digit));
                        model.require(when(both, is_equal));
                    }
                    is_equal
                })
            });
            let differ = differ.collect_vec();
            model.require(when([is_one, is_other], any(differ)));
        }
    }
}

/// Narrows an automaton of rows to those in which this digit divides all numbers that hold it. The
/// state for the current number: the remainder, and whether it holds the digit.
fn divided_by(budget: &Budget, all: &Automaton, digit: i64) -> Automaton {
    let is_right = |&(rest, holds): &(i64, bool)| rest == 0 || !holds;
    let step = |read: &(i64, bool), value: i64| match (*read, value) {
        (_, BLACK) => is_right(read).then_some((0, false)),
        ((rest, holds), _) => Some(((rest * 10 + value) % digit, holds || value == digit)),
    };
    all.narrowed(budget, (0, false), step, is_right)
}
