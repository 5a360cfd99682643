//! # Olympic Rings
//!
//! *The Weekly Challenge 43, January 2020.* Five rings overlap in the Olympic arrangement, which
//! makes nine spaces. Some hold a given number. Put numbers of a list into the empty spaces, each at
//! most as often as the list has it, so that every ring has the same given sum.
//!
//! ```text
//!  red      black      blue         red    = r  + rg         r = 9 and sum 11: rg is 2
//! ( r )    (  k  )    ( b )         green  = rg + g + gk     2 + 5 + gk = 11: gk is 4
//!    (rg) (gk) (ky) (yb)            black  = gk + k + ky
//!      ( g )     ( y )              yellow = ky + y + yb     from the right: yb is 3, ky is 1
//!      green    yellow              blue   = yb + b          4 + k + 1 = 11: k is 6
//! ```
//!
//! The answer is the numbers in the spaces that were empty, in the order r, rg, g, gk, k, ky, y, yb,
//! b, separated by single spaces. Where every space is given there is nothing to answer: if the sums
//! are right the one solution is the empty board, with an empty answer.
//!
//! Numbers may be any 64-bit integers, negative ones and repetitions included. The list may be longer
//! than the empty spaces, then some numbers stay unused (a remark tells which); with a shorter one the
//! instance is unsolvable. Equal numbers of the list are not told apart.
//!
//! ## Boards
//! `rg=2 gk=4 k=6 ky=1 yb=3`: the spaces that were empty, with what was put into them, separated by
//! white space. They are written in the order above and read in any.
//!
//! ## Idea
//! A ring with one empty space decides it: what is missing to the sum must be in stock. A ring without
//! an empty space must have the sum. Both are looked at, from red to blue, until nothing changes. When
//! nothing is decided any more, some ring has exactly two empty spaces: the leftmost ring that has any
//! shares no empty space with its left neighbour, so it has two at most, and one would be decided. For
//! every ring with two empty spaces the pairs in stock with the right sum are counted in one pass over
//! the sorted stock, and the search branches on the pairs of the scarcest ring; a ring without a pair
//! ends the branch. A branch fixes what stands in two spaces, so that no board is found twice.
//!
//! Nine spaces and five sums leave four free choices, and each branching settles one of them: at most
//! four deep, whatever the instance.
//!
//! ## Why it is fast
//! On the published instance, nodes visited:
//!
//! | search | `--strategy` | to the solution | in all |
//! | --- | --- | --- | --- |
//! | left to right, sums tested when all spaces are filled | `complete-fillings` | 113 | 326 |
//! | left to right, sums tested as soon as a ring is filled | `filled-rings` | 16 | 21 |
//! | rings with one empty space decide it | `forced-spaces` | 1 | 1 |
//!
//! The number of arrangements, 5! = 120, never matters: the only node is the root, without a dead end.
//! Rings keep what they still miss and sets of spaces are bits of a word, so that deciding a space costs
//! a few nanoseconds; most of the time goes into sorting the stock.

mod check;
mod draw;
mod search;
mod spaces;

use std::ops::ControlFlow;

use anyhow::Result;
use itertools::Itertools;
use picture::Picture;
use puzzle::{Puzzle, Search, Stop, Strategy};
use serde::Deserialize;

pub use spaces::{Numbers, ReadError, Ring, Space};

/// An instance: the sum of every ring, what some spaces hold, and the numbers for the others.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OlympicRings {
    /// The sum of every ring.
    pub sum: i64,
    /// The spaces that hold a number from the start. Optional: none.
    #[serde(default)]
    pub given: Numbers,
    /// The numbers for the other spaces, each as often as it may be used.
    pub numbers: Vec<i64>,
}

impl OlympicRings {
    /// The spaces that are to be filled, in the order of [`Space::ALL`].
    pub fn empty_spaces(&self) -> impl Iterator<Item = Space> {
        Space::ALL.into_iter().filter(|&space| self.given.get(space).is_none())
    }

    /// The numbers of the list that `board` does not use, in ascending order.
    fn unused(&self, board: &Numbers) -> Vec<i64> {
        let mut unused = self.numbers.clone();
        unused.sort_unstable();
        for (_, number) in board.iter() {
            if let Ok(place) = unused.binary_search(&number) {
                unused.remove(place);
            }
        }
        unused
    }
}

puzzle::program!(OlympicRings);

impl Puzzle for OlympicRings {
    // Each branching fixes what stands in two spaces, differently in every branch.
    const DISTINCT: bool = true;

    const STRATEGIES: &'static [Strategy<Self>] = search::STRATEGIES;

    type Board = Numbers;

    /// Any sum, any givens and any list have a meaning.
    fn validate(&self) -> Result<()> {
        Ok(())
    }

    fn search(&self, search: &mut Search<Numbers>) -> ControlFlow<Stop> {
        search::by_forced_spaces(self, search)
    }

    fn check(&self, board: &Numbers) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Numbers) -> String {
        board.iter().map(|(_, number)| number).join(" ")
    }

    fn remarks(&self, board: &Numbers) -> Vec<(&'static str, String)> {
        let unused = self.unused(board);
        if unused.is_empty() { Vec::new() } else { vec![("unused", unused.iter().join(" "))] }
    }

    fn picture(&self, board: Option<&Numbers>) -> Picture {
        draw::picture(self, board)
    }
}
