//! The checker: it compares each state with its eight orientations to find its capitol, and travels
//! from all capitols at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use puzzle::prelude::*;
use symmetric_regions::{Map, symmetries};

/// Returns the size of each cell's state.
pub(crate) fn sizes(map: &Map) -> Grid<usize> {
    let states = Regions::from_labels(map);
    map.map(|cell, _| states.region_of(cell).map_or(0, |state| states.area(state)))
}

/// Returns the capitol of a cell's state.
fn capitol(map: &Map, cell: Cell) -> Option<Cell> {
    let (first, state) = map.cut_out(|&name| name == map[cell])?;
    let mut fixed = symmetries(map, cell).map(|symmetry| {
        let stays = |&cell: &Cell| symmetry.apply(cell, state.rows(), state.columns()) == cell;
        state.cells().filter(|&cell| state[cell]).filter(stays).collect_vec()
    });
    let cells = fixed.all_equal_value().ok()?;
    let &[cell] = cells.as_slice() else { return None };
    Some(Cell::new(first.row + cell.row, first.column + cell.column))
}

/// Returns the cost of the cheapest journey from each cell to a capitol; `None` if no capitol
/// exists.
pub(crate) fn costs(map: &Map) -> Grid<Option<usize>> {
    let sizes = sizes(map);
    let states = Regions::from_labels(map);
    let capitols = states.iter().filter_map(|(_, cells)| capitol(map, cells[0]));
    let mut waiting: BinaryHeap<_> = capitols.map(|cell| Reverse((0, cell))).collect();
    let mut costs = map.map(|_, _| None);
    while let Some(Reverse((cost, cell))) = waiting.pop() {
        if costs[cell].is_none() {
            costs[cell] = Some(cost);
            let step = |beside| Reverse((cost + sizes[cell].min(sizes[beside]), beside));
            waiting.extend(map.neighbours(cell).map(step));
        }
    }
    costs
}
