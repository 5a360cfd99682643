//! The rules, checked on a finished board.

use anyhow::{Result, ensure};
use grid_puzzles::check;
use grid_utils::Cell;
use itertools::Itertools;

use crate::{Board, Given, Polymath};

/// Checks a board: its shape, each copy, then whether the copies are the same but for turns and
/// reflections.
///
/// # Errors
/// The first rule that the board breaks, and where.
pub(crate) fn check(puzzle: &Polymath, board: &Board) -> Result<()> {
    check::shape(&board.0, puzzle.numbers.rows(), puzzle.numbers.columns())?;
    let copies = board.copies();
    for cells in &copies {
        let name = format!("the copy that begins at {}", cells[0]);
        let twice = cells.iter().map(|&cell| puzzle.numbers[cell]).duplicates().next();
        if let Some(number) = twice {
            anyhow::bail!("{name} covers the number {number} more than once");
        }
        let mut reached = vec![cells[0]];
        while let Some(&next) = cells.iter().find(|&&cell| {
            !reached.contains(&cell)
                && puzzle.numbers.neighbours(cell).any(|one| reached.contains(&one))
        }) {
            reached.push(next);
        }
        ensure!(reached.len() == cells.len(), "{name} is not connected");
        ensure!(
            shape(cells) == shape(&copies[0]),
            "{name} has another shape than that at {}",
            copies[0][0]
        );
    }
    if let (Some(Given(given)), Some(first)) = (&puzzle.polyomino, copies.first()) {
        ensure!(
            shape(first) == shape(given.cells()),
            "the copy that begins at {} has another shape than the given polyomino",
            first[0]
        );
    }
    Ok(())
}

/// What is the same for two sets of cells if one is the other moved, turned or reflected.
fn shape(cells: &[Cell]) -> Option<Vec<(isize, isize)>> {
    let turned = |(row, column): (isize, isize)| (column, -row);
    let mut cells: Vec<(isize, isize)> =
        cells.iter().map(|cell| (cell.row.cast_signed(), cell.column.cast_signed())).collect();
    let mut shapes = Vec::new();
    for turn in 0..8 {
        cells = cells.into_iter().map(turned).collect();
        if turn == 4 {
            cells = cells.into_iter().map(|(row, column)| (row, -column)).collect();
        }
        let top = cells.iter().map(|cell| cell.0).min()?;
        let left = cells.iter().map(|cell| cell.1).min()?;
        shapes.push(
            cells.iter().map(|&(row, column)| (row - top, column - left)).sorted().collect_vec(),
        );
    }
    shapes.into_iter().min()
}
