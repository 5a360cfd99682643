//! Light: how it goes from cell to cell, the rays from the first end, and random fields.

use puzzle::prelude::*;

use crate::{Angle, Direction, HallOfMirrors, STEPS};

/// Returns the rays from the first end to the second.
pub(crate) fn rays(hall: &HallOfMirrors) -> impl Iterator<Item = Vec<Cell>> {
    let rays = starts(hall).map(|start| follow(hall, start, |_, _| true));
    rays.into_iter().filter(|ray| ray.last() == Some(&hall.ends[1]))
}

/// Returns the two directions in which a ray can leave the first end.
pub(crate) fn starts(hall: &HallOfMirrors) -> [Direction; 2] {
    let Angle(mirror) = hall.mirrors[hall.ends[0]].expect("there is a mirror at each end");
    [2, 6].map(|quarter| (usize::from(mirror) / 2 + quarter) % 8)
}

/// Returns the ray that leaves the first end in a direction, as long as light `leaves` its cells:
/// the cells where it starts, turns and ends.
pub(crate) fn follow(
    hall: &HallOfMirrors,
    mut direction: Direction,
    leaves: impl Fn(Cell, Direction) -> bool,
) -> Vec<Cell> {
    let mut cell = hall.ends[0];
    let mut ray = vec![cell];
    while leaves(cell, direction)
        && let Some((there, on)) = next(hall, cell, direction)
    {
        if on != Some(direction) {
            ray.push(there);
        }
        let Some(on) = on else { break };
        (cell, direction) = (there, on);
    }
    ray
}

/// Returns the next cell of light that leaves a cell, and the direction in which it leaves that
/// one: none if it hits an end at a right angle. `None` if it leaves the field.
pub(crate) fn next(
    hall: &HallOfMirrors,
    cell: Cell,
    direction: Direction,
) -> Option<(Cell, Option<Direction>)> {
    let (down, right) = STEPS[direction];
    let row = cell.row.checked_add_signed(down)?;
    let cell = Cell::new(row, cell.column.checked_add_signed(right)?);
    let Some(Angle(mirror)) = *hall.mirrors.get(cell)? else {
        return Some((cell, Some(direction)));
    };
    let turned = (8 + usize::from(mirror) - direction) % 8;
    if hall.ends.contains(&cell) {
        let hits = turned == (direction + 4) % 8;
        return Some((cell, (!hits).then_some(direction)));
    }
    Some((cell, Some(turned)))
}

/// Generates a field with random mirrors.
pub(crate) fn random(size: usize, random: &mut Rng) -> HallOfMirrors {
    let mut mirrors = Grid::from_fn(size, size, |Cell { row, column }| {
        let has_mirror = row % 2 == 0 && column % 2 == 0 && random.u8(..3) > 0;
        has_mirror.then(|| Angle(random.u8(..8)))
    });
    let places = random.choose_multiple(0..size * size, 2).into_iter();
    let ends: Vec<Cell> = places.map(|place| Cell::new(place / size, place % size)).collect();
    let ends = [ends[0], ends[1]];
    for end in ends {
        mirrors[end] = Some(Angle(2 * random.u8(..4)));
    }
    let apostrophe = random.bool().then(|| Cell::new(0, 0));
    HallOfMirrors { mirrors, ends, apostrophe }
}
