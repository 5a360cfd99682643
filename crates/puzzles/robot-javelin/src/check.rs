//! The checker: final distances are mixtures of uniform ones; thresholds are found by bisection.

use std::iter::successors;

use numbers::Interval;
use puzzle::prelude::*;

use crate::RobotJavelin;

/// The tolerance of each number; numbers derived from others have larger errors.
const B_FOR_ANY_BIT: f64 = 1e-32;
const BEST_BIT: f64 = 1e-28;
const B_FOR_BEST_BIT: f64 = 1e-25;
const A_AFTERWARDS: f64 = 1e-22;
/// The largest useful tolerance.
const COARSEST: f64 = 1e-9;

/// Returns the root of a function within bounds, as precisely as its enclosures allow, down to a
/// tolerance.
fn root(
    function: impl Fn(Interval) -> Interval,
    within: Interval,
    tolerance: f64,
) -> Option<Interval> {
    let tolerances = successors(Some(tolerance), |tolerance| Some(tolerance * 100.0));
    let coarsest = |tolerance: &f64| *tolerance < COARSEST;
    tolerances.take_while(coarsest).find_map(|near| numbers::root(&function, within, near))
}

/// A random distance: a mixture of uniform distributions, each with its probability and range.
struct Distance(Vec<(Interval, [Interval; 2])>);

impl Distance {
    /// Returns the final distance after a first throw between `least` and `most`, if the robot
    /// throws again below `again`.
    fn after(again: Interval, [least, most]: [Interval; 2]) -> Self {
        let again = again.max(least).min(most);
        if again == most || least == most {
            return Distance(vec![(Interval::ONE, [Interval::ZERO, Interval::ONE])]);
        }
        let share = (again - least) / (most - least);
        let new = (share, [Interval::ZERO, Interval::ONE]);
        Distance(vec![new, (1 - share, [again, most])])
    }

    /// Returns the probability that it is less than a number.
    fn below(&self, x: Interval) -> Interval {
        let share = |&(weight, [least, most]): &(Interval, [Interval; 2])| {
            weight * ((x - least) / (most - least)).max(0).min(1)
        };
        self.0.iter().map(share).sum()
    }

    /// Returns the probability that it is less than another distance: the part of a rectangle on
    /// one side of its diagonal.
    fn beaten_by(&self, other: &Distance) -> Interval {
        let triangle = |side: Interval| side.max(0).squared() / 2;
        let mut all = Interval::ZERO;
        for &(weight, [y0, y1]) in &self.0 {
            for &(also, [x0, x1]) in &other.0 {
                let area =
                    triangle(x1 - y0) - triangle(x0 - y0) - triangle(x1 - y1) + triangle(x0 - y1);
                all += weight * also * area / ((x1 - x0) * (y1 - y0));
            }
        }
        all
    }

    /// Returns the threshold of the best reply to this distance.
    fn reply(&self, tolerance: f64) -> Option<Interval> {
        let new = self.beaten_by(&Distance::after(Interval::ZERO, whole()));
        root(|x| self.below(x) - new, Interval::ZERO.hull(1), tolerance)
    }
}

fn whole() -> [Interval; 2] {
    [Interval::ZERO, Interval::ONE]
}

/// Returns the ranges of A's first throw for both values of the bit.
fn sides(d: Interval) -> [[Interval; 2]; 2] {
    [[Interval::ZERO, d], [d, Interval::ONE]]
}

/// Returns B's thresholds for both values of the bit.
fn replies(t: Interval, d: Interval, tolerance: f64) -> Option<[Interval; 2]> {
    let [below, above] = sides(d).map(|side| Distance::after(t, side).reply(tolerance));
    Some([below?, above?])
}

/// Returns the probability that B wins with a bit.
fn wins(t: Interval, d: Interval) -> Option<Interval> {
    let parts = sides(d).into_iter().zip(replies(t, d, B_FOR_BEST_BIT)?);
    let won = parts.map(|(side, reply)| {
        let b = Distance::after(reply, whole());
        (side[1] - side[0]) * Distance::after(t, side).beaten_by(&b)
    });
    Some(won.sum())
}

/// Returns B's gain per unit of d.
fn gain(t: Interval, d: Interval) -> Option<Interval> {
    let [below, above] =
        replies(t, d, B_FOR_ANY_BIT)?.map(|reply| 1 - Distance::after(reply, whole()).below(d));
    Some(below - above)
}

/// Returns the best d, where the gain vanishes. At 1 the gain is 0.
fn best_bit(t: Interval) -> Option<Interval> {
    let margin = (1 - t).scaled(-60);
    if !Interval::ZERO.certainly_less(gain(t, t + margin)?) {
        return Some(t);
    }
    let range = (t + margin).hull(1 - margin);
    root(|d| gain(t, d).unwrap_or(Interval::WHOLE), range, BEST_BIT)
}

/// Computes every line of the board anew.
fn numbers(step: i64, t: Interval) -> Option<Vec<Interval>> {
    if step == 1 {
        let a = Distance::after(t, whole());
        let reply = a.reply(B_FOR_ANY_BIT)?;
        return Some(vec![reply, a.beaten_by(&Distance::after(reply, whole()))]);
    }
    let d = best_bit(t)?;
    let [s1, s2] = replies(t, d, B_FOR_BEST_BIT)?;
    if step == 2 {
        return Some(vec![d, s1, s2, wins(t, d)?]);
    }
    let mut numbers = vec![d, s1, s2];
    let mut won = Interval::ZERO;
    for (side, reply) in sides(d).into_iter().zip([s1, s2]) {
        let b = Distance::after(reply, whole());
        let again = b.reply(A_AFTERWARDS)?.max(side[0]).min(side[1]);
        numbers.push(again);
        won += (side[1] - side[0]) * b.beaten_by(&Distance::after(again, side));
    }
    numbers.push(won);
    Some(numbers)
}

pub(crate) fn check(puzzle: &RobotJavelin, board: &Board) -> Result<()> {
    let t = puzzle.rule().enclosure();
    let found = numbers(puzzle.step.get(), t).context("a bisection came to no end")?;
    for (line, &number) in found.iter().enumerate() {
        puzzle.lines().confirm(board, line, number)?;
    }
    if puzzle.step.get() > 1 {
        let best = wins(t, found[0]);
        for d in (1..64).map(|part| Interval::from(part) / 64) {
            let is_better = |best: Interval| best.certainly_less(wins(t, d).unwrap_or(best));
            ensure!(!best.is_some_and(is_better), "d = {d:.3} is better for B");
        }
    }
    Ok(())
}
