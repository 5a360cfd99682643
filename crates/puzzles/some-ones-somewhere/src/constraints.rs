//! The rules as constraints.

use puzzle::prelude::*;

use crate::{SomeOnes, Tile, boards};

/// States the rules of an instance.
pub(crate) fn rules(puzzle: &SomeOnes, model: &mut Model, board: &mut Unknown) {
    model.rule(
        "On each board square tiles lie along the cells and cover every cell once. Those that are \
         shown stay where they are.",
    );
    let boards = puzzle.boards.map(|place, shown| cover(model, puzzle, place, shown));
    model.rule("Each board has the stated numbers of tiles of 1 x 1, 2 x 2, 3 x 3 cells, ...");
    for (place, tiles) in &boards {
        for side in 1..=puzzle.size.size().max(puzzle.tiles.len()) {
            let of_side = tiles.iter().filter(|(tile, _)| tile.side == side);
            model
                .at(format!("board {}, side {side}", boards::name(place)))
                .require(exactly(puzzle.count(side), of_side.map(|&(_, lies)| lies)));
        }
    }
    let lies = boards.values().flatten().map(|&(_, lies)| lies).collect_vec();
    board.read(lies, move |lies| {
        let mut lies = lies.iter();
        let lying = |tiles: &Vec<(Tile, Flag)>| {
            let tiles = tiles.iter().zip(lies.by_ref()).filter(|(_, lies)| **lies == Some(1));
            tiles.map(|(&(tile, _), _)| tile).collect_vec()
        };
        boards::board(boards.values().map(lying))
    });
}

/// Returns every tile that may lie on a board, with its flag: the shown tiles lie there, and tiles
/// that overlap them are left out, as are those of sides that no tile has.
fn cover(model: &mut Model, puzzle: &SomeOnes, board: Cell, shown: &[Tile]) -> Vec<(Tile, Flag)> {
    let (size, board) = (puzzle.size.size(), format!("board {}", boards::name(board)));
    let mut covering: Grid<Vec<Flag>> = Grid::filled(size, size, Vec::new());
    let mut tiles = shown.iter().map(|&tile| (tile, Flag::TRUE)).collect_vec();
    for tile in shown {
        covering
            .window_cells(tile.corner, tile.side, tile.side)
            .for_each(|cell| covering[cell].push(Flag::TRUE));
    }
    for side in (1..=size).filter(|&side| puzzle.count(side) > 0) {
        for corner in covering.windows(side, side) {
            let cells = covering.window_cells(corner, side, side);
            if cells.clone().any(|cell| covering[cell].first() == Some(&Flag::TRUE)) {
                continue;
            }
            // A growing vector may have twice the capacity it needs.
            if model.budget().charge(2 * side * side * size_of::<Flag>()) {
                return tiles;
            }
            let lies = model.flag();
            model.name(format!("a tile of side {side} at {corner}, {board}"), lies);
            cells.for_each(|cell| covering[cell].push(lies));
            tiles.push((Tile { corner, side }, lies));
        }
    }
    for (cell, tiles) in &covering {
        model.at(format!("{cell}, {board}")).require(exactly(1, tiles.iter().copied()));
    }
    tiles
}
