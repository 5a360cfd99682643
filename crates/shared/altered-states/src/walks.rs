//! The spelling of names for the checker, from the last letter to the first.

use puzzle::prelude::*;

/// Returns the cells that spell these letters with the fewest wrong ones, and how many these are;
/// `None` if the grid has no room for a walk of that length.
pub(crate) fn best_walk(board: &Board, letters: &str) -> Option<(usize, Vec<Cell>)> {
    let grid = board.grid();
    // The fewest wrong letters from each letter on, by the cell of this letter.
    let mut rests: Vec<Grid<Option<usize>>> = Vec::new();
    for letter in letters.bytes().rev() {
        let rest = Grid::from_fn(grid.rows(), grid.columns(), |cell| {
            let is_wrong = grid[cell] != Some(i64::from(letter - b'a'));
            let later = match rests.last() {
                None => 0,
                Some(next) => grid.all_neighbours(cell).filter_map(|cell| next[cell]).min()?,
            };
            Some(later + usize::from(is_wrong))
        });
        rests.push(rest);
    }
    let mut walk: Vec<Cell> = Vec::new();
    for rest in rests.iter().rev() {
        let cells: Vec<Cell> = match walk.last() {
            None => grid.cells().collect(),
            Some(&cell) => grid.all_neighbours(cell).collect(),
        };
        let reachable = cells.into_iter().filter(|&cell| rest[cell].is_some());
        walk.push(reachable.min_by_key(|&cell| rest[cell])?);
    }
    let wrong = rests.last()?[*walk.first()?]?;
    Some((wrong, walk))
}
