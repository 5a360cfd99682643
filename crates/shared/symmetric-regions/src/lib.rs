//! Grids divided into connected regions, each of them symmetric: a turn or a reflection maps it
//! onto itself, about any centre or axis.
//!
//! A map is written in one way: its regions are `A`, `B`, ... in the order of their first cells,
//! row by row. After `Z` come `a` to `z`, then `52`, `53`, ...

mod listing;
mod orbits;

use std::iter::successors;

use grid_puzzles::Label;
use grid_utils::{Motion, Symmetry};
use puzzle::prelude::*;

pub use listing::{Region, list_maps};
pub use orbits::Orbits;

/// Names of regions, as far as they are known.
pub type Map = Grid<Option<i64>>;

/// Returns the form of maps of this size.
#[must_use]
pub fn form(rows: usize, columns: usize) -> Form {
    let names = (0..rows * columns).map(|name| Label::numbered(name).to_string());
    Form::words(rows, columns, names)
}

/// Checks that regions are connected, symmetric, and named in their order.
///
/// # Errors
/// Names the first region that is not.
pub fn check(board: &Board) -> Result<()> {
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

/// Returns the symmetries of the region of a cell, the identity apart.
pub fn symmetries(map: &Map, cell: Cell) -> impl Iterator<Item = Symmetry> {
    let cut_out = map.cut_out(|&name| name == map[cell]);
    let all = cut_out.map(|(_, region)| region.symmetries().skip(1).collect::<Vec<_>>());
    all.unwrap_or_default().into_iter()
}

/// Returns a map of regions that grow from random cells.
#[must_use]
pub fn random_map(rows: usize, columns: usize, random: &mut Rng) -> Map {
    let mut map = Map::filled(rows, columns, None);
    for name in (0..).map(Some) {
        let free = map.cells().filter(|&cell| map[cell].is_none()).collect_vec();
        let Some(&seed) = random.choice(&free) else { break };
        for cell in random_region(&map, seed, random) {
            map[cell] = name;
        }
    }
    map
}

/// Returns free cells of a map around a seed that a turn or reflection about a centre or axis near
/// the seed takes to each other; the seed alone if its images are not free or the cells are not
/// connected.
fn random_region(map: &Map, seed: Cell, random: &mut Rng) -> Vec<Cell> {
    let mut place = |place: usize| 2 * place.cast_signed() + random.isize(-3..=3);
    let place = (place(seed.row), place(seed.column));
    let motion = Motion::about(Symmetry::ALL[random.usize(1..8)], place);
    let orbit = |cell: Cell| {
        let motion = motion?;
        let orbit = successors(Some(cell), |&cell| motion.image(cell)).take(4).collect_vec();
        let is_free = |&cell: &Cell| map.get(cell).is_some_and(Option::is_none);
        (orbit.len() == 4 && orbit.iter().all(is_free)).then_some(orbit)
    };
    let Some(mut region) = orbit(seed) else { return vec![seed] };
    for _ in 0..random.usize(..=2 * map.rows()) {
        let beside = region.iter().flat_map(|&cell| map.neighbours(cell)).collect_vec();
        region.extend(random.choice(beside).and_then(orbit).into_iter().flatten());
    }
    let cells = Grid::from_fn(map.rows(), map.columns(), |cell| region.contains(&cell));
    if Regions::components(&cells, |&is_in| is_in).len() > 1 { vec![seed] } else { region }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_regions_are_connected_and_symmetric() {
        let mut random = Rng::with_seed(1);
        for _ in 0..1000 {
            let (rows, columns) = (random.usize(1..=6), random.usize(1..=6));
            let map = random_map(rows, columns, &mut random);
            for (cell, region) in &map {
                let regions = Regions::components(&map, |name| name == region);
                assert_eq!(regions.len(), 1, "{map:?}");
                assert!(symmetries(&map, cell).next().is_some(), "{cell}: {map:?}");
            }
        }
    }
}
