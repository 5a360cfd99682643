//! A rolling die: for the checker, the answer, and the search of all dice.

use grid_utils::{Cell, Direction};

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

/// Returns the direction from a cell to an adjacent one.
pub(crate) fn direction(from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| from.step(direction) == Some(to))
}

/// Returns the digits at the bottom on a trip, up to the first step to a non-adjacent cell.
pub(crate) fn bottoms(die: Die, trip: &[Cell]) -> Vec<i64> {
    let mut die = die;
    let mut bottoms = vec![die[0]];
    for cells in trip.windows(2) {
        let Some(direction) = direction(cells[0], cells[1]) else { break };
        die = rolled(die, direction);
        bottoms.push(die[0]);
    }
    bottoms
}
