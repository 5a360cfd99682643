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
//! b. Where every space is given, the one solution is the empty board, with an empty answer, if the
//! sums are right.
//!
//! Numbers are any 64-bit integers, repeated ones included, which are not told apart. Of a list
//! longer than the empty spaces some stay unused (a remark tells which); with a shorter one the
//! instance is unsolvable.
//!
//! ## Boards
//! `rg=2 gk=4 k=6 ky=1 yb=3`: the spaces that were empty with their numbers, written in the order
//! above and read in any.
//!
//! ## Idea
//! *Propagation*: a ring with one empty space forces what it lacks to the sum into it, and that
//! number must be left; a full ring must have the sum. The rings are visited from red to blue until
//! nothing changes. Then some ring has exactly two empty spaces: the leftmost ring that has any
//! shares none with the ring on its left, so it has at most two, and one would be forced. The search
//! branches on the ring with two empty spaces that has the fewest pairs of numbers left (minimum
//! remaining values). A branch fixes two spaces, so no board is found twice.
//!
//! Nine spaces and five sums leave four free choices, and each branching settles one of them: the
//! search is at most four deep, whatever the instance.
//!
//! ## Why it is fast
//! Nodes on the published instance:
//!
//! | search | `--strategy` | to the solution | in all |
//! | --- | --- | --- | --- |
//! | left to right, sums tested when all spaces are filled | `complete-fillings` | 113 | 326 |
//! | left to right, sums tested as soon as a ring is filled | `filled-rings` | 16 | 21 |
//! | propagation | `forced-spaces` | 1 | 1 |
//!
//! The only node is the root, and most of its time goes into sorting the list.
//!
//! ## Why so many lines
//! Its board is no grid: to read, write and draw it takes 180 of the lines, and the searches to
//! measure against take 50.

mod check;
mod picture;
mod rules;
mod search;
mod spaces;

use std::ops::ControlFlow;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::Result;
use itertools::Itertools;
use puzzle::{Puzzle, Rng, Search, Stop, Strategy};
use serde::{Deserialize, Serialize};

pub use spaces::{Numbers, Space};

/// An instance: the sum of every ring, what some spaces hold, and the numbers for the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

    fn rules(&self) -> Option<Rules<Numbers>> {
        Some(rules::rules(self))
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

    /// A solved board with so many empty spaces, and a list of what they held and other numbers, now
    /// and then those of all spaces.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let sum = random.i64(5..=30);
        // A space of a single ring is free where two rings meet next, and makes up the sum at the end.
        let mut held = vec![random.i64(0..=sum)];
        for _ in 0..3 {
            let before = held[held.len() - 1];
            let own = random.i64(0..=9);
            held.extend([own, sum - before - own]);
        }
        held.insert(0, sum - held[0]);
        held.push(sum - held[held.len() - 1]);
        let mut spaces: Vec<(Space, i64)> = Space::all().zip(held).collect();
        random.shuffle(&mut spaces);
        let (empty, full) = spaces.split_at(size.min(spaces.len()));
        let mut given = Numbers::default();
        for &(space, number) in full {
            given.set(space, number);
        }
        let listed = if random.bool() { empty } else { &spaces };
        let others = (0..random.usize(..3)).map(|_| random.i64(0..=9));
        let mut numbers: Vec<i64> =
            others.chain(listed.iter().map(|&(_, number)| number)).collect();
        numbers.sort_unstable();
        Some(OlympicRings { sum, given, numbers })
    }

    fn remarks(&self, board: &Numbers) -> Vec<(&'static str, String)> {
        let unused = self.unused(board);
        if unused.is_empty() { Vec::new() } else { vec![("unused", unused.iter().join(" "))] }
    }

    fn picture(&self, board: Option<&Numbers>) -> Picture {
        picture::picture(self, board)
    }
}
