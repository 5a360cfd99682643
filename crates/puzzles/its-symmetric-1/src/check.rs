//! The checker: it holds each region in all eight ways, and walks from every cell to its opposites.

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid, Regions, Symmetry};
use puzzle::Board;

/// Names of regions, as far as they are known.
pub(crate) type Map = Grid<Option<i64>>;

pub(crate) fn check(board: &Board) -> Result<()> {
    let regions = Regions::from_labels(board.grid());
    for (region, cells) in regions.iter() {
        let first = cells[0];
        ensure!(
            board[first] == i64::try_from(region).ok(),
            "the region at {first} has the wrong name: the names of regions are in the order of \
             their first cells"
        );
        ensure!(regions.is_connected(region), "the region at {first} is not connected");
        let is_symmetric = symmetries(board.grid(), first).next().is_some();
        ensure!(is_symmetric, "the region at {first} is not symmetric");
    }
    Ok(())
}

/// The symmetries of the region of a cell, the identity apart.
pub(crate) fn symmetries(map: &Map, cell: Cell) -> impl Iterator<Item = Symmetry> {
    let cut_out = map.cut_out(|&name| name == map[cell]);
    let all = cut_out.map(|(_, region)| region.symmetries().skip(1).collect::<Vec<_>>());
    all.unwrap_or_default().into_iter()
}

/// The length of a shortest walk within the region of a cell to one of its opposites.
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
