//! The checker: it reads bridges off the board, cell by cell.

use anyhow::{Context, Result, bail, ensure};
use grid_puzzles::check::shape;
use grid_utils::{Cell, Direction, Grid, Regions};

use crate::{Bridges, Field, Mark, MarshyMess};

pub(crate) fn check(puzzle: &MarshyMess, Bridges(boards): &Bridges) -> Result<()> {
    ensure!(
        boards.keys().eq(puzzle.fields.keys()),
        "expected the fields {:?} and found {:?}",
        puzzle.fields.keys(),
        boards.keys()
    );
    let mut cards = 0;
    for ((name, field), board) in puzzle.fields.iter().zip(boards.values()) {
        cards += check_field(field, board).with_context(|| format!("field {name}"))?;
    }
    if let Some(hand) = puzzle.hand {
        ensure!(cards == u32::from(hand), "the true numbers add up to {cards} instead of {hand}");
    }
    Ok(())
}

/// The true number of the wrong island.
fn check_field(field: &Field, board: &Grid<Option<Mark>>) -> Result<u32> {
    shape(board, field.rows(), field.columns())?;
    let mut wrong = Vec::new();
    for (cell, &mark) in board {
        match (field[cell], mark) {
            (Some(given), Some(Mark::Island(shown))) => {
                let ends = Direction::ALL.map(|direction| bridges(board, cell, direction));
                let ends = ends.into_iter().map(u32::from).sum::<u32>();
                ensure!(
                    u32::from(shown) == ends,
                    "{cell} shows {shown}, but {ends} bridges end there"
                );
                wrong.extend((given != shown).then_some(shown));
            }
            (Some(_), _) => bail!("{cell} is an island: expected its number"),
            (None, Some(Mark::Island(_))) => bail!("{cell} is no island: expected no number"),
            (None, Some(Mark::Across(_))) => {
                leads_to_islands(board, cell, [Direction::West, Direction::East])?;
            }
            (None, Some(Mark::Down(_))) => {
                leads_to_islands(board, cell, [Direction::North, Direction::South])?;
            }
            (None, None) => {}
        }
    }
    connected(board)?;
    match wrong[..] {
        [number] => Ok(number.into()),
        _ => bail!("{} numbers are wrong instead of one", wrong.len()),
    }
}

/// The bridges that begin in this direction of an island.
fn bridges(board: &Grid<Option<Mark>>, island: Cell, direction: Direction) -> u8 {
    let is_across = matches!(direction, Direction::West | Direction::East);
    match board.neighbour(island, direction).and_then(|cell| board[cell]) {
        Some(Mark::Across(bridges)) if is_across => bridges,
        Some(Mark::Down(bridges)) if !is_across => bridges,
        _ => 0,
    }
}

/// Do these bridges go on, as many as they are, until they end at islands?
fn leads_to_islands(board: &Grid<Option<Mark>>, cell: Cell, ways: [Direction; 2]) -> Result<()> {
    for direction in ways {
        let end = board.ray(cell, direction).find(|&next| board[next] != board[cell]);
        let is_island = matches!(end.and_then(|end| board[end]), Some(Mark::Island(_)));
        ensure!(is_island, "the bridges at {cell} do not run from island to island");
    }
    Ok(())
}

fn connected(board: &Grid<Option<Mark>>) -> Result<()> {
    let joins = |one: Cell, other: Cell| {
        [one, other].iter().any(|&cell| match board[cell] {
            Some(Mark::Across(_)) => one.row == other.row,
            Some(Mark::Down(_)) => one.column == other.column,
            _ => false,
        })
    };
    let groups = Regions::components_by(board, |cell| board[cell].is_some(), joins);
    if groups.len() > 1 {
        let (one, other) = (groups.cells(0)[0], groups.cells(1)[0]);
        bail!("the islands are not connected: no way leads from {one} to {other}");
    }
    Ok(())
}
