//! The rules, read off a complete board. No code is shared with the search.

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid, Symmetry};
use nested_hooks::{Digits, check};

use crate::{Board, Hooks, Pentomino, Sight, digits};

/// Checks every rule in turn.
pub(crate) fn check(hooks: &Hooks, board: &Board) -> Result<()> {
    let filling = digits(board);
    check::shape(&filling, hooks.size())?;
    check::givens(&filling, &hooks.givens)?;
    check::digits(&filling)?;
    check::hooks(&filling, Digits::Free)?;
    check::connected(&filling)?;
    check::blocks(&filling)?;
    check_parts(board)?;
    check_sight(hooks, board)
}

/// Are the filled cells divided into pentominoes, each of another type, whose digits add up to
/// multiples of five?
fn check_parts(board: &Board) -> Result<()> {
    for (cell, filled) in board {
        let Some(filled) = filled else { continue };
        ensure!(filled.part_of.is_some(), "{cell} is part of no pentomino");
    }
    for pentomino in Pentomino::ALL {
        let is_part = |cell: &Cell| board[*cell].is_some_and(|f| f.part_of == Some(pentomino));
        let cells: Vec<Cell> = board.cells().filter(is_part).collect();
        if cells.is_empty() {
            continue;
        }
        ensure!(
            cells.len() == 5,
            "{} cells are part of {pentomino}; expected 5, or none",
            cells.len()
        );
        ensure!(has_shape_of(pentomino, &cells), "the cells of {pentomino} have another shape");
        let sum: u32 =
            cells.iter().filter_map(|&cell| board[cell]).map(|f| u32::from(f.digit)).sum();
        ensure!(
            sum.is_multiple_of(5),
            "the digits of {pentomino} add up to {sum}; expected a multiple of 5"
        );
    }
    Ok(())
}

/// Whether the cells, cut out of their grid, are one of the orientations of the pentomino.
fn has_shape_of(pentomino: Pentomino, cells: &[Cell]) -> bool {
    let rows: Vec<usize> = cells.iter().map(|cell| cell.row).collect();
    let columns: Vec<usize> = cells.iter().map(|cell| cell.column).collect();
    let (Some(&top), Some(&bottom)) = (rows.iter().min(), rows.iter().max()) else { return false };
    let (Some(&left), Some(&right)) = (columns.iter().min(), columns.iter().max()) else {
        return false;
    };
    let cut_out = Grid::from_fn(bottom - top + 1, right - left + 1, |Cell { row, column }| {
        cells.contains(&Cell::new(top + row, left + column))
    });
    let rows: Vec<&[u8]> = pentomino.drawing().split('/').map(str::as_bytes).collect();
    let pattern =
        Grid::from_fn(rows.len(), rows[0].len(), |cell| rows[cell.row][cell.column] == b'#');
    Symmetry::ALL.into_iter().any(|symmetry| pattern.transformed(symmetry) == cut_out)
}

/// Does each clue name the first filled cell of its line?
fn check_sight(hooks: &Hooks, board: &Board) -> Result<()> {
    for (side, line, &clue) in hooks.sight.given() {
        let name = side.name(line);
        let seen = side.cells(hooks.size(), line).find_map(|cell| Some((cell, board[cell]?)));
        let Some((cell, filled)) = seen else {
            bail!("{name}: no cell is filled; expected to see {clue}");
        };
        let (is_seen, found) = match clue {
            Sight::Digit(digit) => (filled.digit == digit, filled.digit.to_string()),
            Sight::Part(pentomino) => (
                filled.part_of == Some(pentomino),
                filled.part_of.map_or("nothing".to_owned(), |part| part.to_string()),
            ),
        };
        ensure!(is_seen, "{name}: {found} is seen first, in {cell}; expected {clue}");
    }
    Ok(())
}
