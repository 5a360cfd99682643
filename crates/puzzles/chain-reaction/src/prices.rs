//! Prices of the constraints, whose weighted sum bounds the chain's length.

use itertools::Itertools;

/// The stop between the chain's end and its start, which is linked to all numbers.
pub(crate) const STOP: usize = 0;

/// Prices and gains are whole multiples of 1 / `UNIT`.
pub(crate) const UNIT: i64 = 1 << 32;

/// The maximum absolute value of a price.
const MOST_PRICE: i64 = 1 << 40;

/// The number of searches for groups.
const ROUNDS: usize = 20;
/// The number of price updates between two searches.
const STEPS: usize = 150;
/// The weights of a new value in an average: in the first steps, and later.
const WEIGHTS: [f64; 2] = [0.3, 0.08];
/// The number of first steps.
const FIRST_STEPS: usize = 10;
/// The minimum improvement that counts as a better bound.
const LEAST_GAIN: i64 = UNIT / 100_000;
/// The number of steps without a better bound after which steps become shorter.
const PATIENCE: usize = 15;
/// The factor by which they become shorter.
const SHORTER: f64 = 0.7;
/// The minimum shortage of a group's links to others, compared to the two that it needs.
const LEAST_VIOLATION: f64 = 0.2;
/// The maximum number of groups that are added at a time.
const MOST_NEW_GROUPS: usize = 6;

/// The weight of each constraint, in [units](UNIT).
pub(crate) struct Prices {
    /// Of each number: it has two links if it is in the chain, and none otherwise. A positive
    /// weight is for "at most", a negative one for "at least".
    pub(crate) degrees: Vec<i64>,
    /// Of each number: if its link to this other one is used, it is in the chain.
    pub(crate) links: Vec<(usize, i64)>,
    /// Of each group: both ways from its smallest number leave it.
    pub(crate) groups: Vec<(Group, i64)>,
}

/// Numbers that form no cycle of their own.
pub(crate) struct Group {
    /// In ascending order.
    pub(crate) members: Vec<usize>,
    /// The links between them.
    links: Vec<usize>,
}

/// Numbers, and which of them may be neighbours. Links are identified by their indices in a list.
struct Graph {
    /// The ends of each link.
    links: Vec<(usize, usize)>,
    /// The links of each number.
    at: Vec<Vec<usize>>,
    /// The groups so far.
    groups: Vec<Group>,
}

/// The payments.
#[derive(Clone, Default)]
struct State {
    /// The payment of each link to its first end, which its other end makes.
    links: Vec<i64>,
    /// The payment of each group for links between its members.
    groups: Vec<i64>,
}

/// The picks of the numbers.
struct Picks {
    /// The total gain.
    value: i64,
    is_in: Vec<bool>,
    /// For each link, which of its ends pick it.
    picked: Vec<[bool; 2]>,
}

impl Prices {
    /// Computes good prices for the numbers up to n, at least 2: the best ones found until
    /// `is_over`, which is polled every few milliseconds, returns true.
    pub(crate) fn new(n: usize, is_over: impl Fn() -> bool) -> Self {
        let mut graph = Graph::new(n);
        let mut state = State { links: vec![0; graph.links.len()], groups: Vec::new() };
        let mut best = (i64::MAX, State::clone(&state));
        for _ in 0..ROUNDS {
            if is_over() {
                break;
            }
            state.groups.resize(graph.groups.len(), 0);
            let average = graph.improve(&mut state, &mut best);
            graph.find_groups(&average);
        }
        graph.into_prices(best.1)
    }
}

impl Graph {
    fn new(n: usize) -> Self {
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

    /// Changes the payments step by step, and keeps those with the lowest bound. Returns how much
    /// each link was picked on average.
    fn improve(&self, state: &mut State, best: &mut (i64, State)) -> Vec<f64> {
        let (mut lowest, mut scale, mut waited) = (i64::MAX, 1.0, 0);
        let mut average = vec![0.0; self.links.len()];
        for step in 0..STEPS {
            let picks = self.pick(state);
            if picks.value < best.0 {
                *best = (picks.value, state.clone());
            }
            waited += 1;
            if picks.value < lowest - LEAST_GAIN {
                (lowest, waited) = (picks.value, 0);
            } else if waited == PATIENCE {
                (scale, waited) = (scale * SHORTER, 0);
            }
            let weight = WEIGHTS[usize::from(step >= FIRST_STEPS)];
            for (average, picked) in average.iter_mut().zip(&picks.picked) {
                *average += weight * (half(*picked) - *average);
            }
            // The target is half a number below the best bound, rounded down.
            let gain = (picks.value - best.0.div_euclid(UNIT) * UNIT) as f64 / UNIT as f64 + 0.5;
            if !self.change(state, &picks, scale * gain) {
                break;
            }
        }
        average
    }

    /// Lets each number pick the two links that pay best, or none.
    fn pick(&self, state: &State) -> Picks {
        let mut is_in = vec![false; self.at.len()];
        let mut picked = vec![[false; 2]; self.links.len()];
        let mut value = 0;
        let mut rewards = vec![UNIT; self.at.len()];
        rewards[STOP] = 0;
        for (group, price) in self.groups.iter().zip(&state.groups) {
            group.members[1..].iter().for_each(|&member| rewards[member] += price);
        }
        let shares = self.shares(state);
        for (number, reward) in rewards.into_iter().enumerate() {
            let best = self.best_two(number, state, &shares);
            let gain = reward + best[0].0 + best[1].0;
            if gain > 0 || number == STOP {
                value += gain;
                is_in[number] = true;
                for (_, link) in best {
                    picked[link][usize::from(self.links[link].1 == number)] = true;
                }
            }
        }
        Picks { value, is_in, picked }
    }

    /// Returns the payment to groups by either end of each link.
    fn shares(&self, state: &State) -> Vec<i64> {
        let mut shares = vec![0; self.links.len()];
        for (group, price) in self.groups.iter().zip(&state.groups) {
            group.links.iter().for_each(|&link| shares[link] += price / 2);
        }
        shares
    }

    /// Returns the two links that pay a number best, the best first, and their payments.
    fn best_two(&self, number: usize, state: &State, shares: &[i64]) -> [(i64, usize); 2] {
        let mut best = [(i64::MIN, usize::MAX); 2];
        for &link in &self.at[number] {
            let price = state.links[link];
            let paid = if self.links[link].0 == number { price } else { -price };
            let pays = paid - shares[link];
            if pays > best[0].0 {
                best = [(pays, link), best[0]];
            } else if pays > best[1].0 {
                best[1] = (pays, link);
            }
        }
        best
    }

    /// Changes prices where picks disagree, in proportion to the intended fall of the gain. Returns
    /// whether any picks disagree.
    fn change(&self, state: &mut State, picks: &Picks, gain: f64) -> bool {
        let difference =
            |&[one, other]: &[bool; 2]| i64::from(u8::from(one)) - i64::from(u8::from(other));
        let disagree = picks.picked.iter().filter(|picked| difference(picked) != 0);
        let mut square = disagree.count() as f64;
        let is_in = |&member: &usize| f64::from(u8::from(picks.is_in[member]));
        // The number of links that a group may still have.
        let spare = self.groups.iter().map(|group| {
            let links: f64 = group.links.iter().map(|&link| half(picks.picked[link])).sum();
            group.members[1..].iter().map(is_in).sum::<f64>() - links
        });
        let spare = spare.collect_vec();
        for (&price, spare) in state.groups.iter().zip(&spare) {
            if *spare < 0.0 || price > 0 {
                square += spare.powi(2);
            }
        }
        if square == 0.0 {
            return false;
        }
        let step = gain / square;
        let change = in_units(step);
        for (price, picked) in state.links.iter_mut().zip(&picks.picked) {
            // Most ends agree.
            if difference(picked) != 0 {
                let new = *price - change * difference(picked);
                *price = new.clamp(-MOST_PRICE, MOST_PRICE);
            }
        }
        for (price, spare) in state.groups.iter_mut().zip(&spare) {
            *price = (*price - in_units(step * spare)).clamp(0, MOST_PRICE);
        }
        true
    }

    /// Looks for numbers that have too few links to others on average, and makes them groups. The
    /// candidates are the components that form when links are added in descending order of how much
    /// they are picked.
    fn find_groups(&mut self, average: &[f64]) {
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
            let is_known = self.groups.iter().any(|group| group.members == members);
            if across < 2.0 * is_in[members[0]] - LEAST_VIOLATION && !is_known {
                self.groups.push(Group { members, links: inside });
            }
        }
    }

    /// Returns the prices of the constraints from which the bound follows.
    ///
    /// The payment of links to a number is at most the second best for each of its two links, plus
    /// the excess of the best one if the number is in the chain. The payment of a group is half the
    /// price of its members' links, less half that of the links that leave it.
    fn into_prices(self, state: State) -> Prices {
        let shares = self.shares(&state);
        let (mut degrees, mut links) = (Vec::new(), Vec::new());
        for number in 0..self.at.len() {
            let [(first, link), (second, _)] = self.best_two(number, &state, &shares);
            let (one, other) = self.links[link];
            degrees.push(second);
            links.push((one + other - number, first - second));
        }
        let half = state.groups.into_iter().map(|price| price / 2);
        let groups = self.groups.into_iter().zip(half).collect_vec();
        for (group, price) in &groups {
            group.members[1..].iter().for_each(|&member| degrees[member] += price);
        }
        Prices { degrees, links, groups }
    }
}

/// Converts a price to units, up to rounding.
#[expect(clippy::cast_possible_truncation, reason = "a change beyond all prices is cut off anyway")]
fn in_units(change: f64) -> i64 {
    (change.clamp(-256.0, 256.0) * UNIT as f64) as i64
}

/// Returns how much a link is picked: by no end, one or both.
fn half(picked: [bool; 2]) -> f64 {
    picked.iter().map(|&picked| if picked { 0.5 } else { 0.0 }).sum()
}
