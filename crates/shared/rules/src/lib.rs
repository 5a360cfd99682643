//! A modelling language for the rules of a puzzle, as constraints over 0-1 variables.
//!
//! A model that reads like the puzzle's page is the shortest way to a first answer: a general
//! solver solves it, and its proof can be checked by a program that knows nothing of the puzzle.
//! Names follow cspuz, grilops and `MiniZinc` where possible.
//!
//! ```
//! use rules::{Model, all_different, sum};
//!
//! // A magic square of order 3.
//! let mut model = Model::default();
//! let cells = model.grid(3, 3, 1..=9);
//! model.rule("Every number from 1 to 9 stands once.");
//! model.require(all_different(cells.values()));
//! model.rule("Rows, columns and diagonals add up to 15.");
//! for line in 0..3 {
//!     model.require(sum(cells.cells().filter(|cell| cell.row == line).map(|cell| &cells[cell])).equals(15));
//!     model.require(sum(cells.cells().filter(|cell| cell.column == line).map(|cell| &cells[cell])).equals(15));
//! }
//! let falling = cells.cells().filter(|cell| cell.row == cell.column);
//! model.require(sum(falling.map(|cell| &cells[cell])).equals(15));
//! let rising = cells.cells().filter(|cell| cell.row + cell.column == 2);
//! model.require(sum(rising.map(|cell| &cells[cell])).equals(15));
//! assert_eq!(model.count(cells.values())?, 8);
//! # anyhow::Ok(())
//! ```

mod automaton;
mod budget;
mod expression;
mod graph;
mod groups;
mod model;
mod solutions;
mod words;

pub use automaton::{Automaton, State};
pub use budget::{Budget, Fault};
pub use expression::{Condition, Flag, Int, Number, Rule, Sum, Summand, sum};
pub use graph::symmetric;
pub use groups::{Group, Groups, Name, Named};
pub use model::{At, Limit, Model, Rules, Shown, Stated};
pub use solutions::Solutions;
pub use words::{
    all, all_different, any, at_least, at_most, equal, exactly, first_seen, givens, if_and_only_if,
    implies, none, not, when,
};

/// The examples of the README and of the cookbook are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../COOKBOOK.md")]
struct Examples;
