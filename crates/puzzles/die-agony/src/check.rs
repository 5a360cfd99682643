//! The checker: it applies the rules to a given journey. It has a die of its own, which also
//! provides the remarks.

use std::fmt;

use num_integer::Integer;
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

/// A face that came up: the score changed by `difference` in move `number`.
#[derive(Clone, Copy)]
struct Face {
    difference: i128,
    number: i128,
}

impl fmt::Display for Face {
    /// Formats the value as an integer or as a reduced fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let divisor = self.difference.gcd(&self.number);
        write!(f, "{}", self.difference / divisor)?;
        if divisor == self.number { Ok(()) } else { write!(f, "/{}", self.number / divisor) }
    }
}

/// A die with the known values of its faces in their current positions: top, bottom, north, south,
/// east and west.
#[derive(Clone, Copy, Default)]
pub(crate) struct Die([Option<Face>; 6]);

impl Die {
    /// Returns the die after move `number`, if that is legal.
    pub(crate) fn moved(self, of: &DieAgony, number: i128, [from, to]: [Cell; 2]) -> Result<Self> {
        let direction = Direction::ALL.into_iter().find(|&one| from.step(one) == Some(to));
        let direction = direction.with_context(|| {
            format!("move {number} leads from {from} to {to}, which does not share a side with it")
        })?;
        let mut die = self.tipped(direction);
        let needed = Face { difference: of.difference(from, to).into(), number };
        let face = *die.0[0].get_or_insert(needed);
        // Differences have 42 bits, and no board has 2^80 moves.
        ensure!(
            face.difference * needed.number == needed.difference * face.number,
            "move {number} from {from} ({}) to {to} ({}) needs {needed} on top, and the face that \
             comes up is {face}, as it was when it came up with move {}",
            of.grid[from],
            of.grid[to],
            face.number
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
            format!("{side} {}", face.map_or_else(|| "?".to_owned(), |face| face.to_string()))
        });
        write!(f, "{}", faces.format(", "))
    }
}
