//! Exact covers of limited cost: which options are left, by bit sets, while options are taken that
//! cover each primary item exactly once, and each other item at most once.

use std::collections::HashMap;
use std::hash::Hash;

use grid_utils::BitSet;
use itertools::Itertools;

/// Marks an item's number of options when one of them is taken. There are fewer options than this.
pub(crate) const COVERED: u16 = 0x8000;

/// Options and the items that they cover. A set of options has this many words.
pub(crate) struct ExactCover<const WORDS: usize> {
    /// The primary items of each option, by their numbers.
    items: Vec<Vec<usize>>,
    costs: Vec<u32>,
    /// For each option, the options that share an item with it: itself, too.
    rules_out: Vec<BitSet<WORDS>>,
    /// For each primary item, the options that cover it.
    covered_by: Vec<BitSet<WORDS>>,
    /// For each amount, the options that cost more.
    dearer_than: Vec<BitSet<WORDS>>,
}

/// A partial cover.
#[derive(Clone)]
pub(crate) struct Partial<const WORDS: usize> {
    /// The options that are taken.
    pub(crate) taken: BitSet<WORDS>,
    /// The options that can still be taken.
    options: BitSet<WORDS>,
    /// For each primary item, the number of them that cover it, marked with [`COVERED`] if the item
    /// is covered.
    left: Vec<u16>,
    /// What may still be spent.
    budget: u32,
}

impl<const WORDS: usize> ExactCover<WORDS> {
    /// Returns the problem with these options, each given by the items that it covers and its cost,
    /// and the partial cover without any. Fewer than 32,768 options, none of which costs more than
    /// the budget, and each with a primary item.
    pub(crate) fn new<I: Eq + Hash>(
        options: &[(&[I], u32)],
        primary: &[I],
        budget: u32,
    ) -> (Self, Partial<WORDS>) {
        // The primary items come first, so a number tells whether an item is primary.
        let all = primary.iter().chain(options.iter().flat_map(|(items, _)| *items));
        let number: HashMap<&I, usize> = all.unique().zip(0..).collect();
        let numbers = |(items, _): &(&[I], u32)| items.iter().map(|item| number[item]).collect();
        let items: Vec<Vec<usize>> = options.iter().map(numbers).collect();
        let mut covered_by = vec![BitSet::EMPTY; number.len()];
        let mut dearer_than = vec![BitSet::EMPTY; budget as usize + 1];
        for (option, items) in items.iter().enumerate() {
            for &item in items {
                covered_by[item].insert(option);
            }
            for set in &mut dearer_than[..options[option].1 as usize] {
                set.insert(option);
            }
        }
        let union = |all, &item: &usize| all | covered_by[item];
        let rules_out = items.iter().map(|items| items.iter().fold(BitSet::EMPTY, union)).collect();
        let keep_primary = |items: &mut Vec<usize>| items.retain(|&item| item < primary.len());
        let items = items.into_iter().update(keep_primary).collect();
        covered_by.truncate(primary.len());
        let count = |set: &BitSet<WORDS>| u16::try_from(set.len()).expect("options are fewer");
        let left = covered_by.iter().map(count).collect();
        let costs = options.iter().map(|&(_, cost)| cost).collect();
        let all = BitSet::below(options.len());
        let start = Partial { taken: BitSet::EMPTY, options: all, left, budget };
        (ExactCover { items, costs, rules_out, covered_by, dearer_than }, start)
    }

    /// Returns the options left that cover a primary item.
    pub(crate) fn options(&self, partial: &Partial<WORDS>, item: usize) -> BitSet<WORDS> {
        partial.options & self.covered_by[item]
    }

    /// Takes an option that is left, and rules others out, also those that have become too dear.
    pub(crate) fn take(&self, partial: &mut Partial<WORDS>, option: usize) {
        partial.taken.insert(option);
        for &item in &self.items[option] {
            partial.left[item] |= COVERED;
        }
        partial.budget -= self.costs[option];
        let out = self.rules_out[option] | self.dearer_than[partial.budget as usize];
        let gone = (partial.options & out).iter();
        gone.flat_map(|gone| &self.items[gone]).for_each(|&item| partial.left[item] -= 1);
        partial.options -= out;
    }
}

impl<const WORDS: usize> Partial<WORDS> {
    /// Returns the first of the primary items with the fewest options, and their number; `None` if
    /// all are covered.
    pub(crate) fn fewest(&self) -> Option<(usize, u16)> {
        // Two passes without a branch in the loop: the first is a minimum over words of vectors.
        let fewest = self.left.iter().copied().fold(COVERED, u16::min);
        let item = self.left.iter().position(|&left| left == fewest)?;
        (fewest < COVERED).then_some((item, fewest))
    }
}
