//! The checker. It shares no code with the rules.

use anyhow::{Context, Result, ensure};
use grid_utils::{Cell, Grid};
use number_cross::rows::{self, Board, Content};

use crate::NumberCross;

/// Does the board keep the rules?
pub(crate) fn check(puzzle: &NumberCross, board: &Board) -> Result<()> {
    rows::check(board, &puzzle.clues, puzzle.regions.columns())?;
    for (cell, content) in board {
        ensure!(*content != Some(Content::Digit(0)), "{cell} holds 0; digits are from 1 to 9");
        ensure!(
            !(puzzle.is_highlighted(cell) && *content == Some(Content::Black)),
            "the tile on {cell} lies on a highlighted cell"
        );
    }
    let mut seen: Vec<(String, Cell)> = Vec::new();
    for row in 0..board.rows() {
        for (column, digits) in rows::numbers(board, row) {
            let at = Cell::new(row, column);
            if let Some((_, before)) = seen.iter().find(|(one, _)| *one == digits) {
                anyhow::bail!("the number {digits} stands at {before} and again at {at}");
            }
            seen.push((digits, at));
        }
    }
    let mut letters: Vec<char> = puzzle.labels().values().copied().collect();
    letters.sort_unstable();
    letters.dedup();
    let has_origin = origin(puzzle, board, &letters, &mut Vec::new());
    has_origin.then_some(()).context(
        "no digits of the regions, and no way to push them out from under the tiles, lead to this board",
    )
}

/// Tries all digits for the regions after those that are `chosen`: does one way lead to the board?
fn origin(puzzle: &NumberCross, board: &Board, letters: &[char], chosen: &mut Vec<u8>) -> bool {
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

/// Whether a region may have this digit: cells do not lose anything, those that are highlighted or have
/// no tile beside them do not gain anything, and regions beside it have other digits.
fn is_possible(
    puzzle: &NumberCross,
    board: &Board,
    letter: char,
    digit: u8,
    others: &[char],
    chosen: &[u8],
) -> bool {
    let labels = puzzle.labels();
    labels.cells().filter(|&cell| labels[cell] == letter).all(|cell| {
        let mut beside = board.neighbours(cell);
        let gains = !puzzle.is_highlighted(cell)
            && board.neighbours(cell).any(|one| board[one] == Some(Content::Black));
        let fits = match board[cell] {
            Some(Content::Digit(last)) if gains => last >= digit,
            Some(Content::Digit(last)) => last == digit,
            _ => true,
        };
        fits && beside.all(|one| {
            let other = others.iter().position(|other| *other == labels[one]);
            other.is_none_or(|other| chosen[other] != digit)
        })
    })
}

/// Whether the digits under the tiles can be pushed out so that each cell gains what it has more: one
/// by one, each along an augmenting path (Ford and Fulkerson 1956).
fn can_be_pushed(puzzle: &NumberCross, board: &Board, before: &Grid<u8>) -> bool {
    let mut lacking = board.map(|cell, content| match content {
        Some(Content::Digit(last)) => last.saturating_sub(before[cell]),
        _ => 0,
    });
    let tiles = || board.cells().filter(|&cell| board[cell] == Some(Content::Black));
    let pushed: u32 = tiles().map(|tile| u32::from(before[tile])).sum();
    if pushed != lacking.values().map(|&more| u32::from(more)).sum::<u32>() {
        return false;
    }
    // What a tile has given to a cell.
    let mut given: Vec<(Cell, Cell)> = Vec::new();
    tiles().all(|tile| {
        (0..before[tile]).all(|_| {
            let mut seen = puzzle.regions.map(|_, _| false);
            push(puzzle, board, tile, &mut lacking, &mut given, &mut seen)
        })
    })
}

/// Pushes 1 from a tile to a cell that lacks it, or to one for which another tile finds another cell.
fn push(
    puzzle: &NumberCross,
    board: &Board,
    tile: Cell,
    lacking: &mut Grid<u8>,
    given: &mut Vec<(Cell, Cell)>,
    seen: &mut Grid<bool>,
) -> bool {
    for cell in board.neighbours(tile).filter(|&cell| !puzzle.is_highlighted(cell)) {
        if std::mem::replace(&mut seen[cell], true) {
            continue;
        }
        if lacking[cell] > 0 {
            lacking[cell] -= 1;
            given.push((tile, cell));
            return true;
        }
        for place in 0..given.len() {
            let (other, taker) = given[place];
            if taker == cell && push(puzzle, board, other, lacking, given, seen) {
                given[place] = (tile, cell);
                return true;
            }
        }
    }
    false
}
