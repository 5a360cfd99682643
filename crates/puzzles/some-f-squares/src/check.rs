//! The checker: sums, and pieces recovered one by one.

use puzzle::prelude::*;

use crate::{SomeFSquares, sum};

/// The F pentomino as the puzzle's page draws it.
const PIECE: [(usize, usize); 5] = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)];

/// Returns the pieces that the board shows, or the first rule that it breaks, except totals.
///
/// # Errors
/// The rule, and where it is broken.
pub(crate) fn pieces(puzzle: &SomeFSquares, board: &Board) -> Result<Grid<Option<usize>>> {
    let regions = Regions::from_labels(&puzzle.regions);
    let mut sums = regions
        .iter()
        .map(|(_, cells)| (puzzle.regions[cells[0]], sum(cells.iter().map(|&cell| &board[cell]))));
    let (first, expected) = sums.next().context("there is no region")?;
    for (label, found) in sums {
        ensure!(
            found == expected,
            "region {first} adds up to {expected}, region {label} to {found}"
        );
    }
    cut(board.grid())
}

/// Cuts the numbers of a board into pieces, and numbers them.
fn cut(board: &Grid<Option<i64>>) -> Result<Grid<Option<usize>>> {
    let mut pieces = Grid::filled(board.rows(), board.columns(), None);
    let groups = Regions::connected(board);
    let mut count = 0;
    for (_, cells) in groups.iter() {
        // Pieces of different sizes are in different groups.
        let Some(width) = board[cells[0]] else { continue };
        let size = usize::try_from(width).expect("a width is positive");
        if !cut_group(cells, size, &mut pieces, &mut count) {
            bail!(
                "the connected cells with {width} around {} are no F pentominoes of this size",
                cells[0]
            );
        }
    }
    Ok(pieces)
}

/// Cuts a group of cells into pieces of one size, if possible: the first remaining cell is the
/// first cell of a piece.
fn cut_group(
    cells: &[Cell],
    width: usize,
    pieces: &mut Grid<Option<usize>>,
    count: &mut usize,
) -> bool {
    let Some(&first) = cells.iter().find(|&&cell| pieces[cell].is_none()) else { return true };
    for turn in 0..8 {
        let Some(piece) = placed(first, turn, width) else { continue };
        let fits = |cell: &Cell| cells.contains(cell) && pieces[*cell].is_none();
        if piece.iter().all(fits) {
            for &cell in &piece {
                pieces[cell] = Some(*count);
            }
            *count += 1;
            if cut_group(cells, width, pieces, count) {
                return true;
            }
            *count -= 1;
            for &cell in &piece {
                pieces[cell] = None;
            }
        }
    }
    false
}

/// Returns the cells of a turned and enlarged piece whose first cell in reading order is this one;
/// `None` if it extends beyond the first row or column.
fn placed(first: Cell, turn: usize, width: usize) -> Option<Vec<Cell>> {
    let turned = PIECE.map(|(row, column)| {
        let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
        (if turn & 2 == 0 { row } else { 2 - row }, if turn & 4 == 0 { column } else { 2 - column })
    });
    let blocks = turned.into_iter().flat_map(|(row, column)| {
        (0..width * width).map(move |at| (row * width + at / width, column * width + at % width))
    });
    let cells = blocks.sorted().collect_vec();
    let (top, left) = cells[0];
    let cell = |(row, column): (usize, usize)| {
        Some(Cell::new(
            (first.row + row).checked_sub(top)?,
            (first.column + column).checked_sub(left)?,
        ))
    };
    cells.into_iter().map(cell).collect()
}
