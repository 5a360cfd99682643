//! All fillings of a small square, enumerated twice for all puzzles together: once to draw boards by
//! lot, and once to find those that have the clues of instances made from them.

use std::cell::LazyCell;

use fastrand::Rng;
use nested_hooks::brute_force::for_each_filling;
use puzzle::Limits;

use crate::Digits;
use crate::cases::{Case, KINDS, Kind};

/// Calls `found` with the digits of every filling, and the kinds whose rules it keeps, apart from those
/// of clues, by their numbers.
fn for_each_legal(
    kinds: &[&Kind],
    size: usize,
    hook_digits: nested_hooks::Digits,
    mut found: impl FnMut(usize, &[u8]),
) {
    let needs_empty_cells = kinds.iter().all(|kind| kind.has_no_full_block);
    let needs_connection = kinds.iter().all(|kind| kind.is_connected);
    let mut digits = vec![0; size * size];
    for_each_filling(size, hook_digits, |filling| {
        let has_full_block = filling.has_full_block();
        if needs_empty_cells && has_full_block {
            return;
        }
        let is_connected = LazyCell::new(|| filling.is_connected());
        if needs_connection && !*is_connected {
            return;
        }
        digits.iter_mut().zip(filling.digits()).for_each(|(cell, digit)| *cell = digit);
        for (number, kind) in kinds.iter().enumerate() {
            if (!has_full_block || !kind.has_no_full_block)
                && (kind.is_legal)(size, &digits, filling.hooks())
                && (!kind.is_connected || *is_connected)
            {
                found(number, &digits);
            }
        }
    });
}

/// Compares the searches of some puzzles, whose hooks have the same digits, with all fillings, on random
/// instances of a size. Returns how many fillings were legal for each.
fn assert_agreement(kinds: &[&Kind], size: usize, cases: usize, percents: &[usize]) -> Vec<usize> {
    let hook_digits =
        if kinds[0].is_free { nested_hooks::Digits::Free } else { nested_hooks::Digits::OfSize };
    let mut random = Rng::with_seed(size as u64);

    // A board for each case, each as likely as the others.
    let mut drawn: Vec<Vec<Digits>> = vec![Vec::new(); kinds.len()];
    let mut legal = vec![0; kinds.len()];
    for_each_legal(kinds, size, hook_digits, |kind, digits| {
        legal[kind] += 1;
        let place = random.usize(..legal[kind]);
        if drawn[kind].len() < cases {
            drawn[kind].push(digits.to_vec());
        } else if place < cases {
            drawn[kind][place].copy_from_slice(digits);
        }
    });

    let mut instances: Vec<(Vec<Case>, Vec<Vec<Digits>>)> = kinds
        .iter()
        .zip(&drawn)
        .map(|(kind, drawn)| {
            let case = |case: usize| {
                let board = drawn.get(case % drawn.len().max(1))?;
                let percent = percents[random.usize(..percents.len())];
                let is_spoiled = random.usize(..4) == 0;
                Some((kind.case)(size, board, percent, is_spoiled, &mut random))
            };
            let cases: Vec<Case> = (0..cases).map_while(case).collect();
            let expected = vec![Vec::new(); cases.len()];
            (cases, expected)
        })
        .collect();
    for_each_legal(kinds, size, hook_digits, |kind, digits| {
        let (cases, expected) = &mut instances[kind];
        for (case, expected) in cases.iter().zip(expected) {
            if (case.fits)(digits) {
                expected.push(digits.to_vec());
            }
        }
    });

    for (kind, (cases, expected)) in kinds.iter().zip(instances) {
        let mut solutions = [0; 3];
        for (case, mut expected) in cases.iter().zip(expected) {
            // Hooks with free digits may fit a board in several ways.
            expected.sort_unstable();
            expected.dedup();
            let (found, is_complete) = (kind.search)(&case.text, &Limits::default());
            assert!(is_complete);
            assert!(
                found == expected,
                "{} finds {} of {} boards: {}",
                kind.name,
                found.len(),
                expected.len(),
                case.text
            );
            solutions[found.len().min(2)] += 1;
        }
        if cases.len() >= 60 {
            // Each board of size 2 has a twin in Hooks #4: 2 x 1 is worth as much as a 2.
            let has_no_twins = (kind.name, size) != ("hooks-4", 2);
            let least = cases.len() / 60;
            assert!(
                solutions[0] >= least
                    && (solutions[1] >= least || !has_no_twins)
                    && solutions[2] >= least,
                "{}: instances without a solution, with one, with several: {solutions:?}",
                kind.name
            );
        }
    }
    legal
}

fn kinds(is_free: bool) -> Vec<&'static Kind> {
    KINDS.iter().filter(|kind| kind.is_free == is_free).collect()
}

#[test]
fn random_instances_of_size_2_agree() {
    assert_agreement(&kinds(false), 2, 200, &[0, 25, 50, 100]);
    assert_agreement(&kinds(true), 2, 200, &[0, 25, 50, 100]);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_agreement(&kinds(false), 3, 500, &[0, 25, 50, 100]);
    assert_agreement(&kinds(true), 3, 500, &[0, 25, 50, 100]);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_agreement(&kinds(false), 4, 60, &[30, 60, 100]);
    assert_agreement(&kinds(true), 4, 60, &[30, 60, 100]);
}

#[test]
fn random_instances_of_size_5_agree() {
    // All 33,868,800 fillings are too many clues to find sums of; Hooks has the search of Hooks #2.
    let (fixed, connected): (Vec<_>, Vec<_>) = kinds(false)
        .into_iter()
        .filter(|kind| kind.name != "hooks-2")
        .partition(|kind| !kind.is_connected);
    assert_eq!(assert_agreement(&fixed, 5, 20, &[70, 100]), [2 * 66_150]);
    let legal = assert_agreement(&connected, 5, 8, &[70, 100]);
    assert_eq!(legal[2], 601_512, "Hooks #5: connected, and no block full");
}

#[test]
fn digits_of_their_size_leave_one_way_to_cut_the_hooks() {
    for (size, boards) in [(1, 1), (2, 12), (3, 168), (4, 6288)] {
        let found = fillings_and_boards(size, nested_hooks::Digits::OfSize);
        assert_eq!(found, (boards, boards), "size {size}");
    }
}

#[test]
fn free_digits_may_leave_several_ways_to_cut_the_hooks() {
    assert_eq!(fillings_and_boards(4, nested_hooks::Digits::Free), (10_752, 10_536));
}

/// How many fillings of a size are connected without a full block, and how many boards they make.
fn fillings_and_boards(size: usize, digits: nested_hooks::Digits) -> (usize, usize) {
    let mut boards: Vec<Digits> = Vec::new();
    for_each_filling(size, digits, |filling| {
        if !filling.has_full_block() && filling.is_connected() {
            boards.push(filling.digits().collect());
        }
    });
    let fillings = boards.len();
    boards.sort_unstable();
    boards.dedup();
    (fillings, boards.len())
}
