//! The slow way to find maps, for small grids: all connected regions that the first free cell may
//! belong to, one after the other, and so on. Nothing is known of a region before it is complete.

use std::collections::HashSet;

use grid_utils::{Motion, Shape, Symmetry};
use puzzle::prelude::*;

use crate::Map;

/// The most cells: from here on it takes seconds to list the regions of the first cell.
const MOST_CELLS: usize = 20;

/// A region that is complete.
pub struct Region {
    /// Its cells.
    pub cells: CellSet<1>,
    /// The motions that map it onto itself, the identity apart.
    pub symmetries: Vec<Motion>,
}

/// Returns whether regions fit, the last of which has just been completed.
type Fits<'f> = &'f dyn Fn(&Shape<1>, &[Region]) -> bool;

/// Reports all maps of a small grid that fit; it gives up on larger ones. It asks for each region
/// that is complete whether the regions fit so far.
pub fn list_maps(rows: usize, columns: usize, search: &mut Search, fits: Fits<'_>) -> Flow {
    let Some(shape) = Shape::new(rows, columns).filter(|shape| shape.len() <= MOST_CELLS) else {
        return search.give_up();
    };
    let motions = Symmetry::ALL.into_iter().skip(1);
    let motions = motions.flat_map(|symmetry| Motion::all(symmetry, rows, columns)).collect();
    Listing { shape, motions, fits }.divide(&mut Vec::new(), search)
}

struct Listing<'f> {
    shape: Shape<1>,
    /// All turns and reflections.
    motions: Vec<Motion>,
    fits: Fits<'f>,
}

impl Listing<'_> {
    /// Divides the cells that are free. The name of a region is its place among all.
    fn divide(&self, regions: &mut Vec<Region>, search: &mut Search) -> Flow {
        search.visit(regions.len(), || self.map(regions))?;
        let free = regions.iter().fold(self.shape.all(), |free, region| free - region.cells);
        let Some(first) = free.first() else { return search.solution(self.map(regions)) };
        let mut open = vec![CellSet::of(first)];
        let mut seen = HashSet::new();
        while let Some(cells) = open.pop() {
            search.poll()?;
            let beside = self.shape.neighbours(cells) & (free - cells);
            let larger = beside.iter().map(|cell| cells.with(cell));
            open.extend(larger.filter(|&larger| seen.insert(larger)));
            let symmetries = self.symmetries(cells);
            if symmetries.is_empty() {
                continue;
            }
            regions.push(Region { cells, symmetries });
            if (self.fits)(&self.shape, regions) {
                self.divide(regions, search)?;
            }
            regions.pop();
        }
        Flow::Continue(())
    }

    /// Returns the motions that map cells onto themselves.
    fn symmetries(&self, cells: CellSet<1>) -> Vec<Motion> {
        let places: HashSet<_> = self.shape.cells_of(cells).collect();
        let is_in = |image: Option<_>| image.is_some_and(|image| places.contains(&image));
        let is_symmetry = |motion: &&Motion| places.iter().all(|&cell| is_in(motion.image(cell)));
        self.motions.iter().filter(is_symmetry).copied().collect_vec()
    }

    /// Returns the map of regions.
    fn map(&self, regions: &[Region]) -> Map {
        let mut map = Map::filled(self.shape.rows(), self.shape.columns(), None);
        for (name, region) in (0..).zip(regions) {
            self.shape.cells_of(region.cells).for_each(|cell| map[cell] = Some(name));
        }
        map
    }
}
