//! # Hooks \#3
//!
//! *Jane Street, February 2018.* Nested hooks, the hook of size m with the digit m in exactly m of its
//! cells: see [`nested_hooks`]. The filled cells are connected, no 2 x 2 block is full, and each row
//! and each column has two filled cells or more. A clue at the border is the product of the first two
//! digits that are seen from there. The answer is the product of the sizes of the groups of empty
//! cells.
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
//! Two cells of a line are seen first, and all cells before the second are decided by saying which:
//! such a *prefix* fits a clue if the digits of the two hooks have the right product. A clue allows few
//! prefixes, for few pairs of digits make the product. It is the search of
//! [`nested_hooks::line_clues`], which tells more.
//!
//! A line without a clue has prefixes, too: any two cells.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 72 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | prefixes tell that a line is impossible, but not what they have in common | 1,783 |
//! | connectivity is checked when the board is complete | 2,887 |
//! | a line's prefixes are propagated when all its hooks are cut | 135 |
//! | everything after each hook | 95 |
//!
//! Conflict weights make no difference here (93 nodes with cells in their order), but where clues are
//! scarce: for one random 9 x 9 instance with 40 % of the clues, two boards are found with 530 instead
//! of 2,723,970 nodes.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Border, Side};
use grid_utils::Cell;
use itertools::Itertools;
use nested_hooks::line_clues::{self, Clue, LARGEST_SIZE, LineClue, LinePrefix, LineView};
use nested_hooks::rules::Cells;
use nested_hooks::{Digits, Variant, draw};
use picture::Picture;
use puzzle::{Rng, Search, Stop};
use rules::{Model, at_least, when};
use serde::{Deserialize, Serialize};

pub use nested_hooks::Board;

/// The instance: its clues.
pub type Hooks = nested_hooks::Hooks<FirstPairs>;

/// Clues about the first two digits that are seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstPairs {
    /// For each side and each line, the product of the two digits.
    pub products: Border<NonZeroU64>,
}

puzzle::program!(Hooks);

impl Variant for FirstPairs {
    const DIGITS: Digits = Digits::OfSize;

    fn size(&self) -> usize {
        self.products.size()
    }

    fn validate(&self) -> Result<()> {
        line_clues::check_border(&self.products, "products")
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let clue = |(side, line, product): (_, _, &NonZeroU64)| LineClue {
            side,
            line,
            clue: FirstPair::of(product.get()),
        };
        let mut clues: Vec<_> = self.products.given().map(clue).collect();
        for (side, opposite) in [(Side::Top, Side::Bottom), (Side::Left, Side::Right)] {
            let [near, far] = [side, opposite].map(|side| self.products.side(side));
            let unclued = (0..self.size()).filter(|&line| near[line].or(far[line]).is_none());
            clues.extend(unclued.map(|line| LineClue { side, line, clue: FirstPair::ANY }));
        }
        line_clues::search(self.size(), &clues, search)
    }

    fn state_clues(&self, model: &mut Model, cells: &Cells) -> Option<()> {
        model.rule("Each row and each column has two filled cells or more.");
        for (side, line) in [Side::Left, Side::Top].into_iter().cartesian_product(0..self.size()) {
            model.require(at_least(2, cells.line(side, line).map(|cell| cells.filled[cell])));
        }
        model.rule("A clue is the product of the first two digits that are seen from there.");
        for (side, line, clue) in self.products.given() {
            let met: Vec<Cell> = cells.line(side, line).collect();
            for [first, second] in (0..met.len()).array_combinations() {
                let are_seen = (0..=second).map(|place| {
                    let is_filled = cells.filled[met[place]];
                    if place == first || place == second { is_filled } else { !is_filled }
                });
                let [one, other] = [first, second].map(|place| &cells.digit[met[place]]);
                for (digit, is_first) in one.values().filter(|&(digit, _)| digit > 0) {
                    let partner = i64::try_from(clue.get()).ok().filter(|clue| clue % digit == 0);
                    let is_second = partner.map_or(false.into(), |clue| other.is(clue / digit));
                    model.require(when(are_seen.clone().chain([is_first]), is_second));
                }
            }
        }
        Some(())
    }

    fn check_clues(&self, board: &Board) -> Result<()> {
        for (name, side) in [("row", Side::Left), ("column", Side::Top)] {
            for line in 0..self.size() {
                let filled = seen(board, side, line).len();
                ensure!(filled >= 2, "{name} {line} has {filled} filled cells; expected 2 or more");
            }
        }
        for (side, line, &expected) in self.products.given() {
            let seen = seen(board, side, line);
            let (first, second) = (seen[0], seen[1]);
            let product = first * second;
            ensure!(
                product == expected.get(),
                "{}: {first} and {second} come first and make {product} instead of {expected}",
                side.name(line)
            );
        }
        Ok(())
    }

    fn random(size: usize, _: &mut Rng) -> Self {
        FirstPairs { products: Border::of(size.min(LARGEST_SIZE), |_, _| None) }
    }

    fn clued(&self, board: &Board) -> Self {
        let product = |side, line| match seen(board, side, line)[..] {
            [first, second, ..] => NonZeroU64::new(first * second),
            _ => None,
        };
        FirstPairs { products: Border::of(self.size(), product) }
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::border(picture, &self.products);
    }
}

/// The digits of a line, in the order in which they are met from a side.
fn seen(board: &Board, side: Side, line: usize) -> Vec<u64> {
    side.cells(board.rows(), line).filter_map(|cell| board[cell]).map(u64::from).collect()
}

/// The first two digits of a line, for the search.
struct FirstPair {
    /// For each first digit the second ones that may follow it, as bits.
    partners: [u32; LARGEST_SIZE + 1],
}

impl FirstPair {
    /// Whichever they are.
    const ANY: Self = FirstPair { partners: [u32::MAX; LARGEST_SIZE + 1] };

    /// Those with a product.
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
