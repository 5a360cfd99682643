//! The rules, checked one by one on a board from anywhere.

use anyhow::{Result, bail, ensure};
use grid_utils::Cell;

use crate::{DiagonalLatinSquare, Square};

/// Checks a square against the rules: its shape, its symbols, the givens, then every line.
pub(crate) fn check(instance: &DiagonalLatinSquare, square: &Square) -> Result<()> {
    let order = instance.order;
    ensure!(
        (square.rows(), square.columns()) == (order, order),
        "the square has {} rows and {} columns; expected {order} of each",
        square.rows(),
        square.columns()
    );
    for (Cell { row, column }, &symbol) in square {
        let Some(symbol) = symbol else { bail!("row {row}, column {column} is empty") };
        ensure!(
            usize::from(symbol) < order,
            "row {row}, column {column} holds {symbol}; the symbols are 0 to {}",
            order - 1
        );
    }
    if let Some(givens) = &instance.givens {
        for (cell, &given) in givens {
            let (Some(given), Some(found)) = (given, square[cell]) else { continue };
            let Cell { row, column } = cell;
            ensure!(found == given, "row {row}, column {column} holds {found}; {given} is given");
        }
    }
    let last = order - 1;
    for row in 0..order {
        differ(square, &format!("row {row}"), "columns", |column| Cell::new(row, column))?;
    }
    for column in 0..order {
        differ(square, &format!("column {column}"), "rows", |row| Cell::new(row, column))?;
    }
    differ(square, "the main diagonal", "rows", |row| Cell::new(row, row))?;
    differ(square, "the antidiagonal", "rows", |row| Cell::new(row, last - row))
}

/// Checks that the cells of a line hold different symbols.
fn differ(square: &Square, line: &str, places: &str, cell: impl Fn(usize) -> Cell) -> Result<()> {
    for second in 0..square.rows() {
        for first in 0..second {
            if let Some(symbol) = square[cell(second)]
                && square[cell(first)] == Some(symbol)
            {
                bail!("{line} holds {symbol} twice, in {places} {first} and {second}");
            }
        }
    }
    Ok(())
}
