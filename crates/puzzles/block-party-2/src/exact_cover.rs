//! Exact covers of limited cost: which options are left, by bit sets, while options are taken that
//! cover each primary item exactly once, and each other item at most once. Options have costs, and
//! some items a price, which is paid if they are not covered.

use std::collections::BTreeMap;
use std::iter::successors;

/// Marks an item's number of options when one of them is taken.
const COVERED: u16 = 0x8000;
/// Marks the number of options of an item that may be left uncovered, for its price. There are fewer
/// options than this.
pub(crate) const PRICED: u16 = 0x4000;

const BITS: usize = u64::BITS as usize;

/// Options and the items that they cover.
pub(crate) struct ExactCover {
    /// The primary and the priced items of each option, by their numbers.
    items: Vec<Vec<usize>>,
    costs: Vec<u32>,
    /// The price of each item; 0 for the primary items.
    prices: Vec<u32>,
    /// For each option, the options that share an item with it: itself, too.
    rules_out: Vec<Vec<u64>>,
    /// For each primary and each priced item, the options that cover it.
    covered_by: Vec<Vec<u64>>,
    /// For each amount, the options that cost more.
    dearer_than: Vec<Vec<u64>>,
}

/// A partial cover.
#[derive(Clone)]
pub(crate) struct Partial {
    /// The options that can still be taken.
    options: Vec<u64>,
    /// For each primary and each priced item, the number of them that cover it, marked with
    /// [`COVERED`] if the item is covered, and with [`PRICED`].
    left: Vec<u16>,
    /// What may still be spent.
    budget: u32,
}

impl ExactCover {
    /// Returns the problem with these options, each given by the items that it covers and its cost,
    /// and the partial cover without any. Fewer than 16,384 options, each with a primary item.
    pub(crate) fn new<I: Ord>(
        options: &[(&[I], u32)],
        primary: &[I],
        priced: &[(I, u32)],
        budget: u32,
    ) -> (Self, Partial) {
        let words = options.len().div_ceil(BITS);
        let insert = |set: &mut Vec<u64>, option: usize| set[option / BITS] |= 1 << (option % BITS);
        let mut covering = BTreeMap::new();
        for (option, (items, _)) in options.iter().enumerate() {
            for item in *items {
                insert(covering.entry(item).or_insert_with(|| vec![0; words]), option);
            }
        }
        let rules_out = |(items, _): &(&[I], u32)| {
            items.iter().fold(vec![0; words], |mut set, item| {
                set.iter_mut().zip(&covering[item]).for_each(|(word, others)| *word |= others);
                set
            })
        };
        let rules_out = options.iter().map(rules_out).collect();
        let costs: Vec<u32> = options.iter().map(|&(_, cost)| cost).collect();
        let set_of = |is_in: &dyn Fn(u32) -> bool| {
            let mut set = vec![0; words];
            let members = (0..options.len()).filter(|&option| is_in(costs[option]));
            members.for_each(|option| insert(&mut set, option));
            set
        };
        let dearer_than = (0..=budget).map(|most| set_of(&|cost| cost > most)).collect();
        let all = set_of(&|cost| cost <= budget);
        let primary = primary.iter().map(|item| (item, 0, 0));
        let priced = priced.iter().map(|(item, price)| (item, *price, PRICED));
        let mut number = BTreeMap::new();
        let (mut covered_by, mut left, mut prices) = (Vec::new(), Vec::new(), Vec::new());
        for (item, price, mark) in primary.chain(priced) {
            number.insert(item, covered_by.len());
            let set = covering.remove(item).unwrap_or_else(|| vec![0; words]);
            let count: u32 = set.iter().zip(&all).map(|(one, all)| (one & all).count_ones()).sum();
            left.push(u16::try_from(count).expect("options are fewer") | mark);
            covered_by.push(set);
            prices.push(price);
        }
        let numbers = options
            .iter()
            .map(|(items, _)| items.iter().filter_map(|item| number.get(item).copied()).collect());
        let items = numbers.collect();
        let cover = ExactCover { items, costs, prices, rules_out, covered_by, dearer_than };
        let mut partial = Partial { options: all, left, budget };
        let lost = (0..partial.left.len()).filter(|&item| partial.left[item] == PRICED);
        let lost: Vec<usize> = lost.collect();
        let is_open = lost.into_iter().all(|item| cover.pay(&mut partial, item));
        cover.rule_out_dear(&mut partial, budget, is_open);
        (cover, partial)
    }

    /// Returns the options left that cover a primary item.
    pub(crate) fn options(&self, partial: &Partial, item: usize) -> impl Iterator<Item = usize> {
        let words = partial.options.iter().zip(&self.covered_by[item]).zip(0..);
        words.flat_map(|((options, covering), word)| {
            // Without the lowest bit, then without the next, ...
            let rest =
                successors(Some(options & covering), |bits| Some(bits & bits.wrapping_sub(1)));
            let rest = rest.take_while(|&bits| bits != 0);
            rest.map(move |bits| word * BITS + bits.trailing_zeros() as usize)
        })
    }

    /// Takes an option that is left, and rules others out, also those that have become too dear.
    /// Stops early at a dead end, when an item is left without options.
    pub(crate) fn take(&self, partial: &mut Partial, option: usize) {
        for &item in &self.items[option] {
            partial.left[item] |= COVERED;
        }
        let before = partial.budget;
        partial.budget -= self.costs[option];
        let is_open = self.rule_out(partial, &self.rules_out[option]);
        self.rule_out_dear(partial, before, is_open);
    }

    /// Rules out the options that have become too dear since the budget was `before`.
    fn rule_out_dear(&self, partial: &mut Partial, mut before: u32, mut is_open: bool) {
        while is_open && partial.budget < before {
            before = partial.budget;
            is_open = self.rule_out(partial, &self.dearer_than[before as usize]);
        }
    }

    /// Rules options out; returns whether this is not seen to be a dead end.
    fn rule_out(&self, partial: &mut Partial, set: &[u64]) -> bool {
        for (word, out) in set.iter().enumerate() {
            let mut gone = partial.options[word] & out;
            partial.options[word] &= !gone;
            while gone != 0 {
                for &item in &self.items[word * BITS + gone.trailing_zeros() as usize] {
                    partial.left[item] -= 1;
                    let is_open = match partial.left[item] {
                        0 => false,
                        PRICED => self.pay(partial, item),
                        _ => true,
                    };
                    if !is_open {
                        return false;
                    }
                }
                gone &= gone - 1;
            }
        }
        true
    }

    /// Pays for an item that cannot be covered. If its price exceeds the budget, it has to be: this is
    /// a dead end.
    fn pay(&self, partial: &mut Partial, item: usize) -> bool {
        match partial.budget.checked_sub(self.prices[item]) {
            Some(rest) => partial.budget = rest,
            None => partial.left[item] = 0,
        }
        partial.left[item] > 0
    }
}

impl Partial {
    /// Returns the first of the primary items with the fewest options, and their number; `None` if
    /// all are covered. A priced item is one of them when it can be neither covered nor paid for.
    pub(crate) fn fewest(&self) -> Option<(usize, u16)> {
        // Two passes without a branch in the loop: the first is a minimum over words of vectors.
        let fewest = self.left.iter().copied().fold(PRICED, u16::min);
        let first = || self.left.iter().position(|&left| left == fewest);
        if fewest < PRICED { first().map(|item| (item, fewest)) } else { None }
    }
}
