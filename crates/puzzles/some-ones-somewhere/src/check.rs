//! The rules, checked on finished boards.

use anyhow::{Context, Result, bail, ensure};
use grid_utils::{Cell, Grid};

use crate::{Boards, SomeOnes, Tile};

/// Checks boards: that there are as many as photographs, then each by itself.
///
/// # Errors
/// The first rule that a board breaks, and where.
pub(crate) fn check(puzzle: &SomeOnes, boards: &Boards) -> Result<()> {
    let shape = |boards: &Boards| (boards.rows(), boards.columns());
    let (rows, columns) = shape(&puzzle.boards);
    ensure!(
        shape(boards) == (rows, columns),
        "there are {} rows of {} boards; expected {rows} of {columns}",
        boards.rows(),
        boards.columns()
    );
    for ((row, column, tiles), (_, _, shown)) in boards.iter().zip(puzzle.boards.iter()) {
        check_board(puzzle, tiles, shown).with_context(|| format!("board {row} {column}"))?;
    }
    Ok(())
}

fn check_board(puzzle: &SomeOnes, tiles: &[Tile], shown: &[Tile]) -> Result<()> {
    let mut covering: Grid<Option<Tile>> = Grid::filled(puzzle.size, puzzle.size, None);
    for &tile in tiles {
        for row in tile.row..tile.row + tile.side {
            for column in tile.column..tile.column + tile.side {
                let cell = covering.get_mut(Cell::new(row, column));
                match cell.with_context(|| format!("the tile {tile} leaves the board"))? {
                    Some(other) => bail!("the tiles {other} and {tile} overlap"),
                    free => *free = Some(tile),
                }
            }
        }
    }
    if let Some((cell, _)) = covering.iter().find(|(_, tile)| tile.is_none()) {
        bail!("no tile covers {cell}");
    }
    if let Some(missing) = shown.iter().find(|tile| !tiles.contains(tile)) {
        bail!("the photograph shows the tile {missing}, which is missing");
    }
    for side in 1..=puzzle.size.max(puzzle.tiles.len()) {
        let found = tiles.iter().filter(|tile| tile.side == side).count();
        let expected = puzzle.tiles.get(side - 1).copied().unwrap_or(0);
        ensure!(
            found == expected,
            "there are {found} tiles of {side} x {side}; expected {expected}"
        );
    }
    Ok(())
}
