//! A rolling die, for the search of all dice.

use grid_utils::Direction;

/// The sides of a die, in the order in which its digits are written.
pub(crate) const SIDES: [&str; 6] = ["bottom", "top", "north", "south", "east", "west"];

/// The digits at the bottom, the top, in the north, the south, the east and the west.
pub(crate) type Die = [i64; 6];

/// Returns the die after a roll to the next cell.
pub(crate) fn rolled([bottom, top, north, south, east, west]: Die, to: Direction) -> Die {
    match to {
        Direction::North => [north, south, top, bottom, east, west],
        Direction::South => [south, north, bottom, top, east, west],
        Direction::East => [east, west, north, south, top, bottom],
        Direction::West => [west, east, north, south, bottom, top],
    }
}
