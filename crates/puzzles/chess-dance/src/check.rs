//! The checker: it applies the rules one by one, and shares no code with the rules as constraints.

use puzzle::prelude::*;

use crate::piece::Piece;
use crate::{ChessDance, label};

pub(crate) fn check(puzzle: &ChessDance, board: &Board) -> Result<()> {
    for (value, label) in (0..).zip(puzzle.labels()) {
        let cells = board.grid().iter().filter(|(_, found)| **found == Some(value));
        let cells = cells.map(|(cell, _)| cell).collect_vec();
        ensure!(!cells.is_empty(), "{label} is missing");
        ensure!(cells.len() == 1, "{label} stands in {}", cells.iter().format(" and "));
    }
    let walks = puzzle.walks(board).into_iter();
    let walks = walks.map(|(piece, cells)| (piece, cells.into_iter().flatten().collect_vec()));
    let walks = walks.collect_vec();
    for ((piece, walk), (_, start)) in walks.iter().zip(puzzle.pieces()) {
        ensure!(walk[0] == start, "{} stands on {}, not on {start}", label(*piece, 0), walk[0]);
        for (step, (&from, &to)) in (1..).zip(walk.iter().tuple_windows()) {
            ensure!(
                goes(*piece, from, to),
                "{}: {from} to {to} is no move of this piece",
                label(*piece, step)
            );
        }
    }
    for step in 1..=puzzle.steps.size() {
        for [(one, walk), (other, walk_of_other)] in walks.iter().array_combinations() {
            let [here, there] = [walk[step], walk_of_other[step]];
            ensure!(
                !goes(*one, here, there) && !goes(*other, there, here),
                "{} on {here} and {} on {there}: one attacks the other",
                label(*one, step),
                label(*other, step)
            );
        }
    }
    let products = puzzle.products(board, puzzle.steps.get() - 1);
    let given = [("row", &puzzle.rows), ("column", &puzzle.columns)];
    for (found, (name, given)) in products.iter().zip(given) {
        for (line, (found, given)) in (1..).zip(found.iter().zip(given)) {
            ensure!(
                *found == given.get(),
                "{name} {line} has the product {found} before the last step instead of {given}"
            );
        }
    }
    Ok(())
}

/// Returns whether a piece may move from one cell to the other.
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
