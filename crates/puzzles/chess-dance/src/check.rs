//! The checker: the rules one by one, with no code of the search or the rules as constraints.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use grid_puzzles::check;
use grid_utils::Cell;
use itertools::Itertools;

use crate::{Board, ChessDance, Label, Piece};

pub(crate) fn check(puzzle: &ChessDance, board: &Board) -> Result<()> {
    check::shape(board, puzzle.start.rows(), puzzle.start.columns())?;
    let mut places: HashMap<Label, Cell> = HashMap::new();
    for (cell, label) in board {
        let Some(label) = *label else { continue };
        let has_part = puzzle.start.values().contains(&Some(label.piece));
        ensure!(has_part, "{cell} has {label}, but there is no such piece");
        ensure!(label.step <= puzzle.steps, "{cell} has {label}, but there is no such step");
        let earlier = places.insert(label, cell);
        ensure!(earlier.is_none(), "{label} stands in more than one cell, the last of them {cell}");
    }
    let place = |piece, step| {
        let label = Label { piece, step };
        places.get(&label).copied().with_context(|| format!("{label} is missing"))
    };
    for (piece, start) in puzzle.pieces() {
        let first = place(piece, 0)?;
        ensure!(first == start, "{} stands on {first}, not on {start}", Label { piece, step: 0 });
        for step in 1..=puzzle.steps {
            let (from, to) = (place(piece, step - 1)?, place(piece, step)?);
            let label = Label { piece, step };
            ensure!(goes(piece, from, to), "{label}: {from} to {to} is no move of this piece");
        }
    }
    for step in 1..=puzzle.steps {
        for [(one, _), (other, _)] in puzzle.pieces().array_combinations() {
            let [here, there] = [place(one, step)?, place(other, step)?];
            let is_attack = goes(one, here, there) || goes(other, there, here);
            let [one, other] = [one, other].map(|piece| Label { piece, step });
            ensure!(!is_attack, "{one} on {here} and {other} on {there}: one attacks the other");
        }
    }
    let products = ChessDance::products(board, puzzle.steps - 1);
    let given = [("row", &puzzle.rows), ("column", &puzzle.columns)];
    for (found, (name, given)) in products.iter().zip(given) {
        for (line, (&found, &given)) in found.iter().zip(given).enumerate() {
            ensure!(
                found == given.into(),
                "{name} {line} has the product {found} before the last step instead of {given}"
            );
        }
    }
    Ok(())
}

/// Whether a piece may move from one cell to the other.
fn goes(piece: Piece, from: Cell, to: Cell) -> bool {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let (is_straight, is_diagonal) = (rows == 0 || columns == 0, rows == columns);
    from != to
        && match piece {
            Piece::Queen => is_straight || is_diagonal,
            Piece::King => rows <= 1 && columns <= 1,
            Piece::Rook => is_straight,
            Piece::Bishop => is_diagonal,
            Piece::Knight => (rows, columns) == (1, 2) || (rows, columns) == (2, 1),
        }
}
