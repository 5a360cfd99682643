//! # Candy Collectors
//!
//! *Jane Street, October 2020.* There are 25 sweets, five of each of five kinds. They are shuffled,
//! and each of five children gets five. What is the probability that each child has some kind of
//! which it holds more sweets than any other child?
//!
//! ```text
//!            kinds
//!          A  B  C      Three children, three kinds: the first one has the most A, the second the
//! child 1  2  0  1      most C, the third the most B.
//! child 2  1  0  2
//! child 3  0  3  0
//! ```
//!
//! Instances may have other numbers of children and copies; there are as many kinds as children,
//! and each child gets as many sweets as there are of each kind.
//!
//! ## Boards
//! The probability.
//!
//! ## Idea
//! At most one child is ahead in a kind. There are as many kinds as children, so each child must be
//! ahead in exactly one kind, and every kind has a leader.
//!
//! The sweets are distinguishable, so that all 25! / 5!^5 deals are equally likely. Kind by kind,
//! the search counts the ways in which its five sweets can be shared out: 5! divided by the
//! factorials of the shares, which must have a single largest one, that of a child that is not
//! ahead yet. The remaining kinds depend only on how much room each child has left and whether it
//! is ahead in a kind; the names of the children do not matter. So there are few states.
//!
//! ## The second way
//! The checker deals child by child. Let child j be ahead in kind j; the children can be assigned
//! to the kinds in 5! ways, which exclude each other. It lists all hands of the first child, of the
//! second, and so on, and counts each by the number of ways to pick it from the sweets that are
//! left: a product of binomials. It abandons hands with which some child cannot be ahead any more.
//! So it counts by hands, while the search counts by kinds.
//!
//! ## What does not scale
//! The checker lists every deal, up to the order of the children. So there are at most five
//! children.

mod check;

use std::collections::BTreeMap;

use numbers::{Fraction, Integer, decimal, factorial, fraction_form, parse_fraction};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CandyCollectors {
    /// The number of children and of kinds.
    children: Within<1, 5>,
    /// The number of sweets of a kind, and of a child's hand.
    copies: Within<1, 6>,
}

/// The state of a child while the kinds are dealt one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Child {
    /// The number of sweets that it still has to get.
    room: u64,
    /// Whether it is ahead in a kind that was dealt.
    is_ahead: bool,
}

/// Returns all shares of one kind, one for each child, with the sum `sweets`.
fn shares(children: &[Child], sweets: u64) -> Vec<Vec<u64>> {
    let Some((first, others)) = children.split_first() else {
        return if sweets == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for share in 0..=first.room.min(sweets) {
        all.extend(shares(others, sweets - share).into_iter().map(|mut rest| {
            rest.insert(0, share);
            rest
        }));
    }
    all
}

/// Returns the index of the single largest share, if there is one.
fn leader(shares: &[u64]) -> Option<usize> {
    let largest = shares.iter().max()?;
    let mut leaders = (0..shares.len()).filter(|&place| shares[place] == *largest);
    leaders.next().filter(|_| leaders.next().is_none())
}

puzzle::program!(CandyCollectors, searched without rules);

impl Puzzle for CandyCollectors {
    fn form(&self) -> Form {
        fraction_form()
    }

    fn search(&self, search: &mut Search) -> Flow {
        let (children, copies) = (self.children.size(), self.copies.get().unsigned_abs());
        let all = vec![Child { room: copies, is_ahead: false }; children];
        let mut deals = BTreeMap::from([(all, Integer::ONE)]);
        for _kind in 0..children {
            let mut next = BTreeMap::new();
            for (children, ways) in deals {
                search.poll()?;
                for shares in shares(&children, copies) {
                    let Some(leader) = leader(&shares).filter(|&place| !children[place].is_ahead)
                    else {
                        continue;
                    };
                    let mut after = children.clone();
                    after[leader].is_ahead = true;
                    let mut orders = factorial(copies);
                    for (child, &share) in after.iter_mut().zip(&shares) {
                        child.room -= share;
                        orders /= factorial(share);
                    }
                    after.sort_unstable();
                    *next.entry(after).or_insert(Integer::ZERO) += &ways * orders;
                }
            }
            deals = next;
        }
        let sweets = self.children.get().unsigned_abs() * copies;
        let all_deals = factorial(sweets) / factorial(copies).pow(children);
        let good_deals = deals.into_values().fold(Integer::ZERO, |sum, ways| sum + ways);
        let probability = Fraction::from(good_deals) / Fraction::from(all_deals);
        search.value(probability.to_string())
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self.children.size(), self.copies.size(), &parse_fraction(board.line())?)
    }

    fn answer(&self, board: &Board) -> Answer {
        let probability = parse_fraction(board.line()).unwrap_or_default();
        Answer::new(board.line()).remark("as a decimal", decimal(&probability, 8))
    }

    /// Draws the sweets by kind; solved, the most likely deal in which each child is ahead.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let (children, copies) = (self.children.size(), self.copies.size());
        let mut picture = Picture::canvas(copies as f64, children as f64);
        let mut sweet = |row: usize, column: usize, kind: usize| {
            let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
            let kind_tint = u8::try_from(kind).map_or(Tint::Shade, Tint::Colour);
            let name = ["A", "B", "C", "D", "E"][kind % 5];
            picture.circle(x, y, 0.42, Ink::Text, Some(kind_tint)).text_at(
                x,
                y,
                0.4,
                name,
                Ink::Text,
            );
        };
        let Some(board) = board else {
            for kind in 0..children {
                (0..copies).for_each(|column| sweet(kind, column, kind));
            }
            return picture;
        };
        for (row, hand) in check::likeliest(children, copies).iter().enumerate() {
            let sweets = hand.iter().enumerate().flat_map(|(kind, &n)| vec![kind; n]);
            sweets.enumerate().for_each(|(column, kind)| sweet(row, column, kind));
        }
        for row in 0..children {
            picture.text_at(-0.5, row as f64 + 0.5, 0.4, &(row + 1).to_string(), Ink::Label);
        }
        picture.caption([
            "The likeliest hands with which each child is ahead.",
            &format!("All such hands together have probability {}.", board.line()),
        ]);
        picture
    }
}

impl Setter for CandyCollectors {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let children = random.usize(1..=size.min(4));
        Some(Draft::new().number("children", children).number("copies", random.usize(1..=4)))
    }
}
