//! The search: tries the places that a chain can reach, the nearest first, until a chain does.

use std::ops::ControlFlow;

use puzzle::prelude::*;

use crate::places::{Place, distance, images, overlaps, seen_from, step};
use crate::{PentUp, decimals};

/// Returns the least numbers of steps to a place in either sense.
fn steps(place: Place) -> [i64; 2] {
    [1, -1].map(|sign| place.iter().map(|count| (sign * count).max(0)).sum())
}

/// A chain of pentagons under construction.
struct Chain<'e> {
    /// The places where it may end.
    ends: &'e [Place],
    /// The places of its pentagons; the first one at zeros.
    places: Vec<Place>,
    sides: Vec<usize>,
}

impl Chain<'_> {
    /// Extends the chain to one of the ends, if possible, by the first way in the order of sides.
    fn goes_on(&mut self, steps_left: i64, search: &mut Search) -> ControlFlow<Stop, bool> {
        search.node()?;
        let last = self.places[self.places.len() - 1];
        if self.ends.contains(&last) {
            return ControlFlow::Continue(true);
        }
        let is_too_far = |&end: &Place| {
            // Steps from turned and unturned pentagons alternate.
            let [sooner, later] = steps(seen_from(end, last));
            sooner > (steps_left + 1) / 2 || later > steps_left / 2
        };
        if self.ends.iter().all(is_too_far) {
            search.dead_end();
            return ControlFlow::Continue(false);
        }
        // Chains that begin through other sides are rotated ones.
        let sides = if self.sides.is_empty() { 0..1 } else { 0..5 };
        for side in sides {
            let next = step(last, side);
            if self.places.iter().any(|&place| overlaps(seen_from(next, place))) {
                continue;
            }
            self.places.push(next);
            self.sides.push(side);
            if self.goes_on(steps_left - 1, search)? {
                return ControlFlow::Continue(true);
            }
            self.places.pop();
            self.sides.pop();
        }
        ControlFlow::Continue(false)
    }
}

/// Returns the places, one of each kind, that this number of pentagons can reach.
fn places(pentagons: i64) -> impl Iterator<Item = Place> {
    (0..2).flat_map(move |sum| {
        let most = (pentagons - i64::from(sum == 0)) / 2;
        let counts = || -most..=most;
        iproduct!(counts(), counts(), counts(), counts())
            .map(move |(a, b, c, d)| [a, b, c, d, sum - a - b - c - d])
            .filter(move |&place| {
                steps(place)[0] <= most && images(place).all(|image| place <= image)
            })
    })
}

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &PentUp, search: &mut Search) -> Flow {
    let pentagons = puzzle.pentagons.get();
    let mut ends = Vec::new();
    for (count, place) in places(pentagons).enumerate() {
        if count % 1024 == 0 {
            search.poll()?;
        }
        ends.extend(distance(place).map(|distance| (distance, place)));
    }
    ends.sort_unstable();
    for kinds in ends.chunk_by(|one, other| one.0 == other.0) {
        let ends = kinds.iter().flat_map(|&(_, end)| images(end)).collect_vec();
        for steps in 1..pentagons {
            let mut chain = Chain { ends: &ends, places: vec![[0; 5]], sides: Vec::new() };
            if chain.goes_on(steps, search)? {
                let Some(text) = decimals(kinds[0].0) else { return search.give_up() };
                let sides = chain.sides.into_iter().filter_map(|side| i64::try_from(side).ok());
                return search.value(vec![Board::Line(text), sides.collect_vec().into()]);
            }
        }
    }
    ControlFlow::Continue(())
}
