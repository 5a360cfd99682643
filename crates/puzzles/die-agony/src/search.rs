//! The search: every legal move from every state, depth first.

use std::array;
use std::collections::HashSet;

use num_integer::Integer;
use puzzle::prelude::*;

use crate::DieAgony;
use crate::die::Die;

/// The number of nodes from which on failed states are remembered.
const FEW_NODES: u64 = 10_000;

/// The maximum number of remembered states, up to 200 bytes each.
const MOST_FAILED: usize = 1 << 19;

/// Reports every journey of at most `max_moves` moves in which the die does not wait. If there may
/// be others, gives up, or looks for them by the rules alone if it found none.
pub(crate) fn search(puzzle: &DieAgony, search: &mut Search) -> Flow {
    let failed = HashSet::new();
    let mut roll =
        Roll { puzzle, path: Vec::with_capacity(64), is_cut: false, found: 0, failed, search };
    roll.follow_all()?;
    match (roll.is_cut, roll.found) {
        (false, _) => Flow::Continue(()),
        (true, 0) => roll.search.by_rules(),
        (true, _) => roll.search.give_up(),
    }
}

/// The number on a face: the change of the score over the number of the move that showed it, in
/// lowest terms.
///
/// Products stay within 64 bits: changes have at most 42 bits, and numbers of moves 20.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Face {
    change: i64,
    number: i64,
}

impl Face {
    /// A face that never came up. As 0 / 0 it equals any other when multiplied crosswise.
    const UNKNOWN: Self = Self { change: 0, number: 0 };

    fn new(change: i64, number: i64) -> Self {
        let divisor = change.gcd(&number);
        Face { change: change / divisor, number: number / divisor }
    }
}

/// The die on a cell. It determines which journeys follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Arrival {
    cell: Cell,
    /// The number of the move that led there.
    number: i64,
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
        let mut die = self.die.tipped(direction);
        let top = die.top();
        if top.change * number != change * top.number {
            return None;
        }
        if *top == Face::UNKNOWN {
            *top = Face::new(change, number);
        }
        Some(Arrival { cell, number, die, is_level: change == 0 })
    }
}

/// A node on the current path.
struct Node {
    at: Arrival,
    /// The directions that are still to be tried.
    untried: array::IntoIter<Direction, 4>,
    /// Whether no direction tried so far was legal.
    is_stuck: bool,
    /// How many journeys had been reported when the path came here.
    found_before: u64,
}

struct Roll<'p, 's, 'r> {
    puzzle: &'p DieAgony,
    /// The node after each move, the start first. Paths may be too long for the thread's stack.
    path: Vec<Node>,
    /// Whether some paths were not followed: longer ones, or those with waits.
    is_cut: bool,
    /// How many journeys were reported.
    found: u64,
    /// Arrivals from which no journey is reported.
    failed: HashSet<Arrival>,
    search: &'s mut Search<'r>,
}

impl Roll<'_, '_, '_> {
    /// Follows all paths, depth first.
    fn follow_all(&mut self) -> Flow {
        let die = Die([Face::UNKNOWN; 6]);
        self.enter(Arrival { cell: self.puzzle.start, number: 0, die, is_level: false })?;
        while let Some(node) = self.path.last_mut() {
            let Some(direction) = node.untried.next() else {
                self.leave();
                continue;
            };
            let Some(next) = node.at.moved(self.puzzle, direction) else { continue };
            node.is_stuck = false;
            let waits = next.is_level && node.at.is_level && next.cell != self.puzzle.finish;
            if waits || next.number > self.puzzle.max_moves() {
                self.is_cut = true;
            } else {
                self.enter(next)?;
            }
        }
        Flow::Continue(())
    }

    /// Reports a journey that arrives at the finish; else puts the cell at the end of the path.
    fn enter(&mut self, at: Arrival) -> Flow {
        if at.cell == self.puzzle.finish {
            self.found += 1;
            return self.search.solution(journey(&self.path, at.cell));
        }
        self.search.visit(self.path.len(), || journey(&self.path, at.cell))?;
        if self.is_long() && self.failed.contains(&at) {
            self.search.dead_end_because(|| "from here this die has failed before");
            return Flow::Continue(());
        }
        let untried = Direction::ALL.into_iter();
        self.path.push(Node { at, untried, is_stuck: true, found_before: self.found });
        Flow::Continue(())
    }

    /// Takes back the last move after all of its continuations have been followed.
    fn leave(&mut self) {
        let Some(node) = self.path.pop() else { return };
        if node.is_stuck {
            self.search.dead_end_because(|| "no move has the score that a neighbour asks for");
        }
        if node.found_before == self.found && self.is_long() {
            if self.failed.len() >= MOST_FAILED {
                self.failed.clear();
            }
            self.failed.insert(node.at);
        }
    }

    /// Returns whether the search takes long enough to remember failures.
    fn is_long(&mut self) -> bool {
        self.search.effort().nodes() > FEW_NODES
    }
}

/// Returns the cells of a path and one more.
fn journey(path: &[Node], last: Cell) -> Vec<Cell> {
    path.iter().map(|node| node.at.cell).chain([last]).collect()
}

#[cfg(test)]
mod tests;
