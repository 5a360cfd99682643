//! Exact covers: which options are left, by bit sets, while options are taken that cover each primary
//! item exactly once, and each other item at most once.

use std::collections::BTreeMap;
use std::iter::successors;

/// Marks an item's number of options when one of them is taken; there are fewer options than this.
const COVERED: u16 = 0x8000;

const BITS: usize = u64::BITS as usize;

/// Options and the items that they cover.
pub(crate) struct ExactCover {
    /// The primary items of each option.
    items: Vec<Vec<usize>>,
    /// For each option, the options that share an item with it: itself, too.
    rules_out: Vec<Vec<u64>>,
    /// For each primary item, the options that cover it.
    covered_by: Vec<Vec<u64>>,
}

/// A partial cover.
#[derive(Clone)]
pub(crate) struct Partial {
    /// The options that can still be taken.
    options: Vec<u64>,
    /// For each primary item, the number of them that cover it, marked with [`COVERED`] if the item
    /// is covered.
    left: Vec<u16>,
}

impl ExactCover {
    /// Returns the problem with these options, each given by the items that it covers, and the
    /// partial cover without any. Fewer than 32,768 options, each with a primary item.
    pub(crate) fn new<I: Ord>(options: &[&[I]], primary: &[I]) -> (Self, Partial) {
        let words = options.len().div_ceil(BITS);
        let insert = |set: &mut Vec<u64>, option: usize| set[option / BITS] |= 1 << (option % BITS);
        let mut covering = BTreeMap::new();
        let mut all = vec![0; words];
        for (option, items) in options.iter().enumerate() {
            insert(&mut all, option);
            for item in *items {
                insert(covering.entry(item).or_insert_with(|| vec![0; words]), option);
            }
        }
        let rules_out = |items: &&[I]| {
            items.iter().fold(vec![0; words], |mut set, item| {
                set.iter_mut().zip(&covering[item]).for_each(|(word, others)| *word |= others);
                set
            })
        };
        let rules_out = options.iter().map(rules_out).collect();
        let mut number = BTreeMap::new();
        let (mut covered_by, mut left) = (Vec::new(), Vec::new());
        for item in primary {
            number.insert(item, covered_by.len());
            let set = covering.remove(item).unwrap_or_else(|| vec![0; words]);
            let count: u32 = set.iter().map(|word| word.count_ones()).sum();
            left.push(u16::try_from(count).expect("options are fewer"));
            covered_by.push(set);
        }
        let numbers = options
            .iter()
            .map(|items| items.iter().filter_map(|item| number.get(item).copied()).collect());
        let items = numbers.collect();
        (ExactCover { items, rules_out, covered_by }, Partial { options: all, left })
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

    /// Takes an option that is left, and rules others out. Stops early at a dead end, when an item
    /// is left without options.
    pub(crate) fn take(&self, partial: &mut Partial, option: usize) {
        let Partial { options, left } = partial;
        for &item in &self.items[option] {
            left[item] |= COVERED;
        }
        for (word, (options, rules_out)) in
            options.iter_mut().zip(&self.rules_out[option]).enumerate()
        {
            let mut gone = *options & rules_out;
            *options &= !gone;
            while gone != 0 {
                for &item in &self.items[word * BITS + gone.trailing_zeros() as usize] {
                    left[item] -= 1;
                    if left[item] == 0 {
                        return;
                    }
                }
                gone &= gone - 1;
            }
        }
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
