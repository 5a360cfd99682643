//! Random nets: boxes unrolled, square by square, onto free cells.

use puzzle::prelude::*;

use crate::clue::Clue;
use crate::fold::Surface;
use crate::{CUT, NET, is_at_border};

/// The number of boxes tried for an instance. Large ones rarely unroll into a net.
const MOST_TRIES: usize = 200;

/// Returns the clues of a random net in a square grid of this size, some of them left out.
pub(crate) fn clues(size: usize, random: &mut Rng) -> Option<Grid<Option<Clue>>> {
    let net = (0..MOST_TRIES).find_map(|_| {
        let boxes = Surface::all(2 * random.usize(3..=(size * size / 3).max(3)));
        unrolled(random.choice(&boxes)?, size, random)
    })?;
    let share = random.f64();
    let given = |cell| Clue::shown(&net, cell, None).filter(|_| random.f64() < share);
    Some(Grid::from_fn(size, size, given))
}

/// Returns a random net of a box in a square grid, if it unrolls into one.
fn unrolled(surface: &Surface, size: usize, random: &mut Rng) -> Option<Board> {
    let mut placed: Grid<Option<usize>> = Grid::filled(size, size, None);
    let mut is_covered = vec![false; surface.poses.len() / 4];
    let start = Cell::new(random.usize(0..size), random.usize(0..size));
    let mut ways = vec![(start, random.usize(0..surface.poses.len()))];
    while !ways.is_empty() {
        let (cell, pose) = ways.swap_remove(random.usize(0..ways.len()));
        let steps = Direction::ALL.into_iter().zip(surface.next[pose]);
        let steps =
            steps.filter_map(|(direction, next)| Some((placed.neighbour(cell, direction)?, next)));
        let steps = steps.collect_vec();
        let fits = |&(beside, next): &(Cell, usize)| placed[beside].is_none_or(|one| one == next);
        if placed[cell].is_none() && !is_covered[pose / 4] && steps.iter().all(fits) {
            (placed[cell], is_covered[pose / 4]) = (Some(pose), true);
            ways.extend(steps.into_iter().filter(|&(beside, _)| placed[beside].is_none()));
        }
    }
    let cuts = Regions::components(&placed, Option::is_none);
    let has_no_hole =
        cuts.iter().all(|(_, cells)| cells.iter().any(|&cell| is_at_border(&placed, cell)));
    let is_whole = has_no_hole && is_covered.iter().all(|&is_covered| is_covered);
    is_whole
        .then(|| Board::Grid(placed.map(|_, pose| Some(if pose.is_some() { NET } else { CUT }))))
}
