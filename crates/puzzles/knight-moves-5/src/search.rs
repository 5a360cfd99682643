//! The search: a beam of tours, all with the same number of jumps.

use std::array;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use puzzle::prelude::*;

use crate::{FEWEST_POINTS, KnightMoves, MOST_VISITS, Move, board};

/// The maximum number of points.
const POINTS: usize = 64;
/// The width of the beam.
const WIDTH: usize = 200;
/// How often a beam starts again from a part of the best tour.
const RESTARTS: usize = 200;
/// If a jump stays among the points that sink together, any wait is legal: those that let them sink
/// by at most this much are tried.
const MOST_COMMON_SINKING: i16 = 2;
/// The maximum absolute altitude.
const MOST_ALTITUDE: i16 = 10_000;
/// The maximum number of waits that are not known to be necessary yet.
const MOST_PENDING: usize = 8;

/// The value of a remaining visit.
const VISIT: i64 = 12;
/// The cost of each unit by which a jump is too high.
const CLIMB: i64 = 10;
/// An upper bound of the units by which all jumps are too high.
const NEVER: i64 = 100_000;
/// The additional cost if the goal cannot be reached.
const UNREACHABLE: i64 = 30;
/// The value of having waited for the goal.
const MEETING: i64 = 100_000;
/// The range of random differences between ratings.
const NOISE: i64 = 6;

/// A tour after some jumps.
#[derive(Clone)]
struct State {
    altitudes: [i16; POINTS],
    /// The number of remaining visits to each point.
    visits_left: [u8; POINTS],
    at: usize,
    /// The sum of the necessary waits.
    score: i64,
    /// The other waits: the points that sank, and the minutes.
    pending: [(u64, i64); MOST_PENDING],
    /// Whether the knight was once at the goal's altitude.
    has_met_goal: bool,
    moves: Vec<Move>,
}

/// The lattice.
struct Lattice {
    points: usize,
    /// The index of the goal.
    goal: usize,
    /// The least score of a tour that counts.
    least: i64,
    /// From each point, the targets of jumps as seen on the board, and the difference in altitude
    /// that they need.
    jumps: Vec<Vec<(usize, i16)>>,
}

/// Runs a beam from the start, and then others, each after a random part of the best tour so far.
pub(crate) fn attempt(puzzle: &KnightMoves, seed: u64, search: &mut Search) -> Flow {
    let mut random = Rng::with_seed(seed);
    let lattice = Lattice::new(puzzle);
    let start = State::start(puzzle);
    let mut best = lattice.beam(&start, &mut random, search)?;
    if lattice.points == FEWEST_POINTS {
        // The beam kept all tours.
        return Flow::Continue(());
    }
    for _ in 0..RESTARTS {
        let Some(tour) = &best else { break };
        let kept = random.usize(..tour.moves.len());
        let state = lattice.replay(start.clone(), &tour.moves[..kept]);
        let other = lattice.beam(&state, &mut random, search)?;
        best = best.into_iter().chain(other).max_by_key(|tour| tour.score);
    }
    Flow::Continue(())
}

impl State {
    /// Returns the state before the first jump.
    fn start(puzzle: &KnightMoves) -> Self {
        let mut values = puzzle.altitudes.values().map(|altitude| i16::try_from(altitude.get()));
        let altitudes = array::from_fn(|_| values.next().and_then(Result::ok).unwrap_or(0));
        let mut visits_left = [MOST_VISITS; POINTS];
        visits_left[puzzle.start()] -= 1;
        let (at, pending) = (puzzle.start(), [(0, 0); MOST_PENDING]);
        Self { altitudes, visits_left, at, score: 0, pending, has_met_goal: false, moves: vec![] }
    }

    /// Returns whether all waits are known to be necessary.
    fn all_are_necessary(&self) -> bool {
        self.pending.iter().all(|&(_, wait)| wait == 0)
    }

    /// Returns the number of units by which a jump is too high at the current altitudes; `None` if
    /// its target may not be visited.
    fn height(&self, from: usize, to: usize, difference: i16) -> Option<i64> {
        let height = (self.altitudes[to] - self.altitudes[from] - difference).max(0);
        (self.visits_left[to] > 0).then_some(height.into())
    }
}

/// Returns the difference in altitude that a jump from one point to another needs.
fn difference(from: Cell, to: Cell) -> Option<i16> {
    let way = [from.row.abs_diff(to.row), from.column.abs_diff(to.column)];
    match (way[0].min(way[1]), way[0].max(way[1])) {
        (1, 2) => Some(0),
        (0, 2) => Some(1),
        (0, 1) => Some(2),
        _ => None,
    }
}

impl Lattice {
    fn new(puzzle: &KnightMoves) -> Self {
        let points = puzzle.altitudes.len();
        let jump = |from, to| Some((to, difference(puzzle.cell(from), puzzle.cell(to))?));
        let jumps = |from| (0..points).filter_map(|to| jump(from, to)).collect();
        Self {
            points,
            goal: puzzle.goal(),
            least: puzzle.qualifying.get(),
            jumps: (0..points).map(jumps).collect(),
        }
    }

    /// Continues a tour until all tours end, and returns the best one.
    fn beam(
        &self,
        start: &State,
        random: &mut Rng,
        search: &mut Search,
    ) -> ControlFlow<Stop, Option<State>> {
        let mut best: Option<State> = None;
        let mut states = vec![start.clone()];
        while !states.is_empty() {
            // All tours with one more jump. Those that end at the goal leave the beam: they count if
            // all of their waits are known to be necessary.
            let mut steps = Vec::new();
            for state in &states {
                search.poll()?;
                search.visit(state.moves.len(), || board(&state.moves))?;
                for (to, sinking) in self.moves(state) {
                    let Some(next) = self.after(state, to, sinking) else { continue };
                    if to != self.goal {
                        steps.push((self.worth(&next) + random.i64(0..NOISE), next));
                    } else if next.score >= self.least && next.all_are_necessary() {
                        search.scored(next.score, || board(&next.moves))?;
                        if best.as_ref().is_none_or(|best| best.score < next.score) {
                            best = Some(next);
                        }
                    }
                }
            }
            // The best of the others go on, one for each position of knight and points.
            steps.sort_by_key(|&(worth, _)| Reverse(worth));
            let mut seen = HashSet::new();
            steps.retain(|(_, state)| {
                self.points == FEWEST_POINTS
                    || seen.len() < WIDTH && seen.insert((state.altitudes, state.at))
            });
            states = steps.into_iter().map(|(_, state)| state).collect();
        }
        ControlFlow::Continue(best)
    }

    /// Returns the state after moves that were made before.
    fn replay(&self, start: State, moves: &[Move]) -> State {
        moves.iter().fold(start, |state, step| {
            let next = self.moves(&state).into_iter();
            let mut next = next.filter_map(|(to, sinking)| self.after(&state, to, sinking));
            let same = next.find(|next| next.moves.last() == Some(step));
            same.expect("the same move is possible again")
        })
    }

    /// Returns the possible jumps, and by how much the knight's point has to sink before each.
    fn moves(&self, state: &State) -> Vec<(usize, i16)> {
        let mut moves = Vec::new();
        for &(to, difference) in &self.jumps[state.at] {
            let (sinkings, step) = match state.altitudes[state.at] - state.altitudes[to] {
                _ if state.visits_left[to] == 0 => continue,
                0 if difference == 0 => (0..=MOST_COMMON_SINKING, 1),
                0 => continue,
                apart => (apart - difference..=apart + difference, 2 * difference.max(1)),
            };
            let possible = sinkings.step_by(usize::from(step.unsigned_abs()));
            moves.extend(possible.filter(|&sinking| sinking >= 0).map(|sinking| (to, sinking)));
        }
        moves
    }

    /// Returns the tour after a move; `None` if it exceeds the limits of the state.
    fn after(&self, state: &State, to: usize, sinking: i16) -> Option<State> {
        let (altitude, opposite) = (state.altitudes[state.at], self.points - 1 - state.at);
        let mut next = state.clone();
        let mut wait = 0;
        // The knight waits: its point sinks with all at the same altitude, the opposite one rises.
        if sinking > 0 {
            let mut sunk = 0_u64;
            for point in (0..self.points).filter(|&point| point != opposite) {
                if state.altitudes[point] == altitude {
                    next.altitudes[point] -= sinking;
                    sunk |= 1 << point;
                }
            }
            if state.altitudes[opposite] != altitude {
                next.altitudes[opposite] += sinking;
            }
            if next.altitudes.iter().any(|altitude| altitude.abs() > MOST_ALTITUDE) {
                return None;
            }
            wait = i64::from(sinking) * i64::from(sunk.count_ones());
            *next.pending.iter_mut().find(|(_, wait)| *wait == 0)? = (sunk, wait);
        }
        // A jump between a point that sank in an earlier wait and one that did not proves that wait
        // necessary, so it counts from now on.
        for (sunk, wait) in &mut next.pending {
            if *wait > 0 && (*sunk >> state.at ^ *sunk >> to) & 1 == 1 {
                next.score += *wait;
                *wait = 0;
            }
        }
        next.at = to;
        next.visits_left[to] -= 1;
        next.has_met_goal |= next.altitudes[to] == next.altitudes[self.goal];
        next.moves.push(Move { wait, to });
        Some(next)
    }

    /// Returns the rating of a tour.
    fn worth(&self, state: &State) -> i64 {
        // At first, what matters is a way to a point at the goal's altitude.
        if !state.has_met_goal {
            let (climbs, goal) = (self.climbs(state), state.altitudes[self.goal]);
            let far =
                |point: usize| climbs[point] + i64::from((state.altitudes[point] - goal).abs());
            let others = (0..self.points).filter(|&point| point != self.goal);
            return -CLIMB * others.map(far).min().unwrap_or(0);
        }
        // Afterwards, the visits that are left count at points on a way to the goal by jumps that are
        // not too high: there the tour may still go to and fro.
        let [mut onward, mut back] = [[0_u64; POINTS]; 2];
        for from in (0..self.points).filter(|&from| from != self.goal) {
            for &(to, difference) in &self.jumps[from] {
                if state.height(from, to, difference) == Some(0) {
                    onward[from] |= 1 << to;
                    back[to] |= 1 << from;
                }
            }
        }
        let between = reached(&onward, state.at) & reached(&back, self.goal);
        if between >> self.goal & 1 == 0 {
            return MEETING + state.score - UNREACHABLE - CLIMB * self.climbs(state)[self.goal];
        }
        let visits = (0..self.points).filter(|point| between >> point & 1 == 1);
        let visits: i64 = visits.map(|point| i64::from(state.visits_left[point])).sum();
        MEETING + state.score + VISIT * visits
    }

    /// Returns the total number of units by which jumps on the best way to each point are too high
    /// at the current altitudes (Dijkstra's algorithm).
    fn climbs(&self, state: &State) -> [i64; POINTS] {
        let mut climbs = [NEVER; POINTS];
        climbs[state.at] = 0;
        let mut open: Vec<usize> = (0..self.points).collect();
        while let Some(place) = (0..open.len()).min_by_key(|&place| climbs[open[place]]) {
            let from = open.swap_remove(place);
            for &(to, difference) in self.jumps[from].iter().filter(|_| from != self.goal) {
                if let Some(height) = state.height(from, to, difference) {
                    climbs[to] = climbs[to].min(climbs[from] + height);
                }
            }
        }
        climbs
    }
}

/// Returns the points that are reached from one of them.
fn reached(ways: &[u64; POINTS], start: usize) -> u64 {
    let (mut reached, mut fresh) = (1 << start, 1_u64 << start);
    while fresh != 0 {
        let point = fresh.trailing_zeros() as usize;
        fresh = fresh & (fresh - 1) | ways[point] & !reached;
        reached |= ways[point];
    }
    reached
}
