//! The checker. It shares no code with the rules.

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use number_cross::rows::{self, BLACK};
use petgraph::algo::ford_fulkerson;
use petgraph::graph::DiGraph;
use puzzle::Board;

use crate::NumberCross;

/// Checks that the board keeps the rules.
pub(crate) fn check(puzzle: &NumberCross, board: &Board) -> Result<()> {
    rows::check(board, &puzzle.clues)?;
    for (cell, &content) in board.grid() {
        ensure!(
            !(puzzle.is_highlighted(cell) && content == Some(BLACK)),
            "the tile on {cell} lies on a highlighted cell"
        );
    }
    let mut seen: Vec<(String, Cell)> = Vec::new();
    for row in 0..board.grid().rows() {
        for (column, digits) in rows::numbers(board, row) {
            let at = Cell::new(row, column);
            if let Some((_, before)) = seen.iter().find(|(one, _)| *one == digits) {
                bail!("the number {digits} stands at {before} and again at {at}");
            }
            seen.push((digits, at));
        }
    }
    let letters = puzzle.labels().values().copied().unique().sorted().collect_vec();
    ensure!(
        origin(puzzle, board.grid(), &letters, &mut Vec::new()),
        "no digits of the regions, and no way to push them out from under the tiles, lead to this board"
    );
    Ok(())
}

/// The contents of each cell of a board.
type Contents = Grid<Option<i64>>;

/// Returns whether digits for the remaining regions, after those `chosen`, lead to the board.
fn origin(puzzle: &NumberCross, board: &Contents, letters: &[char], chosen: &mut Vec<i64>) -> bool {
    if chosen.len() == letters.len() {
        let before = puzzle.labels().map(|_, letter| {
            letters.iter().position(|one| one == letter).map_or(0, |place| chosen[place])
        });
        return can_be_pushed(puzzle, board, &before);
    }
    let letter = letters[chosen.len()];
    for digit in 1..=9 {
        if is_possible(puzzle, board, letter, digit, &letters[..chosen.len()], chosen) {
            chosen.push(digit);
            let is_found = origin(puzzle, board, letters, chosen);
            chosen.pop();
            if is_found {
                return true;
            }
        }
    }
    false
}

/// Returns whether a region may have this digit: no cell loses anything, highlighted cells and
/// cells without a tile beside them gain nothing, and adjacent regions have other digits.
fn is_possible(
    puzzle: &NumberCross,
    board: &Contents,
    letter: char,
    digit: i64,
    others: &[char],
    chosen: &[i64],
) -> bool {
    let labels = puzzle.labels();
    labels.cells().filter(|&cell| labels[cell] == letter).all(|cell| {
        let mut beside = board.neighbours(cell);
        let gains = !puzzle.is_highlighted(cell)
            && board.neighbours(cell).any(|one| board[one] == Some(BLACK));
        let fits = match board[cell] {
            Some(BLACK) | None => true,
            Some(last) => last == digit || gains && last > digit,
        };
        fits && beside.all(|one| {
            let other = others.iter().position(|other| *other == labels[one]);
            other.is_none_or(|other| chosen[other] != digit)
        })
    })
}

/// Returns whether the digits under the tiles can be distributed so that each cell gains its
/// surplus: a maximum flow from the tiles to the cells beside them (Ford and Fulkerson 1956).
fn can_be_pushed(puzzle: &NumberCross, board: &Contents, before: &Grid<i64>) -> bool {
    let mut network = DiGraph::<(), u64>::new();
    let [source, sink] = [(); 2].map(|()| network.add_node(()));
    let node = board.map(|_, _| network.add_node(()));
    let (mut pushed, mut gained) = (0, 0);
    for (cell, &content) in board {
        let own = before[cell].unsigned_abs();
        if content == Some(BLACK) {
            network.add_edge(source, node[cell], own);
            pushed += own;
            for beside in board.neighbours(cell).filter(|&beside| !puzzle.is_highlighted(beside)) {
                network.add_edge(node[cell], node[beside], own);
            }
        } else if let Some(last) = content {
            let more = last.unsigned_abs() - own;
            network.add_edge(node[cell], sink, more);
            gained += more;
        }
    }
    pushed == gained && ford_fulkerson(&network, source, sink).0 == pushed
}
