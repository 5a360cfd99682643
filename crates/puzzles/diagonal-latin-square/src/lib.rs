//! # Diagonal Latin squares
//!
//! *Code Golf, December 2015.* Fill an N x N grid with the symbols 0 to N - 1 so that every row,
//! every column and both long diagonals hold each symbol once. Some cells may be given. The
//! challenge asks for a first square as fast as possible; here all squares can be listed, too, and
//! counted without being listed.
//!
//! ```text
//! 3 0 1 2
//! 1 2 3 0      order 4: one of 48 squares. Orders 2 and 3 have none, order 1 has `0`.
//! 2 1 0 3
//! 0 3 2 1
//! ```
//!
//! ## Idea
//! A square is an *exact cover*. Its *options* are the assignments, a symbol in a cell. Its *items*
//! are of four kinds: the cells, each symbol in a row, in a column, and in a diagonal; exactly one
//! option of each item is chosen. The search branches on the item with the fewest options left
//! (minimum remaining values), whatever its kind; one without options ends the branch at once. The
//! options of one item exclude each other and exhaust it, so every square is met, and met once:
//! listing needs no memory of what was reported.
//!
//! A depth-first search that errs early can be lost for long, however clever its order: on empty
//! squares this does not happen up to order 64, on partly filled ones it does. An attempt that has
//! found nothing after twice as many nodes as the square has cells (and 500 more) is given up for a
//! new one with half as large a budget again, that breaks ties by conflict weight: how often an item
//! has lost its last option so far. The first attempt that finds a square runs to its end, so the
//! search stays exhaustive.
//!
//! ## Why it is fast
//! Nodes up to the first square:
//!
//! | next comes | order 7 | 8 | 20 | 30 | orders 4 to 64 beyond a million |
//! | --- | --- | --- | --- | --- | --- |
//! | the first empty cell, in reading order | 8,991 | 2,140,946 | | | 57 of 61 |
//! | the cell with the fewest symbols left | 102 | 67 | 689,721 | 959 | 29 of 61 |
//! | the item with the fewest options, diagonals first | 50 | 68 | 425 | 901 | none: 26,101 at worst |
//! | the same, cells first, the last of them | 50 | 84 | 401 | 929 | none: 1.4 per cell at worst |
//!
//! A square that is filled without an error takes one node per cell and the root: 50 at order 7.
//! That is 7 microseconds: an option is ruled out by clearing a bit and counting down a byte in each
//! of its items, and the fewest options are the least of these bytes, which the compiler finds
//! sixteen at a time. Listing all 92,160 squares of order 6 takes 4.3 million nodes; in reading
//! order it takes 59 million.
//!
//! On partly filled squares at their hardest, such as order 30 with 60 % given, restarts alone take
//! a median of 381,000 nodes, with conflict weights 56,000.
//!
//! ## Counting
//! Counting lists nothing, up to order 9 without givens: it fixes the main diagonal, counts one of
//! each class of squares that symmetries map to each other, and slices by symbols, not by rows. For
//! either half of the symbols it adds up in how many ways they can take a set of cells, and
//! multiplies the numbers of sets that complete each other. The module `count` explains it all.
//!
//! ## Why so many lines
//! The search is 500 lines; counting is three times that, and worth it: listing order 7 takes 0.48 s
//! and 3.7 million nodes, counting 0.7 milliseconds; order 8 takes 0.3 s, where listing would take
//! hours; and order 9, first counted by volunteers' computers, less than an hour.
//!
//! ## Sources
//! Exact covers: Donald Knuth, *Dancing Links*, 2000. Restarts: Gomes, Selman and Kautz, 1998.
//! Conflict weights: Boussemart, Hemery, Lecoutre and Sais, 2004. The numbers of squares are
//! sequence A274171 of the OEIS.

mod check;
mod count;
mod exact_cover;
mod search;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid};
use picture::{Ink, Picture, Tint};
use puzzle::{Effort, Puzzle, Rng, Search, Stop, Tasks};
use rules::{Model, Rules, all_different, givens};
use serde::{Deserialize, Serialize};

use exact_cover::Assignment;

/// The largest order: a set of symbols, rows or columns is one machine word.
const LARGEST_ORDER: usize = 64;

/// A square to fill: its order and, perhaps, some of its cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiagonalLatinSquare {
    /// The number of rows, of columns and of symbols, from 1 to 64.
    pub order: usize,
    /// The symbols that some cells hold from the start.
    pub givens: Option<Grid<Option<u8>>>,
}

/// A square, filled or partly filled.
pub type Square = Grid<Option<u8>>;

puzzle::program!(DiagonalLatinSquare);

impl Puzzle for DiagonalLatinSquare {
    /// The options of an item exclude each other, and no attempt follows one that has found anything.
    const DISTINCT: bool = true;

    /// Rows of symbols, `.` for an empty cell.
    type Board = Square;

    fn validate(&self) -> Result<()> {
        let order = self.order;
        ensure!(
            (1..=LARGEST_ORDER).contains(&order),
            "`order` is {order} and must be from 1 to {LARGEST_ORDER}"
        );
        let Some(givens) = &self.givens else { return Ok(()) };
        ensure!(
            (givens.rows(), givens.columns()) == (order, order),
            "`givens` has {} rows and {} columns; expected {order} of each, as `order` says",
            givens.rows(),
            givens.columns()
        );
        for (Cell { row, column }, given) in givens {
            if let Some(given) = *given {
                ensure!(
                    usize::from(given) < order,
                    "`givens`, row {row}, column {column}: \
                     expected a symbol from 0 to {} and found {given}",
                    order - 1
                );
            }
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Square>> {
        let (mut model, order) = (Model::default(), self.order);
        let cells = model.grid(order, order, 0..=i64::from(self.symbols()) - 1);
        model.rule("Every row, every column and both long diagonals hold each symbol once.");
        for line in 0..order {
            model.require(all_different(cells.row(line)));
            model.require(all_different(cells.column(line)));
        }
        let on_diagonal = |is_on: fn(Cell, usize) -> bool| {
            all_different(
                cells.iter().filter(|(cell, _)| is_on(*cell, order)).map(|(_, cell)| cell),
            )
        };
        model.require(on_diagonal(|cell, _| cell.row == cell.column));
        model.require(on_diagonal(|cell, order| cell.row + cell.column + 1 == order));
        model.rule("Some symbols are given.");
        if let Some(symbols) = &self.givens {
            model.require(givens(&cells, symbols));
        }
        Some(model.solved_by(cells.values(), move |symbols| {
            Grid::from_fn(order, order, |cell| {
                symbols[cell.row * order + cell.column].and_then(|symbol| u8::try_from(symbol).ok())
            })
        }))
    }

    fn search(&self, search: &mut Search<Square>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        let tasks = count::tasks(self, effort)?;
        ControlFlow::Continue(tasks.map(|tasks| Box::new(tasks) as Box<dyn Tasks>))
    }

    fn count(&self, search: &mut Search<Square>) -> ControlFlow<Stop> {
        count::count(self, search)
    }

    fn check(&self, square: &Square) -> Result<()> {
        check::check(self, square)
    }

    /// Any square will do, so the answer is the same for each.
    fn answer(&self, _: &Square) -> String {
        format!("a diagonal Latin square of order {}", self.order)
    }

    fn random(size: usize, _: &mut Rng) -> Option<Self> {
        Some(DiagonalLatinSquare { order: size.clamp(1, LARGEST_ORDER), givens: None })
    }

    /// All cells are given.
    fn clued(&self, square: &Square) -> Option<Self> {
        Some(DiagonalLatinSquare { order: self.order, givens: Some(square.clone()) })
    }

    /// Of the squares without givens every N! differ only in the names of their symbols; one of
    /// these has its first row in order.
    fn count_remarks(&self, squares: u128) -> Vec<(&'static str, String)> {
        match count::relabellings(self) {
            Some(relabellings) if squares.is_multiple_of(relabellings) => vec![
                ("first row in order", (squares / relabellings).to_string()),
                ("times", format!("{}! = {relabellings}", self.order)),
            ],
            _ => Vec::new(),
        }
    }

    fn picture(&self, square: Option<&Square>) -> Picture {
        let mut picture = Picture::grid(self.order, self.order);
        picture.title(&format!("Diagonal Latin square of order {}", self.order));
        for line in 0..self.order {
            picture.fill(Cell::new(line, line), Tint::Highlight);
            picture.fill(Cell::new(line, self.order - 1 - line), Tint::Highlight);
        }
        for cell in Grid::filled(self.order, self.order, ()).cells() {
            let given = self.givens.as_ref().and_then(|givens| givens[cell]);
            let found = square.and_then(|square| square.get(cell).copied().flatten());
            let (symbol, ink) = match (given, found) {
                (Some(given), Some(found)) if given != found => (Some(found), Ink::Warning),
                (Some(given), _) => (Some(given), Ink::Given),
                (None, found) => (found, Ink::Found),
            };
            if let Some(symbol) = symbol {
                picture.text(cell, &symbol.to_string(), ink);
            }
        }
        picture
    }
}

impl DiagonalLatinSquare {
    /// The order, as the symbols are counted.
    fn symbols(&self) -> u8 {
        u8::try_from(self.order).expect("the order is at most 64")
    }

    /// The givens, one by one.
    fn assigned(&self) -> Vec<Assignment> {
        let byte = |line: usize| u8::try_from(line).expect("the order is at most 64");
        let givens = self.givens.iter().flat_map(Grid::iter);
        let assignment = |(cell, symbol): (Cell, &Option<u8>)| {
            Some(Assignment { row: byte(cell.row), column: byte(cell.column), symbol: (*symbol)? })
        };
        givens.filter_map(assignment).collect()
    }
}
