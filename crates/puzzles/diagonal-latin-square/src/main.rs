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
//! (minimum remaining values), whatever its kind; an item without options ends the branch at once.
//! The options of one item are mutually exclusive and exhaustive, so every square is found exactly
//! once: listing needs no memory of earlier squares.
//!
//! A depth-first search can waste a long time after an early mistake, however clever its order:
//! this happens on partly filled squares, though not on empty ones up to order 64. An attempt
//! without a square after a budget of nodes is abandoned for a new one with a budget half as large
//! again, which breaks ties by conflict weight: how often an item has lost its last option so far.
//! The first attempt that finds a square runs to its end, so the search stays exhaustive.
//!
//! ## Why it is fast
//! A square that is filled without an error takes one node per cell and the root: 50 at order 7. An
//! option is ruled out by clearing a bit and counting down a byte in each of its items, and the
//! fewest options are the minimum of these bytes, which the compiler finds sixteen at a time.
//!
//! ## Why it has a search
//! Finds a first square far sooner than the rules alone, which take seconds at order 30, and lists
//! millions of squares, which a solver of constraints would have to exclude one by one.
//!
//! ## Counting
//! `counting.rs` counts squares without givens up to order 9 without listing them, and explains
//! how.
//!
//! ## Sources
//! Exact covers: Donald Knuth, *Dancing Links*, 2000. Restarts: Gomes, Selman and Kautz, 1998.
//! Conflict weights: Boussemart, Hemery, Lecoutre and Sais, 2004. The numbers of squares are
//! sequence A274171 of the OEIS.

mod counting;
mod exact_cover;
mod search;

use std::ops::ControlFlow;

use grid_puzzles::check_givens_fit;
use puzzle::prelude::*;
use puzzle::{Counting, Effort, Extension, Found, Tasks};

/// The largest order whose squares are counted by listing those with one first row. Larger orders
/// are out of reach, and a product with the factorial might overflow.
const LARGEST_RELABELLED_ORDER: usize = 20;

/// A square to fill: its order and, optionally, some of its cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagonalLatinSquare {
    /// The number of rows, of columns and of symbols; a set of symbols is one machine word.
    order: Within<1, 64>,
    /// The given symbols of some cells.
    givens: Option<Grid<Option<u8>>>,
}

puzzle::program!(DiagonalLatinSquare, searched);

/// Returns the two long diagonals of a square.
fn diagonals(order: usize) -> [Vec<Cell>; 2] {
    [
        (0..order).map(|row| Cell::new(row, row)).collect(),
        (0..order).map(|row| Cell::new(row, order - 1 - row)).collect(),
    ]
}

impl Puzzle for DiagonalLatinSquare {
    fn form(&self) -> Form {
        let order = self.order.size();
        let form = Form::numbers(order, order, 0..=self.order.get() - 1);
        match &self.givens {
            Some(givens) => form.with_givens(givens),
            None => form,
        }
    }

    fn validate(&self) -> Result<()> {
        let Some(givens) = &self.givens else { return Ok(()) };
        let order = self.order.size();
        let last = u8::try_from(order - 1).expect("the order is at most 64");
        check_givens_fit(givens, (order, order), "symbol", 0..=last)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        model.rule("Every row, every column and both long diagonals hold each symbol once.");
        for line in 0..cells.rows() {
            model.require(all_different(cells.row(line)));
            model.require(all_different(cells.column(line)));
        }
        for diagonal in diagonals(cells.rows()) {
            model.require(all_different(diagonal.iter().map(|&cell| &cells[cell])));
        }
        model.given_rule("Some symbols are given.");
        if let Some(symbols) = &self.givens {
            model.require(givens(&cells, symbols));
        }
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn extension(&self) -> Extension<'_> {
        Extension::Counting(self)
    }

    fn check(&self, board: &Board) -> Result<()> {
        latin_squares::check::latin_square(board)?;
        let last = self.order.size() - 1;
        let is_on_main = |cell: &Cell| cell.row == cell.column;
        let is_on_anti = |cell: &Cell| cell.row + cell.column == last;
        let main = board.grid().cells().filter(is_on_main).collect_vec();
        let anti = board.grid().cells().filter(is_on_anti).collect_vec();
        for (name, diagonal) in [("the main diagonal", main), ("the antidiagonal", anti)] {
            let symbols = diagonal.into_iter().filter_map(|cell| board[cell]);
            if let Some(symbol) = symbols.duplicates().next() {
                bail!("{name} holds {symbol} twice");
            }
        }
        Ok(())
    }

    /// Returns the same answer for every square, since any square is accepted.
    fn answer(&self, _: &Board) -> Answer {
        Answer::new(format!("a diagonal Latin square of order {}", self.order))
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        for diagonal in diagonals(self.order.size()) {
            picture.fill_cells(diagonal, Tint::Highlight);
        }
    }
}

impl Setter for DiagonalLatinSquare {
    fn sizes(&self) -> Vec<usize> {
        (1..=64).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("order", size))
    }

    /// Returns an instance in which all cells are given.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.grid()))
    }
}

impl Counting for DiagonalLatinSquare {
    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        let order = self.order.size();
        if self.relabellings().is_none() || order > counting::LARGEST_ORDER {
            return ControlFlow::Continue(None);
        }
        let tasks = counting::Tasks::of_order(order, effort)?;
        ControlFlow::Continue(Some(Box::new(tasks)))
    }

    /// Adds up the tasks; if there are none, lists the squares with the symbols of the first row in
    /// order, or with the givens.
    fn count(&self, search: &mut Search) -> Flow {
        if let Some(tasks) = self.tasks(search.effort())? {
            for task in 0..tasks.len() {
                if let Found::Count(squares) = tasks.run(task, search.effort())? {
                    search.count(squares)?;
                }
            }
            return Flow::Continue(());
        }
        let order = self.order.size();
        let in_order = |Cell { row, column }| u8::try_from(column).ok().filter(|_| row == 0);
        let (listed, times) = match self.relabellings() {
            Some(relabellings) => {
                let givens = Some(Grid::from_fn(order, order, in_order));
                (&Self { order: self.order, givens }, relabellings)
            }
            None => (self, 1),
        };
        search::each(listed, search, &mut |search, _| search.count(times))
    }

    /// Remarks that squares without givens come in groups of N! that differ only in the names of
    /// their symbols; one of each group has its first row in order.
    fn remarks(&self, squares: u128) -> Vec<(&'static str, String)> {
        match self.relabellings() {
            Some(relabellings) if squares.is_multiple_of(relabellings) => vec![
                ("first row in order", (squares / relabellings).to_string()),
                ("times", format!("{}! = {relabellings}", self.order)),
            ],
            _ => Vec::new(),
        }
    }
}

impl DiagonalLatinSquare {
    /// Returns the number of ways to rename the symbols, N!; `None` if a given fixes one, or the
    /// order is too large.
    fn relabellings(&self) -> Option<u128> {
        let has_givens = self.givens.iter().flat_map(Grid::values).any(Option::is_some);
        let is_known = !has_givens && self.order.size() <= LARGEST_RELABELLED_ORDER;
        is_known.then(|| (1..=self.order.size() as u128).product())
    }
}
