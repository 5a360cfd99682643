//! # Olympic Rings
//!
//! *The Weekly Challenge 43, January 2020.* Five rings overlap in the Olympic arrangement, which
//! makes nine spaces. Some hold a given number. Put numbers of a list into the empty spaces, each
//! at most as often as the list has it, so that every ring has the same given sum.
//!
//! ```text
//!  red      black      blue         red    = r  + rg         r = 9 and sum 11: rg is 2
//! ( r )    (  k  )    ( b )         green  = rg + g + gk     2 + 5 + gk = 11: gk is 4
//!    (rg) (gk) (ky) (yb)            black  = gk + k + ky
//!      ( g )     ( y )              yellow = ky + y + yb     from the right: yb is 3, ky is 1
//!      green    yellow              blue   = yb + b          4 + k + 1 = 11: k is 6
//! ```
//!
//! The answer is the numbers in the spaces that were empty, in the order r, rg, g, gk, k, ky, y,
//! yb, b. If every space is given and the sums are right, the only solution is the empty board,
//! with an empty answer.
//!
//! Numbers are any 64-bit integers; equal ones are interchangeable. If the list is longer than the
//! empty spaces, some numbers stay unused, and a remark names them; if it is shorter, the instance
//! is unsolvable.
//!
//! ## Boards
//! `rg=2 gk=4 k=6 ky=1 yb=3`: the spaces that were empty with their numbers, written in the order
//! above and read in any.
//!
//! ## Idea
//! *Propagation*: a ring with one empty space forces its missing amount into that space, and the
//! number must be available; a full ring must have the sum. The rings are visited from red to blue
//! until nothing changes. Then some ring has exactly two empty spaces: the leftmost ring with empty
//! spaces shares none with the ring on its left, so it has at most two, and one would be forced.
//! The search branches on the ring with two empty spaces that has the fewest available pairs of
//! numbers (minimum remaining values). A branch fixes two spaces, so no board is found twice.
//!
//! Nine spaces and five sums leave four free choices, and each branching settles one of them: the
//! search is at most four deep, whatever the instance.
//!
//! In the published instance every number is forced at the root.

mod check;
mod constraints;
mod drawing;
mod search;

use std::collections::BTreeMap;

use puzzle::prelude::*;

/// An instance: the sum of every ring, the given numbers, and the numbers for the other spaces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OlympicRings {
    /// The sum of every ring.
    sum: i64,
    /// The spaces that are given. Optional; empty by default.
    #[serde(default)]
    given: BTreeMap<Space, i64>,
    /// The numbers for the other spaces, each as often as it may be used.
    numbers: Vec<i64>,
}

/// One of the nine spaces, from left to right: the initials of the rings that it lies in; k is
/// black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Space {
    R,
    Rg,
    G,
    Gk,
    K,
    Ky,
    Y,
    Yb,
    B,
}

/// The names of the spaces.
const NAMES: [&str; 9] = ["r", "rg", "g", "gk", "k", "ky", "y", "yb", "b"];

/// The number in each space, as far as it is known.
type Numbers = [Option<i64>; 9];

impl OlympicRings {
    fn given(&self) -> Numbers {
        let mut given = [None; 9];
        for (&space, &number) in &self.given {
            given[space as usize] = Some(number);
        }
        given
    }

    /// Returns the board with these numbers beside the given ones.
    fn board(&self, found: &Numbers) -> Board {
        let given = self.given();
        Board::Grid(Grid::from_fn(1, 9, |cell| given[cell.column].or(found[cell.column])))
    }
}

/// Returns the numbers of a board, the given ones among them.
fn numbers(board: &Board) -> Numbers {
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|space| board[Cell::new(0, space)])
}

puzzle::program!(OlympicRings, searched);

impl Puzzle for OlympicRings {
    fn form(&self) -> Form {
        let given = self.given();
        let given = Grid::from_fn(1, 9, |cell| given[cell.column]);
        let form = Form::named(NAMES, i64::MIN..=i64::MAX).with_givens(&given);
        form.drawn_as(drawing::outlines())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, &numbers(board))
    }

    fn answer(&self, board: &Board) -> Answer {
        let given = self.given();
        let found = numbers(board).into_iter().zip(given).filter(|(_, given)| given.is_none());
        let found = found.filter_map(|(number, _)| number).collect_vec();
        let mut unused = self.numbers.clone();
        unused.sort_unstable();
        for number in &found {
            if let Ok(place) = unused.binary_search(number) {
                unused.remove(place);
            }
        }
        let answer = Answer::new(found.iter().join(" "));
        if unused.is_empty() { answer } else { answer.remark("unused", unused.iter().join(" ")) }
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board.map(numbers))
    }
}

impl Setter for OlympicRings {
    fn sizes(&self) -> Vec<usize> {
        (1..=NAMES.len()).collect()
    }

    /// Makes a solved board with `size` spaces emptied, and a list of the numbers that they held,
    /// occasionally of the numbers of all spaces, with up to two others.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let sum = random.i64(5..=30);
        // A space of a single ring is free where two rings meet next, and completes the sum at the
        // end.
        let mut held = vec![random.i64(0..=sum)];
        for _ in 0..3 {
            let before = held[held.len() - 1];
            let own = random.i64(0..=9);
            held.extend([own, sum - before - own]);
        }
        held.insert(0, sum - held[0]);
        held.push(sum - held[held.len() - 1]);
        let mut spaces: Vec<(&str, i64)> = NAMES.into_iter().zip(held).collect();
        random.shuffle(&mut spaces);
        let (empty, full) = spaces.split_at(size);
        let listed = if random.bool() { empty } else { &spaces };
        let others = (0..random.usize(..3)).map(|_| random.i64(0..=9));
        let mut numbers: Vec<i64> =
            others.chain(listed.iter().map(|&(_, number)| number)).collect();
        numbers.sort_unstable();
        let mut draft = Draft::new().number("sum", sum).value("numbers", numbers);
        for &(space, number) in full {
            draft.put(&format!("given.{space}"), number);
        }
        Some(draft)
    }
}
