//! Lines that are read as numbers: Hooks #6 and Hooks 9, whose clues say something of them.
//!
//! Each maximal run of filled cells in a row or column is one number, its digits written one after
//! the other in the direction in which the line is read.
//!
//! ```text
//! 3 . 1 4     from the left the numbers 3 and 14, with the product 42;
//!             from the right the numbers 41 and 3, with the product 123
//! ```
//!
//! ## Idea
//! The search decides the corner and the digit of each hook, from the outermost inwards, and leaves
//! open which cells are filled. That is enough to use the clues: the row and the column of a
//! new hook have no cell in the hooks that are still to be cut, so all their digits are known from
//! then on. Of all fills of the line (which of its cells hold their digit) the clue leaves
//! only some. A line of 9 cells has 512 fills, so a set of them is eight words, and one or two
//! instructions per word determine
//!
//! - which of them agree with what is known of the cells,
//! - which cells all of them fill, or none of them,
//! - how many cells of a hook they fill: together, its row and column fill as many as its digit
//!   says.
//!
//! All this is propagated together with the 2 x 2 rule and connectivity to a fixed point. Only when
//! all hooks are cut are open cells tried both ways.
//!
//! *Loose clues last.* Most fills of a line keep a greatest common divisor of 1, so reading them is
//! slow and of little use: such lines are read after all consequences of the other line of the
//! hook.

pub(crate) mod constraints;
mod fills;
mod reading;
mod search;
mod state;

use std::fmt;
use std::num::NonZeroU64;

use grid_puzzles::{Border, LineClues, Side, without_border_clues, without_clues};
use num_integer::Integer;
use puzzle::Kind;
use puzzle::prelude::*;

use crate::constraints::Cells;
use crate::{Digits, check, draw_hooks, form, product_of_groups};

/// Hooks that carry their sizes, with clues at all four sides: divisors, products, or both.
pub static NUMBERS: Kind = Kind::of::<Numbers>().searched();

/// Hooks that carry any digits, with divisors at the left and at the top.
pub static DIVISORS: Kind = Kind::of::<Divisors>().searched();

/// The longest line: larger hooks would carry digits that are none.
const LARGEST_SIZE: usize = 9;

/// The statement of a clue about the numbers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    /// The greatest common divisor of the numbers.
    Gcd,
    /// The product of the numbers.
    Product,
}

impl Function {
    /// Returns the divisor or product of some numbers.
    fn of(self, numbers: &[u64]) -> u64 {
        match self {
            Function::Gcd => numbers.iter().fold(0, |divisor, &number| divisor.gcd(&number)),
            Function::Product => numbers.iter().product(),
        }
    }

    /// Returns the clue that a board shows; `None` where the line has no numbers.
    fn shown(self, board: &Board, side: Side, line: usize) -> Option<NonZeroU64> {
        let numbers = numbers(board, side, line);
        if numbers.is_empty() { None } else { NonZeroU64::new(self.of(&numbers)) }
    }

    /// Returns the text between a line and its clue in an error.
    fn says(self) -> &'static str {
        match self {
            Function::Gcd => "has the greatest common divisor",
            Function::Product => "has the product",
        }
    }
}

/// Returns the numbers of a row or column as it is read from a side: `line` is its place, from 0.
fn numbers(board: &Board, side: Side, line: usize) -> Vec<u64> {
    let digits = side.cells(board.grid().rows(), line).map(|cell| board[cell]);
    let text: String =
        digits.map(|digit| digit.map_or(" ".to_owned(), |digit| digit.to_string())).collect();
    text.split_whitespace().map(|number| number.parse().expect("digits make a number")).collect()
}

/// A clue and where it stands.
#[derive(Clone, Copy)]
struct NumberClue {
    /// The side from which the line is read.
    side: Side,
    /// The row or column, from 0.
    line: usize,
    /// The value of the clue.
    function: Function,
    /// The divisor or product.
    value: NonZeroU64,
}

impl fmt::Display for NumberClue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NumberClue { function, value, .. } = self;
        let sign = if *function == Function::Gcd { "gcd " } else { "" };
        write!(f, "the clue {sign}{value}, {}", self.side.name(self.line))
    }
}

/// Refuses more clues than a square with digits can have. `key` is their name in the instance.
fn check_clues<T>(key: &str, clues: &LineClues<T>) -> Result<()> {
    ensure!(
        clues.len() <= LARGEST_SIZE,
        "`{key}` has {} clues (`.` is one, too); expected at most {LARGEST_SIZE}, for a cell holds \
         one of the digits 1 to 9",
        clues.len()
    );
    Ok(())
}

/// Clues about the numbers in a row or column, as they are read from the clue's side.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    /// The clues that are greatest common divisors.
    gcd: Border<NonZeroU64>,
    /// The clues that are products.
    product: Border<NonZeroU64>,
}

impl Numbers {
    /// Returns the two tables, with their names and what their clues say.
    fn tables(&self) -> [(&'static str, Function, &Border<NonZeroU64>); 2] {
        [("gcd", Function::Gcd, &self.gcd), ("product", Function::Product, &self.product)]
    }

    fn given(&self) -> impl Iterator<Item = NumberClue> {
        self.tables().into_iter().flat_map(|(_, function, border)| {
            border.given().map(move |(side, line, &value)| NumberClue {
                side,
                line,
                function,
                value,
            })
        })
    }
}

impl Puzzle for Numbers {
    fn form(&self) -> Form {
        form(self.gcd.size())
    }

    fn validate(&self) -> Result<()> {
        for (table, _, border) in self.tables() {
            border.check_sides(table)?;
            check_clues(&format!("{table}.top"), &border.top)?;
        }
        self.product.top.check_as_many("product.top", "gcd.top", &self.gcd.top)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.gcd.size(), Digits::OfSize);
        constraints::state(model, &cells, self.given());
        cells.are_connected(model);
        cells.have_no_full_block(model);
        board.set_cells(&cells.digit);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self.gcd.size(), self.given(), Digits::OfSize, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Digits::OfSize)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let clues = self.tables().map(|(table, function, border)| {
            let shown = move |board: &Board, side, line| function.shown(board, side, line);
            border.of_board(table, function.says(), shown)
        });
        clues.into_iter().flatten().collect()
    }

    fn answer(&self, board: &Board) -> Answer {
        product_of_groups(board)
    }

    /// Draws both clues of a line side by side.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = self.form().picture(board);
        for side in Side::ALL {
            let labels = (0..self.gcd.size()).map(|line| {
                let divisor = self.gcd.side(side)[line].map(|divisor| format!("gcd {divisor}"));
                let product = self.product.side(side)[line].map(|product| product.to_string());
                (line, divisor.into_iter().chain(product).collect::<Vec<_>>().join(", "))
            });
            let labels = labels.filter(|(_, label)| !label.is_empty());
            grid_puzzles::draw::side(&mut picture, side, labels);
        }
        draw_hooks(&mut picture, board, Digits::OfSize);
        picture
    }
}

impl Setter for Numbers {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(without_border_clues(size, &["gcd", "product"]))
    }
}

/// The greatest common divisors of the numbers in rows and columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Divisors {
    /// Those of the rows, from top to bottom.
    #[serde(deserialize_with = "LineClues::of_rows")]
    left: LineClues<NonZeroU64>,
    /// Those of the columns, from left to right.
    #[serde(deserialize_with = "LineClues::of_columns")]
    top: LineClues<NonZeroU64>,
}

impl Divisors {
    /// Returns the two keys with the sides at which they stand.
    fn sides(&self) -> [(&'static str, Side, &LineClues<NonZeroU64>); 2] {
        [("left", Side::Left, &self.left), ("top", Side::Top, &self.top)]
    }

    fn given(&self) -> impl Iterator<Item = NumberClue> {
        self.sides().into_iter().flat_map(|(_, side, clues)| {
            let function = Function::Gcd;
            clues.given().map(move |(line, &value)| NumberClue { side, line, function, value })
        })
    }
}

impl Puzzle for Divisors {
    fn form(&self) -> Form {
        form(self.left.len())
    }

    fn validate(&self) -> Result<()> {
        self.top.check_as_many("top", "left", &self.left)?;
        check_clues("left", &self.left)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.left.len(), Digits::Free);
        constraints::state_divisors(model, &cells, self.given());
        cells.are_connected(model);
        cells.have_no_full_block(model);
        board.set_cells(&cells.digit);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self.left.len(), self.given(), Digits::Free, search)
    }

    /// Hooks that are laid in several ways show the same digits.
    fn may_repeat(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Digits::Free)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let clues = self.sides().map(|(key, side, clues)| {
            let shown = move |board: &Board, line| Function::Gcd.shown(board, side, line);
            clues.of_board(key, move |line| side.site(line), Function::Gcd.says(), shown)
        });
        clues.into()
    }

    fn answer(&self, board: &Board) -> Answer {
        product_of_groups(board)
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        draw_hooks(picture, board, Digits::Free);
    }
}

impl Setter for Divisors {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(without_clues(size, &["left", "top"]))
    }
}
