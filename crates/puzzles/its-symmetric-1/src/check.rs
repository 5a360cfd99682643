//! The checker: it holds each region in all eight ways, and walks from every cell to its opposites.

use anyhow::{Context, Result, ensure};
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
        symmetries(board.grid(), first)
            .next()
            .with_context(|| format!("the region at {first} is not symmetric"))?;
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
    let mut is_reached = region.map(|cell, _| cell == start);
    let mut layer = vec![start];
    for steps in 0.. {
        if opposites.iter().any(|&opposite| is_reached[opposite]) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for cell in layer.iter().flat_map(|&cell| region.neighbours(cell)) {
            if region[cell] && !std::mem::replace(&mut is_reached[cell], true) {
                next.push(cell);
            }
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    None
}
