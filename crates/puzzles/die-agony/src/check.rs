//! The checker: the rules once more, without any idea of how to find a journey. It has a die of its
//! own, which also tells the remarks.

use std::fmt;

use anyhow::{Context, Result, ensure};
use grid_puzzles::Walk;
use grid_utils::{Cell, Direction};
use itertools::Itertools;

use crate::{DieAgony, Journey};

/// The die at the end of a journey, or the first rule that the board breaks.
pub(crate) fn roll(instance: &DieAgony, Walk(cells): &Journey) -> Result<Die> {
    let (start, finish) = (instance.start, instance.finish);
    let first = cells.first().context("the journey is empty: it must start on a cell")?;
    ensure!(*first == start, "the journey starts on {first} instead of {start}");
    let mut die = Die::default();
    for (number, (&from, &to)) in (1..).zip(cells.iter().tuple_windows()) {
        ensure!(
            from != finish,
            "the journey ends when it arrives at {finish}, with move {}, and the board goes on",
            number - 1
        );
        die = move_die(instance, &die, number, from, to)?;
    }
    let last = cells.last().expect("there is a first cell");
    ensure!(*last == finish, "the journey ends on {last} instead of {finish}");
    Ok(die)
}

/// The die after move `number`, if that is legal.
fn move_die(instance: &DieAgony, die: &Die, number: i128, from: Cell, to: Cell) -> Result<Die> {
    let grid = &instance.grid;
    ensure!(
        grid.contains(to),
        "move {number} leads from {from} to {to}, outside the grid of {} rows and {} columns",
        grid.rows(),
        grid.columns()
    );
    let direction = Direction::ALL.into_iter().find(|&direction| from.step(direction) == Some(to));
    let direction = direction.with_context(|| {
        format!("move {number} leads from {from} to {to}, which does not share a side with it")
    })?;
    let needed = Face { difference: i128::from(grid[to]) - i128::from(grid[from]), number };
    let mut die = die.tipped(direction);
    let face = *die.top.get_or_insert(needed);
    ensure!(
        face.equals(needed),
        "move {number} from {from} ({}) to {to} ({}) needs {needed} on top, and the face that comes \
         up is {face}, as it was when it came up with move {}",
        grid[from],
        grid[to],
        face.number
    );
    Ok(die)
}

/// A face that came up: the score changed by `difference` with move `number`.
#[derive(Clone, Copy, Debug)]
struct Face {
    difference: i128,
    number: i128,
}

impl Face {
    /// Whether two faces have the same value, `difference / number`.
    fn equals(self, other: Face) -> bool {
        // Differences have 42 bits, and no board has 2^80 moves.
        self.difference * other.number == other.difference * self.number
    }
}

impl fmt::Display for Face {
    /// The value as an integer or as a reduced fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut divisor, mut rest) = (self.number, self.difference.abs());
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let (numerator, denominator) = (self.difference / divisor, self.number / divisor);
        if denominator == 1 {
            write!(f, "{numerator}")
        } else {
            write!(f, "{numerator}/{denominator}")
        }
    }
}

/// A die with what is known of its faces, as it lies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Die {
    top: Option<Face>,
    bottom: Option<Face>,
    north: Option<Face>,
    south: Option<Face>,
    east: Option<Face>,
    west: Option<Face>,
}

impl Die {
    /// The die after tipping over: the face on the side opposite to the move comes up.
    fn tipped(&self, direction: Direction) -> Die {
        let Die { top, bottom, north, south, east, west } = *self;
        match direction {
            Direction::North => {
                Die { north: top, top: south, south: bottom, bottom: north, ..*self }
            }
            Direction::South => {
                Die { south: top, top: north, north: bottom, bottom: south, ..*self }
            }
            Direction::East => Die { east: top, top: west, west: bottom, bottom: east, ..*self },
            Direction::West => Die { west: top, top: east, east: bottom, bottom: west, ..*self },
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Die { top, bottom, north, south, east, west } = self;
        let faces = [top, bottom, north, south, east, west]
            .map(|face| face.map_or_else(|| "?".to_owned(), |face| face.to_string()));
        let sides = ["top", "bottom", "north", "south", "east", "west"];
        let sides = sides.into_iter().zip(&faces).map(|(side, face)| format!("{side} {face}"));
        write!(f, "{}", sides.format(", "))
    }
}
