//! The number of best journeys, by dynamic programming over the states of a journey.

use std::collections::BTreeMap;

use grid_utils::Grid;

use crate::constraints::squares;
use crate::{SquareRun, decrease_by};

/// The highest score with which the queen reaches a state, and in how many ways; `None` if there
/// are 2^128 or more.
type Reached = (i64, Option<u128>);

/// Returns the number of journeys with the highest score; `None` if there are 2^128 or more, or
/// none at all.
pub(crate) fn best(puzzle: &SquareRun) -> Option<u128> {
    let numbers = puzzle.numbers.map(|_, number| number.get());
    let largest = numbers.values().copied().max().unwrap_or(0);
    let nowhere: Grid<Option<Reached>> = numbers.map(|_, _| None);
    let mut start = nowhere.clone();
    start[puzzle.start()] = Some((0, Some(1)));
    // The decreases of the numbers, and the squares where the queen can be then.
    let mut layers = BTreeMap::from([(0, start)]);
    let mut best = None;
    // A move decreases the numbers, so all moves to the first layer are known.
    while let Some((decrease, layer)) = layers.pop_first() {
        if let Some(end) = layer[puzzle.finish()].filter(|_| decrease > 0) {
            best = Some(better(best, end));
        }
        // Each move scores at least 1 less than the most that the one before could.
        let most = largest - decrease;
        let most = if most > 0 { most * (most + 1) / 2 } else { most };
        for (square, reached) in &layer {
            let Some((score, ways)) = *reached else { continue };
            if best.is_some_and(|(best, _)| score + most < best) {
                continue;
            }
            for next in squares(&numbers, square) {
                let [before, points] = [square, next].map(|square| numbers[square] - decrease);
                let after = decrease + decrease_by(before + points);
                let to = &mut layers.entry(after).or_insert_with(|| nowhere.clone())[next];
                *to = Some(better(*to, (score + points, ways)));
            }
        }
    }
    best?.1
}

/// Returns the ways with the higher score, or both if the scores are equal.
fn better(one: Option<Reached>, other: Reached) -> Reached {
    match one {
        Some((score, ways)) if score == other.0 => {
            (score, ways.zip(other.1).and_then(|(one, other)| one.checked_add(other)))
        }
        Some(one) if one.0 > other.0 => one,
        _ => other,
    }
}
