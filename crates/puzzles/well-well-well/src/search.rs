//! Simulates the well from event to event, by merging pools.

use numbers::Fraction;
use puzzle::prelude::*;

/// The regions of a well and the time.
pub(crate) struct Pools {
    /// The pool that each cell belongs to.
    pub(crate) pool_of: Grid<usize>,
    /// The level of each pool in feet below the top. Merged pools have no cells.
    levels: Vec<Fraction>,
    /// The minutes so far.
    pub(crate) minutes: Fraction,
}

impl Pools {
    /// Returns an empty well.
    pub(crate) fn new(depths: &Grid<Fraction>) -> Self {
        let columns = depths.columns();
        let pool_of = depths.map(|Cell { row, column }, _| row * columns + column);
        let levels = depths.values().cloned().collect();
        let mut pools = Self { pool_of, levels, minutes: Fraction::ZERO };
        pools.join();
        pools
    }

    /// Returns the cells of a pool.
    fn cells(&self, pool: usize) -> impl Iterator<Item = Cell> {
        self.pool_of.iter().filter(move |&(_, &of)| of == pool).map(|(cell, _)| cell)
    }

    /// Returns the pools beside a pool, once for each edge.
    fn beside(&self, pool: usize) -> impl Iterator<Item = usize> {
        let cells = self.cells(pool).flat_map(|cell| self.pool_of.neighbours(cell));
        cells.map(|cell| self.pool_of[cell]).filter(move |&other| other != pool)
    }

    /// Returns the pools with an inflow and without an outflow, and their rates of rising, in feet
    /// a minute.
    pub(crate) fn rising(&self) -> Vec<(usize, Fraction)> {
        let mut inflows = vec![Fraction::ZERO; self.levels.len()];
        inflows[self.pool_of[Cell::new(0, 0)]] = Fraction::ONE;
        let mut rising = Vec::new();
        for pool in (0..self.levels.len()).sorted_by_key(|&pool| &self.levels[pool]) {
            if inflows[pool].is_zero() {
                continue;
            }
            let is_lower = |other: &usize| self.levels[*other] > self.levels[pool];
            let lower = self.beside(pool).filter(is_lower).collect_vec();
            let parts = if lower.is_empty() { self.cells(pool).count() } else { lower.len() };
            let share = &inflows[pool] / Fraction::from(parts);
            for &other in &lower {
                inflows[other] += &share;
            }
            if lower.is_empty() {
                rising.push((pool, share));
            }
        }
        rising
    }

    /// Raises the rising pools until the first of them reaches another one; returns whether one
    /// does.
    pub(crate) fn rise(&mut self, rising: &[(usize, Fraction)]) -> bool {
        let times = rising.iter().filter_map(|(pool, speed)| {
            let next = self.beside(*pool).map(|other| &self.levels[other]).max()?;
            Some((&self.levels[*pool] - next) / speed)
        });
        let Some(soonest) = times.min() else { return false };
        for (pool, speed) in rising {
            self.levels[*pool] -= speed * &soonest;
        }
        self.minutes += soonest;
        self.join();
        true
    }

    /// Merges neighbours of equal level into one pool.
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
