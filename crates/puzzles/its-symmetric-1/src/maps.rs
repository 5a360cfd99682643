//! The slow way, for small grids: all connected regions that the first free cell may belong to, one
//! after the other, and so on. Nothing is known of a region before it is complete.

use std::collections::HashSet;

use grid_utils::{CellSet, Shape};
use puzzle::{Flow, Search};

use crate::Labels;
use crate::check::{Map, label, symmetries};

/// The most cells: from here on it takes seconds to list the regions of the first cell.
const MOST_CELLS: usize = 20;

/// Searches an instance that passed `validate`.
pub(crate) fn search(labels: &Labels, search: &mut Search) -> Flow {
    let shape = Shape::new(labels.rows(), labels.columns());
    match shape.filter(|shape| shape.len() <= MOST_CELLS) {
        Some(shape) => divide(labels, &labels.map(|_, _| None), &shape, search),
        None => search.give_up(),
    }
}

/// Divides the cells that are free. The name of a region is its place among all.
fn divide(labels: &Labels, map: &Map, shape: &Shape<1>, search: &mut Search) -> Flow {
    let name = map.values().flatten().max().map_or(0, |last| last + 1);
    search.visit(usize::try_from(name).unwrap_or(0), || map.clone())?;
    let free = shape.set_of(map, Option::is_none);
    let Some(first) = free.first() else { return search.solution(map.clone()) };
    let mut regions = vec![CellSet::of(first)];
    let mut seen = HashSet::new();
    while let Some(region) = regions.pop() {
        search.poll()?;
        let beside = shape.neighbours(region) & (free - region);
        let larger = beside.iter().map(|cell| region.with(cell));
        regions.extend(larger.filter(|&larger| seen.insert(larger)));
        let mut map = map.clone();
        shape.cells_of(region).for_each(|cell| map[cell] = Some(name));
        let fits = |cell| labels[cell].is_none_or(|given| label(&map, cell) == Some(given));
        let mut symmetries = symmetries(&map, shape.cell(first));
        if symmetries.next().is_some() && shape.cells_of(region).all(fits) {
            divide(labels, &map, shape, search)?;
        }
    }
    Flow::Continue(())
}
