//! The checker: the rules once more, read off a complete board.

use anyhow::{Result, bail, ensure};
use grid_puzzles::{Side, check};
use grid_utils::{Cell, Grid};
use itertools::Itertools;

use crate::{Board, Field};

/// Checks all rules of a field.
///
/// # Errors
/// The first rule that the board breaks, and where.
pub fn board(field: &Field, board: &Board) -> Result<()> {
    let rows = field.givens.rows();
    check::shape(board, rows, rows)?;
    check::givens(board, field.givens)?;
    for &corner in &field.squares {
        let part = Grid::from_fn(field.size, field.size, |Cell { row, column }| {
            board[Cell::new(corner.row + row, corner.column + column)]
        });
        let fault = square(&part);
        match field.squares.len() {
            1 => fault?,
            _ => fault.map_err(|fault| fault.context(format!("in the square at {corner}")))?,
        }
    }
    check::connected(board, "filled", Option::is_some)?;
    check::blocks(board, "full", Option::is_some)?;
    clues(field, board)
}

/// Does each number stand in as many cells, and has each line its share?
fn square(square: &Board) -> Result<()> {
    let size = square.rows();
    let counts = |number: usize| {
        square.values().flatten().filter(|&&found| usize::from(found) == number).count()
    };
    for number in 0..=usize::from(u8::MAX) {
        let (found, expected) = (counts(number), if number <= size { number } else { 0 });
        ensure!(found == expected, "{found} cells hold {number}; expected {expected}");
    }
    let all: Vec<usize> = square.values().flatten().map(|&number| number.into()).collect();
    for (side, line) in [Side::Left, Side::Top].into_iter().cartesian_product(0..size) {
        let held = numbers_along(square, side, line);
        let (sum, total): (usize, usize) = (held.iter().sum(), all.iter().sum());
        let name = format!("{} {line}", side.line_name());
        ensure!(
            held.len() * size == all.len(),
            "{name} holds {} numbers; expected an equal share of all {}",
            held.len(),
            all.len()
        );
        ensure!(sum * size == total, "{name} adds up to {sum}; expected an equal share of {total}");
    }
    Ok(())
}

fn clues(field: &Field, board: &Board) -> Result<()> {
    for &(side, line, clue) in &field.seen {
        let name = side.name(line);
        match numbers_along(board, side, line).first() {
            Some(&first) => {
                ensure!(
                    first == usize::from(clue),
                    "{name}: {first} comes first instead of {clue}"
                );
            }
            None => bail!("{name}: there is no number; expected {clue}"),
        }
    }
    for &(side, line, clue) in &field.sums {
        let sum: usize = numbers_along(board, side, line).iter().sum();
        let name = side.line_name();
        ensure!(sum == usize::from(clue), "{name} {line} adds up to {sum} instead of {clue}");
    }
    Ok(())
}

/// The numbers of a line, in the order in which they are met from a side.
fn numbers_along(board: &Board, side: Side, line: usize) -> Vec<usize> {
    side.cells(board.rows(), line).filter_map(|cell| board[cell]).map(usize::from).collect()
}
