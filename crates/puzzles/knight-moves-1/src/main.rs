//! # Knight Moves
//!
//! *Jane Street, March 2016.* A knight walks over a square board and numbers the cells that it
//! visits 1, 2, 3, and so on up to a given last number; it does not visit cells twice. The pattern
//! of visited cells has quarter-turn symmetry; their numbers need not. The sum of the numbers in
//! each row and column is given, and some of the numbers. The answer is the largest product of the
//! numbers in a row or column.
//!
//! ```text
//! 12  8 16
//!  1  6  3    10
//!  4  .  8    12      the knight visits all cells but the one in the middle;
//!  7  2  5    14      the last column has the largest product, 120
//! ```
//!
//! Sums may be left out, and the board may have up to 15 rows and columns. If all lines have
//! visited cells, the pattern turns about the centre of the board.
//!
//! ## Idea
//! Each cell has a number, 0 if it is not visited, and each number needs a cell a jump away from
//! that of the number before. Cells come in fours, by quarter turns. There is a flag for each
//! centre about which the pattern may turn: then the images of visited cells are visited, too. A
//! centre is left out if its square has no room for all numbers, or if a given number or a line
//! with a sum lies outside.

use grid_puzzles::{
    LineClues, Side, check_givens_fit, check_square, lines_of_board, without_clues,
};
use knight_moves::{Givens, LARGEST_SIZE, draw};
use puzzle::prelude::*;

/// A board on which a knight walks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnightMoves {
    /// The last number, where the knight stops.
    last: Within<1, 225>,
    /// The numbers that are given (rows x columns), `.` for all other cells.
    givens: Givens,
    /// The sums of the rows, from top to bottom, `.` for one that is not given.
    #[serde(deserialize_with = "LineClues::of_rows")]
    rows: LineClues<u32>,
    /// The sums of the columns, from left to right.
    #[serde(deserialize_with = "LineClues::of_columns")]
    columns: LineClues<u32>,
}

puzzle::program!(KnightMoves, explained);

impl KnightMoves {
    fn size(&self) -> usize {
        self.givens.rows()
    }

    /// Returns the cells of each row, then of each column, and its sum.
    fn lines(&self) -> impl Iterator<Item = (Vec<Cell>, Option<u32>)> {
        let sides = [(Side::Left, &self.rows), (Side::Top, &self.columns)];
        sides.into_iter().flat_map(move |(side, sums)| {
            let cells = move |line| side.cells(self.size(), line).collect();
            sums.iter().enumerate().map(move |(line, sum)| (cells(line), sum.copied()))
        })
    }

    /// Returns the squares, by first cell and side, that may contain the visited cells, each the
    /// largest around a possible centre of rotation: the centre of a cell or the corner of four.
    fn squares(&self) -> Vec<(Cell, usize)> {
        let (size, last) = (self.size(), self.last.size());
        // Twice the row and the column of the point.
        let points = (0..2 * size - 1).cartesian_product(0..2 * size - 1);
        let squares = points.filter(|(row, column)| row % 2 == column % 2).map(|(row, column)| {
            let end = 2 * (size - 1);
            let half = row.min(column).min(end - row).min(end - column);
            (Cell::new((row - half) / 2, (column - half) / 2), half + 1)
        });
        // All cells but one in the middle come in fours.
        let has_room = |side| last <= side * side && (last % 4 == 0 || last % 4 == side % 2);
        // A given is inside, and so is part of a line with a sum.
        let used = |sums: &LineClues<u32>, place: fn(&Cell) -> usize| {
            let lines = sums.given().filter(|(_, sum)| **sum > 0).map(|(line, _)| line);
            let givens = self.givens.iter().filter(|(_, given)| given.is_some());
            lines.chain(givens.map(|(cell, _)| place(&cell))).minmax().into_option()
        };
        let rows = used(&self.rows, |cell| cell.row);
        let columns = used(&self.columns, |cell| cell.column);
        let has = |first: usize, side: usize, lines: Option<(usize, usize)>| {
            lines.is_none_or(|(least, most)| first <= least && most < first + side)
        };
        let possible = |&(first, side): &(Cell, usize)| {
            has_room(side) && has(first.row, side, rows) && has(first.column, side, columns)
        };
        squares.filter(possible).collect()
    }

    /// Returns the product of the numbers in each row, then in each column.
    fn products(&self, board: &Board) -> Vec<u128> {
        let numbers = |cells: Vec<Cell>| cells.into_iter().filter_map(|cell| board[cell]);
        let product =
            |cells| numbers(cells).map(|number| u128::from(number.unsigned_abs())).product();
        self.lines().map(|(cells, _)| product(cells)).collect()
    }
}

impl Puzzle for KnightMoves {
    fn form(&self) -> Form {
        knight_moves::form(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        check_square("givens", &self.givens, LARGEST_SIZE)?;
        let (cells, last) = (rows * columns, self.last);
        ensure!(
            last.size() <= cells,
            "`last` is {last}, and the board has only {}",
            puzzle::counted(cells, "cell")
        );
        check_givens_fit(&self.givens, (rows, columns), "number", 1..=u8::try_from(last.size())?)?;
        for (key, sums) in [("rows", &self.rows), ("columns", &self.columns)] {
            let found = sums.len();
            ensure!(found == rows, "`{key}` has {found} sums (`.` is one, too); expected {rows}");
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let lengths = [self.last.get()];
        let number = knight_moves::constraints::walk(model, &self.givens, lengths).number;
        model.rule("The set of the visited cells looks the same after a quarter turn.");
        let visited = number.map(|_, number| number.is_not(0));
        let squares = self.squares().into_iter().map(|square| {
            let turns = model.flag();
            let (first, side) = square;
            let turn = format!("the turn of the {side} x {side} cells from {first}");
            model.name(format!("{turn} | keeps the set of the visited cells"), turns);
            let model = &mut model.at(turn);
            for (cell, &is_visited) in &visited {
                let image = turned(cell, square).map(|image| visited[image]);
                model.require(implies(turns, any([!is_visited].into_iter().chain(image))));
            }
            turns
        });
        let squares = squares.collect_vec();
        model.at("one of these turns").require(any(squares));
        model.rule("The numbers in a row or a column add up to the sum beside it.");
        for (cells, total) in self.lines() {
            if let Some(total) = total {
                let numbers = sum(cells.into_iter().map(|cell| &number[cell]));
                model.require(numbers.equals(i64::from(total)));
            }
        }
        // Implied: the number of visited cells is the last number.
        model.at("all cells").implied(sum(visited.values()).equals(self.last.get()));
        board.set_cells(&number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let walk = knight_moves::check::walk(board)?;
        let (found, last) = (walk.len(), self.last);
        ensure!(found == last.size(), "the walk ends with {found}, not with {last}");
        // A turn maps the bounding box of the visited cells to itself.
        let top = walk.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = walk.iter().map(|cell| cell.column).min().unwrap_or(0);
        let bottom = walk.iter().map(|cell| cell.row).max().unwrap_or(0);
        for &cell in &walk {
            let turned = Cell::new(top + cell.column - left, left + bottom - cell.row);
            ensure!(
                board.grid().get(turned).is_some_and(Option::is_some),
                "{cell} is visited, and {turned}, where a quarter turn takes it, is not"
            );
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        lines_of_board((&self.rows, &self.columns), "adds up to", |line| {
            u32::try_from(line.iter().flatten().sum::<i64>()).ok()
        })
    }

    fn answer(&self, board: &Board) -> Answer {
        let products = self.products(board);
        Answer::new(products.iter().max().unwrap_or(&0))
            .remark("products of rows and columns", products.iter().format(" "))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        draw::jumps(picture, board);
        match board {
            Some(board) => {
                let visited = board.grid().iter().filter(|(_, number)| number.is_some());
                picture.fill_cells(visited.map(|(cell, _)| cell), Tint::Highlight);
            }
            None => {
                picture.caption([format!("The last number is {}.", self.last)]);
            }
        }
    }
}

impl Setter for KnightMoves {
    /// Returns numbers of cells that are closed under quarter turns: the centre of a board is
    /// alone, all other cells come in fours.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (fours, rest) = (size * size / 4, size * size % 4);
        let last = 4 * random.usize(..=fours) + if random.bool() { rest } else { 0 };
        let draft = without_clues(size, &["rows", "columns"]).number("last", last.max(1));
        Some(draft.text("givens", Givens::filled(size, size, None)))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut draft = Draft::new().text("givens", board.grid());
        for clues in self.clues() {
            clues.put(board, &mut draft);
        }
        Some(draft)
    }
}

/// Returns the image of a cell under a quarter turn of a square, given by first cell and side, if
/// it is inside.
fn turned(cell: Cell, (first, side): (Cell, usize)) -> Option<Cell> {
    let row = cell.row.checked_sub(first.row).filter(|&row| row < side)?;
    let column = cell.column.checked_sub(first.column).filter(|&column| column < side)?;
    Some(Cell::new(first.row + column, first.column + side - 1 - row))
}
