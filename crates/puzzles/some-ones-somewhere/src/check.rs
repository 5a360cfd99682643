//! The rules, checked on finished boards.

use puzzle::prelude::*;

use crate::boards::name;
use crate::{Boards, SomeOnes, Tile};

/// Checks each board by itself.
pub(crate) fn check(puzzle: &SomeOnes, boards: &Boards) -> Result<()> {
    for (place, tiles) in boards {
        check_board(puzzle, tiles, &puzzle.boards[place])
            .with_context(|| format!("board {}", name(place)))?;
    }
    Ok(())
}

fn check_board(puzzle: &SomeOnes, tiles: &[Tile], shown: &[Tile]) -> Result<()> {
    let size = puzzle.size.size();
    let mut covering: Grid<Option<Tile>> = Grid::filled(size, size, None);
    for &tile in tiles {
        for cell in covering.window_cells(tile.corner, tile.side, tile.side) {
            if let Some(other) = covering[cell].replace(tile) {
                bail!("the tiles {other} and {tile} overlap");
            }
        }
    }
    if let Some(cell) = covering.find(Option::is_none) {
        bail!("no tile covers {cell}");
    }
    if let Some(missing) = shown.iter().find(|tile| !tiles.contains(tile)) {
        bail!("the photograph shows the tile {missing}, which is missing");
    }
    for side in 1..=size.max(puzzle.tiles.len()) {
        let found = tiles.iter().filter(|tile| tile.side == side).count();
        let expected = puzzle.count(side);
        ensure!(
            found == expected,
            "the board has {}; expected {expected}",
            puzzle::counted(found, &format!("tile of {side} x {side}"))
        );
    }
    Ok(())
}
