//! # Hitori
//!
//! Shade some cells of a grid of numbers, so that the unshaded cells of each row and column have
//! different numbers. Shaded cells do not share a side, and the unshaded cells are connected. An
//! empty cell holds a unique number.
//!
//! ```text
//! numbers      solution
//! 3 1 1        # - #      one of the threes is left in the first column
//! 3 . .        - - -      and one of the ones in the first row
//! . 1 .        - # -
//! ```

use grid_puzzles::check::{self, SHADED, UNSHADED};
use grid_puzzles::{LARGEST_GRID, check_size, draw, state};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hitori {
    /// The numbers; `None` for a number that occurs only once.
    numbers: Grid<Option<Within<0, 1295>>>,
}

puzzle::program!(Hitori, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("numbers", &pzpr::DIGITS)]);

impl Puzzle for Hitori {
    fn form(&self) -> Form {
        Form::shading(self.numbers.rows(), self.numbers.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let shaded = cells.map(|_, cell| cell.is(1));
        model.rule("No number occurs twice in a row or column among the unshaded cells.");
        for ((one, number), step) in iproduct!(&self.numbers, [(0, 1), (1, 0)]) {
            let is_equal = |&other: &Cell| number.is_some() && self.numbers[other] == *number;
            for other in self.numbers.ray(one, step).filter(is_equal) {
                model.require(any([shaded[one], shaded[other]]));
            }
        }
        state::scattered_shading(model, &shaded);
    }

    fn check(&self, board: &Board) -> Result<()> {
        for [one, other] in self.numbers.cells().array_combinations() {
            let is_line = one.row == other.row || one.column == other.column;
            let are_left = is_line && board[one] == UNSHADED && board[other] == UNSHADED;
            let number = self.numbers[one].filter(|_| are_left);
            let is_twice = number.is_some() && number == self.numbers[other];
            ensure!(!is_twice, "{one} and {other} hold the same number");
        }
        check::scattered_shading(board.grid())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::givens(picture, &self.numbers);
    }
}

impl Setter for Hitori {
    /// Generates a Latin square or a part of one, for which every shading is a solution.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let size = rows.max(columns);
        let mut orders = [(); 2].map(|()| (0..size).collect::<Vec<_>>());
        for order in &mut orders {
            random.shuffle(order);
        }
        let number = |cell: Cell| (orders[0][cell.row] + orders[1][cell.column]) % size + 1;
        Some(Draft::new().text("numbers", Grid::from_fn(rows, columns, number)))
    }

    /// Sets the number of each shaded cell to that of an unshaded one in its row or column: one that
    /// excludes the most other boards, since they leave both unshaded.
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let mut left: Vec<&Board> = others.iter().collect();
        let mut numbers = self.numbers.clone();
        for cell in board.grid().find_all(|&value| value == SHADED) {
            let excludes =
                |like: Cell, other: &Board| other[cell] != SHADED && other[like] != SHADED;
            let row = (0..numbers.columns()).map(|column| Cell { column, ..cell });
            let column = (0..numbers.rows()).map(|row| Cell { row, ..cell });
            // A number of a cell beside it is the most likely to be left.
            let all = row.chain(column).chain(numbers.neighbours(cell));
            let like = all
                .filter(|&like| board[like] != SHADED)
                .max_by_key(|&like| left.iter().filter(|other| excludes(like, other)).count());
            let Some(like) = like else { continue };
            left.retain(|other| !excludes(like, other));
            numbers[cell] = self.numbers[like];
        }
        Some(Draft::new().text("numbers", numbers))
    }

    /// Shades a cell more: one that may be shaded without need.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let mut more = board.grid().clone();
        more[at] = SHADED;
        vec![more.into()]
    }
}
