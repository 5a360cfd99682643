//! The rules as constraints.

use ::rules::{Flag, Model, Rules, at_most, sum};
use grid_utils::Grid;

use crate::{Board, Side, TileAndTrouble};

/// States the rules of an instance.
pub(crate) fn rules(puzzle: &TileAndTrouble) -> Rules<Board> {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    let sides = 1..=rows.min(columns);
    let mut model = Model::default();
    let points = model.grid(rows, columns, 0..=number(*sides.end()));
    model.rule(
        "Square tiles of any sizes lie along the cells, none over another; a tile k cells wide \
         makes each of its cells worth k points.",
    );
    let mut covering: Grid<Vec<(i64, Flag)>> = points.map(|_, _| Vec::new());
    for side in sides.clone() {
        for corner in points.windows(side, side) {
            let lies = model.flag();
            for cell in points.window_cells(corner, side, side) {
                covering[cell].push((number(side), lies));
            }
        }
    }
    for tiles in covering.values() {
        model.require(at_most(1, tiles.iter().map(|&(_, lies)| lies)));
    }
    for (cell, tiles) in &covering {
        for side in sides.clone().map(number) {
            let of_side = tiles.iter().filter(|tile| tile.0 == side).map(|&(_, lies)| lies);
            model.require(sum(of_side).equals(points[cell].is(side)));
        }
    }
    model.rule("The points of each row and each column add up to the sum at the border.");
    for (row, expected) in puzzle.rows.known() {
        model.require(sum(points.row(row)).equals(expected));
    }
    for (column, expected) in puzzle.columns.known() {
        model.require(sum(points.column(column)).equals(expected));
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
