//! From event to event, by pools that grow together.

use grid_utils::{Cell, Grid};
use itertools::Itertools;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Zero};

use super::Fraction;

/// The regions of a well and the time. Numbers beyond 128 bits make every method return `None`.
pub(crate) struct Pools {
    /// The pool that each cell belongs to.
    pub(crate) pool_of: Grid<usize>,
    /// By pool, its level in feet below the top. Those that went into another one have no cells.
    levels: Vec<Fraction>,
    /// The minutes up to now.
    pub(crate) minutes: Fraction,
}

impl Pools {
    /// An empty well.
    pub(crate) fn new(depths: &Grid<Fraction>) -> Self {
        let columns = depths.columns();
        let pool_of = depths.map(|Cell { row, column }, _| row * columns + column);
        let levels = depths.values().copied().collect();
        let mut pools = Self { pool_of, levels, minutes: Fraction::zero() };
        pools.join();
        pools
    }

    /// The cells of a pool.
    fn cells(&self, pool: usize) -> impl Iterator<Item = Cell> {
        self.pool_of.iter().filter(move |&(_, &of)| of == pool).map(|(cell, _)| cell)
    }

    /// The pools that water comes to and does not leave, and by how much they rise, in feet a
    /// minute.
    pub(crate) fn rising(&self) -> Option<Vec<(usize, Fraction)>> {
        let mut inflows = vec![Fraction::zero(); self.levels.len()];
        inflows[self.pool_of[Cell::new(0, 0)]] = Fraction::one();
        let mut rising = Vec::new();
        for pool in (0..self.levels.len()).sorted_by_key(|&pool| self.levels[pool]) {
            let beside = self.cells(pool).flat_map(|cell| self.pool_of.neighbours(cell));
            let lower = beside.map(|cell| self.pool_of[cell]);
            let lower = lower.filter(|&other| self.levels[other] > self.levels[pool]).collect_vec();
            let parts = if lower.is_empty() { self.cells(pool).count() } else { lower.len() };
            if inflows[pool].is_zero() {
                continue;
            }
            let share = inflows[pool].checked_div(&Fraction::from(parts as i128))?;
            if lower.is_empty() {
                rising.push((pool, share));
            }
            for other in lower {
                inflows[other] = inflows[other].checked_add(&share)?;
            }
        }
        Some(rising)
    }

    /// Lets the rising pools rise until the first of them reaches another one.
    pub(crate) fn rise(&mut self, rising: &[(usize, Fraction)]) -> Option<()> {
        let mut soonest: Option<Fraction> = None;
        for &(pool, speed) in rising {
            let beside = self.cells(pool).flat_map(|cell| self.pool_of.neighbours(cell));
            let others = beside.map(|cell| self.pool_of[cell]).filter(|&other| other != pool);
            if let Some(next) = others.map(|other| self.levels[other]).max() {
                let minutes = self.levels[pool].checked_sub(&next)?.checked_div(&speed)?;
                soonest = soonest.into_iter().chain([minutes]).min();
            }
        }
        for &(pool, speed) in rising {
            self.levels[pool] = self.levels[pool].checked_sub(&speed.checked_mul(&soonest?)?)?;
        }
        self.minutes = self.minutes.checked_add(&soonest?)?;
        self.join();
        Some(())
    }

    /// Makes neighbours of equal level one pool.
    fn join(&mut self) {
        for cell in self.pool_of.cells() {
            for other in self.pool_of.neighbours(cell).collect_vec() {
                let (into, from) = (self.pool_of[cell], self.pool_of[other]);
                if self.levels[into] == self.levels[from] {
                    self.pool_of.values_mut().filter(|of| **of == from).for_each(|of| *of = into);
                }
            }
        }
    }
}
