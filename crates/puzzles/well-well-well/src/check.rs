//! The same well without pools: the level of each cell, and the sources of each region's water.

use grid_utils::{Cell, Grid, Regions};
use numbers::Fraction;

/// Returns the cubic feet of water in the well when the water on the target begins to rise.
pub(crate) fn water(depths: &Grid<Fraction>, target: Cell) -> Fraction {
    let mut levels = depths.clone();
    loop {
        let surface = Surface { regions: &Regions::connected(&levels), levels: &levels };
        let mut speeds = Grid::filled(levels.rows(), levels.columns(), Fraction::ZERO);
        let mut known = vec![None; surface.regions.len()];
        for (region, cells) in surface.regions.iter() {
            if surface.edges(region, |here, there| there > here).next().is_none() {
                let speed = surface.inflow(region, &mut known) / Fraction::from(cells.len());
                for &cell in cells {
                    speeds[cell].clone_from(&speed);
                }
            }
        }
        if !speeds[target].is_zero() {
            let heights = levels.iter().map(|(cell, level)| &depths[cell] - level);
            return heights.fold(Fraction::ZERO, |sum, height| sum + height);
        }
        let rising = speeds.iter().filter(|(_, speed)| !speed.is_zero());
        let times = rising.flat_map(|(cell, speed)| {
            let lower = levels.neighbours(cell).filter(|&other| levels[other] < levels[cell]);
            lower.map(|other| (&levels[cell] - &levels[other]) / speed).collect::<Vec<_>>()
        });
        let soonest = times.min().expect("as long as the target is dry, a pool has a lower rim");
        for (level, speed) in levels.values_mut().zip(speeds.values()) {
            *level -= speed * &soonest;
        }
    }
}

struct Surface<'a> {
    levels: &'a Grid<Fraction>,
    regions: &'a Regions,
}

impl Surface<'_> {
    /// Returns the cells behind the edges of a region for which both levels satisfy the condition.
    fn edges(
        &self,
        region: usize,
        is_right: fn(&Fraction, &Fraction) -> bool,
    ) -> impl Iterator<Item = Cell> {
        self.regions.cells(region).iter().flat_map(move |&cell| {
            let is_right = move |&other: &Cell| is_right(&self.levels[cell], &self.levels[other]);
            self.levels.neighbours(cell).filter(is_right)
        })
    }

    /// Returns the inflow of a region, in cubic feet a minute, from the source and from higher
    /// regions. `known` caches it.
    fn inflow(&self, region: usize, known: &mut [Option<Fraction>]) -> Fraction {
        if let Some(inflow) = &known[region] {
            return inflow.clone();
        }
        let is_source = self.regions.region_of(Cell::new(0, 0)) == Some(region);
        let mut inflow = Fraction::from(u8::from(is_source));
        let above = self.edges(region, |here, there| there < here);
        for higher in above.filter_map(|cell| self.regions.region_of(cell)) {
            let edges = self.edges(higher, |here, there| there > here).count();
            inflow += self.inflow(higher, known) / Fraction::from(edges);
        }
        known[region] = Some(inflow.clone());
        inflow
    }
}
