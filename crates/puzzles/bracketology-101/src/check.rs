//! The checker: plays the tournament round by round.

use std::collections::HashMap;
use std::ops::{Add, Mul};

use numbers::{Fraction, Interval, fraction};
use puzzle::prelude::*;

pub(crate) fn check(bracket: &[i64], seed: i64, swap: &[i64], claimed: &Fraction) -> Result<()> {
    let swaps: Vec<[i64; 2]> = bracket.iter().copied().sorted().array_combinations().collect();
    let place = swaps.iter().position(|pair| pair == swap);
    let place = place.context("expected two seeds of the bracket, the smaller one first")?;
    let exact = |bracket| chance(seed, bracket, Fraction::ONE, fraction);
    let enclosed = |wins, of| Interval::from(&fraction(wins, of));

    let best = exact(swapped(bracket, swaps[place]));
    let increase = &best - exact(bracket.to_vec());
    ensure!(*claimed == increase, "swapping {} and {} adds {increase}", swap[0], swap[1]);
    for (other_place, &[one, other]) in swaps.iter().enumerate() {
        let bracket = swapped(bracket, [one, other]);
        if chance(seed, bracket.clone(), Interval::ONE, enclosed).certainly_less(&best) {
            continue;
        }
        let chance = exact(bracket);
        ensure!(chance <= best, "swapping {one} and {other} adds more");
        ensure!(chance < best || place <= other_place, "{one} and {other} come first");
    }
    Ok(())
}

/// Returns the bracket in which two teams have changed places.
fn swapped(bracket: &[i64], pair: [i64; 2]) -> Vec<i64> {
    let places = bracket.iter().positions(|team| pair.contains(team)).collect_vec();
    let mut bracket = bracket.to_vec();
    bracket.swap(places[0], places[1]);
    bracket
}

/// Returns the probability that a seed wins, in numbers of any kind. States without the seed are
/// left out.
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
