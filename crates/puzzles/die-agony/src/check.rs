//! The checker: the rules once more, without any idea of how to find a journey. It has a die of its
//! own, which also tells the remarks.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use grid_utils::{Cell, Direction};

use crate::{DieAgony, Journey};

/// Refuses a board that is no journey, with the first rule that it breaks.
pub(crate) fn check(instance: &DieAgony, journey: &Journey) -> Result<()> {
    let (start, finish) = (instance.start, instance.finish);
    let first = journey.0.first().context("the journey is empty: it must start on a cell")?;
    ensure!(*first == start, "the journey starts on {first} instead of {start}");
    let mut die = Die::default();
    for (number, step) in (1..).zip(journey.0.windows(2)) {
        let [from, to] = [step[0], step[1]];
        ensure!(
            from != finish,
            "the journey ends when it arrives at {finish}, with move {}, and the board goes on",
            number - 1
        );
        die = move_die(instance, &die, number, from, to)?;
    }
    let last = journey.0.last().expect("there is a first cell");
    ensure!(*last == finish, "the journey ends on {last} instead of {finish}");
    Ok(())
}

/// The die after move `number`, if that is legal.
fn move_die(instance: &DieAgony, die: &Die, number: u64, from: Cell, to: Cell) -> Result<Die> {
    let grid = &instance.grid;
    ensure!(
        grid.contains(to),
        "move {number} leads from {from} to {to}, outside the grid of {} rows and {} columns",
        grid.rows(),
        grid.columns()
    );
    let direction = direction(from, to).with_context(|| {
        format!("move {number} leads from {from} to {to}, which does not share a side with it")
    })?;
    let needed = Face {
        difference: i128::from(grid[to]) - i128::from(grid[from]),
        number: i128::from(number),
    };
    let mut die = die.tipped(direction);
    match die.top {
        None => die.top = Some(needed),
        Some(face) if face.equals(needed) => {}
        Some(face) => bail!(
            "move {number} from {from} ({}) to {to} ({}) needs {needed} on top, and the face that \
             comes up is {face}, as it was when it came up with move {}",
            grid[from],
            grid[to],
            face.number
        ),
    }
    Ok(die)
}

/// The direction in which a neighbour lies.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| from.step(direction) == Some(to))
}

/// The die at the end of a journey that follows the rules.
pub(crate) fn final_die(instance: &DieAgony, journey: &Journey) -> Option<Die> {
    let moves = (1..).zip(journey.0.windows(2));
    moves.into_iter().try_fold(Die::default(), |die, (number, step)| {
        move_die(instance, &die, number, step[0], step[1]).ok()
    })
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
    fn tipped(self, direction: Direction) -> Die {
        let Die { top, bottom, north, south, east, west } = self;
        match direction {
            Direction::North => {
                Die { north: top, top: south, south: bottom, bottom: north, ..self }
            }
            Direction::South => {
                Die { south: top, top: north, north: bottom, bottom: south, ..self }
            }
            Direction::East => Die { east: top, top: west, west: bottom, bottom: east, ..self },
            Direction::West => Die { west: top, top: east, east: bottom, bottom: west, ..self },
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces = [
            ("top", self.top),
            ("bottom", self.bottom),
            ("north", self.north),
            ("south", self.south),
            ("east", self.east),
            ("west", self.west),
        ];
        for (place, (side, face)) in faces.into_iter().enumerate() {
            write!(f, "{}{side} ", if place == 0 { "" } else { ", " })?;
            match face {
                Some(face) => write!(f, "{face}")?,
                None => write!(f, "?")?,
            }
        }
        Ok(())
    }
}
