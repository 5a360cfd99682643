//! What the search finds without any clues.

use std::collections::HashSet;

use grid_puzzles::Border;
use grid_utils::Grid;
use hooks_11::{Board, Hooks};
use puzzle::{Limits, Puzzle, solve};

fn without_clues(size: usize) -> Hooks {
    Hooks { givens: Grid::filled(size, size, None), sight: Border::of(size, |_, _| None) }
}

/// An enumeration of all choices of filled cells found as many: if so many different boards keep the
/// rules, they are all.
#[test]
fn squares_of_size_5_have_16_744_boards() {
    let hooks = without_clues(5);
    let boards = solve(&hooks, &Limits::default()).boards;
    assert_eq!(boards.iter().collect::<HashSet<&Board>>().len(), 16_744);
    assert!(boards.iter().all(|board| hooks.check(board).is_ok()));
}

#[test]
fn sizes_whose_filled_cells_make_no_pentominoes_are_unsolvable() {
    for size in [1, 2, 3, 6, 7, 8, 11, 14, 20] {
        let outcome = solve(&without_clues(size), &Limits::default());
        assert!(outcome.complete() && outcome.boards.is_empty(), "size {size}");
    }
}
