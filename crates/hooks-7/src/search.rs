//! The search: first how many cells each region fills in each hook, then which.

#[cfg(test)]
mod brute_force;
mod cells;
mod counts;
mod lanes;
mod partitions;
mod plan;
mod shares;
mod sums;

use std::ops::ControlFlow;

use grid_utils::{Cell, words_for};
use puzzle::{Search, Stop};

use crate::hooks::{Hook, Square};
use crate::{Board, Hooks, Label};
use cells::Cells;
use counts::Halt;
use partitions::Partitions;

/// Nodes after which all corners come before any count. They take about as much time as the tables
/// that this needs, so that at worst the time doubles.
const PATIENCE: u32 = 500;

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let Some(layout) = Layout::new(hooks) else {
        search.node()?;
        search.dead_end();
        return ControlFlow::Continue(());
    };
    match words_for(hooks.regions.len()) {
        1 => search_with::<1>(&layout, PATIENCE, search),
        2 => search_with::<2>(&layout, PATIENCE, search),
        3..=4 => search_with::<4>(&layout, PATIENCE, search),
        _ => search_with::<7>(&layout, PATIENCE, search),
    }
}

/// Makes plans hook by hook; if that is not done soon, partition by partition. Fills each plan.
fn search_with<const WORDS: usize>(
    layout: &Layout,
    patience: u32,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    let mut cells = Cells::<WORDS>::new(layout);
    match counts::plans(layout, patience, search) {
        ControlFlow::Continue(plans) => plans.iter().try_for_each(|plan| cells.fill(plan, search)),
        ControlFlow::Break(Halt::Impatience) => Partitions::new(layout, &mut cells).search(search),
        ControlFlow::Break(Halt::Stop(stop)) => ControlFlow::Break(stop),
    }
}

/// What the search knows of the grid before it starts.
struct Layout {
    /// The number of rows, of columns and of hooks.
    size: usize,
    /// The region of each cell, in reading order; for a given cell the number after the last
    /// region's, for it takes no part in what its region still has to decide.
    region_of: Vec<u16>,
    /// What the cells of each region that are not given have to add up to.
    need: Vec<u16>,
    givens: Givens,
}

impl Layout {
    /// None if the region sums alone rule everything out.
    fn new(hooks: &Hooks) -> Option<Self> {
        let (regions, mut region_of) = number_regions(hooks.regions.values());
        let sum = hooks.sum_of_region(regions);
        if sum.checked_mul(regions as u64) != Some(hooks.total()) {
            return None;
        }
        // At most 2870, what the digits of a grid of 20 x 20 cells add up to.
        let mut need = vec![sum as u16; regions];
        for (digit, region) in hooks.givens.values().zip(&mut region_of) {
            if let &Some(digit) = digit {
                let need = &mut need[usize::from(*region)];
                *need = need.checked_sub(u16::from(digit))?;
                *region = regions as u16;
            }
        }
        Some(Layout { size: hooks.size(), region_of, need, givens: Givens::new(&hooks.givens) })
    }

    /// The region of a cell; for a given cell the number after the last region's.
    #[inline]
    fn region_of(&self, cell: Cell) -> usize {
        usize::from(self.region_of[cell.row * self.size + cell.column])
    }

    /// How many cells of a hook have to be filled besides the given ones; none if too many are
    /// given.
    #[inline]
    fn open_places(&self, size: usize) -> Option<usize> {
        size.checked_sub(self.givens.of(size).len())
    }
}

/// The number of regions, and the region of each cell, numbered in the order of their first cells.
fn number_regions<'l>(labels: impl Iterator<Item = &'l Label>) -> (usize, Vec<u16>) {
    let mut known: Vec<Label> = Vec::with_capacity(32);
    let number = |&label| {
        known.iter().position(|&known| known == label).unwrap_or_else(|| {
            known.push(label);
            known.len() - 1
        }) as u16
    };
    let region_of = labels.map(number).collect();
    (known.len(), region_of)
}

/// The given digits, in ascending order.
struct Givens {
    cells: Vec<(u8, Cell)>,
    /// For each digit, where its cells start in `cells`.
    start: Vec<u16>,
    /// For each digit, the bounds of all smaller ones.
    below: Vec<Bounds>,
}

impl Givens {
    fn new(givens: &Board) -> Self {
        let mut cells: Vec<(u8, Cell)> =
            givens.iter().filter_map(|(cell, &digit)| Some((digit?, cell))).collect();
        cells.sort_unstable();
        let (mut start, mut below) = (vec![0], vec![Bounds::NOTHING]);
        let (mut next, mut bounds) = (0, Bounds::NOTHING);
        for digit in 1..=givens.rows() + 1 {
            start.push(next as u16);
            below.push(bounds);
            while let Some(&(_, cell)) = cells.get(next).filter(|&&(d, _)| usize::from(d) == digit)
            {
                bounds = bounds.with(cell);
                next += 1;
            }
        }
        Givens { cells, start, below }
    }

    /// The cells where a digit is given.
    #[inline]
    fn of(&self, digit: usize) -> &[(u8, Cell)] {
        &self.cells[usize::from(self.start[digit])..usize::from(self.start[digit + 1])]
    }

    /// Whether a hook, of a square that holds all givens up to its size, holds all of its own digit
    /// and leaves all smaller ones.
    #[inline]
    fn allow(&self, hook: Hook) -> bool {
        let (size, inside) = (hook.square.size, hook.inside());
        self.below[size].lie_in(inside)
            && self.of(size).iter().all(|&(_, cell)| !inside.contains(cell))
    }
}

/// The smallest rectangle that holds some cells.
#[derive(Clone, Copy)]
struct Bounds {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

impl Bounds {
    /// Lies in every square.
    const NOTHING: Bounds = Bounds { top: usize::MAX, left: usize::MAX, bottom: 0, right: 0 };

    fn with(self, cell: Cell) -> Self {
        Bounds {
            top: self.top.min(cell.row),
            left: self.left.min(cell.column),
            bottom: self.bottom.max(cell.row),
            right: self.right.max(cell.column),
        }
    }

    #[inline]
    fn lie_in(self, square: Square) -> bool {
        self.top >= square.row
            && self.left >= square.column
            && self.bottom < square.row + square.size
            && self.right < square.column + square.size
    }
}
