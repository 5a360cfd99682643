//! Random nets: boxes that are unrolled, square by square, onto free cells.

use grid_utils::{Cell, Direction, Grid, Regions};
use itertools::Itertools;
use puzzle::Rng;

use crate::clue::{Clue, Part};
use crate::fold::Surface;
use crate::{Board, ShutTheBox};

/// A grid of about this size with the clues of a random net, some of them left out.
pub(crate) fn random(size: usize, random: &mut Rng) -> ShutTheBox {
    let net = loop {
        let squares = 2 * random.usize(3..=(size * size / 3).max(3));
        let boxes = Surface::all(squares);
        let Some(surface) = random.choice(&boxes) else { continue };
        if let Some(net) = unrolled(surface, size, random) {
            break net;
        }
    };
    let all = clued(&net);
    let share = random.f64();
    let clues = all.clues.map(|_, &clue| clue.filter(|_| random.f64() < share));
    ShutTheBox { clues }
}

/// A random net of a box in a square grid, if it comes out as one.
fn unrolled(surface: &Surface, size: usize, random: &mut Rng) -> Option<Board> {
    let mut placed: Grid<Option<usize>> = Grid::filled(size, size, None);
    let mut is_covered = vec![false; surface.squares()];
    let start = Cell::new(random.usize(0..size), random.usize(0..size));
    let mut ways = vec![(start, random.usize(0..4 * surface.squares()))];
    while !ways.is_empty() {
        let (cell, pose) = ways.swap_remove(random.usize(0..ways.len()));
        let steps = Direction::ALL.into_iter().zip(surface.next(pose));
        let steps =
            steps.filter_map(|(direction, next)| Some((placed.neighbour(cell, direction)?, next)));
        let steps = steps.collect_vec();
        let fits = |&(beside, next): &(Cell, usize)| placed[beside].is_none_or(|one| one == next);
        if placed[cell].is_none() && !is_covered[pose / 4] && steps.iter().all(fits) {
            (placed[cell], is_covered[pose / 4]) = (Some(pose), true);
            ways.extend(steps.into_iter().filter(|&(beside, _)| placed[beside].is_none()));
        }
    }
    let net = placed.map(|_, pose| Some(if pose.is_some() { Part::Net } else { Part::Cut }));
    let cuts = Regions::components(&net, |&part| part == Some(Part::Cut));
    let is_at_border =
        |cell: &Cell| cell.row.min(cell.column) == 0 || cell.row.max(cell.column) + 1 == size;
    let has_no_hole = cuts.iter().all(|(_, cells)| cells.iter().any(is_at_border));
    (has_no_hole && is_covered.iter().all(|&is_covered| is_covered)).then_some(net)
}

/// All clues of a net.
pub(crate) fn clued(board: &Board) -> ShutTheBox {
    let is_net = |cell: Cell| board[cell] != Some(Part::Cut);
    let clues = board.map(|cell, _| {
        if is_net(cell) {
            let block = board.all_neighbours(cell).chain([cell]);
            let count = block.filter(|&cell| is_net(cell)).count();
            return u8::try_from(count).ok().map(|count| Clue::Number(count, None));
        }
        let distances = Direction::ALL.map(|direction| board.ray(cell, direction).position(is_net));
        let nearest = distances.iter().flatten().min()?;
        Some(Clue::Arrows(distances.map(|distance| distance == Some(*nearest))))
    });
    ShutTheBox { clues }
}
