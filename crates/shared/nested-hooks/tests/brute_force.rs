//! The searches of the family against all fillings of small squares, and against random boards of
//! larger ones.
//!
//! Rules are read literally here: nothing of a search or a checker is used to tell which boards keep
//! them.
#![allow(clippy::cast_possible_truncation, reason = "squares are small, and so are their digits")]

#[path = "brute_force/cases.rs"]
mod cases;
#[path = "brute_force/enumerated.rs"]
mod enumerated;
#[path = "brute_force/other.rs"]
mod other;
#[path = "brute_force/planted.rs"]
mod planted;

use nested_hooks::Board;
use puzzle::{Limits, Outcome, Puzzle, read, solve};

/// The digits of a board in reading order, 0 for an empty cell.
type Digits = Vec<u8>;

fn digits_of(board: &Board) -> Digits {
    board.values().map(|digit| digit.unwrap_or(0)).collect()
}

/// Searches an instance; the checker accepts a sample of what is found, and nothing is found twice.
fn search<P: Puzzle<Board = Board>>(text: &str, limits: &Limits) -> (Vec<Digits>, bool) {
    let puzzle: P = read("an instance", text, &[]).unwrap_or_else(|error| panic!("{error:#}"));
    let outcome: Outcome<Board> = solve(&puzzle, limits);
    for board in outcome.boards.iter().step_by(1 + outcome.boards.len() / 50) {
        puzzle.check(board).unwrap();
    }
    let mut found: Vec<Digits> = outcome.boards.iter().map(digits_of).collect();
    found.sort_unstable();
    assert!(found.is_sorted_by(|one, other| one < other), "a board was found twice: {text}");
    let is_complete = outcome.complete();
    (found, is_complete)
}
