//! The checker: deals child by child.

use std::cmp::Ordering::{Equal, Greater, Less};

use anyhow::{Result, ensure};
use numbers::{Fraction, Integer, binomial, factorial};

/// Deals in which child j is ahead in kind j.
struct Deals<'v> {
    /// The hands by child, so far.
    hands: Vec<Vec<usize>>,
    /// The remaining sweets by kind.
    left: Vec<usize>,
    copies: usize,
    /// Takes a deal, and the number of ways to pick the hands one after the other.
    visit: &'v mut dyn FnMut(&[Vec<usize>], u128),
}

pub(crate) fn check(children: usize, copies: usize, claimed: &Fraction) -> Result<()> {
    let mut good = Integer::ZERO;
    visit(children, copies, &mut |_, ways| good += ways);
    let all = (1..=children).map(|hands| binomial((hands * copies) as u64, copies as u64));
    let all: Integer = all.product();
    let probability = Fraction::from(good * factorial(children as u64)) / Fraction::from(all);
    ensure!(*claimed == probability, "the probability is {probability}");
    Ok(())
}

/// Returns the most likely hands with which child j is ahead in kind j; empty if there are no such
/// hands.
pub(crate) fn likeliest(children: usize, copies: usize) -> Vec<Vec<usize>> {
    let mut best = (Vec::new(), 0);
    visit(children, copies, &mut |hands, ways| {
        if ways > best.1 {
            best = (hands.to_vec(), ways);
        }
    });
    best.0
}

fn visit(children: usize, copies: usize, visit: &mut dyn FnMut(&[Vec<usize>], u128)) {
    let left = vec![copies; children];
    Deals { hands: vec![Vec::new()], left, copies, visit }.deal(1);
}

impl Deals<'_> {
    /// Deals the next kind to the last child that has a hand, or begins the next hand.
    fn deal(&mut self, ways: u128) {
        let child = self.hands.len() - 1;
        let kind = self.hands[child].len();
        let room = self.copies - self.hands[child].iter().sum::<usize>();
        if kind == self.left.len() {
            if room > 0 {
                return;
            }
            if child + 1 == self.left.len() {
                (self.visit)(&self.hands, ways);
            } else {
                self.hands.push(Vec::new());
                self.deal(ways);
                self.hands.pop();
            }
            return;
        }
        let left = self.left[kind];
        let most_before = self.hands[..child].iter().map(|hand| hand[kind]).max();
        for share in 0..=room.min(left) {
            let can_be_ahead = match child.cmp(&kind) {
                Less => most_before.max(Some(share)) < Some(left - share),
                Equal => most_before < Some(share),
                Greater => share < self.hands[kind][kind],
            };
            if can_be_ahead {
                self.left[kind] -= share;
                self.hands[child].push(share);
                self.deal(ways * choices(left, share));
                self.hands[child].pop();
                self.left[kind] += share;
            }
        }
    }
}

/// Computes a binomial coefficient, small enough for a loop.
fn choices(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |product, i| product * (n - i) as u128 / (i + 1) as u128)
}
