//! The rules that the puzzles of the family share, as constraints.

pub mod lines;

use grid_puzzles::Side;
use puzzle::prelude::*;

use crate::{Digits, Filling, RowsAndColumns, small};

/// The digits of every puzzle of the family, cell by cell.
pub struct Cells {
    /// The digit in each cell, 0 if it is empty.
    pub digit: Grid<Int>,
    /// Whether a cell holds a digit.
    pub filled: Grid<Flag>,
    /// The digit of the hook of size 1, of that of size 2, and so on.
    carried: Vec<Int>,
}

impl Cells {
    /// Adds the rules of hooks and their digits to a model.
    pub fn new(model: &mut Model, size: usize, digits: Digits) -> Self {
        model.rule(
            "The square is cut into hooks: an outer row with an outer column is one, and the others are \
             cut likewise from the square that it leaves.",
        );
        let squares = Squares::new(model, size);
        Self::of(model, size, digits, |cell, length| squares.have_in_hook(cell, length))
    }

    /// Adds the rules of the digits to a model that states whether a cell is in the hook of some
    /// size.
    pub fn of(
        model: &mut Model,
        size: usize,
        digits: Digits,
        is_in_hook: impl Fn(Cell, usize) -> Rule,
    ) -> Self {
        let largest: i64 = small(size);
        let sizes = 1..=largest;
        let digit = model.grid(size, size, 0..=largest);
        match digits {
            Digits::OfSize => {
                model.rule("A hook that is m cells high and m cells wide holds no digit but m.");
            }
            Digits::Free => model.rule(
                "Each hook holds one digit, from 1 to the number of hooks, and no two hooks the same.",
            ),
        }
        let carried: Vec<Int> = match digits {
            Digits::OfSize => sizes.clone().map(Int::constant).collect(),
            // A hook of size m has 2m - 1 cells.
            Digits::Free => {
                sizes.clone().map(|size| model.int(1..=largest.min(2 * size - 1))).collect()
            }
        };
        model.require(all_different(&carried));
        for (length, digit_of_hook) in (1..).zip(&carried) {
            model.name(format!("hook {length} | holds the digit"), digit_of_hook);
        }
        for (cell, digit) in &digit {
            let hook = match digits {
                // A digit determines its hook.
                Digits::OfSize => digit.clone(),
                Digits::Free => {
                    let hook = model.int(sizes.clone());
                    model.name(format!("{cell} | belongs to hook"), &hook);
                    hook
                }
            };
            for (length, (size, digit_of_hook)) in (1..).zip(sizes.clone().zip(&carried)) {
                model.channel(implies(hook.is(size), is_in_hook(cell, length)));
                if digits == Digits::Free {
                    for value in sizes.clone() {
                        let conditions = [hook.is(size), digit.is(value)];
                        model.channel(when(conditions, digit_of_hook.is(value)));
                    }
                }
            }
        }
        model.rule("The digit d stands in exactly d cells; all other cells stay empty.");
        for value in sizes {
            model.require(exactly(value, digit.values().map(|digit| digit.is(value))));
        }
        let filled = digit.map(|_, digit| digit.is_not(0));
        Cells { digit, filled, carried }
    }

    /// Adds the rule that the filled cells are connected.
    pub fn are_connected(&self, model: &mut Model) {
        model.rule("The filled cells are connected by their sides.");
        model.connected_cells(&self.filled);
    }

    /// Adds the rule that no 2 x 2 block is full.
    pub fn have_no_full_block(&self, model: &mut Model) {
        model.rule("No block of 2 x 2 cells is full.");
        model.no_full_block(&self.filled);
        // It follows that the hooks up to each size have room for their digits: see `have_room`.
        for (size, digits) in (1..).zip((1..=self.carried.len()).map(|size| &self.carried[..size]))
        {
            model.implied(sum(digits).at_most(size * size - (size / 2) * (size / 2)));
        }
    }

    /// Adds the rule that the digits of rows and columns add up to their clues.
    pub fn add_up(&self, model: &mut Model, sums: &RowsAndColumns<u32>) {
        model.rule("The digits of each row and each column add up to the sum at the border.");
        for (side, line, clue) in sums.given() {
            let digits = self.line(side, line).map(|cell| &self.digit[cell]);
            model
                .at(format!("the sum {clue} of {}", side.line_name(line)))
                .require(sum(digits).equals(i64::from(clue)));
        }
    }

    /// Returns the cells of a row or column, in the order in which they are met from a side.
    pub fn line(&self, side: Side, line: usize) -> impl Iterator<Item = Cell> + Clone {
        side.cells(self.digit.rows(), line)
    }

    /// Returns the digits of a row or column, in the order in which they are met from a side.
    pub fn digits(&self, side: Side, line: usize) -> impl Iterator<Item = &Int> + Clone {
        self.line(side, line).map(|cell| &self.digit[cell])
    }

    /// Adds the rule of given digits.
    pub fn keep(&self, model: &mut Model, givens: &Filling) {
        model.given_rule("Some digits are given.");
        model.require(rules::givens(&self.digit, givens));
    }
}

/// Where hooks lie: those up to each size fill a square.
struct Squares {
    /// The first row and the first column of the square of each size, counted from 1.
    first: Vec<[Int; 2]>,
}

impl Squares {
    /// States that either the first or the last row is cut off from each square, and either the
    /// first or the last column.
    fn new(model: &mut Model, size: usize) -> Self {
        let first = (1..=size).map(|length| {
            ["row", "column"].map(|line| {
                let first = model.int(1..=small(size - length + 1));
                model.name(format!("the square of hook {length} | begins in {line}"), &first);
                first
            })
        });
        let first: Vec<[Int; 2]> = first.collect();
        let pairs = first.windows(2).flat_map(|pair| pair[0].iter().zip(&pair[1]));
        let cuts = pairs.flat_map(|(inner, outer)| {
            let inside = |(line, begins): (i64, Flag)| {
                implies(begins, any([inner.is(line), inner.is(line + 1)]))
            };
            let outside = |(line, begins): (i64, Flag)| {
                implies(begins, any([outer.is(line), outer.is(line - 1)]))
            };
            outer.values().map(inside).chain(inner.values().map(outside)).collect::<Vec<_>>()
        });
        model.at("the hooks").require(cuts.collect::<Rule>());
        Squares { first }
    }

    /// States that a cell is in the square of this size, and not in the next smaller one.
    fn have_in_hook(&self, cell: Cell, length: usize) -> Rule {
        let [inside_rows, inside_columns] = self.begins(cell, length, true);
        let inside = any(inside_rows).and(any(inside_columns));
        if length == 1 {
            return inside;
        }
        inside.and(any(self.begins(cell, length - 1, false).concat()))
    }

    /// Returns, for the row and the column of a cell, where the square of this size begins if it
    /// has this line, or if it does not.
    fn begins(&self, cell: Cell, length: usize, has_line: bool) -> [Vec<Flag>; 2] {
        let [rows, columns] = &self.first[length - 1];
        [(rows, cell.row), (columns, cell.column)].map(|(first, line)| {
            let (line, length): (i64, i64) = (small(line + 1), small(length));
            let is_right = |begin: i64| (begin..begin + length).contains(&line) == has_line;
            let begins = first.values().filter(|&(begin, _)| is_right(begin));
            begins.map(|(_, begins)| begins).collect()
        })
    }
}
