//! The checker: counts, connects, and compares shapes as lists of cells.

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use grid_puzzles::check;
use grid_utils::{Cell, Regions};

use crate::{Board, Subtiles};

pub(crate) fn check(puzzle: &Subtiles, board: &Board) -> Result<()> {
    let givens = &puzzle.givens;
    check::shape(board, givens.rows(), givens.columns())?;
    check::givens(board, givens)?;
    let too_large = board.find(|&number| number > Some(puzzle.largest) || number == Some(0));
    if let Some(cell) = too_large {
        let number = board[cell].unwrap_or_default();
        bail!("{cell} holds {number}, which is no number from 1 to {}", puzzle.largest);
    }
    let mut before: Vec<Cell> = Vec::new();
    for number in 1..=puzzle.largest {
        let cells: Vec<Cell> =
            board.iter().filter(|&(_, &one)| one == Some(number)).map(|(cell, _)| cell).collect();
        ensure!(cells.len() == usize::from(number), "{number} stands in {} cells", cells.len());
        let groups = Regions::components(board, |&one| one == Some(number)).len();
        ensure!(groups == 1, "the cells of {number} are in {groups} groups");
        let fits = number == 1
            || cells.iter().any(|left_out| {
                let rest = cells.iter().filter(|&cell| cell != left_out);
                same_shape(&before, &rest.copied().collect::<Vec<_>>())
            });
        ensure!(fits, "the shape of {number} does not contain that of {}", number - 1);
        before = cells;
    }
    Ok(())
}

/// Whether one list of cells, turned and mirrored as need be, is the other one somewhere else.
fn same_shape(one: &[Cell], other: &[Cell]) -> bool {
    let points = |cells: &[Cell]| -> Vec<(isize, isize)> {
        cells.iter().map(|cell| (cell.row.cast_signed(), cell.column.cast_signed())).collect()
    };
    let at_origin = |points: &[(isize, isize)]| -> BTreeSet<(isize, isize)> {
        let row = points.iter().map(|point| point.0).min().unwrap_or_default();
        let column = points.iter().map(|point| point.1).min().unwrap_or_default();
        points.iter().map(|point| (point.0 - row, point.1 - column)).collect()
    };
    let (mut one, other) = (points(one), at_origin(&points(other)));
    (0..4).any(|_| {
        one = one.iter().map(|&(row, column)| (column, -row)).collect();
        let mirrored: Vec<_> = one.iter().map(|&(row, column)| (row, -column)).collect();
        at_origin(&one) == other || at_origin(&mirrored) == other
    })
}
