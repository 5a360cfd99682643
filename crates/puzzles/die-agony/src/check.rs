//! The checker: it applies the rules to a given journey. It has a die of its own, which also
//! provides the remarks.

use std::fmt;

use num_rational::Ratio;
use puzzle::prelude::*;

use crate::DieAgony;

/// Returns the die at the end of a journey, or the first rule that the board breaks.
pub(crate) fn roll(instance: &DieAgony, cells: &[Cell]) -> Result<Die> {
    let (start, finish) = (instance.start, instance.finish);
    ensure!(cells.first() == Some(&start), "the journey does not start on {start}");
    let mut die = Die::default();
    for (number, (&from, &to)) in (1..).zip(cells.iter().tuple_windows()) {
        ensure!(from != finish, "the journey goes on after it arrived at {finish}");
        die = die.moved(instance, number, [from, to])?;
    }
    ensure!(cells.last() == Some(&finish), "the journey does not end on {finish}");
    Ok(die)
}

/// A die with the known values of its faces in their current positions: top, bottom, north, south,
/// east and west. With each value is the number of the move that first showed it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Die([Option<(Ratio<i128>, i128)>; 6]);

impl Die {
    /// Returns the die after move `number`, if that is legal.
    pub(crate) fn moved(self, of: &DieAgony, number: i128, [from, to]: [Cell; 2]) -> Result<Self> {
        let direction = Direction::ALL.into_iter().find(|&one| from.step(one) == Some(to));
        let direction = direction.with_context(|| {
            format!("move {number} leads from {from} to {to}, which does not share a side with it")
        })?;
        let mut die = self.tipped(direction);
        let needed = Ratio::new(of.difference(from, to).into(), number);
        let (face, first) = *die.0[0].get_or_insert((needed, number));
        ensure!(
            face == needed,
            "move {number} from {from} ({}) to {to} ({}) needs {needed} on top, and the face that \
             comes up is {face}, as it was when it came up with move {first}",
            of.grid[from],
            of.grid[to]
        );
        Ok(die)
    }

    /// Returns the die after tipping over: the face on the side opposite to the move comes up.
    fn tipped(self, direction: Direction) -> Self {
        let Self([top, bottom, north, south, east, west]) = self;
        Self(match direction {
            Direction::North => [south, north, top, bottom, east, west],
            Direction::South => [north, south, bottom, top, east, west],
            Direction::East => [west, east, north, south, top, bottom],
            Direction::West => [east, west, north, south, bottom, top],
        })
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = ["top", "bottom", "north", "south", "east", "west"];
        let faces = self.0.iter().zip(sides).map(|(face, side)| {
            format!("{side} {}", face.map_or_else(|| "?".to_owned(), |(face, _)| face.to_string()))
        });
        write!(f, "{}", faces.format(", "))
    }
}
