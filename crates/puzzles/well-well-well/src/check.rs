//! The same well without pools: levels of cells, and where the water of a region comes from.

use grid_utils::{Cell, Grid, Regions};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Zero};

use super::Fraction;

/// The cubic feet of water in the well when it begins to rise on the target; `None` if the numbers
/// exceed 128 bits.
pub(crate) fn water(depths: &Grid<Fraction>, target: Cell) -> Option<Fraction> {
    let mut levels = depths.clone();
    loop {
        let surface = Surface { regions: &Regions::connected(&levels), levels: &levels };
        let mut speeds = Grid::filled(levels.rows(), levels.columns(), Fraction::zero());
        let mut known = vec![None; surface.regions.len()];
        for (region, cells) in surface.regions.iter() {
            if surface.edges(region, |here, there| there > here).next().is_none() {
                let inflow = surface.inflow(region, &mut known)?;
                let speed = inflow.checked_div(&Ratio::from(cells.len() as i128))?;
                for &cell in cells {
                    speeds[cell] = speed;
                }
            }
        }
        if !speeds[target].is_zero() {
            let mut heights = levels.iter().map(|(cell, level)| depths[cell].checked_sub(level));
            return heights.try_fold(Ratio::zero(), |sum, height| sum.checked_add(&height?));
        }
        let mut soonest: Option<Fraction> = None;
        for (cell, speed) in speeds.iter().filter(|(_, speed)| !speed.is_zero()) {
            for other in levels.neighbours(cell).filter(|&other| levels[other] < levels[cell]) {
                let time = levels[cell].checked_sub(&levels[other])?.checked_div(speed)?;
                soonest = soonest.into_iter().chain([time]).min();
            }
        }
        for (level, speed) in levels.values_mut().zip(speeds.values()) {
            *level = level.checked_sub(&speed.checked_mul(&soonest?)?)?;
        }
    }
}

struct Surface<'a> {
    levels: &'a Grid<Fraction>,
    regions: &'a Regions,
}

impl Surface<'_> {
    /// The cells behind the edges of a region, where both levels are right.
    fn edges(
        &self,
        region: usize,
        is_right: fn(Fraction, Fraction) -> bool,
    ) -> impl Iterator<Item = Cell> {
        self.regions.cells(region).iter().flat_map(move |&cell| {
            let is_right = move |&other: &Cell| is_right(self.levels[cell], self.levels[other]);
            self.levels.neighbours(cell).filter(is_right)
        })
    }

    /// The water that comes to a region, in cubic feet a minute: from the source, and from higher
    /// ones. `known` remembers it.
    fn inflow(&self, region: usize, known: &mut [Option<Fraction>]) -> Option<Fraction> {
        if known[region].is_none() {
            let is_source = self.regions.region_of(Cell::new(0, 0)) == Some(region);
            let mut inflow = Ratio::from(i128::from(is_source));
            for other in self.edges(region, |here, there| there < here) {
                let higher = self.regions.region_of(other)?;
                let edges = self.edges(higher, |here, there| there > here).count();
                let share = self.inflow(higher, known)?.checked_div(&Ratio::from(edges as i128))?;
                inflow = inflow.checked_add(&share)?;
            }
            known[region] = Some(inflow);
        }
        known[region]
    }
}
