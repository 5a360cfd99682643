//! How each state of the search was reached, and all journeys that lead to it.

use grid_utils::Cell;

use crate::Journey;
use crate::faces::{Faces, Value};

/// The die on a cell, with what is known of its faces. At a given move, it determines the future.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Stand {
    pub(crate) cell: Cell,
    /// None for a face that never came up.
    pub(crate) faces: Faces<Option<Value>>,
}

/// The name of a moment: its place in the history.
pub(crate) type Id = u32;

/// The end of a list of links.
const END: u32 = u32::MAX;

/// A stand of the die after a certain number of moves.
pub(crate) struct Moment {
    pub(crate) stand: Stand,
    /// The number of the move that led here first.
    pub(crate) number: u64,
    /// Whether the die can wait here: then the moment is also every second one after `number`.
    pub(crate) rest: bool,
    /// The moments before: a list of links.
    before: u32,
}

/// An entry in a list of the moments that one move leads from to the same moment.
#[derive(Clone, Copy)]
struct Link {
    from: Id,
    next: u32,
}

/// Every moment that the search keeps, in the order of their first moves, and what links them.
pub(crate) struct History {
    moments: Vec<Moment>,
    links: Vec<Link>,
}

impl History {
    /// The history of the moment before the first move.
    pub(crate) fn new(start: Stand) -> Self {
        let mut history =
            History { moments: Vec::with_capacity(256), links: Vec::with_capacity(256) };
        history.moments.push(Moment { stand: start, number: 0, rest: false, before: END });
        history
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.moments.len()
    }

    /// The number of moments or of links, whichever is larger.
    pub(crate) fn size(&self) -> usize {
        self.moments.len().max(self.links.len())
    }

    #[inline]
    pub(crate) fn moment(&self, id: Id) -> &Moment {
        &self.moments[id as usize]
    }

    /// Notes a new moment.
    pub(crate) fn add(&mut self, from: Id, stand: Stand, number: u64, rest: bool) -> Id {
        let id = self.moments.len() as Id;
        self.moments.push(Moment { stand, number, rest, before: END });
        self.link(from, id);
        id
    }

    /// Notes another way to a moment.
    pub(crate) fn link(&mut self, from: Id, to: Id) {
        let moment = &mut self.moments[to as usize];
        self.links.push(Link { from, next: moment.before });
        moment.before = (self.links.len() - 1) as u32;
    }

    /// The moments since `first` with the stand: there is one at most.
    #[inline]
    pub(crate) fn find(&self, first: usize, stand: &Stand) -> Option<Id> {
        let place = self.moments[first..]
            .iter()
            .position(|moment| moment.stand.cell == stand.cell && moment.stand == *stand)?;
        Some((first + place) as Id)
    }

    /// Whether the move `number` can lead to `to` from `from`, which is linked to it.
    fn leads(&self, from: Id, to: Id, number: u64) -> bool {
        let (before, after) = (self.moment(from), self.moment(to));
        if before.rest {
            // Who waits comes back at every second move; the colours of the cells see to that. A
            // moment that is no rest was reached once, by the very move that the link is for.
            !after.rest || before.number < number
        } else {
            before.number + 1 == number
        }
    }

    /// All journeys that stand at `last` after move `number` and then roll to `finish`.
    pub(crate) fn journeys(&self, last: Id, number: u64, finish: Cell) -> Journeys<'_> {
        let trail = vec![(last, self.moment(last).before)];
        Journeys { history: self, number, finish, trail }
    }

    /// A way to a moment, without waits: back along the oldest links. A moment is older than all that
    /// it leads to first.
    pub(crate) fn way_to(&self, id: Id) -> Journey {
        let mut ids = vec![id];
        while let Some(before) = before(&self.links, self.moment(ids[ids.len() - 1])).min() {
            ids.push(before);
        }
        Journey(ids.into_iter().rev().map(|id| self.moment(id).stand.cell).collect())
    }

    /// Drops the moments from which nothing came: all but rests, those since `first`, and what led
    /// to these. Returns the new names.
    pub(crate) fn compact(&mut self, first: usize) -> Vec<Option<Id>> {
        let mut kept: Vec<bool> = self.moments.iter().map(|moment| moment.rest).collect();
        kept[first..].fill(true);
        let mut unfollowed: Vec<usize> = (0..kept.len()).filter(|&id| kept[id]).collect();
        while let Some(id) = unfollowed.pop() {
            for from in before(&self.links, &self.moments[id]) {
                if !std::mem::replace(&mut kept[from as usize], true) {
                    unfollowed.push(from as usize);
                }
            }
        }
        let mut names = Vec::with_capacity(kept.len());
        let mut next = 0;
        for &kept in &kept {
            names.push(kept.then_some(next));
            next += Id::from(kept);
        }
        let links = std::mem::take(&mut self.links);
        let moments = std::mem::take(&mut self.moments);
        for moment in
            moments.into_iter().zip(&kept).filter_map(|(moment, &kept)| kept.then_some(moment))
        {
            let mut renamed = Moment { before: END, ..moment };
            for from in before(&links, &moment) {
                let from = names[from as usize].expect("what led to a kept moment is kept");
                self.links.push(Link { from, next: renamed.before });
                renamed.before = (self.links.len() - 1) as u32;
            }
            self.moments.push(renamed);
        }
        names
    }
}

/// The moments before a moment.
fn before(links: &[Link], moment: &Moment) -> impl Iterator<Item = Id> {
    let mut rest = moment.before;
    std::iter::from_fn(move || {
        let link = links.get(rest as usize)?;
        rest = link.next;
        Some(link.from)
    })
}

/// Journeys, walked backwards along the links. There are no dead ends: every moment was reached.
pub(crate) struct Journeys<'h> {
    history: &'h History,
    /// The move that leads to the first moment of the trail.
    number: u64,
    finish: Cell,
    /// Moments, each with the links that are still to be followed, each one move before the last.
    trail: Vec<(Id, u32)>,
}

impl Iterator for Journeys<'_> {
    type Item = Journey;

    fn next(&mut self) -> Option<Journey> {
        loop {
            let number = self.number + 1 - self.trail.len() as u64;
            let &mut (to, ref mut before) = self.trail.last_mut()?;
            let Some(&Link { from, next }) = self.history.links.get(*before as usize) else {
                let journey = (number == 0).then(|| self.journey());
                self.trail.pop();
                if journey.is_some() {
                    return journey;
                }
                continue;
            };
            *before = next;
            if self.history.leads(from, to, number) {
                self.trail.push((from, self.history.moment(from).before));
            }
        }
    }
}

impl Journeys<'_> {
    fn journey(&self) -> Journey {
        let cells = self.trail.iter().rev().map(|&(id, _)| self.history.moment(id).stand.cell);
        Journey(cells.chain([self.finish]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(column: usize) -> Stand {
        Stand { cell: Cell::new(0, column), faces: Faces::new([None; 6]) }
    }

    /// Two ways to a rest on 2, which is entered with move 2 and left to 3 with move 5; something else
    /// leads nowhere.
    fn history() -> (History, Id) {
        let mut history = History::new(stand(0));
        let one = history.add(0, stand(1), 1, false);
        let other = history.add(0, stand(9), 1, false);
        let rest = history.add(one, stand(2), 2, true);
        history.link(other, rest);
        let neighbour = history.add(rest, stand(1), 3, true);
        history.link(neighbour, rest);
        history.add(other, stand(8), 4, false);
        (history, rest)
    }

    fn journeys(history: &History, last: Id) -> Vec<String> {
        let mut journeys: Vec<String> =
            history.journeys(last, 4, Cell::new(0, 3)).map(|journey| journey.to_string()).collect();
        journeys.sort();
        journeys
    }

    #[test]
    fn a_way_to_a_moment_does_not_wait() {
        let (history, rest) = history();
        assert_eq!(history.way_to(rest).to_string(), "r0c0 r0c1 r0c2");
        assert_eq!(history.way_to(rest + 1).to_string(), "r0c0 r0c1 r0c2 r0c1");
        assert_eq!(history.way_to(0).to_string(), "r0c0");
    }

    const JOURNEYS: [&str; 2] = ["r0c0 r0c1 r0c2 r0c1 r0c2 r0c3", "r0c0 r0c9 r0c2 r0c1 r0c2 r0c3"];

    #[test]
    fn a_rest_is_left_after_waiting_by_each_way_that_led_to_it() {
        let (history, rest) = history();
        assert_eq!(journeys(&history, rest), JOURNEYS);
    }

    #[test]
    fn clearing_out_drops_what_led_nowhere_and_keeps_all_journeys() {
        let (mut history, rest) = history();
        let before = history.len();
        let names = history.compact(before);
        assert_eq!(history.len(), before - 1);
        assert_eq!(journeys(&history, names[rest as usize].unwrap()), JOURNEYS);
    }
}
