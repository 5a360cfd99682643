//! # Rather Square Sudoku
//!
//! *Jane Street, January 2018.* A sudoku without given digits: each row, column and box holds each
//! digit once. Some cells carry a clue, and are filled like all others. The clue is the product of
//! the digits in two of the cells that share a side with it; if the sudoku allows it, the two hold
//! the same digit. The answer is the sum of the squares of the digits in the cells with clues.
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
//! The puzzle has no search: the [rules](Puzzle::rules) alone solve it and prove the solution
//! unique. Squares of other sizes hold the digits 1 to their size, in boxes as nearly square as the
//! size allows, no higher than wide.

use latin_squares::clued::{self, Clues};
use puzzle::prelude::*;

/// A square to fill: its clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatherSquareSudoku {
    /// The clues (rows x columns): the product of two digits beside the cell. A clue that is not
    /// such a product cannot be kept.
    clues: Clues,
}

puzzle::program!(RatherSquareSudoku, explained);

impl Puzzle for RatherSquareSudoku {
    fn form(&self) -> Form {
        latin_squares::form(self.clues.rows())
    }

    fn validate(&self) -> Result<()> {
        latin_squares::check_size("clues", &self.clues)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let digit = board.cells(model);
        latin_squares::state_sudoku(model, &digit, |value| (value > 0).into());
        let largest = i64::try_from(self.clues.rows()).expect("a square has few rows");
        model.rule(
            "A clue is the product of the digits in two of the cells that share a side with it.",
        );
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            let beside = self.clues.neighbours(cell).map(|cell| &digit[cell]).collect_vec();
            let factors = (1..=largest).array_combinations().chain((1..=largest).map(|d| [d, d]));
            let mut ways = Vec::new();
            let model = &mut model.at(format!("the clue {clue} at {cell}"));
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
    }

    fn check(&self, board: &Board) -> Result<()> {
        latin_squares::check::sudoku(board)?;
        for (cell, clue) in &self.clues {
            let Some(clue) = clue else { continue };
            ensure!(
                products(cell, board).contains(&i64::from(*clue)),
                "no two of the digits beside {cell} have the product {clue}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(clued::sum_of_squares(&self.clues, board))
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        clued::draw(picture, &self.clues);
    }
}

impl Setter for RatherSquareSudoku {
    fn sizes(&self) -> Vec<usize> {
        (1..=latin_squares::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", Grid::filled(size, size, None::<u8>)))
    }

    /// Returns a clue for each cell: a square, if the board has one there, or any other.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let is_square = |product: &i64| product.isqrt().pow(2) == *product;
        let clue = |cell| products(cell, board).into_iter().max_by_key(is_square);
        Some(Draft::new().text("clues", self.clues.map(|cell, _| clue(cell))))
    }
}

/// Returns the products of the digits in each pair of cells beside a cell.
fn products(cell: Cell, board: &Board) -> Vec<i64> {
    let digits = board.grid().neighbours(cell).filter_map(|beside| board[beside]);
    digits.array_combinations().map(|[one, other]| one * other).collect()
}
