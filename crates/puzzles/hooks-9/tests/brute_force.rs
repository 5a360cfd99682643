//! The search against all fillings of small squares, with clues that are read literally.

use std::collections::BTreeSet;

use fastrand::Rng;
use hooks_9::{Board, Hooks};
use nested_hooks::Digits;
use nested_hooks::brute_force::{Filling, for_each_filling};
use puzzle::{Limits, Puzzle, read, solve};

/// The greatest common divisors of the rows and columns, 0 where there is no number.
type Divisors = Vec<u64>;

/// A board that keeps all rules but the clues, with what these would have to be.
struct Candidate {
    digits: Vec<u8>,
    divisors: Divisors,
}

impl Candidate {
    fn new(size: usize, filling: &Filling) -> Self {
        let digits: Vec<u8> = filling.digits().collect();
        let rows = (0..size).map(|row| (0..size).map(|step| digits[row * size + step]).collect());
        let columns =
            (0..size).map(|column| (0..size).map(|step| digits[step * size + column]).collect());
        let divisors = rows.chain(columns).map(|line: Vec<u8>| divisor(&line)).collect();
        Candidate { digits, divisors }
    }

    /// Whether the clues are kept; 0 is none.
    fn keeps(&self, clues: &[u64]) -> bool {
        self.divisors.iter().zip(clues).all(|(&found, &clue)| clue == 0 || found == clue)
    }
}

/// The greatest common divisor of the numbers in a line; 0 if there are none.
fn divisor(line: &[u8]) -> u64 {
    let runs = line.split(|&digit| digit == 0).filter(|run| !run.is_empty());
    let numbers =
        runs.map(|run| run.iter().fold(0, |number, &digit| 10 * number + u64::from(digit)));
    numbers.fold(0, gcd)
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn candidates(size: usize) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for_each_filling(size, Digits::Free, |filling| {
        if filling.is_connected() && !filling.has_full_block() {
            candidates.push(Candidate::new(size, filling));
        }
    });
    candidates
}

fn instance(size: usize, clues: &[u64]) -> Hooks {
    let token = |&clue: &u64| if clue == 0 { ".".to_owned() } else { clue.to_string() };
    let side = |clues: &[u64]| clues.iter().map(token).collect::<Vec<_>>().join(" ");
    let (left, top) = clues.split_at(size);
    let text = format!("left = '{}'\ntop = '{}'", side(left), side(top));
    read("random", &text, &[]).unwrap()
}

/// Compares the search with the candidates; returns how many solutions there are.
fn assert_agreement(size: usize, clues: &[u64], candidates: &[Candidate]) -> usize {
    let expected: BTreeSet<Vec<u8>> = candidates
        .iter()
        .filter(|candidate| candidate.keeps(clues))
        .map(|candidate| candidate.digits.clone())
        .collect();
    let puzzle = instance(size, clues);
    let outcome = solve(&puzzle, &Limits::default());
    assert!(outcome.complete());
    for board in &outcome.boards {
        puzzle.check(board).unwrap();
    }
    let digits = |board: &Board| board.values().map(|digit| digit.unwrap_or(0)).collect();
    let found: BTreeSet<Vec<u8>> = outcome.boards.iter().map(digits).collect();
    assert_eq!(found.len(), outcome.boards.len(), "each board is reported once");
    assert_eq!(found, expected, "{clues:?}");
    expected.len()
}

/// Some of the clues of a candidate; now and then one of them becomes another.
fn random_clues(candidate: &Candidate, percent: usize, random: &mut Rng) -> Vec<u64> {
    let mut clues: Vec<u64> = candidate
        .divisors
        .iter()
        .map(|&clue| if random.usize(..100) < percent { clue } else { 0 })
        .collect();
    if random.usize(..3) == 0 {
        let line = random.usize(..clues.len());
        clues[line] = random.u64(1..25);
    }
    clues
}

fn assert_random_instances_agree(size: usize, boards: usize, percents: &[usize], cases: usize) {
    let candidates = candidates(size);
    let different: BTreeSet<&[u8]> =
        candidates.iter().map(|candidate| candidate.digits.as_slice()).collect();
    assert_eq!(different.len(), boards);
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..cases {
        let percent = percents[random.usize(..percents.len())];
        let candidate = &candidates[random.usize(..candidates.len())];
        let clues = random_clues(candidate, percent, &mut random);
        match assert_agreement(size, &clues, &candidates) {
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
    assert_random_instances_agree(2, 12, &[0, 30, 60, 100], 300);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_instances_agree(3, 168, &[0, 30, 60, 100], 1000);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_instances_agree(4, 10_536, &[0, 30, 60, 100], 500);
}
