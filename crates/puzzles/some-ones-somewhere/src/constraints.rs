//! The rules as constraints.

use ::rules::{Flag, Model, Rules, exactly};
use grid_utils::{Cell, Grid};
use itertools::Itertools;

use crate::{Boards, SomeOnes, Tile};

/// States the rules of an instance.
pub(crate) fn rules(puzzle: &SomeOnes) -> Rules<Boards> {
    let mut model = Model::default();
    model.rule(
        "On each board square tiles lie along the cells and cover every cell once. Those that are \
         shown stay where they are.",
    );
    let boards: Vec<_> =
        puzzle.boards.iter().map(|board| cover(&mut model, puzzle.size, board.2)).collect();
    model.rule("Each board has the stated numbers of tiles of 1 x 1, 2 x 2, 3 x 3 cells, ...");
    for tiles in &boards {
        for side in 1..=puzzle.size.max(puzzle.tiles.len()) {
            let count = puzzle.tiles.get(side - 1).copied().unwrap_or(0);
            let count = i64::try_from(count).expect("counts are small");
            let of_side = tiles.iter().filter(|(tile, _)| tile.side == side);
            model.require(exactly(count, of_side.map(|&(_, lies)| lies)));
        }
    }
    let (columns, sizes) = (puzzle.boards.columns(), boards.iter().map(Vec::len).collect_vec());
    let (tiles, lies): (Vec<_>, Vec<_>) = boards.into_iter().flatten().unzip();
    model.solved_by(lies, move |lies| {
        let mut tiles = tiles.iter().zip(lies);
        let lying = |(&tile, lies): (&Tile, &Option<i64>)| (*lies == Some(1)).then_some(tile);
        Boards::new(
            columns,
            sizes.iter().map(|&size| tiles.by_ref().take(size).filter_map(lying).collect()),
        )
    })
}

/// Every tile that may lie on a board, and whether it does: those that are shown do, and no other
/// one lies over them, so these are left out.
fn cover(model: &mut Model, size: usize, shown: &[Tile]) -> Vec<(Tile, Flag)> {
    let mut covering: Grid<Vec<Flag>> = Grid::filled(size, size, Vec::new());
    let mut tiles = Vec::new();
    for &tile in shown {
        covering
            .window_cells(Cell::new(tile.row, tile.column), tile.side, tile.side)
            .for_each(|cell| covering[cell].push(Flag::Known(true)));
        tiles.push((tile, Flag::Known(true)));
    }
    let is_shown = covering.map(|_, tiles| !tiles.is_empty());
    for side in 1..=size {
        for Cell { row, column } in covering.windows(side, side) {
            let tile = Tile { row, column, side };
            let cells = covering.window_cells(Cell::new(row, column), side, side);
            if cells.clone().any(|cell| is_shown[cell]) {
                continue;
            }
            let lies = model.flag();
            cells.for_each(|cell| covering[cell].push(lies));
            tiles.push((tile, lies));
        }
    }
    for (_, tiles) in &covering {
        model.require(exactly(1, tiles.iter().copied()));
    }
    tiles
}
