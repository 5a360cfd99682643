//! The search: every legal move from every state, depth first.

use std::collections::HashSet;

use num_rational::Ratio;
use puzzle::prelude::*;

use crate::DieAgony;
use crate::die::Die;

/// The number of nodes from which on states are remembered.
const FEW_NODES: u64 = 10_000;

/// The maximum number of remembered states, up to 200 bytes each.
const MOST_FAILED: usize = 1 << 19;

/// Reports every journey of at most `max_moves` moves in which the die does not wait. If there may
/// be others, gives up, or looks for them by the rules alone if it found none.
///
/// Paths may be too long for a recursion on the thread's stack.
pub(crate) fn search(puzzle: &DieAgony, search: &mut Search) -> Flow {
    let start = Arrival { cell: puzzle.start, number: 0, die: Die([UNKNOWN; 6]), is_level: false };
    // The cells of the current path, and where to go from it and its beginnings, the next one last.
    let (mut path, mut untried) = (Vec::with_capacity(64), vec![start]);
    // Arrivals that led to no journey, and those of them on the path, which may still lead to one.
    let (mut failed, mut pending) = (HashSet::new(), Vec::<Arrival>::new());
    // Whether paths were not followed because they wait or are too long, and whether a journey was
    // found.
    let (mut is_cut, mut is_found) = (false, false);
    while let Some(at) = untried.pop() {
        path.truncate(at.number);
        path.push(at.cell);
        while pending.pop_if(|last| last.number >= at.number).is_some() {}
        if at.cell == puzzle.finish {
            is_found = true;
            pending.drain(..).for_each(|at| _ = failed.remove(&at));
            search.solution(path.clone())?;
            continue;
        }
        search.visit(at.number, || path.clone())?;
        if search.effort().nodes() > FEW_NODES {
            if failed.len() >= MOST_FAILED {
                failed.clear();
            }
            if !failed.insert(at) {
                search.dead_end_because(|| "from here this die has failed before");
                continue;
            }
            pending.push(at);
        }
        let mut is_stuck = true;
        for next in Direction::ALL.into_iter().rev().filter_map(|to| at.moved(puzzle, to)) {
            is_stuck = false;
            let waits = next.is_level && at.is_level && next.cell != puzzle.finish;
            if waits || next.number > puzzle.max_moves() {
                is_cut = true;
            } else {
                untried.push(next);
            }
        }
        if is_stuck {
            search.dead_end_because(|| "no move has the score that a neighbour asks for");
        }
    }
    match (is_cut, is_found) {
        (false, _) => Flow::Continue(()),
        (true, false) => search.by_rules(),
        (true, true) => search.give_up(),
    }
}

/// The number on a face: the change of the score over the number of the move that showed it, in
/// lowest terms.
///
/// Products stay within 64 bits: changes have at most 42 bits, and numbers of moves 20.
type Face = (i64, i64);

/// A face that never came up. As 0 / 0 it equals any other when multiplied crosswise.
const UNKNOWN: Face = (0, 0);

/// The die on a cell. It determines which journeys follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Arrival {
    cell: Cell,
    /// The number of the move that led there.
    number: usize,
    die: Die<Face>,
    /// Whether that move left the score as it was.
    is_level: bool,
}

impl Arrival {
    /// Returns the next arrival, if the move is legal: the face that comes up is unknown, or has
    /// the value that the score of the new cell asks for.
    fn moved(&self, puzzle: &DieAgony, direction: Direction) -> Option<Self> {
        let cell = puzzle.grid.neighbour(self.cell, direction)?;
        let (change, number) = (puzzle.difference(self.cell, cell), self.number + 1);
        let times = number.cast_signed() as i64;
        let mut die = self.die.tipped(direction);
        let top = die.top();
        let fits = top.0 * times == change * top.1;
        if *top == UNKNOWN {
            *top = Ratio::new(change, times).into_raw();
        }
        fits.then_some(Arrival { cell, number, die, is_level: change == 0 })
    }
}

#[cfg(test)]
mod tests;
