//! The checker: it looks at every region.

use anyhow::{Result, ensure};
use grid_puzzles::Colour;
use grid_puzzles::check::shape;
use grid_utils::{Cell, Grid, Regions};

use crate::Board;

pub(crate) fn check(numbers: &Grid<Option<u16>>, board: &Board) -> Result<()> {
    shape(board, numbers.rows(), numbers.columns())?;
    if let Some(cell) = board.find(Option::is_none) {
        anyhow::bail!("{cell} has no colour");
    }
    let regions = Regions::connected(board);
    for cells in (0..regions.len()).map(|region| regions.cells(region)) {
        let (first, size) = (cells[0], cells.len());
        if board[first] == Some(Colour::Shaded) {
            ensure!(is_rectangle(cells), "the shaded region of {first} is no rectangle");
        } else {
            ensure!(!is_rectangle(cells), "the unshaded region of {first} is a rectangle");
        }
        for &cell in cells {
            if let Some(number) = numbers[cell] {
                ensure!(
                    size == usize::from(number),
                    "the region of {cell} has the size {size} instead of {number}"
                );
            }
        }
    }
    Ok(())
}

/// Do these cells, in reading order, fill all that lies between the outermost of them?
fn is_rectangle(cells: &[Cell]) -> bool {
    let rows = cells[cells.len() - 1].row - cells[0].row + 1;
    let columns = || cells.iter().map(|cell| cell.column);
    let width = columns().max().unwrap_or(0) - columns().min().unwrap_or(0) + 1;
    rows * width == cells.len()
}
