//! The search against a plain enumeration that reads the rules literally: of all fillings of a
//! small square, those with the right hooks and the right sums.

use std::collections::BTreeSet;

use fastrand::Rng;
use hooks_1::Hooks;
use nested_hooks::{Digits, brute_force::for_each_filling};
use puzzle::{Limits, read, solve};

/// The digits of every way to fill the hooks, in reading order, 0 for an empty cell.
fn all_boards(size: usize) -> Vec<Vec<u8>> {
    let digit_of = |cell: usize| (cell / size).max(cell % size) as u8 + 1;
    let hooks: Vec<u8> = (0..size * size).map(digit_of).collect();
    let mut boards = Vec::new();
    for_each_filling(size, Digits::OfSize, |filling| {
        if filling.hooks() == hooks {
            boards.push(filling.digits().collect());
        }
    });
    boards
}

/// The sums of the rows, then those of the columns.
fn sums(size: usize, board: &[u8]) -> Vec<u32> {
    let mut sums = vec![0; 2 * size];
    for (cell, &digit) in board.iter().enumerate() {
        sums[cell / size] += u32::from(digit);
        sums[size + cell % size] += u32::from(digit);
    }
    sums
}

/// The sums of a random board, of which some are withheld, and now and then one is changed.
fn random_clues(size: usize, boards: &[Vec<u8>], random: &mut Rng) -> Vec<Option<u32>> {
    let withheld = [0, 0, 1, size / 2, size, 2 * size][random.usize(..6)];
    let board = &boards[random.usize(..boards.len())];
    let mut clues: Vec<Option<u32>> = sums(size, board).into_iter().map(Some).collect();
    for _ in 0..withheld {
        clues[random.usize(..2 * size)] = None;
    }
    if random.usize(..4) == 0 {
        clues[random.usize(..2 * size)] = Some(random.u32(..2 * (size * size) as u32));
    }
    clues
}

fn instance(size: usize, clues: &[Option<u32>]) -> Hooks {
    let token = |clue: &Option<u32>| clue.map_or(".".to_owned(), |clue| clue.to_string());
    let line = |clues: &[_]| clues.iter().map(token).collect::<Vec<_>>().join(" ");
    let (rows, columns) = clues.split_at(size);
    let text = format!("rows = '{}'\ncolumns = '{}'", line(rows), line(columns));
    read("a random instance", &text, &[]).unwrap()
}

fn assert_random_instances_agree(size: usize, instances: usize) {
    let boards = all_boards(size);
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..instances {
        let clues = random_clues(size, &boards, &mut random);
        let fits = |board: &&Vec<u8>| {
            let sums = sums(size, board);
            clues.iter().zip(sums).all(|(clue, sum)| clue.is_none_or(|clue| clue == sum))
        };
        let expected: BTreeSet<Vec<u8>> = boards.iter().filter(fits).cloned().collect();
        let outcome = solve(&instance(size, &clues), &Limits::default());
        assert!(outcome.complete());
        let digits = |digit: &Option<u8>| digit.unwrap_or(0);
        let found: BTreeSet<Vec<u8>> =
            outcome.boards.iter().map(|board| board.values().map(digits).collect()).collect();
        assert_eq!(outcome.boards.len(), found.len(), "a board was found twice: {clues:?}");
        assert_eq!(found, expected, "{clues:?}");
        match expected.len() {
            0 => unsolvable += 1,
            1 => unique += 1,
            _ => several += 1,
        }
    }
    let least = instances / 20;
    assert!(
        unsolvable >= least && unique >= least && several >= least,
        "{unsolvable} instances without a solution, {unique} with one, {several} with several"
    );
}

#[test]
fn random_instances_of_size_2_agree() {
    assert_random_instances_agree(2, 300);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_instances_agree(3, 1000);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_instances_agree(4, 1000);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_instances_agree(5, 50);
}
