//! The search against all fillings of small squares, with clues that are read literally.

use std::collections::BTreeSet;

use fastrand::Rng;
use grid_puzzles::Side;
use hooks_6::{Board, Hooks};
use nested_hooks::Digits;
use nested_hooks::brute_force::for_each_filling;
use puzzle::{Limits, Puzzle, read, solve};

/// The digits of a board in reading order, 0 for an empty cell.
type Filled = Vec<u8>;

const TABLES: [&str; 2] = ["gcd", "product"];

/// A clue: its table, its side, its row or column, and its value.
#[derive(Clone, Copy, Debug)]
struct Clue {
    table: &'static str,
    side: Side,
    line: usize,
    value: u64,
}

/// All boards that keep the rules, apart from clues.
fn boards(size: usize) -> Vec<Filled> {
    let mut boards = Vec::new();
    for_each_filling(size, Digits::OfSize, |filling| {
        if filling.is_connected() && !filling.has_full_block() {
            boards.push(filling.digits().collect());
        }
    });
    boards
}

/// What a clue of this table would have to be; none for a line without numbers.
fn value(size: usize, board: &Filled, table: &str, side: Side, line: usize) -> Option<u64> {
    let read = (0..size).map(|step| match side {
        Side::Top => board[step * size + line],
        Side::Bottom => board[(size - 1 - step) * size + line],
        Side::Left => board[line * size + step],
        Side::Right => board[line * size + size - 1 - step],
    });
    let digits: Vec<u8> = read.collect();
    let numbers: Vec<u64> = digits
        .split(|&digit| digit == 0)
        .filter(|run| !run.is_empty())
        .map(|run| run.iter().fold(0, |number, &digit| 10 * number + u64::from(digit)))
        .collect();
    if numbers.is_empty() {
        return None;
    }
    Some(if table == "gcd" { numbers.into_iter().fold(0, gcd) } else { numbers.iter().product() })
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn instance(size: usize, clues: &[Clue]) -> Hooks {
    let token = |table, side, line| {
        let found = |clue: &&Clue| (clue.table, clue.side, clue.line) == (table, side, line);
        clues.iter().find(found).map_or(".".to_owned(), |clue| clue.value.to_string())
    };
    let side_of = |table, side: Side| {
        let tokens: Vec<String> = (0..size).map(|line| token(table, side, line)).collect();
        format!("{} = '{}'\n", side.key(), tokens.join(" "))
    };
    let table = |table| {
        let sides = Side::ALL.map(|side| side_of(table, side));
        format!("[{table}]\n{}", sides.concat())
    };
    let text = TABLES.map(table).concat();
    read("random", &text, &[]).unwrap()
}

/// Compares the search with all boards; returns how many solutions there are.
fn assert_agreement(size: usize, clues: &[Clue], boards: &[Filled]) -> usize {
    let keeps = |board: &&Filled| {
        clues.iter().all(|&Clue { table, side, line, value: clue }| {
            value(size, board, table, side, line) == Some(clue)
        })
    };
    let expected: BTreeSet<Filled> = boards.iter().filter(keeps).cloned().collect();
    let puzzle = instance(size, clues);
    let outcome = solve(&puzzle, &Limits::default());
    assert!(outcome.complete());
    for board in outcome.boards.iter().take(1000) {
        puzzle.check(board).unwrap();
    }
    let digits = |board: &Board| board.values().map(|digit| digit.unwrap_or(0)).collect();
    let found: BTreeSet<Filled> = outcome.boards.iter().map(digits).collect();
    assert_eq!(found.len(), outcome.boards.len(), "each board is reported once");
    assert!(found == expected, "{clues:?}: {} and {}", found.len(), expected.len());
    expected.len()
}

/// Some clues of a board; now and then one of them becomes another.
fn random_clues(size: usize, board: &Filled, percent: usize, random: &mut Rng) -> Vec<Clue> {
    let mut clues = Vec::new();
    for table in TABLES {
        for side in Side::ALL {
            for line in 0..size {
                if random.usize(..100) < percent
                    && let Some(value) = value(size, board, table, side, line)
                {
                    clues.push(Clue { table, side, line, value });
                }
            }
        }
    }
    if random.usize(..3) == 0 && !clues.is_empty() {
        let changed = random.usize(..clues.len());
        clues[changed].value = random.u64(1..30);
    }
    clues
}

fn assert_random_instances_agree(size: usize, count: usize, percents: &[usize], cases: usize) {
    let boards = boards(size);
    let different: BTreeSet<&Filled> = boards.iter().collect();
    assert_eq!((different.len(), boards.len()), (count, count));
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..cases {
        let percent = percents[random.usize(..percents.len())];
        let board = &boards[random.usize(..boards.len())];
        match assert_agreement(size, &random_clues(size, board, percent, &mut random), &boards) {
            0 => unsolvable += 1,
            1 => unique += 1,
            _ => several += 1,
        }
    }
    let least = cases / 20;
    assert!(
        unsolvable > least && unique > least && several > least,
        "{unsolvable} instances without a solution, {unique} with one, {several} with several"
    );
}

#[test]
fn random_instances_of_size_2_agree() {
    assert_random_instances_agree(2, 12, &[0, 5, 10, 50], 300);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_instances_agree(3, 168, &[0, 5, 10, 20, 100], 1000);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_instances_agree(4, 6288, &[2, 5, 10, 20, 100], 500);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_instances_agree(5, 601_512, &[5, 15, 30, 50], 20);
}
