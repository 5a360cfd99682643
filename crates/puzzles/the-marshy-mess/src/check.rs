//! The checker: reads bridges off the board, cell by cell.

use puzzle::prelude::*;

use crate::{Field, Mark, MarshyMess};

pub(crate) fn check(puzzle: &MarshyMess, board: &Board) -> Result<()> {
    let mut cards = 0;
    for ((name, field), board) in puzzle.fields.iter().zip(board.parts()) {
        cards += check_field(field, board).with_context(|| format!("field {name}"))?;
    }
    if let Some(hand) = puzzle.hand {
        ensure!(cards == i64::from(hand), "the true numbers add up to {cards} instead of {hand}");
    }
    Ok(())
}

/// Returns the true number of the wrong island.
fn check_field(field: &Field, board: &Board) -> Result<i64> {
    let mut wrong = Vec::new();
    for (cell, given) in field {
        match (given, mark(board, cell)) {
            (Some(given), Some(Mark::Island(shown))) => {
                let ends: i64 =
                    Direction::ALL.map(|direction| bridges(board, cell, direction)).iter().sum();
                let bridges = puzzle::counted(ends, "bridge");
                ensure!(shown == ends, "{cell} shows {shown}, but has {bridges}");
                wrong.extend((given.get() != shown).then_some(shown));
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
    check_connected(board)?;
    match wrong[..] {
        [number] => Ok(number),
        _ => bail!("{} numbers are wrong instead of one", wrong.len()),
    }
}

fn mark(board: &Board, cell: Cell) -> Option<Mark> {
    board[cell].map(Mark::of)
}

/// Returns the number of bridges that begin in this direction of an island.
fn bridges(board: &Board, island: Cell, direction: Direction) -> i64 {
    let is_across = matches!(direction, Direction::West | Direction::East);
    match board.grid().neighbour(island, direction).and_then(|cell| mark(board, cell)) {
        Some(Mark::Across(bridges)) if is_across => bridges,
        Some(Mark::Down(bridges)) if !is_across => bridges,
        _ => 0,
    }
}

/// Checks that the bridges of a cell continue, in the same number, until they end at islands.
fn leads_to_islands(board: &Board, cell: Cell, ways: [Direction; 2]) -> Result<()> {
    for direction in ways {
        let end = board.grid().ray(cell, direction).find(|&next| board[next] != board[cell]);
        let is_island = matches!(end.and_then(|end| mark(board, end)), Some(Mark::Island(_)));
        ensure!(is_island, "the bridges at {cell} do not run from island to island");
    }
    Ok(())
}

fn check_connected(board: &Board) -> Result<()> {
    let joins = |one: Cell, other: Cell| {
        [one, other].iter().any(|&cell| match mark(board, cell) {
            Some(Mark::Across(_)) => one.row == other.row,
            Some(Mark::Down(_)) => one.column == other.column,
            _ => false,
        })
    };
    let groups = Regions::components_by(board.grid(), |cell| board[cell].is_some(), joins);
    if groups.len() > 1 {
        let (one, other) = (groups.cells(0)[0], groups.cells(1)[0]);
        bail!("the islands are not connected: no way leads from {one} to {other}");
    }
    Ok(())
}
