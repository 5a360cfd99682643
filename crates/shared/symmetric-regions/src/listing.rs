//! The slow way to find maps, for small grids: all connected regions that the first free cell may
//! belong to, one after the other, and so on. Nothing is known of a region before it is complete.

use std::collections::HashSet;

use grid_utils::{CellSet, Shape};
use puzzle::{Flow, Search};

use crate::{Map, symmetries};

/// The most cells: from here on it takes seconds to list the regions of the first cell.
const MOST_CELLS: usize = 20;

/// Reports all maps of a small grid that fit; it gives up on larger ones. It asks for each region
/// that is complete whether the map fits so far.
pub fn list_maps(
    rows: usize,
    columns: usize,
    search: &mut Search,
    fits: &dyn Fn(&Map) -> bool,
) -> Flow {
    match Shape::new(rows, columns).filter(|shape| shape.len() <= MOST_CELLS) {
        Some(shape) => divide(&Map::filled(rows, columns, None), &shape, search, fits),
        None => search.give_up(),
    }
}

/// Divides the cells that are free. The name of a region is its place among all.
fn divide(map: &Map, shape: &Shape<1>, search: &mut Search, fits: &dyn Fn(&Map) -> bool) -> Flow {
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
        if symmetries(&map, shape.cell(first)).next().is_some() && fits(&map) {
            divide(&map, shape, search, fits)?;
        }
    }
    Flow::Continue(())
}
