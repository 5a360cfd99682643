//! # Remote Sudoku
//!
//! *Jane Street, April 2019.* A sudoku without given digits: each row, column and box holds each
//! digit once. Some cells carry a clue, and are filled like all others. The clue d means that of
//! the cells exactly d steps away in a straight line, up, down, left or right, one or two hold the
//! digit d; nearer and farther cells may hold it, too. The answer is the sum of the squares of the
//! digits in the cells with clues.
//!
//! ```text
//! clues           solution
//! . 2 | 1 3       3 1 | 4 2     the clue 3: three steps to its left there is a 3, though three
//! . . | . 1       2 4 | 1 3     steps below it there is none; the upper 2: two steps to its right
//! ----+----       ----+----     there is a 2
//! . 1 | 1 .       1 3 | 2 4
//! . . | . 2       4 2 | 3 1     the answer: 1 + 16 + 4 + 9 + 9 + 4 + 1 = 44
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
struct RemoteSudoku {
    /// The clues (rows x columns): a digit that stands that many steps away. A clue larger than the
    /// square cannot be kept.
    clues: Clues,
}

puzzle::program!(RemoteSudoku, explained);

impl Puzzle for RemoteSudoku {
    fn form(&self) -> Form {
        latin_squares::form(self.clues.rows())
    }

    fn validate(&self) -> Result<()> {
        latin_squares::check_size("clues", &self.clues)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let digit = board.cells(model);
        latin_squares::state_sudoku(model, &digit, |value| (value > 0).into());
        model.rule(
            "The digit d stands exactly d steps up, down, left or right of a clue d, at least \
             once.",
        );
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            let away = Direction::ALL.into_iter().filter_map(|direction| {
                self.clues.ray(cell, direction).nth(usize::from(clue).checked_sub(1)?)
            });
            model
                .at(format!("the clue {clue} at {cell}"))
                .require(any(away.map(|cell| digit[cell].is(clue))));
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        latin_squares::check::sudoku(board)?;
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            ensure!(is_kept(clue, cell, board), "no cell {clue} steps from {cell} holds {clue}");
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

impl Setter for RemoteSudoku {
    fn sizes(&self) -> Vec<usize> {
        (1..=latin_squares::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", Grid::filled(size, size, None::<u8>)))
    }

    /// Returns, for each cell, the smallest clue that the board keeps there.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let kept = |cell| (1..=9).find(|&clue| is_kept(clue, cell, board));
        Some(Draft::new().text("clues", self.clues.map(|cell, _| kept(cell))))
    }
}

/// Returns whether a cell in the same row or column, at the distance given by the clue, holds it.
fn is_kept(clue: u8, cell: Cell, board: &Board) -> bool {
    let is_away = |other: Cell| {
        (other.row == cell.row || other.column == cell.column)
            && cell.distance(other) == usize::from(clue)
    };
    board.grid().iter().any(|(other, &digit)| is_away(other) && digit == Some(clue.into()))
}
