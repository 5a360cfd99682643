//! Rules that many grid puzzles share, for their checkers. Nothing here is used by a search, and
//! nothing here uses what a search may use.

use anyhow::{Result, bail};
use grid_utils::{Grid, Regions};

/// Are the cells with such values connected? `name` tells what they are: `filled`.
///
/// ```
/// let board = "1 .\n. 1".parse::<grid_utils::Grid<Option<u8>>>().unwrap();
/// let fault = grid_puzzles::check::connected(&board, "filled", Option::is_some).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "the filled cells are not connected: no way leads from r0c0 to r1c1"
/// );
/// ```
///
/// # Errors
/// Names two of the cells without a way from one to the other.
pub fn connected<T>(board: &Grid<T>, name: &str, belongs: impl Fn(&T) -> bool) -> Result<()> {
    let groups = Regions::components(board, belongs);
    if groups.len() > 1 {
        let (one, other) = (groups.cells(0)[0], groups.cells(1)[0]);
        bail!("the {name} cells are not connected: no way leads from {one} to {other}");
    }
    Ok(())
}

/// Has every 2 x 2 block a cell with another value? `name` tells what a block without one is:
/// `full`.
///
/// ```
/// let board = "1 2 .\n2 1 .".parse::<grid_utils::Grid<Option<u8>>>().unwrap();
/// let fault = grid_puzzles::check::blocks(&board, "full", Option::is_some).unwrap_err();
/// assert_eq!(fault.to_string(), "the 2 x 2 block whose top-left cell is r0c0 is full");
/// ```
///
/// # Errors
/// Names the top-left cell of a full block.
pub fn blocks<T>(board: &Grid<T>, name: &str, belongs: impl Fn(&T) -> bool) -> Result<()> {
    let full = board
        .windows(2, 2)
        .find(|&block| board.window_cells(block, 2, 2).all(|cell| belongs(&board[cell])));
    match full {
        Some(block) => bail!("the 2 x 2 block whose top-left cell is {block} is {name}"),
        None => Ok(()),
    }
}
