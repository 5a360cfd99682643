//! A score that no grid exceeds.

use std::cmp::Reverse;

use itertools::Itertools;

use crate::AlteredStates;

/// How often the shares are changed.
const ROUNDS: u64 = 400;
/// The weights of a name's pairs are scaled so that those needed add up to this; none is larger.
const WHOLE: u64 = 1 << 20;
/// The parts of a point in which scores are shared out.
const PARTS: u64 = 1 << 10;

/// A name's pairs of letters that follow each other.
struct Pairs {
    /// What the name scores, in parts of a point.
    score: u64,
    /// Each pair, and how much of the score it gets.
    weights: Vec<(usize, u64)>,
    /// The pairs of which a grid has all, as bits: one set for each letter that may be wrong.
    needed: Vec<u32>,
}

impl Pairs {
    fn new(name: &str, score: i64, wrong_letters: usize) -> Self {
        let letters = name.bytes().map(|letter| usize::from(letter - b'a'));
        let pair = |(one, other): (usize, usize)| one.min(other) * 26 + one.max(other);
        let pairs = letters.tuple_windows().map(pair).collect_vec();
        let different = pairs.iter().copied().sorted().dedup().collect_vec();
        let bit = |pair| different.iter().position(|one| one == pair).map_or(0, |place| 1 << place);
        let all_but = |wrong: Option<usize>| {
            let right = pairs.iter().enumerate().filter(|&(place, _)| {
                wrong.is_none_or(|wrong| place != wrong && place + 1 != wrong)
            });
            right.fold(0, |needed, (_, pair)| needed | bit(pair))
        };
        let needed = match wrong_letters {
            0 => vec![all_but(None)],
            _ => (0..name.len()).map(|wrong| all_but(Some(wrong))).collect(),
        };
        let score = score.unsigned_abs() * PARTS;
        Self { score, weights: different.into_iter().map(|pair| (pair, WHOLE)).collect(), needed }
    }

    /// The least weight of the pairs that are needed.
    fn least(&self) -> u64 {
        let weight = |needed: &u32| {
            let weights = self.weights.iter().enumerate();
            weights
                .filter(|(place, _)| needed >> place & 1 == 1)
                .map(|(_, (_, weight))| weight)
                .sum()
        };
        self.needed.iter().map(weight).min().unwrap_or(0)
    }
}

impl AlteredStates {
    /// A score that no grid exceeds: see the crate's documentation.
    pub(crate) fn bound(&self) -> i64 {
        let [rows, columns] = [self.rows.size(), self.columns.size()];
        let straight = rows * (columns - 1) + columns * (rows - 1);
        let neighbours = straight + 2 * (rows - 1) * (columns - 1);
        let total: i64 = self.states.values().map(|score| score.get()).sum();
        let mut names = self
            .states
            .iter()
            .map(|(name, score)| Pairs::new(name, score.get(), self.wrong_letters.size()))
            .collect_vec();
        // Names that need no pair cost nothing.
        let free: u64 = names.iter().filter(|name| name.least() == 0).map(|name| name.score).sum();
        names.retain(|name| name.least() > 0);
        let mut bound = total.unsigned_abs() * PARTS;
        for round in 0..ROUNDS {
            let mut values = vec![0_u64; 26 * 26];
            for name in &mut names {
                let least = name.least();
                for (pair, weight) in &mut name.weights {
                    // Rounded up, so that they are the whole score at least.
                    let share = (*weight * name.score).div_ceil(least);
                    values[*pair] = values[*pair].saturating_add(share);
                    *weight = (*weight * WHOLE / least).clamp(1, WHOLE);
                }
            }
            let pairs = (0..values.len()).filter(|&pair| values[pair] > 0);
            let richest: Vec<usize> =
                pairs.sorted_by_key(|&pair| Reverse(values[pair])).take(neighbours).collect();
            let add = |sum: u64, &pair: &usize| sum.saturating_add(values[pair]);
            bound = bound.min(richest.iter().fold(free, add));
            for (pair, weight) in names.iter_mut().flat_map(|name| &mut name.weights) {
                if richest.contains(pair) {
                    *weight -= *weight / (4 + round / 16);
                }
            }
        }
        i64::try_from(bound / PARTS).unwrap_or(i64::MAX)
    }
}
