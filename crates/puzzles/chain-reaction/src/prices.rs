//! The bound: numbers that pick their links by prices.

use itertools::Itertools;

/// The stop between the chain's end and its start, which is linked to all numbers.
pub(crate) const STOP: usize = 0;

/// Prices and gains are whole multiples of 1 / `UNIT`: they are added up without rounding.
pub(crate) const UNIT: i64 = 1 << 32;

/// What a number gets for being in the chain.
const REWARD: i64 = UNIT;

/// Prices are not larger than this, nor below its opposite: no sum of them comes near [`NEVER`].
const MOST_PRICE: i64 = 1 << 40;

/// Less than anything can pay: stands for a link that there is not.
const NEVER: i64 = -1 << 60;

/// Numbers, and which of them may follow each other. Links are known by their places in a list.
pub(crate) struct Graph {
    /// The ends of each link.
    pub(crate) links: Vec<(usize, usize)>,
    /// The links of each number.
    pub(crate) at: Vec<Vec<usize>>,
    /// Those that have become groups.
    pub(crate) groups: Vec<Group>,
}

/// Numbers that make no ring of their own.
pub(crate) struct Group {
    members: Vec<usize>,
    /// The links between them.
    links: Vec<usize>,
}

/// What is known of the ring, and prices.
#[derive(Clone)]
pub(crate) struct State {
    /// The links that are decided.
    pub(crate) decided: Vec<Option<bool>>,
    /// What each link pays to its first end, and gets from the other one.
    prices: Vec<i64>,
    /// What each group pays for links between its members, by the member that is not counted.
    group_prices: Vec<Vec<i64>>,
}

impl State {
    fn leave_out_excluded(&self, links: &mut [Vec<usize>]) {
        for links in links {
            links.retain(|&link| self.decided[link] != Some(false));
        }
    }
}

/// What numbers pick at some prices.
struct Picks {
    /// What all gain.
    value: i64,
    is_in: Vec<bool>,
    /// For each link, which of its ends pick it.
    picked: Vec<[bool; 2]>,
    /// What a number loses that has to pick one more link, less what this pays.
    displaced: Vec<i64>,
    /// The share of groups in the price of each link, which either end pays.
    shares: Vec<i64>,
}

/// The part of a new value in an average: in the first steps, and later.
const WEIGHTS: [f64; 2] = [0.3, 0.08];
/// So many steps are the first.
const FIRST_STEPS: usize = 10;
/// A bound is better if it is so much lower.
const LEAST_GAIN: i64 = UNIT / 100_000;
/// After so many steps without a better bound, steps become shorter.
const PATIENCE: usize = 15;
/// By this factor.
const SHORTER: f64 = 0.7;
/// Links are excluded at each step of so many.
const STEPS_BETWEEN_EXCLUSIONS: usize = 5;
/// A group is added if it has so much less than the two links to others that it needs.
const LEAST_VIOLATION: f64 = 0.2;
/// So many groups are added at a time.
const MOST_NEW_GROUPS: usize = 6;

impl Graph {
    pub(crate) fn new(n: usize) -> Self {
        let divisible =
            (1..=n).flat_map(|one| (2 * one..=n).step_by(one).map(move |more| (one, more)));
        let links = divisible.chain((1..=n).map(|number| (STOP, number))).collect_vec();
        let mut at = vec![Vec::new(); n + 1];
        for (link, &(one, other)) in links.iter().enumerate() {
            at[one].push(link);
            at[other].push(link);
        }
        Graph { links, at, groups: Vec::new() }
    }

    /// Nothing is known, and nothing has a price.
    pub(crate) fn start(&self) -> State {
        let decided = vec![None; self.links.len()];
        State { decided, prices: vec![0; self.links.len()], group_prices: Vec::new() }
    }

    /// Changes prices in so many steps. Excludes links without which a chain of that length would not
    /// be found either. Returns the best bound, in [units](UNIT), and what was picked of each link on average; none where
    /// there is no such chain.
    pub(crate) fn improve(
        &self,
        state: &mut State,
        length: usize,
        steps: usize,
    ) -> Option<(i64, Vec<f64>)> {
        for group in &self.groups[state.group_prices.len()..] {
            state.group_prices.push(vec![0; group.members.len()]);
        }
        let least = units(length);
        // The links of each number that are not excluded: fewer and fewer.
        let mut at = self.at.clone();
        state.leave_out_excluded(&mut at);
        let (mut best, mut scale, mut waited) = (i64::MAX, 1.0, 0);
        let mut average = vec![0.0; self.links.len()];
        for step in 0..steps {
            let picks = self.pick(state, &at).filter(|picks| picks.value >= least)?;
            if step % STEPS_BETWEEN_EXCLUSIONS == 0 || step + 1 == steps {
                self.exclude(state, &picks, picks.value - least);
                state.leave_out_excluded(&mut at);
            }
            waited += 1;
            if picks.value < best - LEAST_GAIN {
                (best, waited) = (picks.value, 0);
            } else if waited == PATIENCE {
                (scale, waited) = (scale * SHORTER, 0);
            }
            let weight = WEIGHTS[usize::from(step >= FIRST_STEPS)];
            for (average, picked) in average.iter_mut().zip(&picks.picked) {
                *average += weight * (half(*picked) - *average);
            }
            // The target is half a number below what would still be of use.
            let gain = (picks.value - least) as f64 / UNIT as f64 + 0.5;
            if !self.change(state, &picks, scale * gain) {
                break;
            }
        }
        Some((best, average))
    }

    /// Lets all numbers pick from these links. `None` if one of them cannot.
    fn pick(&self, state: &State, at: &[Vec<usize>]) -> Option<Picks> {
        let numbers = at.len();
        let mut rewards = vec![REWARD; numbers];
        rewards[STOP] = 0;
        let mut shares = vec![0; self.links.len()];
        for (group, prices) in self.groups.iter().zip(&state.group_prices) {
            let all: i64 = prices.iter().sum();
            if all > 0 {
                for (&member, price) in group.members.iter().zip(prices) {
                    rewards[member] += all - price;
                }
                // Rounded down: the bound may only be too high.
                group.links.iter().for_each(|&link| shares[link] += all / 2);
            }
        }
        let mut picks = Picks {
            value: 0,
            is_in: vec![false; numbers],
            picked: vec![[false; 2]; self.links.len()],
            displaced: vec![0; numbers],
            shares,
        };
        for (number, (reward, links)) in rewards.into_iter().zip(at).enumerate() {
            self.pick_two(number, reward, links, state, &mut picks)?;
        }
        Some(picks)
    }

    /// Lets a number pick the links that it has to and the best others, two together, or none.
    fn pick_two(
        &self,
        number: usize,
        reward: i64,
        links: &[usize],
        state: &State,
        picks: &mut Picks,
    ) -> Option<()> {
        let none = (NEVER, usize::MAX);
        let (mut chosen, mut count) = ([usize::MAX; 2], 0);
        let (mut best, mut gain) = ([none; 2], reward);
        for &link in links {
            let pays = self.pays(link, number, state, picks);
            match state.decided[link] {
                Some(true) => {
                    *chosen.get_mut(count)? = link;
                    count += 1;
                    gain += pays;
                }
                None if pays > best[0].0 => best = [(pays, link), best[0]],
                None if pays > best[1].0 => best[1] = (pays, link),
                Some(false) | None => {}
            }
        }
        let is_needed = number == STOP || count > 0;
        let open = &best[..2 - count];
        gain += open.iter().map(|(pays, _)| pays).sum::<i64>();
        if is_needed && gain < NEVER / 2 {
            return None;
        }
        if is_needed || gain > 0 {
            picks.value += gain;
            picks.is_in[number] = true;
            picks.displaced[number] = open.last().map_or(-NEVER, |(pays, _)| *pays);
            for (place, &(_, link)) in chosen[count..].iter_mut().zip(open) {
                *place = link;
            }
            for link in chosen {
                picks.picked[link][usize::from(self.links[link].1 == number)] = true;
            }
        } else {
            // It would be in for the link and the best other one.
            picks.displaced[number] = -reward - best[0].0;
        }
        Some(())
    }

    /// What a link pays to one of its ends.
    fn pays(&self, link: usize, number: usize, state: &State, picks: &Picks) -> i64 {
        let price = state.prices[link];
        let sign = if self.links[link].0 == number { 1 } else { -1 };
        // Neither comes near the limits of 64 bits.
        price.wrapping_mul(sign).wrapping_sub(picks.shares[link])
    }

    /// Excludes links that would cost more than there is room for if both ends had to pick them.
    fn exclude(&self, state: &mut State, picks: &Picks, room: i64) {
        for (link, &(one, other)) in self.links.iter().enumerate() {
            if state.decided[link].is_some() {
                continue;
            }
            let cost = |number: usize, is_picked: bool| {
                let loss = picks.displaced[number] - self.pays(link, number, state, picks);
                if is_picked { 0 } else { loss.max(0) }
            };
            let [by_one, by_other] = picks.picked[link];
            if cost(one, by_one) + cost(other, by_other) > room {
                state.decided[link] = Some(false);
            }
        }
    }

    /// Changes prices where picks disagree, as far as the gain is to fall. Says whether they do.
    fn change(&self, state: &mut State, picks: &Picks, gain: f64) -> bool {
        let difference =
            |&[one, other]: &[bool; 2]| i64::from(u8::from(one)) - i64::from(u8::from(other));
        let disagree = picks.picked.iter().filter(|picked| difference(picked) != 0);
        let mut square = disagree.count() as f64;
        let is_in = |&member: &usize| f64::from(u8::from(picks.is_in[member]));
        // By how much a group has fewer links than members, before one of these is not counted.
        let spare = self.groups.iter().map(|group| {
            let links: f64 = group.links.iter().map(|&link| half(picks.picked[link])).sum();
            group.members.iter().map(is_in).sum::<f64>() - links
        });
        let spare = spare.collect_vec();
        for ((group, prices), spare) in self.groups.iter().zip(&state.group_prices).zip(&spare) {
            for (member, &price) in group.members.iter().zip(prices) {
                let slack = spare - is_in(member);
                if slack < 0.0 || price > 0 {
                    square += slack.powi(2);
                }
            }
        }
        if square == 0.0 {
            return false;
        }
        let step = gain / square;
        let change = in_units(step);
        for (price, picked) in state.prices.iter_mut().zip(&picks.picked) {
            // Most ends agree.
            if difference(picked) != 0 {
                let new = *price - change * difference(picked);
                *price = new.clamp(-MOST_PRICE, MOST_PRICE);
            }
        }
        for ((group, prices), spare) in self.groups.iter().zip(&mut state.group_prices).zip(&spare)
        {
            for (member, price) in group.members.iter().zip(prices) {
                let new = *price - in_units(step * (spare - is_in(member)));
                *price = new.clamp(0, MOST_PRICE);
            }
        }
        true
    }

    /// Looks for numbers that have too few links to others on average, and makes them groups. Says
    /// whether there are any. Tried are those that come together when links are added in the order
    /// of how much they are picked.
    pub(crate) fn find_groups(&mut self, average: &[f64]) -> bool {
        let numbers = self.at.len();
        let half_links = |number: usize| self.at[number].iter().map(|&link| average[link] / 2.0);
        let is_in: Vec<f64> = (0..numbers).map(|number| half_links(number).sum()).collect();
        let mut order = (0..self.links.len()).filter(|&link| average[link] > 0.0).collect_vec();
        order.sort_by(|&one, &other| average[other].total_cmp(&average[one]));
        let mut part: Vec<usize> = (0..numbers).collect();
        let before = self.groups.len();
        for link in order {
            let (one, other) = self.links[link];
            let (kept, merged) = (part[one], part[other]);
            if kept == merged || self.groups.len() == before + MOST_NEW_GROUPS {
                continue;
            }
            part.iter_mut().filter(|part| **part == merged).for_each(|part| *part = kept);
            // The side without the stop.
            let has_stop = part[STOP] == kept;
            let is_member = part.iter().map(|&part| (part == kept) != has_stop).collect_vec();
            let members = (0..numbers).filter(|&number| is_member[number]).collect_vec();
            if members.len() <= 2 {
                continue;
            }
            let (mut across, mut inside) = (0.0, Vec::new());
            for (link, &(one, other)) in self.links.iter().enumerate() {
                match (is_member[one], is_member[other]) {
                    (true, true) => inside.push(link),
                    (false, false) => {}
                    _ => across += average[link],
                }
            }
            let most = members.iter().map(|&member| is_in[member]).fold(0.0, f64::max);
            let is_known = self.groups.iter().any(|group| group.members == members);
            if across < 2.0 * most - LEAST_VIOLATION && !is_known {
                self.groups.push(Group { members, links: inside });
            }
        }
        self.groups.len() > before
    }
}

/// A length as a bound is told.
pub(crate) fn units(length: usize) -> i64 {
    i64::try_from(length).map_or(i64::MAX, |length| length * UNIT)
}

/// A price close to this one; any will do.
#[expect(clippy::cast_possible_truncation, reason = "a change beyond all prices is cut off anyway")]
fn in_units(change: f64) -> i64 {
    (change.clamp(-256.0, 256.0) * UNIT as f64) as i64
}

/// How much a link is picked: by no end, one or both.
fn half(picked: [bool; 2]) -> f64 {
    picked.iter().map(|&picked| if picked { 0.5 } else { 0.0 }).sum()
}
