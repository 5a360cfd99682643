//! The search: light is followed from the first end to either side.

use std::ops::ControlFlow;

use grid_puzzles::Walk;
use grid_utils::{Cell, Grid};
use puzzle::{Rng, Search, Stop};

use crate::{Angle, HallOfMirrors, Ray, Step};

/// Eighths of a turn, counter-clockwise from the right.
const STEPS: [Step; 8] = [(0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1)];

/// Searches an instance that passed `validate`.
pub(crate) fn search(hall: &HallOfMirrors, search: &mut Search<Ray>) -> ControlFlow<Stop> {
    search.visit(0, || Walk(vec![hall.ends[0]]))?;
    for ray in rays(hall) {
        search.solution(ray)?;
    }
    ControlFlow::Continue(())
}

/// The rays from the first end to the second that make a message.
pub(crate) fn rays(hall: &HallOfMirrors) -> impl Iterator<Item = Ray> {
    let Angle(mirror) = hall.mirrors[hall.ends[0]].expect("there is a mirror at each end");
    let upright = usize::from(mirror) / 2 + 2;
    let rays =
        [upright, upright + 4].into_iter().filter_map(|direction| follow(hall, direction % 8));
    rays.filter(|ray| !hall.message(ray).contains(&'?'))
}

/// The ray in a direction, if it comes to the second end.
fn follow(hall: &HallOfMirrors, mut direction: usize) -> Option<Ray> {
    let mut ray = vec![hall.ends[0]];
    let mut cell = hall.ends[0];
    loop {
        let (down, right) = STEPS[direction];
        let row = cell.row.checked_add_signed(down)?;
        cell = Cell::new(row, cell.column.checked_add_signed(right)?);
        let Some(Angle(mirror)) = *hall.mirrors.get(cell)? else { continue };
        let turned = (8 + usize::from(mirror) - direction) % 8;
        if hall.ends.contains(&cell) {
            // Not at a right angle it passes by.
            if turned != (direction + 4) % 8 {
                continue;
            }
            ray.push(cell);
            return (cell == hall.ends[1]).then_some(Walk(ray));
        }
        if turned != direction {
            ray.push(cell);
        }
        direction = turned;
    }
}

/// A field with mirrors at random.
pub(crate) fn random(size: usize, random: &mut Rng) -> HallOfMirrors {
    let mut mirrors = Grid::from_fn(size, size, |Cell { row, column }| {
        let has_mirror = row % 2 == 0 && column % 2 == 0 && random.u8(..3) > 0;
        has_mirror.then(|| Angle(random.u8(..8)))
    });
    let places = random.choose_multiple(0..size * size, 2).into_iter();
    let ends: Vec<Cell> = places.map(|place| Cell::new(place / size, place % size)).collect();
    for &end in &ends {
        mirrors[end] = Some(Angle(2 * random.u8(..4)));
    }
    let apostrophe = random.bool().then(|| Cell::new(0, 0));
    HallOfMirrors { mirrors, ends, apostrophe }
}
