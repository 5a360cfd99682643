//! # Knight Moves
//!
//! *Jane Street, March 2016.* A knight walks over a square board and numbers the cells that it
//! visits 1, 2, 3, and so on up to a given last number; it visits none twice. The visited cells
//! look the same after a quarter turn of their pattern, their numbers need not. The sum of the
//! numbers in each row and column is given, and some of the numbers. The answer is the largest
//! product of the numbers in a row or column.
//!
//! ```text
//! 12  8 16
//!  1  6  3    10
//!  4  .  8    12      the knight visits all cells but the one in the middle;
//!  7  2  5    14      the last column has the largest product, 120
//! ```
//!
//! Sums may be left out, and the board may have up to 15 rows and columns. Where all lines have
//! visited cells, the pattern turns about the centre of the board.
//!
//! ## Idea
//! It is the search of [`knight_moves`](knight_moves#how-the-search-goes): where each number can
//! stand, and which numbers each row and column can take for its sum. A cell that the knight cannot
//! visit is one of four, by quarter turns, that it does not visit. Each centre about which the
//! pattern may turn is searched by itself: there is one, unless sums are left out.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 8 nodes in 40 microseconds, tables
//! included.
//!
//! | search | nodes |
//! | --- | --- |
//! | a line has room for a number, and enough numbers for its sum | 774 |
//! | and the visited cells look the same after a quarter turn | 37 |
//! | and the numbers of a line can make its sum, all together | 8 |
//!
//! The rules alone take 323 nodes and 11 milliseconds.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Clues, Side, check, check_givens_fit, draw};
use grid_utils::Cell;
use itertools::Itertools;
use knight_moves::search::{Conditions, Holds, search};
use knight_moves::{Board, LARGEST_SIZE};
use picture::{Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use rules::{Model, Rules, any, implies, sum};
use serde::{Deserialize, Serialize};

/// A board on which a knight walks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightMoves {
    /// The last number, where the knight stops.
    pub last: u8,
    /// The numbers that are given (rows x columns), `.` for all other cells.
    pub givens: Board,
    /// The sums of the rows, from top to bottom, `.` for one that is not given.
    #[serde(deserialize_with = "Clues::of_rows")]
    pub rows: Clues<u32>,
    /// The sums of the columns, from left to right.
    #[serde(deserialize_with = "Clues::of_columns")]
    pub columns: Clues<u32>,
}

puzzle::program!(KnightMoves);

impl KnightMoves {
    fn size(&self) -> usize {
        self.givens.rows()
    }

    /// The cells of each row and column, its name, and its sum.
    fn lines(&self) -> impl Iterator<Item = (Vec<Cell>, String, Option<u32>)> {
        let sides = [(Side::Left, &self.rows), (Side::Top, &self.columns)];
        sides.into_iter().flat_map(move |(side, sums)| {
            sums.iter().enumerate().map(move |(line, sum)| {
                let cells = side.cells(self.size(), line).collect();
                (cells, format!("{} {line}", side.line_name()), sum.copied())
            })
        })
    }

    /// The squares of cells that the visited ones may lie in, first cell and side, each the largest
    /// around a point about which these may turn: the centre of a cell or the corner of four.
    fn squares(&self) -> Vec<(Cell, usize)> {
        let (size, last) = (self.size(), usize::from(self.last));
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
        let sums = |sums: &Clues<u32>| {
            let is_used = |&(_, sum): &(usize, Option<&u32>)| sum.is_some_and(|&sum| sum > 0);
            sums.iter().enumerate().filter(is_used).map(|(line, _)| line).collect_vec()
        };
        let givens = self.givens.iter().filter(|(_, given)| given.is_some());
        let givens = givens.map(|(cell, _)| cell).collect_vec();
        let rows = sums(&self.rows).into_iter().chain(givens.iter().map(|cell| cell.row));
        let columns = sums(&self.columns).into_iter().chain(givens.iter().map(|cell| cell.column));
        let [rows, columns] = [rows.minmax().into_option(), columns.minmax().into_option()];
        let has = |first: usize, side: usize, lines: Option<(usize, usize)>| {
            lines.is_none_or(|(least, most)| first <= least && most < first + side)
        };
        let possible = |&(first, side): &(Cell, usize)| {
            has_room(side) && has(first.row, side, rows) && has(first.column, side, columns)
        };
        squares.filter(possible).collect()
    }

    /// Of the numbers in each row, then in each column.
    fn products(&self, board: &Board) -> impl Iterator<Item = u128> {
        self.lines().map(|(cells, ..)| {
            cells.into_iter().filter_map(|cell| board[cell]).map(u128::from).product()
        })
    }
}

impl Puzzle for KnightMoves {
    // The search tries different cells for the same number.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        ensure!(
            rows == columns,
            "`givens` has {rows} rows and {columns} columns; expected a square"
        );
        ensure!(rows <= LARGEST_SIZE, "`givens` has {rows} rows; expected at most {LARGEST_SIZE}");
        let cells = rows * columns;
        ensure!(
            (1..=cells).contains(&self.last.into()),
            "`last` is {}; expected a number from 1 to {cells}, as the board has cells",
            self.last
        );
        check_givens_fit(&self.givens, (rows, columns), "number", 1..=self.last)?;
        for (key, sums) in [("rows", &self.rows), ("columns", &self.columns)] {
            ensure!(
                sums.len() == rows,
                "`{key}` has {} sums (`.` is one, too); expected {rows}",
                sums.len()
            );
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let lengths = [self.last.into()];
        let number = knight_moves::rules::walk(&mut model, &self.givens, lengths).number;
        model.rule("The set of the visited cells looks the same after a quarter turn.");
        let visited = number.map(|_, number| number.is_not(0));
        let squares = self.squares().into_iter().map(|square| {
            let turns = model.flag();
            for (cell, &is_visited) in &visited {
                let image = turned(cell, square).map(|image| visited[image]);
                model.require(implies(turns, any([!is_visited].into_iter().chain(image))));
            }
            turns
        });
        let squares = squares.collect_vec();
        model.require(any(squares));
        model.rule("The numbers in a row or a column add up to the sum beside it.");
        for (cells, _, total) in self.lines() {
            if let Some(total) = total {
                model.require(
                    sum(cells.into_iter().map(|cell| &number[cell])).equals(i64::from(total)),
                );
            }
        }
        Some(model.solved_by_grid(&number))
    }

    fn search(&self, reported: &mut Search<Board>) -> ControlFlow<Stop> {
        let (parts, holds) = self
            .lines()
            .map(|(cells, _, sum)| {
                (cells, sum.map_or(Holds::Anything, |sum| Holds::Sum(sum as usize)))
            })
            .unzip();
        let mut conditions = Conditions {
            givens: &self.givens,
            narrowed: Vec::new(),
            may_jump: &|_, _| true,
            turned: None,
            parts,
            lengths: vec![(self.last.into(), holds)],
        };
        for square in self.squares() {
            conditions.turned = Some(square);
            search(&conditions, reported)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.size(), self.size())?;
        let walk = knight_moves::check::walk(board)?;
        ensure!(
            walk.len() == usize::from(self.last),
            "the walk ends with {}, not with {}",
            walk.len(),
            self.last
        );
        check::givens(board, &self.givens)?;
        // A turn takes the rectangle around the visited cells to itself.
        let top = walk.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = walk.iter().map(|cell| cell.column).min().unwrap_or(0);
        let bottom = walk.iter().map(|cell| cell.row).max().unwrap_or(0);
        for &cell in &walk {
            let turned = Cell::new(top + cell.column - left, left + bottom - cell.row);
            ensure!(
                board.get(turned).is_some_and(Option::is_some),
                "{cell} is visited, and {turned}, where a quarter turn takes it, is not"
            );
        }
        for (cells, line, expected) in self.lines() {
            let found: u32 = cells.iter().filter_map(|&cell| board[cell]).map(u32::from).sum();
            let expected = expected.unwrap_or(found);
            ensure!(found == expected, "{line} adds up to {found} instead of {expected}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        self.products(board).max().unwrap_or(0).to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        vec![("products of rows and columns", self.products(board).join(" "))]
    }

    /// A number of cells that quarter turns can take to each other: the cell in the middle of a
    /// board is alone, all others are four each.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        let (fours, rest) = (size * size / 4, size * size % 4);
        let last = 4 * random.usize(..=fours) + if random.bool() { rest } else { 0 };
        Some(KnightMoves {
            last: u8::try_from(last.max(1)).expect("a board has at most 225 cells"),
            givens: Board::filled(size, size, None),
            rows: (0..size).map(|_| None).collect(),
            columns: (0..size).map(|_| None).collect(),
        })
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        let sum = |numbers: &mut dyn Iterator<Item = u8>| Some(numbers.map(u32::from).sum());
        let lines = 0..self.size();
        Some(KnightMoves {
            last: self.last,
            givens: board.clone(),
            rows: lines.clone().map(|row| sum(&mut board.row(row).flatten().copied())).collect(),
            columns: lines
                .map(|column| sum(&mut board.column(column).flatten().copied()))
                .collect(),
        })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = knight_moves::draw::walk(&self.givens, board);
        let visited = board.into_iter().flatten().filter(|(_, number)| number.is_some());
        picture.fill_cells(visited.map(|(cell, _)| cell), Tint::Highlight);
        draw::side(&mut picture, Side::Left, self.rows.given());
        draw::side(&mut picture, Side::Top, self.columns.given());
        if board.is_none() {
            picture.caption([format!("The last number is {}.", self.last)]);
        }
        picture
    }
}

/// Where a quarter turn of a square, first cell and side, takes a cell, if that is inside.
fn turned(cell: Cell, (first, side): (Cell, usize)) -> Option<Cell> {
    let row = cell.row.checked_sub(first.row).filter(|&row| row < side)?;
    let column = cell.column.checked_sub(first.column).filter(|&column| column < side)?;
    Some(Cell::new(first.row + column, first.column + side - 1 - row))
}
