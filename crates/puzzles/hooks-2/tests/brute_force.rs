//! The search against a plain enumeration that reads the rules literally: of all fillings of a
//! small square, those that have the clues.

use std::collections::BTreeSet;

use fastrand::Rng;
use hooks_2::Hooks;
use nested_hooks::{
    Digits,
    brute_force::{Filling, for_each_filling},
};
use puzzle::{Limits, read, solve};

/// The clues of the rows, then those of the columns; some may be withheld.
type Clues = Vec<Option<u64>>;

/// Every filling keeps the rules that do not depend on the clues.
fn is_legal(_: &Filling) -> bool {
    true
}

/// The sum of a line.
fn clue(line: impl Iterator<Item = u64>) -> u64 {
    line.sum()
}

/// The clues of a filling: so many that squares of size 5 have room for them.
fn clues(size: usize, filling: &Filling) -> [u64; 10] {
    let mut digits = [0; 25];
    digits.iter_mut().zip(filling.digits()).for_each(|(cell, digit)| *cell = u64::from(digit));
    let mut clues = [0; 10];
    for line in 0..size {
        clues[line] = clue((0..size).map(|column| digits[line * size + column]));
        clues[size + line] = clue((0..size).map(|row| digits[row * size + line]));
    }
    clues
}

/// The clues of random fillings, each as likely as the others.
fn random_fillings(size: usize, number: usize, random: &mut Rng) -> Vec<[u64; 10]> {
    let (mut chosen, mut seen) = (Vec::new(), 0);
    for_each_filling(size, Digits::OfSize, |filling| {
        if is_legal(filling) {
            seen += 1;
            let place = random.usize(..seen);
            if chosen.len() < number {
                chosen.push(clues(size, filling));
            } else if place < number {
                chosen[place] = clues(size, filling);
            }
        }
    });
    chosen
}

/// Withholds some clues, and now and then changes one.
fn spoil(clues: &[u64], most_withheld: usize, random: &mut Rng) -> Clues {
    let mut spoiled: Clues = clues.iter().copied().map(Some).collect();
    for _ in 0..[0, 0, 1, most_withheld / 2, most_withheld][random.usize(..5)] {
        spoiled[random.usize(..clues.len())] = None;
    }
    if random.usize(..4) == 0 {
        let changed = random.usize(..clues.len());
        spoiled[changed] = Some(random.u64(..=2 * clues[changed] + 2));
    }
    spoiled
}

fn instance(size: usize, clues: &Clues) -> Hooks {
    let token = |clue: &Option<u64>| clue.map_or(".".to_owned(), |clue| clue.to_string());
    let line = |clues: &[_]| clues.iter().map(token).collect::<Vec<_>>().join(" ");
    let (rows, columns) = clues.split_at(size);
    let text = format!("rows = '{}'\ncolumns = '{}'", line(rows), line(columns));
    read("a random instance", &text, &[]).unwrap()
}

fn assert_random_instances_agree(size: usize, instances: usize, most_withheld: usize) {
    let mut random = Rng::with_seed(size as u64);
    let fillings = random_fillings(size, instances, &mut random);
    let cases: Vec<Clues> = (0..instances)
        .map(|case| spoil(&fillings[case % fillings.len()][..2 * size], most_withheld, &mut random))
        .collect();
    let mut expected = vec![BTreeSet::new(); instances];
    for_each_filling(size, Digits::OfSize, |filling| {
        if is_legal(filling) {
            let clues = clues(size, filling);
            for (case, expected) in cases.iter().zip(&mut expected) {
                if case.iter().zip(clues).all(|(case, clue)| case.is_none_or(|it| it == clue)) {
                    expected.insert(filling.digits().collect::<Vec<u8>>());
                }
            }
        }
    });
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for (case, expected) in cases.iter().zip(expected) {
        let outcome = solve(&instance(size, case), &Limits::default());
        assert!(outcome.complete());
        let digits = |digit: &Option<u8>| digit.unwrap_or(0);
        let found: BTreeSet<Vec<u8>> =
            outcome.boards.iter().map(|board| board.values().map(digits).collect()).collect();
        assert_eq!(outcome.boards.len(), found.len(), "a board was found twice: {case:?}");
        assert_eq!(found, expected, "{case:?}");
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
    assert_random_instances_agree(2, 300, 4);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_instances_agree(3, 1000, 6);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_instances_agree(4, 300, 6);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_instances_agree(5, 20, 2);
}
