//! Precomputed data of the grid for the search.

use grid_puzzles::Label;
use grid_utils::{Cell, Grid};
use puzzle::Sketch;

use super::Instance;
use crate::{Filling, Hook, small};

/// Precomputed data of the grid for the search.
pub(super) struct Layout {
    /// The number of rows, of columns and of hooks.
    pub(super) size: usize,
    /// The region of each cell, in reading order; for a given cell the number after the last
    /// region's, for it takes no part in what its region still has to decide.
    pub(super) region_of: Vec<u16>,
    /// Required sum of each region's cells that are not given.
    pub(super) need: Vec<u16>,
    pub(super) givens: Givens,
}

impl Layout {
    /// Creates the layout of an instance. `None` if the region sums alone rule everything out.
    pub(super) fn new(instance: &Instance) -> Option<Self> {
        let (regions, mut region_of) = number_regions(instance.regions.values());
        let sum = instance.sum_of_region(regions);
        if sum.checked_mul(regions as u64) != Some(instance.total()) {
            return None;
        }
        // At most 2870, what the digits of a grid of 20 x 20 cells add up to.
        let mut need = vec![u16::try_from(sum).ok()?; regions];
        for (digit, region) in instance.givens.values().zip(&mut region_of) {
            if let &Some(digit) = digit {
                let need = &mut need[usize::from(*region)];
                *need = need.checked_sub(u16::from(digit))?;
                *region = small(regions);
            }
        }
        let givens = Givens::new(&instance.givens);
        Some(Layout { size: instance.size(), region_of, need, givens })
    }

    /// Returns the region of a cell; for a given cell, the number of regions.
    #[inline]
    pub(super) fn region_of(&self, cell: Cell) -> usize {
        usize::from(self.region_of[cell.row * self.size + cell.column])
    }

    /// Counts the cells of a hook by their regions, as of [`region_of`](Self::region_of).
    #[inline]
    pub(super) fn count_cells(&self, hook: Hook, counts: &mut [u16]) {
        let (square, inside) = (hook.square, hook.inside());
        counts.fill(0);
        let row = &self.region_of[hook.row() * self.size + square.column..][..square.size];
        for &region in row {
            counts[usize::from(region)] += 1;
        }
        // The smallest hook has no more cells in its column; its inside may lie below the grid.
        let first = inside.row * self.size + hook.column();
        let column = self.region_of.get(first..).unwrap_or_default();
        for &region in column.iter().step_by(self.size).take(inside.size) {
            counts[usize::from(region)] += 1;
        }
    }

    /// Returns how many cells with a digit there are besides the given ones; `None` if too many are
    /// given.
    #[inline]
    pub(super) fn open_places(&self, digit: usize) -> Option<usize> {
        digit.checked_sub(self.givens.counts[digit])
    }

    /// Returns the given digits, and those of the cells of some hooks that are said to be filled.
    pub(super) fn board(
        &self,
        hooks: impl IntoIterator<Item = (Hook, usize)>,
        is_filled: impl Fn(Hook, Cell) -> bool,
    ) -> Filling {
        let mut board = Grid::filled(self.size, self.size, None);
        for &(digit, cell) in &self.givens.cells {
            board[cell] = Some(digit);
        }
        for (hook, digit) in hooks {
            for cell in hook.cells().filter(|&cell| is_filled(hook, cell)) {
                board[cell] = Some(small(digit));
            }
        }
        board
    }
}

/// Returns a board, and the hooks that are cut with their digits, for those who watch.
pub(super) fn sketch(board: Filling, hooks: impl IntoIterator<Item = (Hook, usize)>) -> Sketch {
    hooks.into_iter().fold(Sketch::from(board), |sketch, (hook, digit)| {
        sketch.group(hook.cells(), &digit.to_string())
    })
}

/// Returns the number of regions, and the region of each cell, numbered in the order of their first
/// cells.
fn number_regions<'l>(labels: impl Iterator<Item = &'l Label>) -> (usize, Vec<u16>) {
    let mut known: Vec<Label> = Vec::with_capacity(32);
    let number = |&label| {
        let number = known.iter().position(|&known| known == label).unwrap_or_else(|| {
            known.push(label);
            known.len() - 1
        });
        small(number)
    };
    let region_of = labels.map(number).collect();
    (known.len(), region_of)
}

/// The given digits.
pub(super) struct Givens {
    cells: Vec<(u8, Cell)>,
    /// The number of cells with each digit.
    counts: Vec<usize>,
}

impl Givens {
    pub(super) fn new(givens: &Filling) -> Self {
        let cells: Vec<(u8, Cell)> =
            givens.iter().filter_map(|(cell, &digit)| Some((digit?, cell))).collect();
        let mut counts = vec![0; givens.rows() + 1];
        for &(digit, _) in &cells {
            counts[usize::from(digit)] += 1;
        }
        Givens { cells, counts }
    }

    /// Returns whether a hook has the given digits that it carries, and no others. Larger ones are
    /// given outside its square.
    pub(super) fn fit(&self, hook: Hook) -> bool {
        let (size, row, column) = (hook.square.size, hook.row(), hook.column());
        let inner = self.cells.iter().filter(|&&(digit, _)| usize::from(digit) <= size);
        inner.copied().all(|(digit, cell)| {
            (usize::from(digit) == size) == (cell.row == row || cell.column == column)
        })
    }
}
