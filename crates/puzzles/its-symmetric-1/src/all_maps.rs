//! All maps of a small grid, the reference for the fast search.

use grid_utils::{CellSet, Shape};
use puzzle::{Flow, Search};
use symmetric_regions::{Region, list_maps};

use crate::Labels;

/// Reports the maps of which each region has the given labels.
pub(crate) fn search(labels: &Labels, search: &mut Search) -> Flow {
    list_maps(labels.rows(), labels.columns(), search, &|shape, regions| {
        let Some(region) = regions.last() else { return true };
        region.cells.iter().all(|cell| {
            let given = labels[shape.cell(cell)];
            given.is_none_or(|given| label(shape, region, cell) == given)
        })
    })
}

/// Returns in how many steps within a region one of the images of a cell is reached.
fn label(shape: &Shape<1>, region: &Region, cell: usize) -> u8 {
    let images = region.symmetries.iter().filter_map(|motion| motion.image(shape.cell(cell)));
    let images: CellSet<1> = images.map(|image| shape.index(image)).collect();
    let mut reached = CellSet::of(cell);
    let mut steps = 0;
    while !reached.intersects(images) {
        reached = shape.grow(reached) & region.cells;
        steps += 1;
    }
    steps
}
