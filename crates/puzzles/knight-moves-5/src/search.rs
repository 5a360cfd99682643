//! The search: a beam of tours, all with the same number of jumps.

use std::cmp::Reverse;
use std::collections::HashSet;

use puzzle::{Board, Flow, Rng, Search};

use crate::{KnightMoves, MOST_VISITS, Move, code};

/// The most points.
const POINTS: usize = 64;
/// How many tours of a number of jumps are kept.
const WIDTH: usize = 200;
/// Where a jump stays among the points that sink together, any wait would do: those are tried that let
/// them sink by so much at most.
const MOST_COMMON_SINKING: i16 = 2;
/// No altitude is further from 0.
const MOST_ALTITUDE: i16 = 10_000;
/// The most waits that no jump needs yet.
const MOST_PENDING: usize = 8;

/// What a visit that can still be made is worth.
const VISIT: i64 = 12;
/// What a unit costs by which a jump is too high.
const CLIMB: i64 = 10;
/// What it costs that the goal cannot be reached, besides.
const UNREACHABLE: i64 = 30;
/// What it is worth to have waited for the goal.
const MEETING: i64 = 100_000;
/// Worths differ by less than this at random.
const NOISE: i64 = 6;

/// A tour after some jumps.
#[derive(Clone)]
struct State {
    altitudes: [i16; POINTS],
    /// How often each point may still be visited.
    visits_left: [u8; POINTS],
    at: usize,
    /// The sum of the waits that a jump needs.
    score: i64,
    /// The other waits: which points sank, and for how many minutes the knight waited.
    pending: [(u64, i64); MOST_PENDING],
    /// Whether the knight was once at the goal's altitude.
    has_met_goal: bool,
}

/// A tour with one more jump.
struct Step {
    worth: i64,
    state: State,
    /// The number of the tour before, and the move as a board has it.
    parent: usize,
    played: i64,
}

/// The lattice.
struct Lattice {
    points: usize,
    /// The goal's place.
    goal: usize,
    /// From each point, where jumps go by their way on the board, and the difference in altitude that
    /// they need.
    jumps: Vec<Vec<(usize, i16)>>,
}

/// Reports tours that reach the record, and goes on without an end.
pub(crate) fn search(puzzle: &KnightMoves, search: &mut Search) -> Flow {
    let points = puzzle.altitudes.len();
    let jumps = (0..points).map(|from| {
        let difference = |to| puzzle.difference(from, to).map(i16::from);
        (0..points).filter_map(|to| Some((to, difference(to)?))).collect()
    });
    let lattice = Lattice { points, goal: puzzle.goal(), jumps: jumps.collect() };
    let mut altitudes = [0; POINTS];
    for (place, &altitude) in altitudes.iter_mut().zip(puzzle.altitudes.values()) {
        *place = i16::from(altitude);
    }
    let mut visits_left = [MOST_VISITS; POINTS];
    visits_left[puzzle.start()] -= 1;
    let start = State {
        altitudes,
        visits_left,
        at: puzzle.start(),
        score: 0,
        pending: [(0, 0); MOST_PENDING],
        has_met_goal: false,
    };
    let mut seed = u64::try_from(puzzle.seed.get()).unwrap_or(0);
    loop {
        follow(puzzle, &lattice, start.clone(), &mut Rng::with_seed(seed), search)?;
        seed += 1;
    }
}

/// A beam from the start, until no tour goes on.
fn follow(
    puzzle: &KnightMoves,
    lattice: &Lattice,
    start: State,
    random: &mut Rng,
    search: &mut Search,
) -> Flow {
    let mut states = vec![start];
    // For each number of jumps and each tour: the tour before, and its last move.
    let mut history: Vec<Vec<(usize, i64)>> = Vec::new();
    while !states.is_empty() {
        let mut steps = Vec::new();
        for (parent, state) in states.iter().enumerate() {
            search.poll()?;
            search.visit(history.len(), || tour(&history, parent, Vec::new()))?;
            for (to, sinking) in lattice.moves(state) {
                let Some((next, wait)) = lattice.after(state, to, sinking) else { continue };
                let played = code(Move { wait, to }, lattice.points);
                if to != lattice.goal {
                    let worth = lattice.worth(&next) + random.i64(0..NOISE);
                    steps.push(Step { worth, state: next, parent, played });
                } else if next.score >= puzzle.record.get() && !next.is_waiting() {
                    search.solution(tour(&history, parent, vec![played]))?;
                }
            }
        }
        steps.sort_by_key(|step| Reverse(step.worth));
        let mut seen = HashSet::new();
        steps.retain(|step| {
            seen.len() < WIDTH && seen.insert((step.state.altitudes, step.state.at))
        });
        history.push(steps.iter().map(|step| (step.parent, step.played)).collect());
        states = steps.into_iter().map(|step| step.state).collect();
    }
    Flow::Continue(())
}

/// The moves of a tour of a history, and then those at the end of it, the last one first.
fn tour(history: &[Vec<(usize, i64)>], mut number: usize, mut backwards: Vec<i64>) -> Board {
    for steps in history.iter().rev() {
        let (parent, played) = steps[number];
        backwards.push(played);
        number = parent;
    }
    backwards.reverse();
    backwards.into()
}

impl State {
    /// Whether there are waits that no jump needs yet.
    fn is_waiting(&self) -> bool {
        self.pending.iter().any(|&(_, wait)| wait > 0)
    }
}

impl Lattice {
    /// Where the knight can jump, and by how much its point has to sink before.
    fn moves(&self, state: &State) -> impl Iterator<Item = (usize, i16)> {
        let altitude = state.altitudes[state.at];
        self.jumps[state.at].iter().flat_map(move |&(to, difference)| {
            let other = state.altitudes[to];
            let sinkings = if other != altitude {
                let low = altitude - other - difference;
                vec![low, low + 2 * difference]
            } else if difference == 0 {
                (0..=MOST_COMMON_SINKING).collect()
            } else {
                Vec::new()
            };
            let is_first = move |place: usize| place == 0 || difference != 0 || other == altitude;
            let sinkings = sinkings.into_iter().enumerate().filter(move |&(place, sinking)| {
                sinking >= 0 && is_first(place) && state.visits_left[to] > 0
            });
            sinkings.map(move |(_, sinking)| (to, sinking))
        })
    }

    /// The tour after a move, and its wait; `None` if that is more than the search keeps book of.
    fn after(&self, state: &State, to: usize, sinking: i16) -> Option<(State, i64)> {
        let (altitude, opposite) = (state.altitudes[state.at], self.points - 1 - state.at);
        let mut next = state.clone();
        let mut wait = 0;
        if sinking > 0 {
            let is_sinking =
                |&point: &usize| state.altitudes[point] == altitude && point != opposite;
            let mut sunk = 0_u64;
            for point in (0..self.points).filter(is_sinking) {
                next.altitudes[point] -= sinking;
                sunk |= 1 << point;
            }
            if state.altitudes[opposite] != altitude {
                next.altitudes[opposite] += sinking;
            }
            let altitudes = [next.altitudes[state.at], next.altitudes[opposite]];
            if altitudes.iter().any(|altitude| altitude.abs() > MOST_ALTITUDE) {
                return None;
            }
            wait = i64::from(sinking) * i64::from(sunk.count_ones());
            *next.pending.iter_mut().find(|(_, wait)| *wait == 0)? = (sunk, wait);
        }
        for (sunk, wait) in &mut next.pending {
            if *wait > 0 && (*sunk >> state.at ^ *sunk >> to) & 1 == 1 {
                next.score += *wait;
                *wait = 0;
            }
        }
        next.at = to;
        next.visits_left[to] -= 1;
        next.has_met_goal |= next.altitudes[to] == next.altitudes[self.goal];
        Some((next, wait))
    }

    /// What a tour is worth to the beam.
    fn worth(&self, state: &State) -> i64 {
        if !state.has_met_goal {
            let climbs = self.climbs(state);
            let goal = state.altitudes[self.goal];
            let far =
                |point: usize| climbs[point] + i64::from((state.altitudes[point] - goal).abs());
            return -CLIMB
                * (0..self.goal).chain(self.goal + 1..self.points).map(far).min().unwrap_or(0);
        }
        let [mut onward, mut back] = [[0_u64; POINTS]; 2];
        for (from, jumps) in self.jumps.iter().enumerate().filter(|&(from, _)| from != self.goal) {
            for &(to, difference) in jumps {
                if state.visits_left[to] > 0
                    && state.altitudes[to] <= state.altitudes[from] + difference
                {
                    onward[from] |= 1 << to;
                    back[to] |= 1 << from;
                }
            }
        }
        let between = reached(&onward, state.at) & reached(&back, self.goal);
        if between >> self.goal & 1 == 0 {
            let climb = self.climbs(state)[self.goal];
            return MEETING + state.score - UNREACHABLE - CLIMB * climb;
        }
        let visits = (0..self.points).filter(|point| between >> point & 1 == 1);
        let visits: i64 = visits.map(|point| i64::from(state.visits_left[point])).sum();
        MEETING + state.score + VISIT * visits
    }

    /// By how many units the jumps are too high together on the way to each point, as altitudes are
    /// (Dijkstra's algorithm).
    fn climbs(&self, state: &State) -> [i64; POINTS] {
        const NEVER: i64 = 100_000;
        let mut climbs = [NEVER; POINTS];
        climbs[state.at] = 0;
        let mut open: Vec<usize> = (0..self.points).collect();
        while let Some(place) = (0..open.len()).min_by_key(|&place| climbs[open[place]]) {
            let from = open.swap_remove(place);
            if climbs[from] == NEVER {
                break;
            }
            for &(to, difference) in self.jumps[from].iter().filter(|_| from != self.goal) {
                if state.visits_left[to] > 0 {
                    let height = state.altitudes[to] - state.altitudes[from] - difference;
                    climbs[to] = climbs[to].min(climbs[from] + i64::from(height.max(0)));
                }
            }
        }
        climbs
    }
}

/// The points that are reached from one of them.
fn reached(ways: &[u64; POINTS], start: usize) -> u64 {
    let (mut reached, mut fresh) = (1 << start, 1_u64 << start);
    while fresh != 0 {
        let point = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        fresh |= ways[point] & !reached;
        reached |= ways[point];
    }
    reached
}
