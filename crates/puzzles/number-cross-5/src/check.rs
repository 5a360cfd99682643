//! The checker. It shares no code with the rules.

use std::collections::BTreeMap;

use number_cross::rows::{self, BLACK};
use petgraph::algo::ford_fulkerson;
use petgraph::graph::DiGraph;
use puzzle::prelude::*;

use crate::NumberCross;

/// Checks that the board keeps the rules.
pub(crate) fn check(puzzle: &NumberCross, board: &Board) -> Result<()> {
    rows::check(board, &puzzle.clues)?;
    for cell in puzzle.regions.find_all(char::is_ascii_uppercase) {
        ensure!(board[cell] != Some(BLACK), "the tile on {cell} lies on a highlighted cell");
    }
    let mut seen: BTreeMap<String, Cell> = BTreeMap::new();
    for row in 0..board.grid().rows() {
        for (column, digits) in rows::numbers(board, row) {
            let at = Cell::new(row, column);
            if let Some(before) = seen.insert(digits.clone(), at) {
                bail!("the number {digits} stands at {before} and again at {at}");
            }
        }
    }
    ensure!(
        origin(puzzle, board.grid(), &mut BTreeMap::new()),
        "no digits of the regions, and no way to push them out from under the tiles, lead to this board"
    );
    Ok(())
}

/// The contents of each cell of a board.
type Contents = Grid<Option<i64>>;

/// The digits of some regions, by their letters.
type Digits = BTreeMap<char, i64>;

/// Returns whether digits for the remaining regions lead to the board.
fn origin(puzzle: &NumberCross, board: &Contents, digits: &mut Digits) -> bool {
    let labels = puzzle.labels();
    let Some(&letter) = labels.values().find(|letter| !digits.contains_key(letter)) else {
        return can_be_pushed(puzzle, board, &labels.map(|_, letter| digits[letter]));
    };
    (1..=9).any(|digit| {
        digits.insert(letter, digit);
        let is_found = is_possible(puzzle, board, letter, digits) && origin(puzzle, board, digits);
        digits.remove(&letter);
        is_found
    })
}

/// Returns whether a region may have its digit: no cell loses anything, highlighted cells and cells
/// without a tile beside them gain nothing, and adjacent regions have other digits.
fn is_possible(puzzle: &NumberCross, board: &Contents, letter: char, digits: &Digits) -> bool {
    let (labels, digit) = (puzzle.labels(), digits[&letter]);
    labels.find_all(|&label| label == letter).all(|cell| {
        let mut beside = board.neighbours(cell);
        let gains = puzzle.is_open(cell) && beside.clone().any(|one| board[one] == Some(BLACK));
        let fits = |last: i64| last == BLACK || last == digit || gains && last > digit;
        board[cell].is_none_or(fits)
            && beside.all(|one| labels[one] == letter || digits.get(&labels[one]) != Some(&digit))
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
            for beside in board.neighbours(cell).filter(|&beside| puzzle.is_open(beside)) {
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
