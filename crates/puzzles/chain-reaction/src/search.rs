//! The search: links are decided one by one, within the bound.

use std::ops::ControlFlow;

use itertools::Itertools;
use puzzle::{Flow, Rng, Search, Stop};

use crate::prices::{Graph, STOP, State, units};

/// The numbers of a chain, in order.
type Chain = Vec<i64>;

/// Steps of prices before the first bound, at the root, and elsewhere.
const STEPS: [usize; 3] = [300, 400, 40];
/// More steps at the root, where new groups are known.
const MORE_STEPS: usize = 150;
/// How often groups are looked for at a node.
const ROUNDS: usize = 1;
/// How much links that are likely are mixed up in the second attempt, and so on.
const SPREAD: f64 = 0.2;
/// A search of more nodes starts again, with more steps at each node: a wrong decision that the bound
/// does not see is not made again then.
const NODES: usize = 50;

/// Finds a longest chain of numbers up to n.
pub(crate) fn search(n: usize, search: &mut Search) -> Flow {
    if n == 1 {
        return search.solution(vec![1]);
    }
    let graph = Graph::new(n);
    // Two numbers make a chain at any rate.
    let first = graph.improve(&mut graph.start(), 2, STEPS[0]);
    let bound = first.map_or(i64::MAX, |(bound, _)| bound);
    let mut length = (2..=n).rev().find(|&length| units(length) <= bound).unwrap_or(2);
    while search.solutions() == 0 {
        let mut effort = 2;
        loop {
            let mut branching = Branching {
                graph: Graph::new(n),
                length,
                effort,
                nodes_left: NODES * effort,
                random: Rng::with_seed(effort as u64),
            };
            let state = branching.graph.start();
            if branching.decide(state, 0, search)? {
                break;
            }
            effort += 1;
        }
        length -= 1;
    }
    Flow::Continue(())
}

/// What follows from the links that are decided.
enum Outcome {
    /// There is no ring.
    None,
    /// There may be one.
    Open,
    /// Here it is.
    Ring(Chain),
}

/// Looks for a chain of that length, or a longer one.
struct Branching {
    graph: Graph,
    length: usize,
    /// There are half as many steps times this, and so on.
    effort: usize,
    nodes_left: usize,
    random: Rng,
}

impl Branching {
    /// Decides the links that are open. Says whether the search is over: a chain is found, or there is
    /// none. Otherwise it took too many nodes.
    fn decide(
        &mut self,
        mut state: State,
        depth: usize,
        search: &mut Search,
    ) -> ControlFlow<Stop, bool> {
        let links = self.links(&state).collect_vec();
        search.visit(depth, || longest(self.graph.at.len(), &links))?;
        if self.nodes_left == 0 {
            return ControlFlow::Continue(false);
        }
        self.nodes_left -= 1;
        let mut average: Option<Vec<f64>> = None;
        for round in 0..=ROUNDS {
            match self.settle(&mut state) {
                Outcome::None => {
                    search.dead_end_because(|| "links that are decided make no ring");
                    return ControlFlow::Continue(true);
                }
                Outcome::Ring(chain) => {
                    search.solution(chain)?;
                    return ControlFlow::Continue(true);
                }
                Outcome::Open => {}
            }
            if average.as_ref().is_some_and(|average| !self.graph.find_groups(average)) {
                break;
            }
            let steps = match (depth, round) {
                (0, 0) => STEPS[1],
                (0, _) => MORE_STEPS,
                _ => STEPS[2],
            };
            // A node is long: hundreds of steps.
            search.poll()?;
            let Some((_, picked)) =
                self.graph.improve(&mut state, self.length, steps * self.effort / 2)
            else {
                let length = self.length;
                search.dead_end_because(|| format!("no chain here has {length} numbers"));
                return ControlFlow::Continue(true);
            };
            average = Some(picked);
        }
        let average = average.unwrap_or_default();
        let open = (0..average.len()).filter(|&link| state.decided[link].is_none()).collect_vec();
        let spread = SPREAD * (self.effort - 2) as f64;
        let likely =
            open.into_iter().map(|link| (average[link] + spread * self.random.f64(), link));
        let Some((_, link)) = likely.max_by(|one, other| one.0.total_cmp(&other.0)) else {
            return ControlFlow::Continue(true);
        };
        for is_used in [true, false] {
            let mut state = state.clone();
            state.decided[link] = Some(is_used);
            let is_over = self.decide(state, depth + 1, search)?;
            if !is_over || search.solutions() > 0 {
                return ControlFlow::Continue(is_over);
            }
        }
        ControlFlow::Continue(true)
    }

    /// The links that are used.
    fn links(&self, state: &State) -> impl Iterator<Item = (usize, usize)> {
        let decided = self.graph.links.iter().zip(&state.decided);
        decided.filter(|(_, decided)| **decided == Some(true)).map(|(&ends, _)| ends)
    }

    /// Decides all links that follow from the others, one after the other.
    fn settle(&self, state: &mut State) -> Outcome {
        loop {
            match self.settle_numbers(state) {
                None => return Outcome::None,
                Some(true) => continue,
                Some(false) => {}
            }
            let links = self.links(state).collect_vec();
            let neighbours = neighbours(self.graph.at.len(), &links);
            let linked = neighbours.iter().filter(|others| !others.is_empty()).count();
            let mut has_changed = false;
            for way in ways(&neighbours) {
                let is_all = way.len() == linked && way.contains(&STOP) && linked > self.length;
                let (first, last) = (way[0], way[way.len() - 1]);
                if neighbours[first].len() == 2 {
                    // A ring has no ends.
                    return if is_all { Outcome::Ring(opened(way)) } else { Outcome::None };
                }
                let closes = |&link: &usize| {
                    let (one, other) = self.graph.links[link];
                    state.decided[link].is_none() && (one == last || other == last)
                };
                let closing = self.graph.at[first].iter().copied().find(closes);
                if let Some(link) = closing.filter(|_| !is_all) {
                    state.decided[link] = Some(false);
                    has_changed = true;
                }
            }
            if !has_changed {
                return Outcome::Open;
            }
        }
    }

    /// Decides the open links of numbers that have two links, or need all that are open. Says
    /// whether there were any; `None` if a number cannot have two links.
    fn settle_numbers(&self, state: &mut State) -> Option<bool> {
        let mut has_changed = false;
        for (number, links) in self.graph.at.iter().enumerate() {
            let count = |what| links.iter().filter(|&&link| state.decided[link] == what).count();
            let (used, open) = (count(Some(true)), count(None));
            let is_in = used > 0 || number == STOP;
            let is_used = match used {
                3.. => return None,
                _ if is_in && used + open < 2 => return None,
                _ if open == 0 => continue,
                2 => false,
                _ if is_in && used + open == 2 => true,
                _ if !is_in && open == 1 => false,
                _ => continue,
            };
            for &link in links {
                state.decided[link].get_or_insert(is_used);
            }
            has_changed = true;
        }
        Some(has_changed)
    }
}

/// The numbers to which each is linked.
fn neighbours(numbers: usize, links: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); numbers];
    for &(one, other) in links {
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    neighbours
}

/// The ways and rings that links make, where none has more than two at a number.
fn ways(neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; neighbours.len()];
    let mut ways = Vec::new();
    // A way is followed from one of its ends, and what is left then are rings.
    let numbers = (0..neighbours.len()).sorted_by_key(|&number| neighbours[number].len());
    for first in numbers.filter(|&number| !neighbours[number].is_empty()) {
        let mut way = Vec::new();
        let mut next = Some(first).filter(|&first| !is_seen[first]);
        while let Some(number) = next {
            is_seen[number] = true;
            way.push(number);
            next = neighbours[number].iter().copied().find(|&other| !is_seen[other]);
        }
        if !way.is_empty() {
            ways.push(way);
        }
    }
    ways
}

/// The chain of a ring: from the stop to the stop.
fn opened(mut ring: Vec<usize>) -> Chain {
    let stop = ring.iter().position(|&number| number == STOP).unwrap_or(0);
    ring.rotate_left(stop);
    let numbers = ring.into_iter().filter(|&number| number != STOP);
    numbers.map(|number| i64::try_from(number).expect("numbers are at most 200")).collect()
}

/// The longest part of a chain that these links make.
fn longest(numbers: usize, links: &[(usize, usize)]) -> Chain {
    let longest = ways(&neighbours(numbers, links)).into_iter().max_by_key(Vec::len);
    longest.map_or(Vec::new(), opened)
}

/// The chain that these links make, with the stop, or the longest part of it.
pub(crate) fn chain(numbers: usize, links: impl Iterator<Item = (usize, usize)>) -> Chain {
    longest(numbers, &links.collect_vec())
}
