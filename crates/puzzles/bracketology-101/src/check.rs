//! The checker: plays the tournament round by round.

use std::collections::HashMap;
use std::ops::{Add, Mul};

use anyhow::{Result, ensure};
use enclosures::{Fraction, Interval, fraction};

use super::Bracketology;

pub(crate) fn check(puzzle: &Bracketology, swap: (i64, i64), claimed: &Fraction) -> Result<()> {
    let seed = puzzle.seed.get();
    let exact = |bracket: Vec<i64>| chance(seed, bracket, Fraction::ONE, fraction);
    let before: Vec<i64> = puzzle.bracket.iter().map(|team| team.get()).collect();
    let after = after(&before, swap)?;
    let best = exact(after);
    let increase = &best - exact(before.clone());
    ensure!(*claimed == increase, "swapping {} and {} adds {increase}", swap.0, swap.1);

    let enclosed = |a, b| Interval::from(&fraction(a, b));
    for (place, &one) in before.iter().enumerate() {
        for &other in &before[place + 1..] {
            let pair = (one.min(other), one.max(other));
            let bracket = self::after(&before, pair)?;
            let other = chance(seed, bracket.clone(), Interval::ONE, enclosed);
            if other.certainly_less(&best) {
                continue;
            }
            let other = exact(bracket);
            ensure!(other <= best, "swapping {} and {} adds more", pair.0, pair.1);
            ensure!(other < best || pair >= swap, "{} and {} come first", pair.0, pair.1);
        }
    }
    Ok(())
}

/// The bracket after a swap.
fn after(before: &[i64], (one, other): (i64, i64)) -> Result<Vec<i64>> {
    let mut bracket = before.to_vec();
    ensure!(one < other, "the smaller seed comes first");
    let place = |seed| before.iter().position(|&team| team == seed);
    let (Some(one), Some(other)) = (place(one), place(other)) else {
        anyhow::bail!("{one} or {other} is not in the bracket");
    };
    bracket.swap(one, other);
    Ok(bracket)
}

/// The probability that a seed wins, in numbers of any kind. States without it are left out.
fn chance<N: Clone + Add<Output = N> + Mul<Output = N>>(
    seed: i64,
    bracket: Vec<i64>,
    one: N,
    quotient: impl Fn(i64, i64) -> N,
) -> N {
    let mut rounds = bracket.len().ilog2();
    let mut states = HashMap::from([(bracket, one)]);
    while rounds > 0 {
        let mut next: HashMap<Vec<i64>, N> = HashMap::new();
        for (teams, probability) in states {
            let mut outcomes = vec![(Vec::new(), probability)];
            for game in teams.chunks(2) {
                let ends = [(game[0], game[1]), (game[1], game[0])];
                let mut played = Vec::new();
                for (winner, loser) in ends.into_iter().filter(|&(_, loser)| loser != seed) {
                    let wins = quotient(loser, winner + loser);
                    played.extend(outcomes.iter().map(|(winners, probability)| {
                        let winners = [&winners[..], &[winner]].concat();
                        (winners, probability.clone() * wins.clone())
                    }));
                }
                outcomes = played;
            }
            for (winners, probability) in outcomes {
                let sum =
                    next.remove(&winners).map_or(probability.clone(), |sum| sum + probability);
                next.insert(winners, sum);
            }
        }
        states = next;
        rounds -= 1;
    }
    states.remove(&vec![seed]).expect("every seed can win")
}
