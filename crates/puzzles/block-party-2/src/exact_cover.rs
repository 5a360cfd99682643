//! Exact cover: items, options that cover some of them, and the choices of options that cover every
//! primary item exactly once and every secondary item at most once.
//!
//! # The problem
//! Seven items and six options, from Knuth's *Dancing Links*. Which options cover each item once?
//!
//! ```text
//!           0 1 2 3 4 5 6
//! option 0  . . # . # # .
//! option 1  # . . # . . #      Item 1 is covered by options 3 and 5. With option 3, item 5 is left
//! option 2  . # # . . # .      to option 0, ... : only 0, 3 and 4 cover all without covering any
//! option 3  # . . # . . .      item twice.
//! option 4  . # . . . . #
//! option 5  . . . # # . #
//! ```
//!
//! Anything to be done exactly once is a primary item: a cell that a tile covers, a digit that
//! stands in a row, a guest who gets a seat. Anything to be done at most once is a secondary item:
//! the diagonals of a chess board, each of which holds at most one queen.
//!
//! # The search
//! Algorithm X: take the item that the fewest options can cover; one of them must be taken, so each
//! is tried, and all options that share an item with it are ruled out. An item without an option is
//! a dead end; an item with a single one leaves no choice, so that option is taken at once without
//! a node of its own. Of items with equally few options the first is taken: so it pays to number
//! first the items that should be decided first. The order depends on the options alone, so the
//! number of nodes is the same in each run.
//!
//! [`ExactCover::search`] reports each step to a function of the caller, which may stop the search
//! at any step: this serves limits, time-outs and pictures.
//!
//! # Why it is fast
//! The options that are left are a set of bits; each option has the set of those that it rules out.
//! Taking an option is one pass over these words, and the options that it rules out are subtracted,
//! one by one, from the counts of the items. Nothing is undone: each node has a copy of its own, a
//! few cache lines. This is faster than dancing links (lists of options that unlink and relink
//! themselves).
//!
//! The cost is memory: the table of compatible options takes n x n bits for n options.
//!
//! # Sources
//! D. E. Knuth, "Dancing Links" (2000), and *The Art of Computer Programming*, volume 4B (2022),
//! section 7.2.2.1: Algorithm X, the choice of the item with the fewest options, secondary items.

use std::iter;
use std::ops::ControlFlow;

/// The maximum number of options: their number fits the low bits of an item's count.
const MOST_OPTIONS: usize = COVERED as usize - 1;

/// Marks an item's count of options when one of them is taken.
const COVERED: u16 = 0x8000;

const BITS: usize = u64::BITS as usize;

/// Items to cover, and the options that cover them.
#[derive(Clone, Debug)]
pub(crate) struct ExactCover {
    primary: usize,
    items: usize,
    options: Vec<Vec<usize>>,
}

/// A step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// These options are taken, in this order: the choices that led here, each followed by the
    /// options that it forces.
    Node {
        /// The number of choices that led here.
        depth: usize,
        /// The options, by their numbers.
        taken: &'a [usize],
    },
    /// The node before cannot be completed.
    DeadEnd {
        /// The item that no option covers any more.
        item: usize,
    },
    /// The options of the node before cover every primary item.
    Solution {
        /// The options, by their numbers.
        taken: &'a [usize],
    },
}

impl ExactCover {
    /// Items without options: the first `primary` numbers, from 0, are the items that are covered
    /// exactly once, the `secondary` ones after them are covered at most once.
    pub(crate) fn new(primary: usize, secondary: usize) -> Self {
        let items = primary + secondary;
        ExactCover { primary, items, options: Vec::new() }
    }

    /// Adds an option that covers these items, and returns its number: 0, 1, 2, ...
    ///
    /// An option without a primary item is never taken.
    ///
    /// # Panics
    /// If an item does not exist or is named twice, or if there are 32,767 options already.
    pub(crate) fn option(&mut self, items: impl IntoIterator<Item = usize>) -> usize {
        let mut items: Vec<usize> = items.into_iter().collect();
        items.sort_unstable();
        assert!(items.last().is_none_or(|&last| last < self.items), "{items:?}: no such item");
        assert!(items.is_sorted_by(|one, next| one < next), "{items:?}: an item twice");
        assert!(self.options.len() < MOST_OPTIONS, "more than {MOST_OPTIONS} options");
        self.options.push(items);
        self.options.len() - 1
    }

    /// Searches all solutions and reports every step, until `step` breaks.
    pub(crate) fn search<B>(&self, step: impl FnMut(Step<'_>) -> ControlFlow<B>) -> ControlFlow<B> {
        let (table, states) = (Table::new(self), vec![State::new(self)]);
        Searcher { table, states, taken: Vec::new(), step }.visit(0)
    }
}

/// The constant data of a search. A set of options is `words` words of bits.
struct Table {
    words: usize,
    /// For each option, one after the other, the options that it rules out: itself and all that
    /// share an item with it.
    rules_out: Vec<u64>,
    /// For each primary item, one after the other, the options that cover it.
    covered_by: Vec<u64>,
    /// The primary items of each option, one option after the other.
    items: Vec<u32>,
    /// The start of each option's items in `items`, and the end of the last ones.
    starts: Vec<u32>,
}

impl Table {
    fn new(cover: &ExactCover) -> Self {
        let words = cover.options.len().div_ceil(BITS);
        let mut covered_by = vec![0; cover.items * words];
        for (option, items) in cover.options.iter().enumerate() {
            for item in items {
                covered_by[item * words + option / BITS] |= 1 << (option % BITS);
            }
        }
        let mut rules_out = vec![0; cover.options.len() * words];
        for (option, items) in cover.options.iter().enumerate() {
            let row = &mut rules_out[option * words..][..words];
            row[option / BITS] |= 1 << (option % BITS);
            for item in items {
                let others = &covered_by[item * words..][..words];
                row.iter_mut().zip(others).for_each(|(word, others)| *word |= others);
            }
        }
        covered_by.truncate(cover.primary * words);
        let narrow = |number: usize| u32::try_from(number).expect("items and options are few");
        let (mut items, mut starts) = (Vec::new(), vec![0]);
        for option in &cover.options {
            items.extend(option.iter().copied().filter(|&item| item < cover.primary).map(narrow));
            starts.push(narrow(items.len()));
        }
        Table { words, rules_out, covered_by, items, starts }
    }

    fn covered_by(&self, item: usize) -> &[u64] {
        &self.covered_by[item * self.words..][..self.words]
    }

    #[inline]
    fn items(&self, option: usize) -> &[u32] {
        &self.items[self.starts[option] as usize..self.starts[option + 1] as usize]
    }
}

/// A node.
#[derive(Clone)]
struct State {
    /// The options that can still be taken.
    options: Vec<u64>,
    /// For each primary item, the number of them that cover it, marked with [`COVERED`] if the item
    /// is covered.
    left: Vec<u16>,
}

impl State {
    fn new(cover: &ExactCover) -> Self {
        let mut options = vec![0; cover.options.len().div_ceil(BITS)];
        let mut left = vec![0; cover.primary];
        for (option, items) in cover.options.iter().enumerate() {
            options[option / BITS] |= 1 << (option % BITS);
            items.iter().filter(|&&item| item < cover.primary).for_each(|&item| left[item] += 1);
        }
        State { options, left }
    }

    fn copy_from(&mut self, other: &State) {
        self.options.copy_from_slice(&other.options);
        self.left.copy_from_slice(&other.left);
    }

    /// Takes an option that can be taken. Stops early at a dead end, when an item is left without
    /// options.
    #[inline]
    fn take(&mut self, table: &Table, option: usize) {
        for &item in table.items(option) {
            self.left[item as usize] |= COVERED;
        }
        self.drop(table, |word| table.rules_out[option * table.words + word]);
    }

    /// Drops the remaining options of a set, until an item has none left.
    #[inline]
    fn drop(&mut self, table: &Table, set: impl Fn(usize) -> u64) {
        for word in 0..table.words {
            let mut gone = self.options[word] & set(word);
            self.options[word] &= !gone;
            while gone != 0 {
                let option = word * BITS + gone.trailing_zeros() as usize;
                gone &= gone - 1;
                for &item in table.items(option) {
                    self.left[item as usize] -= 1;
                    if self.left[item as usize] == 0 {
                        return;
                    }
                }
            }
        }
    }

    /// Returns the first of the items with the fewest options, and their number; `None` if all are
    /// covered.
    #[inline]
    fn fewest(&self) -> Option<(usize, u16)> {
        // Two passes without a branch in the loop: the first is a minimum over words of vectors.
        let fewest = self.left.iter().copied().fold(COVERED, u16::min);
        let first = || self.left.iter().position(|&left| left == fewest);
        if fewest < COVERED { first().map(|item| (item, fewest)) } else { None }
    }
}

/// Returns the members that two sets have in common.
#[inline]
fn members(one: &[u64], other: &[u64]) -> impl Iterator<Item = usize> {
    let words = one.iter().zip(other).map(|(one, other)| one & other).enumerate();
    words.flat_map(|(word, mut bits)| {
        iter::from_fn(move || {
            let bit = (bits != 0).then(|| word * BITS + bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
            bit
        })
    })
}

struct Searcher<F> {
    table: Table,
    /// The states by depth, down to the deepest so far.
    states: Vec<State>,
    /// The options that are taken.
    taken: Vec<usize>,
    step: F,
}

impl<B, F: FnMut(Step<'_>) -> ControlFlow<B>> Searcher<F> {
    /// Visits the node whose state is that of this depth, and all nodes below it.
    fn visit(&mut self, depth: usize) -> ControlFlow<B> {
        let fewest = self.take_what_must_be(depth);
        let Self { taken, step, .. } = self;
        step(Step::Node { depth, taken })?;
        let item = match fewest {
            None => return step(Step::Solution { taken }),
            Some((item, 0)) => return step(Step::DeadEnd { item }),
            Some((item, _)) => item,
        };
        let taken = self.taken.len();
        if self.states.len() == depth + 1 {
            self.states.push(self.states[depth].clone());
        }
        for word in 0..self.table.words {
            let mut options = self.states[depth].options[word] & self.table.covered_by(item)[word];
            while options != 0 {
                let option = word * BITS + options.trailing_zeros() as usize;
                options &= options - 1;
                let [state, below] = &mut self.states[depth..depth + 2] else { unreachable!() };
                below.copy_from(state);
                below.take(&self.table, option);
                self.taken.push(option);
                self.visit(depth + 1)?;
                self.taken.truncate(taken);
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes the only option of an item, as long as there is such an item, and then returns the
    /// result of [`State::fewest`].
    fn take_what_must_be(&mut self, depth: usize) -> Option<(usize, u16)> {
        let Self { table, states, taken, .. } = self;
        let state = &mut states[depth];
        loop {
            let fewest = state.fewest();
            let Some((item, 1)) = fewest else { return fewest };
            let option = members(&state.options, table.covered_by(item)).next();
            let option = option.expect("the item has an option");
            state.take(table, option);
            taken.push(option);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    impl ExactCover {
        /// Returns the number of solutions.
        fn count(&self) -> u64 {
            let mut count = 0;
            let ControlFlow::Continue(()) = self.search::<Infallible>(|step| {
                count += u64::from(matches!(step, Step::Solution { .. }));
                ControlFlow::Continue(())
            });
            count
        }

        /// Returns the first solutions, `limit` at most: the options of each, in the order of the
        /// search.
        fn solutions(&self, limit: usize) -> Vec<Vec<usize>> {
            let mut solutions = Vec::new();
            let _ = self.search(|step| match step {
                _ if solutions.len() == limit => ControlFlow::Break(()),
                Step::Solution { taken } => {
                    solutions.push(taken.to_vec());
                    ControlFlow::Continue(())
                }
                _ => ControlFlow::Continue(()),
            });
            solutions
        }
    }

    /// Queens on a board of n x n: ranks and files are primary, diagonals secondary.
    fn queens(n: usize) -> ExactCover {
        let diagonals = 2 * n - 1;
        let mut cover = ExactCover::new(2 * n, 2 * diagonals);
        for (rank, file) in (0..n).flat_map(|rank| (0..n).map(move |file| (rank, file))) {
            let falling = 3 * n - 1 + rank - file;
            cover.option([rank, n + file, falling, 2 * n + diagonals + rank + file]);
        }
        cover
    }

    /// Returns every choice of options, tried one by one.
    fn tried(cover: &ExactCover) -> Vec<Vec<usize>> {
        let options = cover.options.len();
        let is_primary = |item: &usize| *item < cover.primary;
        let is_solution = |choice: u32| {
            let has = |option: usize| choice >> option & 1 == 1;
            let times =
                |item| (0..options).filter(|&o| has(o) && cover.options[o].contains(&item)).count();
            (0..cover.primary).all(|item| times(item) == 1)
                && (cover.primary..cover.items).all(|item| times(item) <= 1)
                // An option without a primary item is never taken.
                && (0..options).all(|o| !has(o) || cover.options[o].iter().any(is_primary))
        };
        let choices = (0..1 << options).filter(|&choice| is_solution(choice));
        choices.map(|choice| (0..options).filter(|o| choice >> o & 1 == 1).collect()).collect()
    }

    #[test]
    fn random_covers_have_the_solutions_that_trying_finds() {
        let mut random = puzzle::Rng::with_seed(13);
        let (mut solutions, mut without) = (0, 0);
        for _ in 0..2000 {
            let (primary, secondary) = (random.usize(0..=6), random.usize(0..=4));
            let mut cover = ExactCover::new(primary, secondary);
            let options = random.usize(0..=11);
            for _ in 0..options {
                let density = random.usize(1..=3);
                cover.option((0..primary + secondary).filter(|_| random.usize(0..4) < density));
            }
            let mut found = cover.solutions(usize::MAX);
            for taken in &mut found {
                taken.sort_unstable();
            }
            found.sort_unstable();
            let mut expected = tried(&cover);
            expected.sort_unstable();
            assert_eq!(found, expected, "{cover:?}");
            assert_eq!(cover.count(), expected.len() as u64);
            solutions += expected.len();
            without += usize::from(expected.is_empty());
        }
        assert!(solutions > 2000 && without > 500, "{solutions} and {without} tell too little");
    }

    #[test]
    fn queens_stand_in_as_many_ways_as_is_known() {
        // https://oeis.org/A000170
        let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
        assert!((1..=10).map(|n| queens(n).count()).eq(known));
    }

    #[test]
    fn nodes_are_the_same_each_time_and_a_search_stops_when_told_to() {
        let nodes = |cover: &ExactCover, most: usize| {
            let (mut nodes, mut dead_ends) = (0, 0);
            let flow = cover.search(|step| {
                match step {
                    Step::Node { depth, taken } => {
                        assert!(taken.len() >= depth);
                        nodes += 1;
                    }
                    Step::DeadEnd { .. } => dead_ends += 1,
                    Step::Solution { .. } => {}
                }
                if nodes < most { ControlFlow::Continue(()) } else { ControlFlow::Break(nodes) }
            });
            (nodes, dead_ends, flow)
        };
        assert_eq!(nodes(&queens(8), usize::MAX), (589, 254, ControlFlow::Continue(())));
        assert_eq!(nodes(&queens(8), 100).2, ControlFlow::Break(100));
        assert_eq!(queens(8).solutions(3), queens(8).solutions(92)[..3]);
    }

    #[test]
    fn no_primary_item_is_covered_by_taking_nothing() {
        let mut cover = ExactCover::new(0, 2);
        cover.option([0, 1]);
        assert_eq!(cover.solutions(2), [[0; 0]]);
        assert_eq!(ExactCover::new(1, 0).count(), 0);
    }
}
