//! The checker: a discrete robot has to win with the same probability as all.

use std::cmp::Ordering;

use anyhow::{Result, ensure};
use numbers::occupancy::by_occupied;
use numbers::{Fraction, Integer, binomial, fraction, parse_fraction, rounding_bounds};

pub(crate) fn check(races: usize, robots: usize, claimed: &str) -> Result<()> {
    let advantages = advantages(races, robots);
    let mut signs: Vec<Ordering> =
        advantages.iter().map(|advantage| advantage.cmp(&Fraction::ZERO)).collect();
    signs.retain(|sign| sign.is_ne());
    signs.dedup();
    if signs == [Ordering::Greater] {
        // Being discrete is better whatever the others do.
        ensure!(parse_fraction(claimed)? == Fraction::ONE, "p is larger");
        return Ok(());
    }
    ensure!(
        signs.len() == 2,
        "the signs do not show exactly one equilibrium with both ways to play"
    );

    let [below, above] = rounding_bounds(claimed)?;
    // From the root up to 1, the polynomial has its later sign.
    let is_past_root =
        |p: &Fraction| *p >= Fraction::ONE || mean(&advantages, p).cmp(&Fraction::ZERO) == signs[1];
    ensure!(!is_past_root(&below), "p is smaller");
    ensure!(is_past_root(&above), "p is larger");
    Ok(())
}

/// Returns the excess of a discrete robot's probability of winning over the fair share, by the
/// number of other robots that are discrete.
fn advantages(races: usize, robots: usize) -> Vec<Fraction> {
    let fair_share = fraction(races, robots);
    let mut advantages = Vec::new();
    for others in 0..robots {
        let spread = robots - 1 - others;
        let mut wins = Fraction::ZERO;
        for same in 0..=others {
            let ways =
                binomial(others as u64, same as u64) * Integer::from(races - 1).pow(others - same);
            wins += fraction(ways, Integer::from(races).pow(others)) / Fraction::from(same + 1);
        }
        // Races without bids go to the discrete robots that lost, all equally likely.
        for (covered, draws) in by_occupied(races, others + 1).into_iter().enumerate() {
            let left = (races - covered).saturating_sub(spread);
            wins += fraction(draws * left, Integer::from(races).pow(others + 1) * (others + 1));
        }
        advantages.push(wins - &fair_share);
    }
    advantages
}

/// Returns the mean of the values for each number of opponents, if each is discrete with
/// probability p.
fn mean(values: &[Fraction], p: &Fraction) -> Fraction {
    let opponents = values.len() - 1;
    let others = Fraction::ONE - p;
    let weigh = |(discrete, value): (usize, &Fraction)| {
        let ways = Fraction::from(binomial(opponents as u64, discrete as u64));
        value
            * ways
            * p.pow(discrete.cast_signed())
            * others.pow((opponents - discrete).cast_signed())
    };
    values.iter().enumerate().map(weigh).fold(Fraction::ZERO, |sum, term| sum + term)
}
