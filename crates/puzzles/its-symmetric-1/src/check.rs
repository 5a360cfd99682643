//! The label of a cell, by a walk from it to its opposites.

use grid_utils::{Cell, Symmetry};
use symmetric_regions::{Map, symmetries};

/// Returns the length of a shortest walk within the region of a cell to one of its opposites.
pub(crate) fn label(map: &Map, cell: Cell) -> Option<u8> {
    let (first, region) = map.cut_out(|&name| name == map[cell])?;
    let start = Cell::new(cell.row - first.row, cell.column - first.column);
    let opposite = |symmetry: Symmetry| symmetry.apply(start, region.rows(), region.columns());
    let opposites = symmetries(map, cell).map(opposite).collect::<Vec<_>>();
    let mut reached = vec![(start, 0)];
    let mut next = 0;
    while let Some(&(cell, steps)) = reached.get(next) {
        if opposites.contains(&cell) {
            return Some(steps);
        }
        for beside in region.neighbours(cell).filter(|&beside| region[beside]) {
            if reached.iter().all(|&(other, _)| other != beside) {
                reached.push((beside, steps + 1));
            }
        }
        next += 1;
    }
    None
}
