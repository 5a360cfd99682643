//! # Hooks \#3
//!
//! *Jane Street, February 2018.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hook of size m holds the digit m in exactly m of its cells; the others stay empty. The
//! filled cells are connected, no 2 x 2 block is full, and each row and each column has two filled
//! cells or more. A clue at the border is the product of the first two digits that are seen from
//! there. The answer is the product of the sizes of the groups of empty cells.
//!
//! ```text
//!      16  .  6  .
//!  .    4  .  3  .  12
//!  8    4  2  2  3   .      from the right, the row at the top begins with 3 and 4; they need
//!  .    .  1  .  3   3      not be neighbours. The empty groups have the sizes 2, 2, 1 and 1,
//! 16    .  4  .  4   .      the answer is 4
//!       .  4  . 12
//! ```
//!
//! ## Idea
//! Constraint propagation over *prefixes*: the two cells of a line that are seen first decide all cells
//! up to the second one, and such a prefix fits a clue if the digits of the two hooks have the right
//! product. A clue allows few prefixes, for few pairs of digits make the product. It is the search of
//! [`nested_hooks::line_clues`], which explains it in full.
//!
//! A line without a clue has prefixes, too: any two cells.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 46 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | prefixes tell that a line is impossible, but not what they have in common | 1,783 |
//! | connectivity is checked when the board is complete | 2,887 |
//! | a line's prefixes are propagated when all its hooks are cut | 135 |
//! | everything after each hook | 95 |
//!
//! Conflict weights make no difference here (93 nodes with cells in their order), but they do where clues
//! are scarce: for one random 9 x 9 instance with 40 % of the clues, two boards are found with 530 instead
//! of 2,723,970 nodes.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Border, Side, without_border_clues};
use grid_utils::Cell;
use itertools::Itertools;
use nested_hooks::constraints::Cells;
use nested_hooks::line_clues::{self, Clue, LARGEST_SIZE, LineClue, LinePrefix, LineView};
use nested_hooks::{Digits, check};
use picture::Picture;
use puzzle::{Answer, Board, Clues, Draft, Flow, Form, Puzzle, Rng, Rules, Search};
use rules::{Model, at_least, when};
use serde::Deserialize;

/// Clues about the first two digits that are seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hooks {
    /// For each side and each line, the product of the two digits.
    products: Border<NonZeroU64>,
}

puzzle::program!(Hooks, explained);

/// The rows and the columns.
fn lines(size: usize) -> impl Iterator<Item = (Side, usize)> {
    [Side::Left, Side::Top].into_iter().cartesian_product(0..size)
}

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.products.size())
    }

    fn validate(&self) -> Result<()> {
        line_clues::check_border(&self.products, "products")
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let cells = Cells::new(&mut model, self.products.size(), Digits::OfSize);
        model.rule("Each row and each column has two filled cells or more.");
        for (side, line) in lines(self.products.size()) {
            model.require(at_least(2, cells.line(side, line).map(|cell| cells.filled[cell])));
        }
        model.rule("A clue is the product of the first two digits that are seen from there.");
        for (side, line, clue) in self.products.given() {
            // No product of digits is beyond all numbers of the solver.
            let clue = i64::try_from(clue.get()).unwrap_or(i64::MAX);
            let met: Vec<Cell> = cells.line(side, line).collect();
            model.at(format!("the clue {clue}, {}", side.name(line)));
            for [first, second] in (0..met.len()).array_combinations() {
                let are_seen = (0..=second).map(|place| {
                    let is_filled = cells.filled[met[place]];
                    if place == first || place == second { is_filled } else { !is_filled }
                });
                let [one, other] = [first, second].map(|place| &cells.digit[met[place]]);
                for (digit, is_first) in one.values().filter(|&(digit, _)| digit > 0) {
                    let second = if clue % digit == 0 { clue / digit } else { i64::MAX };
                    model.require(when(are_seen.clone().chain([is_first]), other.is(second)));
                }
            }
        }
        cells.are_connected(&mut model);
        cells.have_no_full_block(&mut model);
        Some(self.form().solved(model, &cells.digit))
    }

    fn search(&self, search: &mut Search) -> Flow {
        let size = self.products.size();
        let clue = |(side, line, product): (_, _, &NonZeroU64)| LineClue {
            side,
            line,
            clue: FirstPair::of(product.get()),
        };
        let mut clues: Vec<_> = self.products.given().map(clue).collect();
        for (side, opposite) in [(Side::Top, Side::Bottom), (Side::Left, Side::Right)] {
            let [near, far] = [side, opposite].map(|side| self.products.side(side));
            let unclued = (0..size).filter(|&line| near[line].or(far[line]).is_none());
            clues.extend(unclued.map(|line| LineClue { side, line, clue: FirstPair::ANY }));
        }
        line_clues::search(size, &clues, search)
    }

    /// See [`line_clues`].
    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Digits::OfSize)?;
        for (side, line) in lines(self.products.size()) {
            let (name, filled) = (side.line_name(), seen(board, side, line).len());
            ensure!(filled >= 2, "{name} {line} has {filled} filled cells; expected 2 or more");
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        self.products.of_board("products", "begins with the product", |board, side, line| {
            let product: i64 = seen(board, side, line).into_iter().take(2).product();
            NonZeroU64::new(product.unsigned_abs())
        })
    }

    fn answer(&self, board: &Board) -> Answer {
        nested_hooks::product_of_groups(board)
    }

    fn sizes() -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(size: usize, _: &mut Rng) -> Option<Draft> {
        Some(without_border_clues(size.min(LARGEST_SIZE), &["products"]))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        nested_hooks::draw_hooks(picture, board, Digits::OfSize);
    }
}

/// The digits of a line, in the order in which they are met from a side.
fn seen(board: &Board, side: Side, line: usize) -> Vec<i64> {
    side.cells(board.grid().rows(), line).filter_map(|cell| board[cell]).collect()
}

/// The first two digits of a line, for the search.
struct FirstPair {
    /// For each first digit the second ones that may follow it, as bits.
    partners: [u32; LARGEST_SIZE + 1],
}

impl FirstPair {
    /// Any two digits.
    const ANY: Self = FirstPair { partners: [u32::MAX; LARGEST_SIZE + 1] };

    /// The pairs of digits with this product.
    fn of(product: u64) -> Self {
        let partners = std::array::from_fn(|first| {
            let second = product.checked_div(first as u64).unwrap_or(0);
            let is_pair = first as u64 * second == product && second <= LARGEST_SIZE as u64;
            if is_pair { 1 << second } else { 0 }
        });
        FirstPair { partners }
    }

    /// The second digits that may follow one of several first ones, all as bits.
    #[inline]
    fn partners_of(&self, mut first: u32) -> u32 {
        let mut partners = 0;
        while first != 0 {
            partners |= self.partners[first.trailing_zeros() as usize];
            first &= first - 1;
        }
        partners
    }
}

impl Clue for FirstPair {
    /// One for each two cells that may be the first: all cells up to the second.
    fn prefixes(
        &self,
        line: &LineView,
        found: &mut impl FnMut(LinePrefix) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in line.next_filled(0) {
            let partners = self.partners_of(line.digits(first));
            for second in line.next_filled(first + 1) {
                if line.digits(second) & partners != 0 {
                    found(LinePrefix { len: second + 1, filled: 1 << first | 1 << second })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
