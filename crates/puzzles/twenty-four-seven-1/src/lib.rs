//! # Twenty Four Seven
//!
//! *Jane Street, June 2018.* A square of 7 rows and 7 columns is filled with 28 numbers: one 1, two
//! 2s, and so on to seven 7s. Each row and each column holds four of them, which add up to 20. The
//! filled cells are connected, and no 2 x 2 block is full. Some numbers are given. The answer is the
//! product of the sizes of the groups of empty cells.
//!
//! ## Idea
//! There is no search of its own: the [rules](Puzzle::rules) alone solve it, and prove the solution the
//! only one. The square may have any size n. Its numbers are 1 to n, the number d in d cells, so each line
//! holds (n + 1) / 2 numbers with the sum (n + 1)(2n + 1) / 6. Beyond the sizes 1 and 5, which has no
//! solution, the first for which these are whole are 7 and 11.

use anyhow::{Result, ensure};
use grid_puzzles::{Side, check, check_givens_fit, draw};
use grid_utils::{Cell, Grid, Regions};
use itertools::Itertools;
use picture::Picture;
use puzzle::{Puzzle, Rng};
use rules::{Model, Rules, exactly, givens, no_full_block, sum};
use serde::{Deserialize, Serialize};

/// A square to fill: its given numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwentyFourSeven {
    /// The numbers that are given (rows x columns), as many of each.
    pub givens: Grid<Option<u8>>,
}

/// The largest square. Beyond it the rules take gigabytes.
const LARGEST_SIZE: usize = 16;

impl TwentyFourSeven {
    fn size(&self) -> usize {
        self.givens.rows()
    }
}

puzzle::program!(TwentyFourSeven);

impl Puzzle for TwentyFourSeven {
    /// Rows of numbers, `.` for an empty cell.
    type Board = Grid<Option<u8>>;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        ensure!(
            rows == columns && rows <= LARGEST_SIZE,
            "`givens` has {rows} rows and {columns} columns; expected a square of at most \
             {LARGEST_SIZE} of each"
        );
        let largest = u8::try_from(rows)?;
        check_givens_fit(&self.givens, (rows, rows), "number", 1..=largest)
    }

    fn rules(&self) -> Option<Rules<Self::Board>> {
        let (mut model, size) = (Model::default(), self.size());
        let n = i64::try_from(size).ok()?;
        let number = model.grid(size, size, 0..=n);
        let filled = number.map(|_, number| number.is_not(0));
        model.rule("Given numbers stay.");
        model.require(givens(&number, &self.givens));
        model.rule("The number d stands in d cells.");
        for value in 1..=n {
            model.require(exactly(value, number.values().map(|number| number.is(value))));
        }
        // All lines have the same share, so n times what one has is what the whole square has.
        model.rule("Each row and each column holds equally many numbers.");
        for line in lines(size) {
            let held = sum(line.map(|cell| filled[cell]));
            model.require((held * n).equals((1..=n).sum::<i64>()));
        }
        model.rule("The numbers of each row and each column have the same sum.");
        for line in lines(size) {
            let added = sum(line.map(|cell| &number[cell]));
            model.require((added * n).equals((1..=n).map(|value| value * value).sum::<i64>()));
        }
        model.rule("The filled cells are connected.");
        model.connected_cells(&filled, size * (size + 1) / 2);
        model.rule("No 2 x 2 block is full.");
        model.require(no_full_block(&filled));
        Some(model.solved_by_grid(number))
    }

    fn check(&self, board: &Self::Board) -> Result<()> {
        let size = self.size();
        check::shape(board, size, size)?;
        check::givens(board, &self.givens)?;
        let counts = |number: usize| {
            board.values().flatten().filter(|&&found| usize::from(found) == number).count()
        };
        for number in 0..=usize::from(u8::MAX) {
            let (found, expected) = (counts(number), if number <= size { number } else { 0 });
            ensure!(found == expected, "{found} cells hold {number}; expected {expected}");
        }
        let all: Vec<usize> = board.values().flatten().map(|&number| number.into()).collect();
        for (side, line) in [Side::Left, Side::Top].into_iter().cartesian_product(0..size) {
            let held = side.cells(size, line).filter_map(|cell| board[cell]);
            let held: Vec<usize> = held.map(usize::from).collect();
            let (sum, total): (usize, usize) = (held.iter().sum(), all.iter().sum());
            let name = format!("{} {line}", side.line_name());
            ensure!(
                held.len() * size == all.len(),
                "{name} holds {} numbers; expected an equal share of all {}",
                held.len(),
                all.len()
            );
            ensure!(
                sum * size == total,
                "{name} adds up to {sum}; expected an equal share of {total}"
            );
        }
        check::connected(board, "filled", Option::is_some)?;
        check::blocks(board, "full", Option::is_some)
    }

    fn answer(&self, board: &Self::Board) -> String {
        Regions::components(board, Option::is_none).product_text()
    }

    fn remarks(&self, board: &Self::Board) -> Vec<(&'static str, String)> {
        vec![("empty groups", Regions::components(board, Option::is_none).areas_text())]
    }

    /// Of the sizes that have solutions the next one.
    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let size = if size <= 7 { 7 } else { 11 };
        Some(TwentyFourSeven { givens: Grid::filled(size, size, None) })
    }

    fn clued(&self, board: &Self::Board) -> Option<Self> {
        Some(TwentyFourSeven { givens: board.clone() })
    }

    fn picture(&self, board: Option<&Self::Board>) -> Picture {
        draw::numbers(self.size(), self.size(), Some(&self.givens), board)
    }
}

/// The cells of each row and of each column.
fn lines(size: usize) -> impl Iterator<Item = impl Iterator<Item = Cell>> {
    let sides = [Side::Left, Side::Top].into_iter();
    sides.cartesian_product(0..size).map(move |(side, line)| side.cells(size, line))
}
