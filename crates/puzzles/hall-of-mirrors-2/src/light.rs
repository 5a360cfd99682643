//! Light: the rays from the first end to either side, and random fields.

use grid_utils::{Cell, Grid};
use puzzle::Rng;

use crate::{Angle, Direction, HallOfMirrors, STEPS};

/// Returns the rays from the first end to the second that spell a message.
pub(crate) fn rays(hall: &HallOfMirrors) -> impl Iterator<Item = Vec<Cell>> {
    let Angle(mirror) = hall.mirrors[hall.ends[0]].expect("there is a mirror at each end");
    let upright = usize::from(mirror) / 2 + 2;
    let rays =
        [upright, upright + 4].into_iter().filter_map(|direction| follow(hall, direction % 8));
    rays.filter(|ray| !hall.message(ray).contains(&'?'))
}

/// Returns the ray in a direction, if it reaches the second end.
fn follow(hall: &HallOfMirrors, mut direction: Direction) -> Option<Vec<Cell>> {
    let mut ray = vec![hall.ends[0]];
    let mut cell = hall.ends[0];
    loop {
        let (down, right) = STEPS[direction];
        let row = cell.row.checked_add_signed(down)?;
        cell = Cell::new(row, cell.column.checked_add_signed(right)?);
        let Some(Angle(mirror)) = *hall.mirrors.get(cell)? else { continue };
        let turned = (8 + usize::from(mirror) - direction) % 8;
        if hall.ends.contains(&cell) {
            // The ray passes by unless it hits the end at a right angle.
            if turned != (direction + 4) % 8 {
                continue;
            }
            ray.push(cell);
            return (cell == hall.ends[1]).then_some(ray);
        }
        if turned != direction {
            ray.push(cell);
        }
        direction = turned;
    }
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
