//! A score that no grid exceeds: branch and bound over the names that are spelled.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use grid_utils::{BitSet, Cell, Grid};
use itertools::{Itertools, iproduct};

use crate::{AlteredStates, numbered};

/// The most nodes that are split of a grid with `CELLS` cells; fewer where a node takes longer.
const NODES: usize = 1600;
const CELLS: usize = 25;
/// How often the shares of a node are changed.
const ROUNDS: u64 = 10;
/// The weights of a name's pairs are scaled so that they add up to this; none is larger.
const WHOLE: u64 = 1 << 20;
/// The parts of a point in which scores are shared out.
const PARTS: u64 = 1 << 10;
/// A number so low that it stays below 0.
const IMPOSSIBLE: i32 = i32::MIN / 2;
/// Pairs of letters are numbered below this.
const PAIRS: usize = 26 * 26;

type Pairs = BitSet<{ PAIRS.div_ceil(64) }>;

/// The cells with the same number of cells around them: this number, and how many cells there are.
type Kind = (usize, usize);

/// A name that may be spelled or not.
#[derive(Clone)]
struct Name {
    /// What it scores, in parts of a point.
    score: u64,
    /// Its pairs that no chosen name has, and how much of the score each gets.
    weights: Vec<(usize, u64)>,
}

/// Grids that spell some names, and do not spell some others.
#[derive(Clone)]
struct Node {
    /// Upper bound of the grids' scores, in parts of a point.
    bound: u64,
    /// The score of the chosen names.
    score: u64,
    /// The pairs of the chosen names.
    used: Pairs,
    open: Vec<Name>,
}

impl AlteredStates {
    /// Returns a score that no grid exceeds: see the crate's documentation. It is the better the
    /// later it is over.
    pub(crate) fn bound(&self, is_over: &mut dyn FnMut() -> bool) -> i64 {
        let grid = Grid::filled(self.rows.size(), self.columns.size(), ());
        let around = |cell: Cell| grid.all_neighbours(cell).count();
        let mut kinds: Vec<Kind> = grid.cells().map(around).counts().into_iter().collect();
        kinds.sort_unstable();
        kinds.resize(3, (0, 0));
        let names = self.states.iter().map(|(name, score)| {
            let pair = |(one, other): (u8, u8)| {
                usize::from(one.min(other)) * 26 + usize::from(one.max(other))
            };
            let pairs = numbered(name).into_iter().tuple_windows().map(pair).sorted().dedup();
            // With a wrong letter, no pair is necessary for a name.
            let needed = pairs.filter(|_| self.wrong_letters.get() == 0);
            let weights = needed.map(|pair| (pair, WHOLE)).collect();
            Name { score: score.get().unsigned_abs() * PARTS, weights }
        });
        let open: Vec<Name> = names.collect();
        let bound = open.iter().map(|name| name.score).sum();
        let mut root = Node { bound, score: 0, used: Pairs::default(), open };
        root.tighten(&kinds);
        let mut nodes = BinaryHeap::from([root]);
        for _ in 0..NODES * CELLS.pow(2) / self.cells().max(CELLS).pow(2) {
            if is_over() {
                break;
            }
            let Some(mut node) = nodes.pop() else { break };
            let worth =
                |&name: &usize| node.open[name].score * node.open[name].weights.len() as u64;
            let Some(name) = (0..node.open.len()).max_by_key(worth) else {
                nodes.push(node);
                break;
            };
            let name = node.open.swap_remove(name);
            let mut with = node.clone();
            with.score += name.score;
            with.used.extend(name.weights.iter().map(|&(pair, _)| pair));
            for mut part in [node, with] {
                part.tighten(&kinds);
                nodes.push(part);
            }
        }
        nodes.peek().map_or(0, |node| i64::try_from(node.bound / PARTS).unwrap_or(i64::MAX))
    }
}

impl Node {
    /// Leaves out names that have no room, and finds a lower bound.
    fn tighten(&mut self, kinds: &[Kind]) {
        for name in &mut self.open {
            name.weights.retain(|&(pair, _)| !self.used.contains(pair));
            self.score += if name.weights.is_empty() { name.score } else { 0 };
        }
        self.open.retain(|name| !name.weights.is_empty());
        let Some(room) = self.room(kinds) else {
            (self.bound, self.open) = (0, Vec::new());
            return;
        };
        self.open.retain(|name| name.weights.len() <= room);
        for round in 0..ROUNDS {
            let mut values = vec![0_u64; PAIRS];
            for name in &mut self.open {
                let whole: u64 = name.weights.iter().map(|&(_, weight)| weight).sum();
                for (pair, weight) in &mut name.weights {
                    // Rounded up, so that they are the whole score at least.
                    let share = (*weight * name.score).div_ceil(whole);
                    values[*pair] = values[*pair].saturating_add(share);
                    *weight = (*weight * WHOLE / whole).clamp(1, WHOLE);
                }
            }
            let pairs = (0..PAIRS).filter(|&pair| values[pair] > 0);
            let richest: Vec<usize> =
                pairs.sorted_by_key(|&pair| Reverse(values[pair])).take(room).collect();
            let add = |sum: u64, &pair: &usize| sum.saturating_add(values[pair]);
            self.bound = self.bound.min(richest.iter().fold(self.score, add));
            let richest: Pairs = richest.into_iter().collect();
            for (pair, weight) in self.open.iter_mut().flat_map(|name| &mut name.weights) {
                if richest.contains(*pair) {
                    *weight -= *weight / (4 + round / 16);
                }
            }
        }
    }

    /// Returns the most pairs besides those of the chosen names; `None` if these do not fit.
    fn room(&self, kinds: &[Kind]) -> Option<usize> {
        let open = self.open.iter().flat_map(|name| name.weights.iter().map(|&(pair, _)| pair));
        let all: Pairs = self.used.iter().chain(open).collect();
        let ends = |pairs: Pairs, letter| {
            let ends = pairs.iter().map(|pair| [pair / 26, pair % 26]);
            ends.flatten().filter(|&end| end == letter).count()
        };
        let [a, b, c] = [0, 1, 2].map(|kind| kinds[kind].1);
        let all_cells = iproduct!(0..=a, 0..=b, 0..=c).map(|(a, b, c)| [a, b, c]).collect_vec();
        // By the cells of each kind that the letters so far take: the most ends of pairs there,
        // below 0 if these cells are impossible.
        let mut most = vec![IMPOSSIBLE; all_cells.len()];
        most[0] = 0;
        for letter in 0..26 {
            let [least, possible] = [self.used, all].map(|pairs| ends(pairs, letter));
            if possible == 0 {
                continue;
            }
            let mut next = vec![IMPOSSIBLE; most.len()];
            for (step, more) in all_cells.iter().enumerate() {
                let around: usize = (0..3).map(|kind| more[kind] * kinds[kind].0).sum();
                let is_needless =
                    |kind: usize| more[kind] > 0 && around - kinds[kind].0 >= possible;
                if around < least || (0..3).any(is_needless) {
                    continue;
                }
                let ends = i32::try_from(around.min(possible)).expect("there are few pairs");
                // The cells before this letter, in runs that differ in the last kind alone.
                for (before_a, before_b) in iproduct!(0..=a - more[0], 0..=b - more[1]) {
                    let start = (before_a * (b + 1) + before_b) * (c + 1);
                    let run = start..=start + c - more[2];
                    for (next, before) in next[start + step..].iter_mut().zip(&most[run]) {
                        *next = (*next).max(before + ends);
                    }
                }
            }
            most = next;
        }
        let ends = usize::try_from(most.into_iter().max()?).ok()?;
        (ends / 2).checked_sub(self.used.len())
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.cmp(&other.bound)
    }
}
