//! The search against all boards of a small square, from which those that break a clue are thrown
//! away: for random instances it finds the rest, and nothing else.

use std::collections::{BTreeSet, HashSet};

use fastrand::Rng;
use grid_puzzles::{Border, Clues, Side};
use grid_utils::{Cell, Grid, Symmetry};
use hooks_11::{Board, Filled, Hooks, Pentomino, Sight};
use nested_hooks::Digits;
use nested_hooks::brute_force::{Filling, for_each_filling};
use puzzle::{Limits, Puzzle, solve};

/// A pentomino somewhere on a square.
type Piece = (Pentomino, Vec<Cell>);

/// Every way in which a pentomino can lie, as the rules draw it: turned, mirrored and moved.
fn pieces(size: usize) -> Vec<Piece> {
    let mut found = BTreeSet::new();
    for pentomino in Pentomino::ALL {
        let rows = pentomino.drawing().split('/').map(|row| row.chars().collect()).collect();
        let drawn = Grid::from_rows(rows).unwrap();
        for turned in Symmetry::ALL.map(|symmetry| drawn.transformed(symmetry)) {
            for corner in Grid::filled(size, size, ()).cells() {
                let cells = turned.cells().filter(|&cell| turned[cell] == '#');
                let cells = cells.map(|c| Cell::new(corner.row + c.row, corner.column + c.column));
                let cells: Vec<Cell> = cells.collect();
                if cells.iter().all(|cell| cell.row < size && cell.column < size) {
                    found.insert((pentomino, cells));
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Adds to `boards` every cut of the filled cells that are part of no pentomino yet.
fn cut(board: &Board, pieces: &[Piece], boards: &mut Vec<Board>) {
    let open = |filled: &Option<Filled>| filled.is_some_and(|filled| filled.part_of.is_none());
    let Some(first) = board.cells().find(|&cell| open(&board[cell])) else {
        return boards.push(board.clone());
    };
    for (pentomino, cells) in pieces {
        let is_new = board.values().flatten().all(|filled| filled.part_of != Some(*pentomino));
        let sum = || cells.iter().filter_map(|&cell| board[cell]).map(|f| f.digit).sum::<u8>();
        let fits = cells.contains(&first) && cells.iter().all(|&cell| open(&board[cell]));
        if fits && is_new && sum().is_multiple_of(5) {
            let mut next = board.clone();
            for &cell in cells {
                next[cell] =
                    next[cell].map(|filled| Filled { part_of: Some(*pentomino), ..filled });
            }
            cut(&next, pieces, boards);
        }
    }
}

/// Every board of a square without clues, read off the rules literally.
fn all_boards(size: usize) -> Vec<Board> {
    let pieces = pieces(size);
    // Different hooks may have the same digits.
    let mut fillings = BTreeSet::new();
    for_each_filling(size, Digits::Free, |filling: &Filling| {
        if !filling.has_full_block() && filling.is_connected() {
            fillings.insert(filling.digits().collect::<Vec<u8>>());
        }
    });
    let mut boards = Vec::new();
    for digits in fillings {
        let digit = |cell: Cell| Some(digits[cell.row * size + cell.column]).filter(|&d| d > 0);
        let filled = |cell| Some(Filled { digit: digit(cell)?, part_of: None });
        cut(&Grid::from_fn(size, size, filled), &pieces, &mut boards);
    }
    boards
}

/// An instance whose clues are chosen by the side and the number of their line.
fn instance(
    givens: nested_hooks::Board,
    mut clue: impl FnMut(Side, usize) -> Option<Sight>,
) -> Hooks {
    let size = givens.rows();
    let mut clues = |side| (0..size).map(|line| clue(side, line)).collect::<Clues<Sight>>();
    let [top, bottom, left, right] =
        [Side::Top, Side::Bottom, Side::Left, Side::Right].map(&mut clues);
    Hooks { givens, sight: Border { top, bottom, left, right } }
}

fn without_clues(size: usize) -> Hooks {
    instance(Grid::filled(size, size, None), |_, _| None)
}

/// Some of what a random board shows; now and then a digit or a clue becomes another.
fn random_instance(boards: &[Board], random: &mut Rng) -> Hooks {
    let board = &boards[random.usize(..boards.len())];
    let size = board.rows();
    let [given, clued] = [(); 2].map(|()| [0, 15, 30, 60][random.usize(..4)]);
    let mut givens =
        board.map(|_, filled| filled.map(|f| f.digit).filter(|_| random.usize(..100) < given));
    let mut spoiled = random.usize(..3) == 0;
    let digits = 1..=u8::try_from(size).unwrap();
    if spoiled && random.bool() {
        givens[Cell::new(random.usize(..size), random.usize(..size))] =
            Some(random.u8(digits.clone()));
        spoiled = false;
    }
    instance(givens, |side, line| {
        let seen = side.cells(size, line).find_map(|cell| board[cell])?;
        let sight = match (std::mem::take(&mut spoiled), random.bool()) {
            (false, _) if random.usize(..100) >= clued => return None,
            (false, true) => Sight::Digit(seen.digit),
            (false, false) => Sight::Part(seen.part_of?),
            (true, true) => Sight::Digit(random.u8(digits.clone())),
            (true, false) => Sight::Part(Pentomino::ALL[random.usize(..12)]),
        };
        Some(sight)
    })
}

fn is_kept(hooks: &Hooks, board: &Board) -> bool {
    let mut givens = hooks.givens.iter().filter_map(|(cell, given)| Some((cell, (*given)?)));
    givens.all(|(cell, given)| board[cell].is_some_and(|filled| filled.digit == given))
        && hooks.sight.given().all(|(side, line, clue)| {
            let seen = side.cells(board.rows(), line).find_map(|cell| board[cell]);
            seen.is_some_and(|seen| match *clue {
                Sight::Digit(digit) => seen.digit == digit,
                Sight::Part(pentomino) => seen.part_of == Some(pentomino),
            })
        })
}

fn assert_random_instances_agree(boards: &[Board], instances: usize) {
    let mut random = Rng::with_seed(boards.len() as u64);
    let mut counts = [0; 3];
    for _ in 0..instances {
        let hooks = random_instance(boards, &mut random);
        let expected: HashSet<&Board> =
            boards.iter().filter(|board| is_kept(&hooks, board)).collect();
        let outcome = solve(&hooks, &Limits::default());
        assert!(outcome.complete());
        assert_eq!(outcome.boards.iter().collect::<HashSet<_>>(), expected, "{hooks:?}");
        counts[expected.len().min(2)] += 1;
    }
    let are_mixed = counts.iter().all(|&count| count > instances / 20);
    assert!(are_mixed, "instances without a board, with one, with more: {counts:?}");
}

#[test]
fn random_instances_of_size_4_agree() {
    let boards = all_boards(4);
    let found = solve(&without_clues(4), &Limits::default()).boards;
    assert!(HashSet::<&Board>::from_iter(&found) == boards.iter().collect());
    assert_random_instances_agree(&boards, 2000);
}

/// An enumeration of all 2^25 choices of filled cells found 16,744 boards: as many different ones
/// that keep the rules are all of them.
#[test]
fn random_instances_of_size_5_agree() {
    let hooks = without_clues(5);
    let boards = solve(&hooks, &Limits::default()).boards;
    assert_eq!(boards.iter().collect::<HashSet<_>>().len(), 16_744);
    assert!(boards.iter().all(|board| hooks.check(board).is_ok()));
    assert_random_instances_agree(&boards, 100);
}

#[test]
fn sizes_whose_filled_cells_make_no_pentominoes_are_unsolvable() {
    for size in [1, 2, 3, 6, 7, 8, 11, 14, 20] {
        let outcome = solve(&without_clues(size), &Limits::default());
        assert!(outcome.complete() && outcome.boards.is_empty(), "size {size}");
    }
}
