//! The search: every legal move from every state, depth first.

pub(crate) mod die;
mod number_grid;

use std::collections::HashSet;

use puzzle::prelude::*;

use self::die::{Die, Face, Value};
use self::number_grid::{NumberGrid, Place};
use crate::DieAgony;

/// The number of nodes from which on failed states are remembered.
const FEW_NODES: u64 = 10_000;

/// The maximum number of remembered states, up to 200 bytes each.
const MOST_FAILED: usize = 1 << 19;

/// Reports every journey of at most `max_moves` moves in which the die does not wait. If there may be
/// others, gives up, or looks for them by the rules alone if it found none.
pub(crate) fn search(instance: &DieAgony, search: &mut Search) -> Flow {
    let mut walk = Roll {
        grid: NumberGrid::new(instance),
        max_moves: instance.max_moves(),
        path: Vec::with_capacity(64),
        values: [Value::UNKNOWN; 6],
        is_cut: false,
        has_found: false,
        failed: HashSet::new(),
        search,
    };
    walk.roll()?;
    match (walk.is_cut, walk.has_found) {
        (false, _) => Flow::Continue(()),
        (true, true) => walk.search.give_up(),
        (true, false) => walk.search.by_rules(),
    }
}

/// The die on a cell, and the move that led there.
#[derive(Clone, Copy, Default)]
struct Arrival {
    place: Place,
    /// The number of the move.
    number: i64,
    die: Die,
    /// The face on top, if it came up for the first time.
    new_face: Option<Face>,
    /// Whether the score did not change.
    is_level: bool,
}

/// A node of the search: the end of a path.
struct Node {
    at: Arrival,
    /// The legal moves that are still to be made, a bit for each direction.
    untried: u8,
    /// Whether a journey through this node was reported.
    is_fruitful: bool,
}

/// The state on which the journeys reported from a node on depend.
#[derive(PartialEq, Eq, Hash)]
struct State {
    place: Place,
    number: i64,
    /// The values of the faces, by their current sides.
    values: [i64; 6],
}

struct Roll<'s, 'r> {
    grid: NumberGrid,
    max_moves: i64,
    /// The node after each move, the start first.
    path: Vec<Node>,
    /// The values of the faces on this path.
    values: [Value; 6],
    /// Whether some paths were not followed: longer ones, or those with waits.
    is_cut: bool,
    /// Whether a journey was reported.
    has_found: bool,
    /// States from which no journey is reported.
    failed: HashSet<State>,
    search: &'s mut Search<'r>,
}

impl Roll<'_, '_> {
    /// Follows all paths, depth first.
    fn roll(&mut self) -> Flow {
        let mut at = Arrival { place: self.grid.start, ..Arrival::default() };
        loop {
            self.enter(at)?;
            at = loop {
                let Some(node) = self.path.last_mut() else { return Flow::Continue(()) };
                if node.untried == 0 {
                    self.leave()?;
                    continue;
                }
                let direction = node.untried.trailing_zeros() as usize;
                node.untried &= node.untried - 1;
                let at = &node.at;
                let place = self.grid.neighbour(at.place, direction);
                let number = at.number + 1;
                let (difference, _) = self.grid.difference(at.place, place);
                let is_level = difference == 0;
                let face = at.die.coming_up()[direction];
                let value = &mut self.values[usize::from(face)];
                let new_face = (value.number == 0).then_some(face);
                let arrives = place == self.grid.finish;
                if number > self.max_moves || (is_level && at.is_level && !arrives) {
                    self.is_cut = true;
                } else if arrives {
                    node.is_fruitful = true;
                    self.has_found = true;
                    let journey = journey(&self.grid, &self.path, place);
                    self.search.solution(journey)?;
                } else {
                    if new_face.is_some() {
                        *value = Value { difference, number };
                    }
                    let die = at.die.tipped(direction);
                    break Arrival { place, number, die, new_face, is_level };
                }
            };
        }
    }

    /// Counts a node, and puts it at the end of the path if there are legal moves.
    fn enter(&mut self, at: Arrival) -> Flow {
        self.search.visit(self.path.len(), || journey(&self.grid, &self.path, at.place))?;
        let untried = self.legal_moves(at);
        let why = match untried {
            0 => "no move has the score that a neighbour asks for",
            _ if self.has_failed(at) => "from here this die has failed before",
            _ => {
                self.path.push(Node { at, untried, is_fruitful: false });
                return Flow::Continue(());
            }
        };
        self.search.dead_end_because(|| why);
        self.forget(at.new_face);
        Flow::Continue(())
    }

    fn legal_moves(&self, at: Arrival) -> u8 {
        let number = at.number + 1;
        let mut moves = 0;
        for (direction, face) in at.die.coming_up().into_iter().enumerate() {
            let to = self.grid.neighbour(at.place, direction);
            let (difference, is_inside) = self.grid.difference(at.place, to);
            let fits = self.values[usize::from(face)].equals(Value { difference, number });
            moves |= u8::from(fits & is_inside) << direction;
        }
        moves
    }

    /// Undoes the last move after all of its continuations have been tried.
    fn leave(&mut self) -> Flow {
        let Some(Node { at, is_fruitful, .. }) = self.path.pop() else {
            return Flow::Continue(());
        };
        if !is_fruitful && self.search.effort().nodes() > FEW_NODES {
            self.remember(at);
        }
        self.forget(at.new_face);
        if let Some(before) = self.path.last_mut() {
            before.is_fruitful |= is_fruitful;
        }
        Flow::Continue(())
    }

    fn forget(&mut self, new_face: Option<Face>) {
        if let Some(face) = new_face {
            self.values[usize::from(face)] = Value::UNKNOWN;
        }
    }

    fn has_failed(&mut self, at: Arrival) -> bool {
        self.search.effort().nodes() > FEW_NODES && self.failed.contains(&self.state(at))
    }

    #[cold]
    fn remember(&mut self, at: Arrival) {
        if self.failed.len() >= MOST_FAILED {
            self.failed.clear();
        }
        self.failed.insert(self.state(at));
    }

    #[cold]
    fn state(&self, at: Arrival) -> State {
        let Arrival { place, number, die, .. } = at;
        let values = die.0.map(|face| self.values[usize::from(face)].reduced());
        State { place, number, values }
    }
}

/// Returns the cells of a path and one more.
fn journey(grid: &NumberGrid, path: &[Node], last: Place) -> Vec<Cell> {
    let places = path.iter().map(|node| node.at.place).chain([last]);
    places.map(|place| grid.cell(place)).collect()
}

#[cfg(test)]
mod tests;
