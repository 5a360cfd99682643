//! The search: every legal move from every state, depth first.

pub(crate) mod die;
mod number_grid;

use std::collections::HashSet;

use puzzle::prelude::*;

use self::die::{Die, Face, Value};
use self::number_grid::{NumberGrid, Place};
use crate::DieAgony;

/// The initial maximum number of moves of journeys with waits. It is doubled repeatedly, so short
/// journeys are found before those with long waits.
const FIRST_BOUND: i64 = 16;

/// The number of nodes from which on failed states are remembered.
const FEW_NODES: u64 = 10_000;

/// The maximum number of remembered states, up to 200 bytes each.
const MOST_FAILED: usize = 1 << 19;

/// Reports every journey of at most `max_moves` moves. Gives up if there may be longer ones.
pub(crate) fn search(instance: &DieAgony, search: &mut Search) -> Flow {
    let max_moves = instance.max_moves();
    let mut walk = Roll {
        grid: NumberGrid::new(instance),
        path: Vec::with_capacity(64),
        values: [Value::UNKNOWN; 6],
        may_wait: false,
        reported: 0,
        bound: max_moves,
        is_cut: false,
        failed: HashSet::new(),
        search,
    };
    walk.roll()?;
    if !walk.is_cut {
        return Flow::Continue(());
    }
    walk.may_wait = true;
    walk.bound = FIRST_BOUND;
    while walk.reported < max_moves {
        walk.bound = walk.bound.min(max_moves);
        walk.roll()?;
        walk.reported = walk.bound;
        walk.bound *= 2;
    }
    walk.search.give_up()
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
    /// Whether the die has waited: two consecutive moves were level.
    has_waited: bool,
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
    has_waited: bool,
    /// The values of the faces, by their current sides.
    values: [i64; 6],
}

struct Roll<'s, 'r> {
    grid: NumberGrid,
    /// The node after each move, the start first.
    path: Vec<Node>,
    /// The values of the faces on this path.
    values: [Value; 6],
    /// Whether to report the journeys with waits, or those without.
    may_wait: bool,
    /// Journeys of up to this number of moves have been reported.
    reported: i64,
    /// The maximum number of moves of the current round.
    bound: i64,
    /// Whether some journeys were cut off by it.
    is_cut: bool,
    /// States from which no journey is reported.
    failed: HashSet<State>,
    search: &'s mut Search<'r>,
}

impl Roll<'_, '_> {
    /// Reports the journeys, with or without waits, of more than `reported` and at most `bound`
    /// moves.
    fn roll(&mut self) -> Flow {
        self.is_cut = false;
        self.failed.clear();
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
                let waits = is_level && at.is_level && !arrives;
                if number > self.bound || (waits && !self.may_wait) {
                    self.is_cut = true;
                } else if !arrives {
                    if new_face.is_some() {
                        *value = Value { difference, number };
                    }
                    let die = at.die.tipped(direction);
                    let has_waited = at.has_waited || waits;
                    break Arrival { place, number, die, new_face, is_level, has_waited };
                } else if number > self.reported && at.has_waited == self.may_wait {
                    node.is_fruitful = true;
                    self.report(is_level || new_face.is_some())?;
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
            self.remember(at)?;
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
    fn remember(&mut self, at: Arrival) -> Flow {
        if self.failed.len() >= MOST_FAILED {
            // A die that can wait prevents a proof.
            if self.may_wait {
                return self.search.give_up();
            }
            self.failed.clear();
        }
        self.failed.insert(self.state(at));
        Flow::Continue(())
    }

    #[cold]
    fn state(&self, at: Arrival) -> State {
        let Arrival { place, number, die, has_waited, .. } = at;
        let values = die.0.map(|face| self.values[usize::from(face)].reduced());
        State { place, number, has_waited, values }
    }

    /// Reports the journey that ends at the finish, by a move that may have another number if
    /// `is_free`. If waiting can lengthen the journey, there are infinitely many: then a longer one
    /// is reported, too, and the search ends.
    #[cold]
    fn report(&mut self, is_free: bool) -> Flow {
        let mut journey = journey(&self.grid, &self.path, self.grid.finish);
        let Some(wait) = self.last_wait().filter(|_| is_free) else {
            return self.search.solution(journey);
        };
        self.search.solution(journey.clone())?;
        let to_and_fro = [journey[wait - 1], journey[wait]];
        let after = wait + 1;
        journey.splice(after..after, to_and_fro);
        self.search.solution(journey)?;
        self.search.endless()
    }

    /// Returns the number of moves after which the die can wait, if all later ones can have later
    /// numbers.
    ///
    /// After two consecutive level moves, the last one can be undone and repeated at any time,
    /// since zeros come up. A later move can have another number if it shows zero, or a face that
    /// never came up before. A face that came up before fits one number only.
    fn last_wait(&self) -> Option<usize> {
        for (number, nodes) in self.path.windows(2).enumerate().rev() {
            let [before, after] = [&nodes[0].at, &nodes[1].at];
            if before.is_level && after.is_level {
                return Some(number + 1);
            }
            if !after.is_level && after.new_face.is_none() {
                return None;
            }
        }
        None
    }
}

/// Returns the cells of a path and one more.
fn journey(grid: &NumberGrid, path: &[Node], last: Place) -> Vec<Cell> {
    let places = path.iter().map(|node| node.at.place).chain([last]);
    places.map(|place| grid.cell(place)).collect()
}

#[cfg(test)]
mod tests;
