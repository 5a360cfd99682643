//! The rules that the puzzles of the family share, as constraints.

pub mod lines;

use grid_puzzles::Side;
use grid_utils::{Cell, Grid};
use rules::{Flag, Int, Model, Sum, all_different, exactly, implies, no_full_block, sum, when};

use crate::{Digits, Filling, RowsAndColumns, small};

/// The hooks and digits of every puzzle of the family, cell by cell.
pub struct Cells {
    /// The size of each cell's hook.
    pub hook: Grid<Int>,
    /// The digit in each cell, 0 where there is none.
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
        let hook = nested_hooks(model, size);
        Self::of(model, hook, digits)
    }

    /// Adds the rules of the digits to a model in which each cell has a hook of some size.
    pub fn of(model: &mut Model, hook: Grid<Int>, digits: Digits) -> Self {
        let size = hook.rows();
        let largest: i64 = small(size);
        let sizes = 1..=largest;
        let digit = model.grid(size, size, 0..=small(size));
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
        for (cell, digit) in &digit {
            for (size, digit_of_hook) in sizes.clone().zip(&carried) {
                for value in sizes.clone() {
                    let conditions = [hook[cell].is(size), digit.is(value)];
                    model.require(when(conditions, digit_of_hook.is(value)));
                }
            }
        }
        model.rule("The digit d stands in exactly d cells; all other cells stay empty.");
        for value in sizes {
            model.require(exactly(value, digit.values().map(|digit| digit.is(value))));
        }
        let filled = digit.map(|_, digit| digit.is_not(0));
        Cells { hook, digit, filled, carried }
    }

    /// Adds the rule that the filled cells are connected.
    pub fn are_connected(&self, model: &mut Model) {
        model.rule("The filled cells are connected by their sides.");
        let size = self.filled.rows();
        // There are d cells with the digit d.
        model.connected_cells(&self.filled, size * (size + 1) / 2);
    }

    /// Adds the rule that no 2 x 2 block is full.
    pub fn have_no_full_block(&self, model: &mut Model) {
        model.rule("No block of 2 x 2 cells is full.");
        model.require(no_full_block(&self.filled));
        // It follows that the hooks up to each size have room for their digits: see `have_room`.
        for (size, digits) in (1..).zip((1..=self.carried.len()).map(|size| &self.carried[..size]))
        {
            model.require(sum(digits).at_most(size * size - (size / 2) * (size / 2)));
        }
    }

    /// Adds the rule that the digits of rows and columns add up to their clues.
    pub fn add_up(&self, model: &mut Model, sums: &RowsAndColumns<u32>) {
        model.rule("The digits of each row and each column add up to the sum at the border.");
        for (side, line, clue) in sums.given() {
            let digits = self.line(side, line).map(|cell| &self.digit[cell]);
            model.require(sum(digits).equals(i64::from(clue)));
        }
    }

    /// The cells of a row or column, in the order in which they are met from a side.
    pub fn line(&self, side: Side, line: usize) -> impl Iterator<Item = Cell> + Clone {
        side.cells(self.digit.rows(), line)
    }

    /// The digits of a row or column, in the order in which they are met from a side.
    pub fn digits(&self, side: Side, line: usize) -> impl Iterator<Item = &Int> + Clone {
        self.line(side, line).map(|cell| &self.digit[cell])
    }

    /// Adds the rule of given digits.
    pub fn keep(&self, model: &mut Model, givens: &Filling) {
        model.rule("Some digits are given.");
        model.require(rules::givens(&self.digit, givens));
    }
}

/// The size of each cell's hook. From a square, either its first or its last row goes with the hook,
/// and either its first or its last column; what is left begins a step further where the first went.
fn nested_hooks(model: &mut Model, size: usize) -> Grid<Int> {
    let hook = model.grid(size, size, 1..=small(size));
    let mut first = [Int::constant(0), Int::constant(0)];
    let mut square = Grid::filled(size, size, Flag::Known(true));
    for length in (1..=size).rev() {
        let steps: i64 = small(size - length);
        let lines = first.each_ref().map(|first| {
            // Which lines of the grid, rows or columns, belong to the square that is left.
            let goes_first = if length == 1 { Flag::Known(true) } else { model.flag() };
            let next = model.int(0..=steps + 1);
            model.require(sum([&next]).equals(Sum::from(first) + goes_first));
            let is_left = |line: usize| {
                let (line, length): (i64, i64) = (small(line), small(length));
                let begins = (line + 2 - length).max(0)..=line;
                begins.map(|begin| next.is(begin)).collect::<Vec<_>>()
            };
            let left: Vec<Flag> = (0..size).map(|line| model.any_of(is_left(line))).collect();
            (next, left)
        });
        let [(next_row, rows), (next_column, columns)] = lines;
        let left =
            Grid::from_fn(size, size, |cell| model.all_of([rows[cell.row], columns[cell.column]]));
        for (cell, &is_left) in &left {
            model.require(implies(is_left, square[cell]));
            let is_in_hook = model.all_of([square[cell], !is_left]);
            model.require(sum([is_in_hook]).equals(hook[cell].is(length)));
        }
        (first, square) = ([next_row, next_column], left);
    }
    hook
}
