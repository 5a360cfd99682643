//! The rules as constraints.

use grid_puzzles::state;
use puzzle::prelude::*;

use crate::TileAndTrouble;

/// States the rules of an instance.
pub(crate) fn state(puzzle: &TileAndTrouble, model: &mut Model, points: &Grid<Int>) {
    let sides = || (1..=puzzle.rows.len().min(puzzle.columns.len())).zip(1..);
    model.rule(
        "Square tiles of any sizes lie along the cells, none over another; a tile k cells wide \
         makes each of its cells worth k points.",
    );
    let fits = |corner: Cell| (points.rows() - corner.row).min(points.columns() - corner.column);
    let mut covering: Grid<Vec<(i64, Flag)>> = points.map(|_, _| Vec::new());
    for corner in points.cells() {
        let tile = model.int((0..).take(1 + fits(corner)));
        let words = (1..=fits(corner)).map(|side| format!("a tile of side {side}"));
        let words = ["no tile".to_owned()].into_iter().chain(words);
        model.name_in_words(format!("{corner} | begins"), &tile, words);
        for (side, value) in sides().take(fits(corner)) {
            for cell in points.window_cells(corner, side, side) {
                covering[cell].push((value, tile.is(value)));
            }
        }
    }
    for (cell, tiles) in &covering {
        // A cell has one number of points, so it lies under at most one tile.
        model.implied(at_most(1, tiles.iter().map(|&(_, lies)| lies)));
        for (_, value) in sides() {
            let of_side = tiles.iter().filter(|tile| tile.0 == value).map(|&(_, lies)| lies);
            model.channel(sum(of_side).equals(points[cell].is(value)));
        }
    }
    model.rule("The points of each row and each column add up to the sum at the border.");
    state::line_clues(
        model,
        "the sum",
        points,
        (&puzzle.rows, &puzzle.columns),
        |line, expected| sum(line).equals(expected.get()),
    );
}
