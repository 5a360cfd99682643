//! Groups of connected empty cells, which the answers of many puzzles use.

use grid_utils::{Grid, Regions};

/// Returns the product of the sizes of the groups of connected empty cells, as factors if it
/// exceeds 128 bits.
///
/// ```
/// use grid_utils::Grid;
///
/// let text = "5 . . 3 .\n5 1 2 3 .\n. 2 . 3 4\n5 4 4 . 4\n. . 5 . 5";
/// let board: Grid<Option<u8>> = text.parse().unwrap();
/// assert_eq!(grid_puzzles::empty_groups::answer(&board), "16");
/// ```
#[must_use]
pub fn answer<T>(board: &Grid<Option<T>>) -> String {
    Regions::components(board, Option::is_none).product_text()
}

/// Returns the sizes of the groups of connected empty cells, the largest first, as a puzzle's
/// remark.
///
/// ```
/// let board: grid_utils::Grid<Option<u8>> = "2 .\n2 1".parse().unwrap();
/// assert_eq!(grid_puzzles::empty_groups::remarks(&board), [("empty groups", "1".to_owned())]);
/// ```
#[must_use]
pub fn remarks<T>(board: &Grid<Option<T>>) -> Vec<(&'static str, String)> {
    vec![("empty groups", Regions::components(board, Option::is_none).areas_text())]
}
