//! The rules as constraints.

use puzzle::prelude::*;

use crate::{SomeOnes, Tile, boards};

/// States the rules of an instance.
pub(crate) fn rules(puzzle: &SomeOnes, model: &mut Model, board: &mut Unknown) {
    model.rule(
        "On each board square tiles lie along the cells and cover every cell once. Those that are \
         shown stay where they are.",
    );
    let names = puzzle.boards.cells().map(|place| format!("board {}", boards::name(place)));
    let names = names.collect_vec();
    let boards = puzzle.boards.values().zip(&names);
    let boards = boards.map(|(shown, name)| cover(model, puzzle, shown, name)).collect_vec();
    model.rule("Each board has the stated numbers of tiles of 1 x 1, 2 x 2, 3 x 3 cells, ...");
    for (tiles, name) in boards.iter().zip(&names) {
        for side in 1..=puzzle.size.size().max(puzzle.tiles.len()) {
            let of_side = tiles.iter().filter(|(tile, _)| tile.side == side);
            model
                .at(format!("{name}, side {side}"))
                .require(exactly(puzzle.count(side), of_side.map(|&(_, lies)| lies)));
        }
    }
    let sizes = boards.iter().map(Vec::len).collect_vec();
    let (tiles, lies): (Vec<_>, Vec<_>) = boards.into_iter().flatten().unzip();
    board.read(lies, move |lies| {
        let mut tiles = tiles.iter().zip(lies);
        let lying = |(&tile, lies): (&Tile, &Option<i64>)| (*lies == Some(1)).then_some(tile);
        let of_board = |&size: &usize| tiles.by_ref().take(size).filter_map(lying).collect_vec();
        boards::board(sizes.iter().map(of_board))
    });
}

/// Returns every tile that may lie on a board, with its flag: the shown tiles lie there, and tiles
/// that overlap them are left out, as are those of sides that no tile has.
fn cover(model: &mut Model, puzzle: &SomeOnes, shown: &[Tile], board: &str) -> Vec<(Tile, Flag)> {
    let size = puzzle.size.size();
    let mut covering: Grid<Vec<Flag>> = Grid::filled(size, size, Vec::new());
    let mut tiles = Vec::new();
    for &tile in shown {
        covering
            .window_cells(tile.corner, tile.side, tile.side)
            .for_each(|cell| covering[cell].push(Flag::TRUE));
        tiles.push((tile, Flag::TRUE));
    }
    let is_shown = covering.map(|_, tiles| !tiles.is_empty());
    for side in (1..=size).filter(|&side| puzzle.count(side) > 0) {
        for corner in covering.windows(side, side) {
            let cells = covering.window_cells(corner, side, side);
            if cells.clone().any(|cell| is_shown[cell]) {
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
