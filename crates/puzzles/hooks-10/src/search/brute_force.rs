//! The search against a plain enumeration that reads the rules literally: every partition into
//! hooks, every way to hand out the digits and every choice of cells is tried, and what breaks a
//! rule is thrown away.

use std::collections::BTreeSet;

use fastrand::Rng;
use grid_utils::{Cell, Grid};
use nested_hooks::brute_force::for_each_filling;
use nested_hooks::{Digits, check};
use puzzle::{Limits, Puzzle, read, solve};

use crate::{Board, Hooks};

/// Every board of a size that keeps all rules but those of clues.
fn all_boards(size: usize) -> Vec<Board> {
    let mut codes = BTreeSet::new();
    for_each_filling(size, Digits::Free, |filling| {
        if !filling.has_full_block() && filling.is_connected() {
            codes.insert(filling.digits().collect::<Vec<u8>>());
        }
    });
    let board = |digits: Vec<u8>| {
        Grid::from_fn(size, size, |cell| {
            Some(digits[cell.row * size + cell.column]).filter(|&digit| digit > 0)
        })
    };
    codes.into_iter().map(board).collect()
}

fn instance(clues: &Grid<Option<u32>>) -> Hooks {
    read("a random instance", &format!("clues = '''\n{clues}'''"), &[]).unwrap()
}

fn is_kept(clues: &Grid<Option<u32>>, board: &Board) -> bool {
    clues.iter().all(|(cell, clue)| {
        let sum: u32 =
            board.neighbours(cell).map(|beside| u32::from(board[beside].unwrap_or(0))).sum();
        clue.is_none_or(|clue| board[cell].is_none() && clue == sum)
    })
}

/// Some of the clues of a board; now and then one of them is changed, or stands in a filled cell.
fn random_clues(board: &Board, random: &mut Rng) -> Grid<Option<u32>> {
    let percent = [0, 10, 25, 50, 100][random.usize(..5)];
    let mut clues = board.map(|cell, digit| {
        let sum: u32 =
            board.neighbours(cell).filter_map(|beside| board[beside]).map(u32::from).sum();
        (digit.is_none() && random.usize(..100) < percent).then_some(sum)
    });
    if random.usize(..4) == 0 {
        let cells: Vec<_> = board.cells().collect();
        let cell = cells[random.usize(..cells.len())];
        clues[cell] = Some(random.u32(..20));
    }
    clues
}

/// Solves random instances of a size; there must be all kinds of them.
fn assert_random_instances_agree(size: usize, count: usize, instances: usize) {
    let boards = all_boards(size);
    assert_eq!(boards.len(), count);
    assert_eq!(solutions(&instance(&Grid::filled(size, size, None))).len(), count);
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..instances {
        let clues = random_clues(&boards[random.usize(..count)], &mut random);
        let expected = kept(&clues, &boards);
        assert_eq!(solutions(&instance(&clues)), expected, "{clues}");
        match expected.len() {
            0 => unsolvable += 1,
            1 => unique += 1,
            _ => several += 1,
        }
    }
    let least = instances / 20;
    assert!(
        unsolvable > least && unique > least && several > least,
        "{unsolvable} instances without a solution, {unique} with one, {several} with several"
    );
}

/// Those of some boards that keep the clues.
fn kept(clues: &Grid<Option<u32>>, boards: &[Board]) -> BTreeSet<String> {
    boards.iter().filter(|board| is_kept(clues, board)).map(ToString::to_string).collect()
}

/// What the search finds; the checker accepts each board, and none is found twice.
fn solutions(hooks: &Hooks) -> BTreeSet<String> {
    let outcome = solve(hooks, &Limits::default());
    assert!(outcome.complete());
    outcome.boards.iter().for_each(|board| hooks.check(board).unwrap());
    let boards: BTreeSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
    assert_eq!(boards.len(), outcome.boards.len());
    boards
}

/// Draws hooks, their digits and filled cells by lot, until the board keeps all rules but those of
/// clues.
fn random_board(size: usize, random: &mut Rng) -> Board {
    loop {
        let mut digits: Vec<u8> = (1..=size as u8).collect();
        random.shuffle(&mut digits);
        let mut board = Grid::filled(size, size, None);
        let (mut first_row, mut first_column) = (0, 0);
        for hook in (1..=size).rev() {
            let (last_row, last_column) = (first_row + hook - 1, first_column + hook - 1);
            let (is_top, is_left) = (random.bool(), random.bool());
            let row = if is_top { first_row } else { last_row };
            let column = if is_left { first_column } else { last_column };
            let mut cells: Vec<Cell> = (first_column..=last_column)
                .map(|column| Cell::new(row, column))
                .chain((first_row..=last_row).map(|row| Cell::new(row, column)))
                .filter(|cell| cell.row != row || cell.column != column)
                .chain([Cell::new(row, column)])
                .collect();
            random.shuffle(&mut cells);
            let digit = digits[hook - 1];
            for &cell in cells.iter().take(usize::from(digit)) {
                board[cell] = Some(digit);
            }
            first_row += usize::from(is_top);
            first_column += usize::from(is_left);
        }
        let keeps_all = check::digits(&board)
            .and_then(|()| check::blocks(&board))
            .and_then(|()| check::connected(&board));
        if keeps_all.is_ok() {
            return board;
        }
    }
}

#[test]
fn random_instances_of_size_2_agree() {
    assert_random_instances_agree(2, 12, 500);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_instances_agree(3, 168, 2000);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_instances_agree(4, 10_536, 100);
}

/// All boards of size 5 are too many for a test in passing: a sample has to do.
#[test]
fn random_boards_of_size_5_are_found_from_their_clues() {
    let mut random = Rng::with_seed(5);
    for _ in 0..200 {
        let board = random_board(5, &mut random);
        let clues = random_clues(&board, &mut random);
        // Fewer clues leave tens of thousands of boards.
        if is_kept(&clues, &board) && clues.values().flatten().count() > 3 {
            assert!(solutions(&instance(&clues)).contains(&board.to_string()), "{clues}");
        }
    }
}
