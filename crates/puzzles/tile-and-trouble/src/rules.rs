//! The rules as constraints.

use ::rules::{Flag, Int, Model, Rules, Sum, at_most, sum};
use grid_utils::Grid;

use crate::{Board, Side, TileAndTrouble};

/// States the rules of an instance.
pub(crate) fn rules(puzzle: &TileAndTrouble) -> Rules<Board> {
    let mut model = Model::default();
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    model.rule("Square tiles lie in the grid, none over another.");
    let grid = Grid::filled(rows, columns, ());
    let sides = 1..=rows.min(columns);
    // For each cell the tiles that may cover it, each with its side.
    let mut covering: Grid<Vec<(usize, Flag)>> = grid.map(|_, ()| Vec::new());
    for side in sides.clone() {
        for corner in grid.windows(side, side) {
            let lies = model.flag();
            for cell in grid.window_cells(corner, side, side) {
                covering[cell].push((side, lies));
            }
        }
    }
    for tiles in covering.values() {
        model.require(at_most(1, tiles.iter().map(|&(_, lies)| lies)));
    }
    let points: Grid<Int> = covering.map(|_, tiles| {
        let points = model.int((0..).take(sides.end() + 1));
        for side in sides.clone() {
            let of_side = tiles.iter().filter(|tile| tile.0 == side).map(|&(_, lies)| lies);
            model.require(sum(of_side).equals(points.is(number(side))));
        }
        points
    });
    model.rule("The points of each row and each column add up to its sum.");
    for (row, &expected) in puzzle.rows.iter().enumerate() {
        let cells = points.iter().filter(|(cell, _)| cell.row == row);
        model.require(cells.map(|(_, points)| Sum::from(points)).sum::<Sum>().equals(expected));
    }
    for (column, &expected) in puzzle.columns.iter().enumerate() {
        let cells = points.iter().filter(|(cell, _)| cell.column == column);
        model.require(cells.map(|(_, points)| Sum::from(points)).sum::<Sum>().equals(expected));
    }
    model.solved_by(points.values(), move |points| {
        Grid::from_fn(rows, columns, |cell| {
            let side = points[cell.row * columns + cell.column]?;
            usize::try_from(side).ok().and_then(Side::new)
        })
    })
}

/// Sides are at most a few dozen.
fn number(side: usize) -> i64 {
    i64::try_from(side).expect("the side of a tile fits 63 bits")
}
