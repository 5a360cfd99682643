//! # Sudoku
//!
//! Write a number into each cell of a square, so that each row, each column and each box holds every
//! number from 1 to the number of rows once. Boxes are as nearly square as the size allows, and no
//! higher than wide. On request, both long diagonals hold each number once, too.
//!
//! ```text
//! givens          solution
//! . 1 | . .       2 1 | 4 3
//! . . | . 2       4 3 | 1 2      two rows of two boxes
//! ----+----       ----+----
//! 3 . | . .       3 4 | 2 1
//! . . | 3 .       1 2 | 3 4
//! ```

use grid_puzzles::{check_givens_fit, check_square};
use latin_squares::{box_shape, check, draw_boxes, each_once, state_sudoku};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A square to fill.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sudoku {
    /// The given numbers.
    givens: Grid<Option<u8>>,
    /// Whether both long diagonals hold each number once.
    #[serde(default)]
    diagonals: bool,
}

const LARGEST_SIZE: u8 = 36;

puzzle::program!(Sudoku, addresses ADDRESSES);

/// Editors draw boxes of other shapes in sizes that are neither 6 nor a square number.
static ADDRESSES: Genre = Genre::of(&[Part::Cells("givens", &pzpr::NUMBERS)]).with_square_files();

impl Sudoku {
    fn size(&self) -> usize {
        self.givens.rows()
    }

    /// Returns the cells of both long diagonals.
    fn diagonals(&self) -> [Vec<Cell>; 2] {
        let size = self.size();
        let cells = |columns: &mut dyn Iterator<Item = usize>| {
            (0..size).zip(columns).map(|(row, column)| Cell::new(row, column)).collect()
        };
        [cells(&mut (0..size)), cells(&mut (0..size).rev())]
    }
}

impl Puzzle for Sudoku {
    fn form(&self) -> Form {
        latin_squares::form(self.size()).with_givens(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        check_square("givens", &self.givens, LARGEST_SIZE.into())?;
        let size = self.size();
        check_givens_fit(&self.givens, (size, size), "number", 1..=size.try_into()?)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let number = board.cells(model);
        model.given_rule("Given numbers stay.");
        model.require(givens(&number, &self.givens));
        state_sudoku(model, &number, |_| true.into());
        if self.diagonals {
            model.rule("Both long diagonals hold each digit once.");
            for cells in self.diagonals() {
                model.require(each_once(cells.iter().map(|&cell| &number[cell]), |_| true.into()));
            }
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::sudoku(board)?;
        for [one, other] in self.givens.cells().array_combinations() {
            let last = self.size() - 1;
            let falls = [one, other].iter().all(|cell| cell.row == cell.column);
            let rises = [one, other].iter().all(|cell| cell.row + cell.column == last);
            let is_twice = self.diagonals && (falls || rises) && board[one] == board[other];
            ensure!(!is_twice, "a diagonal holds the number at {one} again at {other}");
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        if self.diagonals {
            let size = self.size() as f64;
            picture.faint_line(&[(0.0, 0.0), (size, size)], Ink::Muted, 0.06);
            picture.faint_line(&[(0.0, size), (size, 0.0)], Ink::Muted, 0.06);
        }
        draw_boxes(picture);
    }
}

impl Setter for Sudoku {
    fn sizes(&self) -> Vec<usize> {
        (4..=25).filter(|&size| box_shape(size).0 > 1).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("givens", Grid::filled(size, size, None::<u8>)))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.grid()))
    }
}
