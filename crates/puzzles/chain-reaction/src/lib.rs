//! # Chain Reaction
//!
//! *Jane Street, July 2014.* A chain is a row of different numbers from 1 to 100, such that of two
//! neighbours one divides the other. How long can it be?
//!
//! ```text
//! 37 74 2 8 4 16 48 6 3 9 27 81      12 numbers: x 2, : 37, x 4, : 2, x 4, x 3, ...
//! ```
//!
//! Instances may have another largest number n, up to 200.
//!
//! ## Idea
//! A stop between its end and its start makes a ring of the chain. Each number on it picks two links,
//! to its neighbours, and the others none; the stop picks two, too. Let every number pick for
//! itself, but give each link a price, which one of its ends pays and the other one gets: so it does
//! not matter where both agree. What all gain at most, 1 for each number on the ring, is a bound of the
//! chain's length, whatever the prices are (Lagrange). Where the picks disagree prices are changed,
//! and the bound falls.
//!
//! What the picks are on average, step after step, is nearly a ring, or several of them. Numbers
//! that have too few links to the others become a group: it has fewer links inside than numbers on the
//! ring, and that has its price, too, once for each of its numbers. Then one link that is nearly
//! agreed on is decided, and so on (branch and bound):
//!
//! - A number with two links takes no more. A ring closes only if it has all that is linked.
//! - A link is out if the bound would fall below the length that is asked for.
//! - Where the bound is below that length, the last decision was wrong.
//!
//! The length that is asked for begins with the first bound, and is decreased by 1 once all is tried. A
//! search that takes too many nodes starts again, with more steps at each node and with links
//! that are about as likely in another order: a wrong decision may take long to be noticed.
//!
//! ## Why it is fast
//! For n = 100 the first bound is 79. It takes 6 nodes to prove that there is no chain of 78 numbers,
//! and 65 to find one of 77, in 3,400 steps of prices: 0.1 seconds. Nothing is said of primes: prices
//! show by themselves that large ones have only the small numbers beside them, which become dear.
//! Without groups the bound stays at 79. With them, all n up to 100 take less than a second, and most
//! of them less than 80 nodes. Starting again helps the others: n = 54 takes 179 nodes instead of
//! 2,372, and 90 takes 188 instead of more than 3,000.
//!
//! ## The proof
//! Any prices give a bound. They are whole multiples of 2^-32, and what numbers gain is added up in
//! whole numbers, without rounding. Only the choice of the next prices, and of the next link to decide,
//! is made with floating-point numbers: a poor choice takes longer, and proves nothing wrong.
//!
//! ## Why the rules as constraints end at 50
//! A flag for each link and one ring through the stop: with that the solver proves the lengths for n =
//! 20, 30 and 50 in 0.07, 0.8 and 6 seconds. For n = 100 there are 515,000 variables, most of them to
//! keep the ring in one piece, and no proof after 30 seconds: it finds none of the prices.
//!
//! ## Why the code is long
//! Prices, groups and branching are a small solver of their own.
//!
//! ## Sources
//! Prices by subgradients are Held's and
//! Karp's for the travelling salesman, the step is Polyak's, the groups are Dantzig's,
//! Fulkerson's and Johnson's subtours.

mod prices;
mod search;

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Within};
use itertools::Itertools;
use picture::{Corner, Ink, Picture, Tint};
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Rules, Search};
use rules::{Model, any, none, sum};
use serde::Deserialize;

use crate::prices::STOP;

/// The largest n.
const LARGEST: i64 = 200;
/// The largest n for which the rules are stated as constraints.
const LARGEST_STATED: i64 = 50;
/// The numbers in a row of the picture.
const COLUMNS: usize = 10;

/// An instance: which numbers there are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChainReaction {
    /// The largest number.
    n: Within<1, LARGEST>,
}

impl ChainReaction {
    /// The numbers that are not in a chain.
    fn left_out(&self, chain: &[i64]) -> Vec<i64> {
        (1..=self.n.get()).filter(|number| !chain.contains(number)).collect()
    }
}

puzzle::program!(ChainReaction);

impl Puzzle for ChainReaction {
    fn form(&self) -> Form {
        Form::list(1..=self.n.get())
    }

    /// A ring of at least three numbers, of which 0 is the stop between the chain's end and its start.
    fn rules(&self, mut model: Model) -> Option<Rules> {
        if !(2..=LARGEST_STATED).contains(&self.n.get()) {
            return None;
        }
        let nodes = self.n.size() + 1;
        let links = (0..nodes).array_combinations();
        let links = links.map(|[one, other]| (one, other, model.flag())).collect_vec();
        model.rule("A chain is a row of different numbers. It is as long as possible.");
        let is_in = model.single_loop(nodes, &links);
        model.require(any([is_in[STOP]]));
        model.maximise(sum(&is_in[STOP + 1..]));
        model.rule("Of two neighbours one divides the other.");
        let fits = |one: usize, other: usize| one == STOP || other.is_multiple_of(one);
        let wrong = links.iter().filter(|&&(one, other, _)| !fits(one, other));
        model.require(none(wrong.map(|&(_, _, is_used)| is_used)));
        let ends = links.iter().map(|&(one, other, _)| (one, other)).collect_vec();
        Some(model.solved_by(links.iter().map(|&(_, _, flag)| flag), move |flags| {
            let used = ends.iter().zip(flags).filter(|(_, flag)| **flag == Some(1));
            search::chain(nodes, used.map(|(&ends, _)| ends)).into()
        }))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self.n.size(), search)
    }

    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        let chain = board.list();
        ensure!(!chain.is_empty(), "the chain has no number");
        if let Some(number) = chain.iter().duplicates().next() {
            bail!("{number} is in the chain twice");
        }
        for (one, other) in chain.iter().tuple_windows() {
            ensure!(
                one % other == 0 || other % one == 0,
                "{one} and {other} follow each other, and neither divides the other"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let left = self.left_out(board.list());
        Answer::of_score(board.list().len()).remark("numbers left out", left.iter().format(" "))
    }

    fn largest_size() -> usize {
        usize::try_from(LARGEST / 3).unwrap_or(usize::MAX)
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let largest = i64::try_from(size).unwrap_or(LARGEST).clamp(1, LARGEST / 3) * 3;
        Some(Draft::new().number("n", random.i64(1..=largest)))
    }

    /// The chain row by row, to and fro, then the numbers that are left out. What leads to the next
    /// number stands in the corner: times 2, or divided by 3.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let chain = board.map_or(&[][..], Board::list);
        let left = self.left_out(chain);
        let chain_rows = chain.len().div_ceil(COLUMNS);
        let mut picture = Picture::grid(chain_rows + left.len().div_ceil(COLUMNS), COLUMNS);
        let cells = (0..chain.len()).map(|place| {
            let (row, column) = (place / COLUMNS, place % COLUMNS);
            let is_back = row % 2 == 1;
            Cell::new(row, if is_back { COLUMNS - 1 - column } else { column })
        });
        let cells = cells.collect_vec();
        picture.fill_cells(cells.iter().copied(), Tint::Highlight).path(&cells, Ink::Accent);
        for (&cell, number) in cells.iter().zip(chain) {
            let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.42);
            picture.text_at(x, y, 0.4, &number.to_string(), Ink::Found);
        }
        for (&cell, (one, next)) in cells.iter().zip(chain.iter().tuple_windows()) {
            let step = match (next % one, one % next) {
                (0, _) => format!("\u{d7}{}", next / one),
                (_, 0) => format!(":{}", one / next),
                _ => "?".to_owned(),
            };
            picture.small_text(cell, Corner::BottomRight, &step, Ink::Label);
        }
        for (place, number) in left.iter().enumerate() {
            let cell = Cell::new(chain_rows + place / COLUMNS, place % COLUMNS);
            let ink = if chain.is_empty() { Ink::Given } else { Ink::Muted };
            picture.text(cell, &number.to_string(), ink);
        }
        if !chain.is_empty() {
            picture.caption([
                "\u{d7}2: the next number is twice this one; :2: it is half of it. Below the chain \
                 are the numbers that are left out.",
            ]);
        }
        picture
    }
}
