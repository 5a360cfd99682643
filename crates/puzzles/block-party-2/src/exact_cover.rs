//! Exact covers of limited cost: which options are left, by bit sets, while options are taken that
//! cover each primary item exactly once, and each other item at most once.

use std::collections::BTreeMap;

use grid_utils::BitSet;

/// Marks an item's number of options when one of them is taken. There are fewer options than this.
pub(crate) const COVERED: u16 = 0x8000;

/// A set of options, in words of 64.
type Options = Vec<BitSet<1>>;

const BITS: usize = BitSet::<1>::CAPACITY;

/// Options and the items that they cover.
pub(crate) struct ExactCover {
    /// The primary items of each option, by their numbers.
    items: Vec<Vec<usize>>,
    costs: Vec<u32>,
    /// For each option, the options that share an item with it: itself, too.
    rules_out: Vec<Options>,
    /// For each primary item, the options that cover it.
    covered_by: Vec<Options>,
    /// For each amount, the options that cost more.
    dearer_than: Vec<Options>,
}

/// A partial cover.
#[derive(Clone)]
pub(crate) struct Partial {
    /// The options that can still be taken.
    options: Options,
    /// For each primary item, the number of them that cover it, marked with [`COVERED`] if the item
    /// is covered.
    left: Vec<u16>,
    /// What may still be spent.
    budget: u32,
}

impl ExactCover {
    /// Returns the problem with these options, each given by the items that it covers and its cost,
    /// and the partial cover without any. Fewer than 32,768 options, none of which costs more than
    /// the budget, and each with a primary item.
    pub(crate) fn new<I: Ord>(
        options: &[(&[I], u32)],
        primary: &[I],
        budget: u32,
    ) -> (Self, Partial) {
        let set_of = |is_in: &dyn Fn(usize) -> bool| {
            let mut set = vec![BitSet::EMPTY; options.len().div_ceil(BITS)];
            let members = (0..options.len()).filter(|&option| is_in(option));
            members.for_each(|option| _ = set[option / BITS].insert(option % BITS));
            set
        };
        let none = set_of(&|_| false);
        let mut covering = BTreeMap::new();
        for (option, (items, _)) in options.iter().enumerate() {
            for item in *items {
                let set: &mut Options = covering.entry(item).or_insert_with(|| none.clone());
                set[option / BITS].insert(option % BITS);
            }
        }
        let rules_out = |(items, _): &(&[I], u32)| {
            items.iter().fold(none.clone(), |mut all, item| {
                all.iter_mut().zip(&covering[item]).for_each(|(word, others)| *word |= *others);
                all
            })
        };
        let number: BTreeMap<&I, usize> = primary.iter().zip(0..).collect();
        let numbers = |(items, _): &(&[I], u32)| {
            items.iter().filter_map(|item| number.get(item).copied()).collect()
        };
        let dearer_than = |most| set_of(&|option| options[option].1 > most);
        let cover = ExactCover {
            items: options.iter().map(numbers).collect(),
            costs: options.iter().map(|&(_, cost)| cost).collect(),
            rules_out: options.iter().map(rules_out).collect(),
            covered_by: primary
                .iter()
                .map(|item| covering.get(item).unwrap_or(&none).clone())
                .collect(),
            dearer_than: (0..=budget).map(dearer_than).collect(),
        };
        let count = |options: &Options| options.iter().map(BitSet::len).sum::<usize>();
        let left = cover.covered_by.iter().map(count);
        let left = left.map(|count| u16::try_from(count).expect("options are fewer")).collect();
        (cover, Partial { options: set_of(&|_| true), left, budget })
    }

    /// Returns the options left that cover a primary item.
    pub(crate) fn options(&self, partial: &Partial, item: usize) -> impl Iterator<Item = usize> {
        let words = partial.options.iter().zip(&self.covered_by[item]).zip(0..);
        words.flat_map(|((&options, &covering), word)| {
            (options & covering).iter().map(move |option| word * BITS + option)
        })
    }

    /// Takes an option that is left, and rules others out, also those that have become too dear.
    /// Stops early at a dead end, when an item is left without options.
    pub(crate) fn take(&self, partial: &mut Partial, option: usize) {
        for &item in &self.items[option] {
            partial.left[item] |= COVERED;
        }
        partial.budget -= self.costs[option];
        if self.rule_out(partial, &self.rules_out[option]) && self.costs[option] > 0 {
            self.rule_out(partial, &self.dearer_than[partial.budget as usize]);
        }
    }

    /// Rules options out; returns whether this is not seen to be a dead end.
    fn rule_out(&self, partial: &mut Partial, out: &Options) -> bool {
        for (word, &out) in out.iter().enumerate() {
            let gone = partial.options[word] & out;
            partial.options[word] -= gone;
            for &item in gone.iter().flat_map(|option| &self.items[word * BITS + option]) {
                partial.left[item] -= 1;
                if partial.left[item] == 0 {
                    return false;
                }
            }
        }
        true
    }
}

impl Partial {
    /// Returns the first of the primary items with the fewest options, and their number; `None` if
    /// all are covered.
    pub(crate) fn fewest(&self) -> Option<(usize, u16)> {
        // Two passes without a branch in the loop: the first is a minimum over words of vectors.
        let fewest = self.left.iter().copied().fold(COVERED, u16::min);
        let first = || self.left.iter().position(|&left| left == fewest);
        if fewest < COVERED { first().map(|item| (item, fewest)) } else { None }
    }
}
