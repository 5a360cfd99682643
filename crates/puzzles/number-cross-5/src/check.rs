//! The checker. It shares no code with the rules.

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use number_cross::rows::{self, BLACK};
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

/// What each cell of a board holds.
type Contents = Grid<Option<i64>>;

/// Tries all digits for the regions after those that are `chosen`: does one way lead to the board?
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

/// Whether a region may have this digit: cells do not lose anything, those that are highlighted or have
/// no tile beside them do not gain anything, and regions beside it have other digits.
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

/// Whether the digits under the tiles can be pushed out so that each cell gains what it has more: one
/// by one, each along an augmenting path (Ford and Fulkerson 1956).
fn can_be_pushed(puzzle: &NumberCross, board: &Contents, before: &Grid<i64>) -> bool {
    let mut lacking = board.map(|cell, content| match *content {
        Some(BLACK) | None => 0,
        Some(last) => last - before[cell],
    });
    let tiles = || board.cells().filter(|&cell| board[cell] == Some(BLACK));
    if tiles().map(|tile| before[tile]).sum::<i64>() != lacking.values().sum::<i64>() {
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
    board: &Contents,
    tile: Cell,
    lacking: &mut Grid<i64>,
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
