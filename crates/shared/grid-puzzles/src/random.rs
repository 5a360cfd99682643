//! What random instances begin with.

use fastrand::Rng;
use grid_utils::{Cell, Grid};

use crate::Label;

/// Cuts a grid into so many connected regions, at random; into as many as there are cells, if there
/// are fewer.
///
/// Each region grows from a cell of its own: again and again a random cell that belongs to none yet
/// joins a region beside it.
///
/// ```
/// use grid_puzzles::random_regions;
/// use grid_utils::Regions;
///
/// let regions = random_regions(4, 6, 5, &mut fastrand::Rng::with_seed(1));
/// let cut = Regions::from_labels(&regions);
/// assert_eq!(cut.len(), 5);
/// for (_, cells) in cut.iter() {
///     let connected = Regions::components(&regions, |&label| label == regions[cells[0]]);
///     assert_eq!(connected.len(), 1);
/// }
/// ```
///
/// # Panics
/// If there are no rows, columns or regions.
#[must_use]
pub fn random_regions(rows: usize, columns: usize, count: usize, random: &mut Rng) -> Grid<Label> {
    assert!(count > 0, "a grid has one region at least");
    let mut regions: Grid<Option<Label>> = Grid::filled(rows, columns, None);
    let mut cells: Vec<Cell> = regions.cells().collect();
    random.shuffle(&mut cells);
    for (index, &cell) in cells.iter().take(count).enumerate() {
        regions[cell] = Some(Label::numbered(index));
    }
    loop {
        let grows = |cell: &Cell| {
            regions[*cell].is_none() && regions.neighbours(*cell).any(|one| regions[one].is_some())
        };
        let growing: Vec<Cell> = regions.cells().filter(grows).collect();
        let Some(&cell) = random.choice(&growing) else { break };
        let beside: Vec<Label> = regions.neighbours(cell).filter_map(|one| regions[one]).collect();
        regions[cell] = random.choice(beside);
    }
    regions.map(|_, label| label.expect("every cell was reached by some region"))
}
