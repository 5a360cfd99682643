//! The rules that the puzzles of the family share, for their checkers. Nothing here is used by a
//! search, and nothing here uses what a search may use.

use std::collections::BTreeMap;

use puzzle::prelude::*;

use crate::{Digits, small};

/// Checks what most of the puzzles ask for: hooks, connected cells, no full block.
///
/// # Errors
/// The first rule that the board breaks, and where.
pub fn filling(board: &Board, digits: Digits) -> Result<()> {
    hooks(board, digits)?;
    connected(board)?;
    grid_puzzles::check::blocks(board.grid(), "full", Option::is_some)
}

/// Checks that the filled cells are connected.
///
/// # Errors
/// Names two filled cells without a way from one to the other.
pub fn connected(board: &Board) -> Result<()> {
    grid_puzzles::check::connected(board.grid(), "filled", Option::is_some)
}

/// Checks that d cells hold the digit d, for each digit.
///
/// # Errors
/// Names the digit with too many cells or too few.
pub fn counts(board: &Board) -> Result<()> {
    let board = board.grid();
    for digit in (1..).take(board.rows()) {
        let cells = board.values().filter(|&&found| found == Some(digit)).count();
        ensure!(
            usize::try_from(digit) == Ok(cells),
            "the hook of the digit {digit} needs {} with it, and the board has {cells}",
            puzzle::counted(digit, "cell")
        );
    }
    Ok(())
}

/// Checks that d cells hold the digit d, and that nested hooks can be cut so that each holds every
/// cell with its digit, and no other digit. Returns the size of each cell's hook, for one way to
/// cut them.
///
/// ```
/// use nested_hooks::{Digits, check, form};
///
/// let board = form(3).read("2 . 2\n3 3 .\n1 3 .")?;
/// check::hooks(&board, Digits::OfSize).unwrap_err();
/// assert_eq!(check::hooks(&board, Digits::Free)?.to_string(), "3 3 3\n2 2 3\n1 2 3");
/// let fault = check::hooks(&form(2).read("1 2\n. .")?, Digits::Free).unwrap_err().to_string();
/// assert_eq!(fault, "the hook of the digit 2 needs 2 cells with it, and the board has 1");
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// Names the digit with too many cells or too few, or the size of the hook that cannot be cut.
pub fn hooks(board: &Board, digits: Digits) -> Result<Grid<i64>> {
    counts(board)?;
    let board = board.grid();
    // The top-left cells of all squares that can be left when the larger hooks are gone, with one
    // way to cut these.
    let mut squares =
        BTreeMap::from([(Cell::new(0, 0), Grid::filled(board.rows(), board.columns(), 0))]);
    for length in (1..=board.rows()).rev() {
        let size: i64 = small(length);
        let mut left = BTreeMap::new();
        for (Cell { row, column }, cut) in &squares {
            // The line that the hook takes, and the first one that it leaves.
            let ends = |first: usize| [(first, first + 1), (first + length - 1, first)];
            for ((hook_row, row_left), (hook_column, column_left)) in
                iproduct!(ends(*row), ends(*column))
            {
                let is_in_hook = |cell: Cell| {
                    (*row..row + length).contains(&cell.row)
                        && (*column..column + length).contains(&cell.column)
                        && (cell.row == hook_row || cell.column == hook_column)
                };
                let mut in_hook = board.iter().filter(|(cell, _)| is_in_hook(*cell));
                let wanted = match digits {
                    Digits::OfSize => Some(size),
                    Digits::Free => in_hook.find_map(|(_, digit)| *digit),
                };
                let mut filled = board.iter().filter_map(|(cell, digit)| Some((cell, (*digit)?)));
                let is_own = |(cell, digit)| (wanted == Some(digit)) == is_in_hook(cell);
                if wanted.is_some() && filled.all(is_own) {
                    let cut = cut.map(|cell, &known| if is_in_hook(cell) { size } else { known });
                    left.insert(Cell::new(row_left, column_left), cut);
                }
            }
        }
        if left.is_empty() {
            let of =
                if digits == Digits::Free { "cell of one digit".into() } else { size.to_string() };
            bail!(
                "no nested hooks fit the digits: however the larger ones are cut, none of size \
                 {size} holds every {of} and no other digit"
            )
        }
        squares = left;
    }
    squares.into_values().next().context("no nested hooks fit the digits")
}
