//! The die: how it tips over.

use puzzle::prelude::*;

/// The faces to the north, east, south and west, on top and at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Die<Face>(pub(crate) [Face; 6]);

impl<Face: Copy> Die<Face> {
    /// Returns the face on top.
    pub(crate) fn top(&mut self) -> &mut Face {
        &mut self.0[4]
    }

    /// Returns the die after a tip: the face on the side opposite to the move comes up.
    pub(crate) fn tipped(self, direction: Direction) -> Self {
        let Self([north, east, south, west, top, bottom]) = self;
        Self(match direction {
            Direction::North => [top, east, bottom, west, south, north],
            Direction::East => [north, top, south, bottom, west, east],
            Direction::South => [bottom, east, top, west, north, south],
            Direction::West => [north, bottom, south, top, east, west],
        })
    }
}
