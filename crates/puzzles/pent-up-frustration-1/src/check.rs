//! The checker: finds the pieces that push each other.

use std::collections::{BTreeMap, BTreeSet};

use polyominoes::{Kind, Pentomino};
use puzzle::prelude::*;

use crate::PentUp;

/// The pieces on the cells of a tray.
type Pieces = Grid<Option<Pentomino>>;

pub(crate) fn check(puzzle: &PentUp, board: &Board) -> Result<()> {
    let letter = |_, &value: &Option<i64>| Some(Pentomino::ALL[usize::try_from(value?).ok()?]);
    let tray: Pieces = board.grid().map(letter);
    for (pentomino, cells) in cells(&tray) {
        ensure!(puzzle.pieces().contains(&pentomino), "there is no piece {pentomino}");
        let places = pentomino.shape().places_among(&cells, Kind::Free);
        let is_one = cells.len() == pentomino.shape().len() && !places.is_empty();
        ensure!(is_one, "the cells of {pentomino} are not one such piece");
    }
    if let Some((pieces, direction)) = sliding(&tray) {
        let can = if pieces.len() == 1 { "can slide" } else { "can slide together" };
        bail!("{} {can} {}", pieces.iter().join(" "), word(direction));
    }
    Ok(())
}

fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "up",
        Direction::East => "to the right",
        Direction::South => "down",
        Direction::West => "to the left",
    }
}

/// Returns the cells of each piece.
fn cells(tray: &Pieces) -> BTreeMap<Pentomino, Vec<Cell>> {
    let cells = tray.cells().filter_map(|cell| Some(((tray[cell])?, cell)));
    cells.into_group_map().into_iter().collect()
}

/// Returns pieces that can be moved together, and their direction.
fn sliding(tray: &Pieces) -> Option<(BTreeSet<Pentomino>, Direction)> {
    let cells = cells(tray);
    iproduct!(cells.keys(), Direction::ALL).find_map(|(&first, direction)| {
        let (mut pushed, mut to_see) = (BTreeSet::from([first]), vec![first]);
        while let Some(piece) = to_see.pop() {
            for cell in &cells[&piece] {
                // Beyond the tray is the rim, which holds them all.
                let in_front = tray.get(cell.step(direction)?)?;
                to_see.extend(in_front.filter(|&other| pushed.insert(other)));
            }
        }
        Some((pushed, direction))
    })
}
