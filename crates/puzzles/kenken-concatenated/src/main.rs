//! # `KenKen` (Concatenated)
//!
//! *Jane Street, May 2017.* Each row and each column of a 9 x 9 square holds each digit once;
//! without boxes. The square is divided into regions. Inside a region, neighbours in a row are read
//! together, from left to right, as one number; digits below each other are not. The target of the
//! region is the sum of these numbers, their product, the difference of two, or the quotient of
//! two. The answer is the sum of the largest numbers of all regions.
//!
//! ```text
//! regions    targets        solution
//! A A A      +314 .  .      3 1 2
//! A B B       .   .  .      2 3 1     A holds the numbers 312 and 2, which add up to 314;
//! C C B       .   .  .      1 2 3     the answer: 312 + 31 + 12 = 355
//! ```
//!
//! ## Idea
//! The [rules](Puzzle::rules) alone solve it. All ways to fill a region are listed for an
//! automaton. To list them, all numbers of the region but the last are tried, and the target
//! determines the last one: trying six digits one by one would be far slower.
//!
//! Squares of other sizes hold the digits 1 to their size. A region may have no target; with one, it
//! has at most six cells.

mod target;

use std::collections::HashMap;
use std::iter::successors;

use grid_puzzles::{Label, draw, random_regions};
use puzzle::prelude::*;

use target::{Operation, Target};

/// A square to fill: its regions and their targets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KenkenConcatenated {
    /// The region of each cell.
    regions: Grid<Label>,
    /// The target of each region, in one of its cells. A region may lack one.
    targets: Grid<Option<Target>>,
}

/// The maximum number of cells of a region with a target, whose fillings are listed.
const MOST_CELLS: usize = 6;
/// Longer clues would be too small in one cell.
const LONG_CLUE: usize = 4;

impl KenkenConcatenated {
    fn size(&self) -> usize {
        self.regions.rows()
    }

    /// Returns the cells of a region, number by number, as the rules read it.
    fn runs(cells: &[Cell]) -> Vec<Vec<Cell>> {
        let mut runs: Vec<Vec<Cell>> = Vec::new();
        for &cell in cells {
            let before = runs
                .last_mut()
                .filter(|run| run[run.len() - 1].step(Direction::East) == Some(cell));
            match before {
                Some(run) => run.push(cell),
                None => runs.push(vec![cell]),
            }
        }
        runs
    }

    /// Returns the regions with a target: the target and its cell, then the region's cells from
    /// left to right and from top to bottom.
    fn targets(&self) -> Vec<(Target, Cell, Vec<Cell>)> {
        let regions = Regions::from_labels(&self.regions);
        let targets = self.targets.iter().filter_map(|(cell, target)| Some((cell, (*target)?)));
        let cells = |cell| regions.region_of(cell).map_or(&[][..], |region| regions.cells(region));
        targets.map(|(cell, target)| (target, cell, cells(cell).to_vec())).collect()
    }
}

puzzle::program!(KenkenConcatenated);

impl Puzzle for KenkenConcatenated {
    fn form(&self) -> Form {
        latin_squares::form(self.size())
    }

    fn validate(&self) -> Result<()> {
        latin_squares::check_size("regions", &self.regions)?;
        ensure!(
            (self.targets.rows(), self.targets.columns()) == (self.size(), self.size()),
            "`targets` has {}; expected {} of each, as `regions` has",
            self.targets.shape_in_words(),
            self.size()
        );
        let mut seen = HashMap::new();
        for (cell, target) in &self.targets {
            let Some(target) = target else { continue };
            let region = self.regions[cell];
            let at = format!("`targets`, {}", cell.in_words());
            if let Some(before) = seen.insert(region, cell) {
                bail!("{at}: the region {region} has a target already, at {before}");
            }
            let cells: Vec<Cell> =
                self.regions.cells().filter(|&cell| self.regions[cell] == region).collect();
            ensure!(
                cells.len() <= MOST_CELLS,
                "{at}: the region {region} has {}; with a target, at most {MOST_CELLS}",
                puzzle::counted(cells.len(), "cell")
            );
            let numbers = Self::runs(&cells).len();
            ensure!(
                numbers == 2 || !target.operation.takes_two(),
                "{at}: {target} takes two numbers, and the region {region} holds {numbers}"
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let digit = board.cells(model);
        latin_squares::state_latin_square(model, &digit, |value| (value > 0).into());
        model.rule(
            "Digits of a region side by side are one number. By its sign, the numbers \
             of a region make its target.",
        );
        for (target, at, cells) in self.targets() {
            let lengths: Vec<usize> = Self::runs(&cells).iter().map(Vec::len).collect();
            let mut listed = Vec::new();
            list(target, &lengths, self.size(), &mut Vec::new(), &mut listed);
            let cells: Vec<_> = cells.iter().map(|&cell| &digit[cell]).collect();
            model.at(format!("the target {target} at {at}")).table(&cells, listed);
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        latin_squares::check::latin_square(board)?;
        for (cell, target) in &self.targets {
            let Some(target) = target else { continue };
            let numbers = numbers(&self.regions, self.regions[cell], board);
            ensure!(
                target.operation.result(&numbers) == Some(target.result.into()),
                "the region {} holds {numbers:?}, which do not make {target}",
                self.regions[cell]
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let regions = Regions::from_labels(&self.regions);
        let labels = regions.iter().map(|(_, cells)| self.regions[cells[0]]);
        let largest =
            labels.filter_map(|label| numbers(&self.regions, label, board).into_iter().max());
        Answer::new(largest.sum::<u64>())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.regions);
        for (cell, target) in &self.targets {
            if let Some(target) = target {
                let clue = target.clue();
                let next = Cell { column: cell.column + 1, ..cell };
                let goes_on = self.regions.get(next) == self.regions.get(cell);
                // A long clue extends over the next cell of its cage.
                if clue.chars().count() > LONG_CLUE && goes_on {
                    let (x, y) = (cell.column as f64 + 0.08, cell.row as f64 + 0.2);
                    picture.text_from(x, y, 0.28, &clue, Ink::Label);
                } else {
                    picture.small_text(cell, Corner::TopLeft, &clue, Ink::Label);
                }
            }
        }
    }
}

impl Setter for KenkenConcatenated {
    fn sizes(&self) -> Vec<usize> {
        (1..=latin_squares::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, (size * size).div_ceil(4), random);
        let targets = Grid::filled(size, size, None::<Target>);
        Some(Draft::new().text("regions", regions).text("targets", targets))
    }

    /// Returns an instance in which the operations that a region allows take turns.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut targets = self.targets.map(|_, _| None);
        for (region, cells) in Regions::from_labels(&self.regions).iter() {
            let numbers = numbers(&self.regions, self.regions[cells[0]], board);
            let target = |operation: Operation| {
                let result = operation.result(&numbers)?.try_into().ok()?;
                Some(Target { operation, result })
            };
            let possible: Vec<Target> = Operation::ALL.into_iter().filter_map(target).collect();
            if cells.len() <= MOST_CELLS {
                targets[cells[0]] = possible.get(region % possible.len().max(1)).copied();
            }
        }
        Some(Draft::new().text("targets", targets))
    }
}

/// Lists the digits of numbers of these lengths that make the target, after those that were
/// `chosen`. Numbers have distinct digits, since they are in a row.
fn list(
    target: Target,
    lengths: &[usize],
    size: usize,
    chosen: &mut Vec<u64>,
    listed: &mut Vec<Vec<i64>>,
) {
    let is_last = chosen.len() + 1 == lengths.len();
    let Some(&length) = lengths.get(chosen.len()) else { return };
    let numbers = if is_last { target.last(chosen) } else { all_numbers(length, size) };
    for number in numbers {
        chosen.push(number);
        if !is_last {
            list(target, lengths, size, chosen, listed);
        } else if is_number(number, length, size) {
            let digits = chosen.iter().flat_map(|number| number.to_string().into_bytes());
            listed.push(digits.map(|digit| i64::from(digit - b'0')).collect());
        }
        chosen.pop();
    }
}

/// Returns the numbers that can be in `length` adjacent cells.
fn all_numbers(length: usize, size: usize) -> Vec<u64> {
    let end = (0..length).fold(1, |end, _| 10 * end);
    (end / 10..end).filter(|&number| is_number(number, length, size)).collect()
}

/// Returns whether a number has `length` digits, all different and from 1 to `size`.
fn is_number(number: u64, length: usize, size: usize) -> bool {
    let mut seen = 0_u16;
    let is_new = |digit: u64| {
        let before = seen;
        seen |= 1 << digit;
        seen != before && (1..=size as u64).contains(&digit)
    };
    digits(number).all(is_new) && seen.count_ones() as usize == length
}

/// Returns the digits of a number, the last one first.
fn digits(number: u64) -> impl Iterator<Item = u64> {
    let rests = successors(Some(number), |&number| Some(number / 10));
    rests.take_while(|&number| number > 0).map(|number| number % 10)
}

/// Returns the numbers that a region holds on a board, from top to bottom.
fn numbers(regions: &Grid<Label>, region: Label, board: &Board) -> Vec<u64> {
    let runs = regions.cells().chunk_by(|&cell| (cell.row, regions[cell]));
    let of_region = runs.into_iter().filter(|&((_, label), _)| label == region);
    let digits = of_region.map(|(_, run)| run.filter_map(|cell| board[cell]));
    digits.map(|run| run.fold(0, |number, digit| 10 * number + digit.unsigned_abs())).collect()
}
