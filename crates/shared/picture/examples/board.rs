//! Draws a sudoku of 4 x 4 cells as SVG: `cargo run --example board > board.svg`.

use grid_utils::{Cell, Grid, GridError};
use picture::{Ink, Picture, Tint};

fn main() -> Result<(), GridError> {
    let given: Grid<Option<u8>> = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2".parse()?;
    let solved: Grid<u8> = "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2".parse()?;
    let block = |cell: Cell| (cell.row / 2, cell.column / 2);
    let mut board = Picture::grid(given.rows(), given.columns());
    board.title("A sudoku").borders(|one, other| block(one) != block(other));
    for (cell, digit) in &solved {
        let ink = if given[cell].is_some() { Ink::Given } else { Ink::Found };
        board.text(cell, &digit.to_string(), ink);
    }
    board.fill(Cell::new(1, 1), Tint::Shade).label_right(1, "the last one");
    println!("{}", board.to_svg());
    Ok(())
}
