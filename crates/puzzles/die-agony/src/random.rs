//! Random instances: a random die rolls at random, and the cells get the scores that it makes.

use std::collections::BTreeMap;

use grid_utils::{Cell, Direction, Grid};
use puzzle::Rng;

use crate::DieAgony;
use crate::search::die::ORIENTATIONS;

/// A random face: a whole number, or, one time in four, halves or thirds.
struct Face {
    numerator: i64,
    denominator: i64,
}

impl Face {
    fn random(random: &mut Rng) -> Self {
        let denominator = if random.u8(..4) == 0 { random.i64(2..=3) } else { 1 };
        Face { numerator: random.i64(-9..=12), denominator }
    }

    /// What it adds to the score with a move, if that is a whole number.
    fn points(&self, number: i64) -> Option<i64> {
        let points = number * self.numerator;
        (points % self.denominator == 0).then_some(points / self.denominator)
    }
}

/// The largest grid.
const LARGEST_SIZE: usize = 50;

/// A grid of `size` rows, at most 50, or of fewer and longer ones, with a journey. The die goes on for
/// as long as it can, to cells that are new or where the score happens to be right; the last new one
/// is the finish. The other cells hold random numbers of about the same size.
pub(crate) fn roll(size: usize, random: &mut Rng) -> DieAgony {
    let size = size.clamp(2, LARGEST_SIZE);
    let rows = random.usize(size / 2..=size);
    let columns = size * size / rows;
    let grid = Grid::filled(rows, columns, ());
    let start = Cell::new(random.usize(..rows), random.usize(..columns));
    let faces: Vec<Face> = (0..6).map(|_| Face::random(random)).collect();
    let mut scores = BTreeMap::from([(start, 0)]);
    let (mut cell, mut orientation) = (start, 0);
    let (mut finish, mut length) = (start, 0);
    for number in (1..).take(2 * size * size) {
        let moves = (0_usize..).zip(Direction::ALL).filter_map(|(index, direction)| {
            let to = grid.neighbour(cell, direction)?;
            let face = &faces[usize::from(ORIENTATIONS.coming_up[orientation][index])];
            let score = scores[&cell] + face.points(number)?;
            let fits = scores.get(&to).is_none_or(|&there| there == score);
            fits.then_some((to, usize::from(ORIENTATIONS.tipped[orientation][index]), score))
        });
        let Some((to, tipped, score)) = random.choice(moves.collect::<Vec<_>>()) else { break };
        if scores.insert(to, score).is_none() {
            (finish, length) = (to, number);
        }
        (cell, orientation) = (to, tipped);
    }
    if finish == start {
        // No face gives a whole number at once: another die will.
        return roll(size, random);
    }
    let most = scores.values().map(|score| score.abs()).max().unwrap_or(0);
    let grid =
        grid.map(|cell, ()| scores.get(&cell).copied().unwrap_or_else(|| random.i64(-most..=most)));
    DieAgony { grid, start, finish, max_moves: length + 2 }
}
