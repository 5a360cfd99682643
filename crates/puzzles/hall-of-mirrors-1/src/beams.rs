//! The beams of a hall whose rows are filled one after the other.

use std::mem;

use grid_puzzles::Side;
use grid_puzzles::mirrors::{FALLING, RISING};

use crate::score::REWARD;
use crate::{HallOfMirrors, LARGEST_SIZE, Place};

/// The other end of a beam. Light may run backwards, so lasers and goals differ only in their
/// numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum End {
    Nothing,
    /// A laser or a goal, whichever are more numerous.
    Many,
    /// The other one of the two.
    Few,
    /// Another beam that leaves the rows so far; only the two ends of a link share a number.
    Link(u8),
}

use End::{Few, Link, Many, Nothing};

pub(crate) type Ends = [End; LARGEST_SIZE];

impl End {
    /// Returns how many of [`Many`] and [`Few`] a beam between these ends leaves out; `[0, 0]` for
    /// a link.
    pub(crate) fn left_out(self, other: Self) -> [u8; 2] {
        match (self, other) {
            (Many, Few) | (Few, Many) | (Link(_), _) | (_, Link(_)) => [0, 0],
            _ => [Many, Few].map(|end| u8::from(self == end) + u8::from(other == end)),
        }
    }

    /// Returns whether a beam between these ends leaves something out.
    pub(crate) fn is_vain(self, other: Self) -> bool {
        self.left_out(other) != [0, 0]
    }
}

/// A mirror in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mirror {
    Rising,
    Falling,
}

impl Mirror {
    pub(crate) const ALL: [Self; 2] = [Self::Rising, Self::Falling];

    /// Returns the next column on the diagonal in the row below, counted from one before the grid.
    pub(crate) fn below(self, column: usize) -> usize {
        column + 2 * self as usize
    }

    /// Returns the mirror as a value of a board; half a turn changes none.
    pub(crate) fn value(self) -> i64 {
        [RISING, FALLING][self as usize]
    }
}

/// The mirrors of a row, between two empty columns.
pub(crate) type Mirrors = [Option<Mirror>; LARGEST_SIZE + 2];

/// Returns whether a mirror of the row above continues in a column: the previous column on its
/// diagonal, counted from one before the grid, has the same.
pub(crate) fn goes_on(above: &Mirrors, column: usize, mirror: Mirror) -> bool {
    above[column + 2 - 2 * mirror as usize] == Some(mirror)
}

/// The grid after half a turn: its rows are those of the instance, from the last to the first. Of
/// the four rotations, this one takes the fewest nodes for the published instance.
pub(crate) struct Hall {
    pub(crate) size: usize,
    pub(crate) top: Ends,
    pub(crate) bottom: Ends,
    pub(crate) left: Ends,
    pub(crate) right: Ends,
}

impl Hall {
    /// Returns the hall of an instance; `more` is the more numerous of lasers and goals.
    pub(crate) fn new(puzzle: &HallOfMirrors, more: Place) -> Self {
        let size = puzzle.places.size();
        let ends = |side: Side| {
            let mut ends = [Nothing; LARGEST_SIZE];
            for (line, &place) in puzzle.places.side(side).given() {
                ends[size - 1 - line] = if place == more { Many } else { Few };
            }
            ends
        };
        let [top, bottom, left, right] =
            [Side::Bottom, Side::Top, Side::Right, Side::Left].map(ends);
        Self { size, top, bottom, left, right }
    }

    /// Returns whether a column leaves something out unless it gets another mirror.
    pub(crate) fn needs_mirror(&self, state: &State, column: usize) -> bool {
        state.down[column].is_vain(self.bottom[column])
    }
}

/// The beams that leave the cells before some column of a row, and the loss so far.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The beams that go down, by their columns.
    pub(crate) down: Ends,
    /// The beam that goes to the right.
    pub(crate) right: End,
    /// The points below a board without cost on which as many beams as possible score.
    pub(crate) loss: i64,
    /// The numbers of [`Many`] and [`Few`] that may be left out without more loss.
    pub(crate) spare: [i64; 2],
}

impl State {
    /// Joins two beams, which end here.
    pub(crate) fn join(&mut self, one: End, other: End) {
        if let (link @ Link(_), end) | (end, link @ Link(_)) = (one, other) {
            let ends = self.down.iter_mut().chain([&mut self.right]);
            ends.filter(|other| **other == link).for_each(|other| *other = end);
            return;
        }
        for (spare, left_out) in self.spare.iter_mut().zip(one.left_out(other)) {
            *spare -= i64::from(left_out);
        }
        let beams = -self.spare[0].min(self.spare[1]).min(0);
        self.spare = self.spare.map(|spare| spare + beams);
        self.loss += REWARD * beams;
    }

    /// Puts a mirror into a column; `link` is a number that no beam has.
    pub(crate) fn put(&mut self, column: usize, mirror: Mirror, link: u8) {
        match mirror {
            Mirror::Rising => {
                let above = mem::replace(&mut self.down[column], Link(link));
                let left = mem::replace(&mut self.right, Link(link));
                self.join(above, left);
            }
            Mirror::Falling => mem::swap(&mut self.down[column], &mut self.right),
        }
    }

    /// Numbers the links by their first columns, so that equivalent states are equal.
    pub(crate) fn number_links(&mut self) {
        let before = self.down;
        for end in self.down.iter_mut().filter(|end| matches!(end, Link(_))) {
            let first = (0..).zip(before).find(|(_, other)| other == end);
            *end = first.map_or(Nothing, |(column, _)| Link(column));
        }
    }
}
