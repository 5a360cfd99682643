//! The checker's die, which is also that of the answer.

use puzzle::prelude::*;

use crate::TravelAgent;
use crate::die::Die;

/// For each direction, the sides that change when the die rolls there: the digit of each comes to the
/// one before it, and that of the first to the last. Sides are counted as in a [`Die`].
const TURNED: [(Direction, [usize; 4]); 4] = [
    (Direction::North, [0, 2, 1, 3]),
    (Direction::South, [0, 3, 1, 2]),
    (Direction::East, [0, 4, 1, 5]),
    (Direction::West, [0, 5, 1, 4]),
];

/// Returns the sides that change with a roll to an adjacent cell.
fn turned(from: Cell, to: Cell) -> Option<[usize; 4]> {
    let mut turned = TURNED.into_iter();
    turned.find(|&(direction, _)| from.step(direction) == Some(to)).map(|(_, sides)| sides)
}

/// Returns the digits at the bottom on a trip, up to the first step to a cell that is not adjacent.
pub(crate) fn bottoms(mut die: Die, trip: &[Cell]) -> Vec<i64> {
    let mut bottoms = vec![die[0]];
    for (&from, &to) in trip.iter().tuple_windows() {
        let Some(sides) = turned(from, to) else { break };
        let before = die;
        for (&side, &next) in sides.iter().circular_tuple_windows() {
            die[side] = before[next];
        }
        bottoms.push(die[0]);
    }
    bottoms
}

pub(crate) fn check(puzzle: &TravelAgent, die: Die, trip: &[Cell]) -> Result<()> {
    let (start, finish) = (Cell::new(0, 0), puzzle.finish());
    ensure!(trip.first() == Some(&start), "the trip does not start at {start}");
    ensure!(trip.last() == Some(&finish), "the trip does not end at {finish}");
    for (&from, &to) in trip.iter().tuple_windows() {
        ensure!(turned(from, to).is_some(), "{from} and {to} are not adjacent");
    }
    if let Some(cell) = trip.iter().duplicates().next() {
        bail!("the trip visits {cell} twice");
    }
    for (&cell, bottom) in trip.iter().zip(bottoms(die, trip)) {
        if let Some(printed) = puzzle.grid[cell] {
            ensure!(
                printed.get() == bottom,
                "at {cell} the bottom of the die is {bottom}, and {printed} is printed"
            );
        }
    }
    Ok(())
}
