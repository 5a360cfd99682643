//! Whether a journey can be made longer by waiting, and again and again.

use grid_utils::{Cell, Direction};
use itertools::Itertools;

use crate::faces::Faces;
use crate::terrain::Terrain;

/// A move that shows a face that is not zero.
struct Showing {
    number: usize,
    /// The name of the face.
    face: usize,
    /// The amount of the difference, below 2^64.
    magnitude: u128,
    /// Where the die can wait since the showing before.
    wait: Option<Wait>,
}

/// A moment at which the die can tip over to a neighbour and back, changing nothing.
#[derive(Clone, Copy)]
struct Wait {
    /// After which move.
    number: usize,
    neighbour: Cell,
}

/// A longer journey, which proves that there are endlessly many; or none, if `journey` cannot be
/// stretched.
///
/// From some wait on, no face may come up that came up before, zeros apart. A face that is not zero and
/// comes up more than once from there on is called tied: its moves must keep their ratios. Waits cut the
/// rest of the journey into runs. The first move of each run that shows a tied face is put off to three
/// times its number, by waiting before it, and the run goes with it. Then the journey is a new one if all
/// tied faces keep their ratios, as they do where each run has one tied face at most.
///
/// And then there are endlessly many: with any odd number `k` instead of three the die waits for an even
/// number of moves too, a condition `a * m = b * n` on the numbers of two moves has become one that is
/// linear in `k`, and it holds for `k = 1` and `k = 3`. Faces that come up once take whatever value
/// they need, and zeros fit at any time. Where no face is tied, any wait will do.
pub(crate) fn stretched(terrain: &Terrain, journey: &[Cell]) -> Option<Vec<Cell>> {
    let (showings, last_wait) = showings(terrain, journey);
    let waits = (0..=showings.len()).rev().find_map(|first| {
        let (before, after) = showings.split_at(first);
        let first_wait = after.first().map_or(last_wait, |showing| showing.wait)?;
        let is_new = |showing: &Showing| before.iter().all(|earlier| earlier.face != showing.face);
        if after.iter().all(is_new) { longer_waits(first_wait, after) } else { None }
    })?;
    Some(with_waits(journey, &waits))
}

/// How long to wait, and where, to put the runs off; none if that tears a tied face apart.
fn longer_waits(first_wait: Wait, showings: &[Showing]) -> Option<Vec<(Wait, usize)>> {
    let is_tied = |face| showings.iter().filter(|showing| showing.face == face).count() > 1;
    let mut waits = Vec::new();
    let mut delay = 0;
    // The wait that begins this run, until it is put to use.
    let mut wait = Some(first_wait);
    let mut moved = Vec::new();
    for showing in showings {
        wait = showing.wait.or(wait);
        if is_tied(showing.face) {
            if let Some(wait) = wait.take() {
                waits.push((wait, 2 * showing.number - delay));
                delay = 2 * showing.number;
            }
            moved.push((showing, showing.number + delay));
        }
    }
    if waits.is_empty() {
        waits.push((first_wait, 2));
    }
    let keeps_ratio = |[(one, one_moved), (other, other_moved)]: [Moved; 2]| {
        one.face != other.face
            || one.magnitude * other_moved as u128 == other.magnitude * one_moved as u128
    };
    moved.into_iter().array_combinations().all(keeps_ratio).then_some(waits)
}

/// A move and its new number.
type Moved<'s> = (&'s Showing, usize);

/// The journey with some moves to and fro put in.
fn with_waits(journey: &[Cell], waits: &[(Wait, usize)]) -> Vec<Cell> {
    let mut cells =
        Vec::with_capacity(journey.len() + waits.iter().map(|(_, moves)| moves).sum::<usize>());
    let mut waits = waits.iter().peekable();
    for (number, &cell) in journey.iter().enumerate() {
        cells.push(cell);
        if let Some((wait, moves)) = waits.next_if(|(wait, _)| wait.number == number) {
            for _ in 0..moves / 2 {
                cells.extend([wait.neighbour, cell]);
            }
        }
    }
    cells
}

/// The moves of a journey that show a face that is not zero, and where the die can wait after them.
fn showings(terrain: &Terrain, journey: &[Cell]) -> (Vec<Showing>, Option<Wait>) {
    let mut faces = Faces::new([0, 1, 2, 3, 4, 5]);
    let mut is_zero = [false; 6];
    let mut showings = Vec::new();
    let mut wait = None;
    for (number, step) in (1..).zip(journey.windows(2)) {
        let way = Direction::ALL
            .into_iter()
            .filter_map(|direction| terrain.way(step[0], direction))
            .find(|way| way.to == step[1])
            .expect("a journey goes from neighbour to neighbour");
        let face = faces.coming_up(way.direction);
        faces = faces.tipped(way.direction, face);
        if way.difference != 0 {
            let magnitude = way.difference.unsigned_abs();
            showings.push(Showing { number, face, magnitude, wait: wait.take() });
        } else {
            is_zero[face] = true;
            if way.to != terrain.finish {
                let to_zero =
                    terrain.level_ways(way.to).find(|way| is_zero[faces.coming_up(way.direction)]);
                wait = wait.or(to_zero.map(|way| Wait { number, neighbour: way.to }));
            }
        }
    }
    (showings, wait)
}
