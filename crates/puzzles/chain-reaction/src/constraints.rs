//! The rules as constraints.

use std::collections::BTreeMap;

use puzzle::prelude::*;

use crate::prices::{Prices, STOP, UNIT};

/// A number that may be the neighbour of another one, and whether it is.
type Link = (usize, Flag);

/// States the rules for numbers up to n, at least 2: with the stop, 0, the chain is a cycle.
pub(crate) fn state(n: usize, model: &mut Model, board: &mut Unknown) {
    let is_link = |&[one, other]: &[usize; 2]| one == STOP || other.is_multiple_of(one);
    let links = (0..=n).array_combinations().filter(is_link).map(|ends| (ends, model.flag()));
    let links = links.collect_vec();
    let mut at: Vec<Vec<Link>> = vec![Vec::new(); n + 1];
    for &([one, other], is_used) in &links {
        at[one].push((other, is_used));
        at[other].push((one, is_used));
    }
    let is_in = (0..=n).map(|number| if number == STOP { Flag::TRUE } else { model.flag() });
    let is_in = is_in.collect_vec();
    let prices = Prices::new(n, || model.budget().charge(n * size_of::<Link>()));
    model.price_unit(UNIT);

    model.rule(
        "A number of the chain has two neighbours, which it divides or which divide it; the ends of \
         the chain have the stop as one of these.",
    );
    for (number, links) in at.iter().enumerate() {
        let used = sum(links.iter().map(|&(_, is_used)| is_used));
        let two = sum([is_in[number]]) * 2;
        let price = prices.degrees[number];
        model.require_priced(price.max(0), used.clone().at_most(two.clone()));
        model.require_priced(-price.min(0), used.at_least(two));
        let (best, price) = prices.links[number];
        for &(other, is_used) in links {
            let price = if other == best { price } else { 0 };
            model.require_priced(price, implies(is_used, is_in[number]));
        }
    }
    model.rule(
        "All numbers are in one chain: from each of them, both ways lead over larger numbers to a \
         smaller one or to the stop.",
    );
    for first in 1..=n {
        lead_on(model, first, &at, &prices);
    }
    model.maximise(sum(&is_in[STOP + 1..]));
    let (ends, is_used): (Vec<_>, Vec<_>) = links.into_iter().unzip();
    board.read(is_used, move |flags| {
        let used = ends.iter().zip(flags).filter(|(_, flag)| **flag == Some(1));
        chain(used.map(|(&ends, _)| ends).collect()).into()
    });
}

/// Requires that both ways from a number lead over larger ones to a smaller one.
fn lead_on(model: &mut Model, first: usize, at: &[Vec<Link>], prices: &Prices) {
    let groups = prices.groups.iter().filter(|(group, _)| group.members[0] == first);
    let price = |concerns: &dyn Fn(&[usize]) -> bool| -> i64 {
        let groups = groups.clone().filter(|(group, _)| concerns(&group.members));
        groups.map(|(_, price)| price).sum()
    };
    // Whether a way leads from the first of two numbers to the second.
    let mut leads: BTreeMap<[usize; 2], Flag> = BTreeMap::new();
    for (number, links) in at.iter().enumerate().skip(first) {
        for &(other, is_used) in links.iter().filter(|&&(other, _)| other > number) {
            let is_first = number == first;
            let ways =
                if is_first { [is_used, Flag::FALSE] } else { [(); 2].map(|()| model.flag()) };
            leads.extend([([number, other], ways[0]), ([other, number], ways[1])]);
            let leaves = |members: &[usize]| members.contains(&number) != members.contains(&other);
            model.require_priced(price(&leaves), sum(ways).at_most(is_used));
        }
    }
    for (number, links) in at.iter().enumerate().skip(first + 1) {
        let coming = links.iter().filter_map(|&(other, _)| leads.get(&[other, number]));
        let leaving = links
            .iter()
            .map(|&(other, is_used)| if other < first { is_used } else { leads[&[number, other]] });
        let is_in = |members: &[usize]| members.contains(&number);
        model.require_priced(price(&is_in), sum(coming).at_most(sum(leaving)));
    }
}

/// Returns the numbers along the links, from the stop; numbers that are not linked to it come
/// later. The first number of a separate cycle occurs twice.
fn chain(mut links: Vec<[usize; 2]>) -> Vec<i64> {
    let mut way = vec![STOP];
    while let Some(&[one, _]) = links.first() {
        let last = way[way.len() - 1];
        match links.iter().position(|ends| ends.contains(&last)) {
            Some(place) => {
                let [one, other] = links.remove(place);
                way.push(one + other - last);
            }
            None => way.push(one),
        }
    }
    let numbers = way.into_iter().filter(|&number| number != STOP);
    numbers.map(|number| i64::try_from(number).expect("numbers are at most 200")).collect()
}
