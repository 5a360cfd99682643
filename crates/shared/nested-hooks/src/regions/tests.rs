//! The search against every filling of a small square: what breaks a rule, read off literally, is
//! thrown away.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use anyhow::Result;
use fastrand::Rng;
use grid_utils::Grid;
use puzzle::{Limits, Puzzle, Search, Stop, read, solve};
use serde::Deserialize;

use super::EqualSums;
use super::layout::Layout;
use super::search::search_with;
use crate::brute_force::for_each_filling;
use crate::{Board, Digits, check};

/// The digits in reading order, 0 for an empty cell.
type Filling = Vec<u8>;

/// What keeps all rules of a size but those of regions and givens, each board once.
fn all_fillings(size: usize, digits: Digits) -> BTreeSet<Filling> {
    let mut fillings = BTreeSet::new();
    for_each_filling(size, digits, |filling| {
        if !filling.has_full_block() && filling.is_connected() {
            fillings.insert(filling.digits().collect());
        }
    });
    fillings
}

/// A random instance.
struct Case {
    regions: Vec<usize>,
    /// 0 for a cell that is not given.
    givens: Vec<u8>,
    region_sum: u64,
}

impl Case {
    fn is_kept_by(&self, filling: &[u8]) -> bool {
        let mut sums = [None; 25];
        for (cell, &digit) in filling.iter().enumerate() {
            if self.givens[cell] != 0 && self.givens[cell] != digit {
                return false;
            }
            *sums[self.regions[cell]].get_or_insert(0) += u64::from(digit);
        }
        sums.into_iter().flatten().all(|sum| sum == self.region_sum)
    }

    fn text(&self, size: usize) -> String {
        let regions = Grid::from_fn(size, size, |at| self.regions[at.row * size + at.column]);
        let givens = Grid::from_fn(size, size, |at| {
            Some(self.givens[at.row * size + at.column]).filter(|&digit| digit > 0)
        });
        let sum = self.region_sum;
        format!("region_sum = {sum}\nregions = '''\n{regions}'''\ngivens = '''\n{givens}'''")
    }
}

/// An instance whose digits may be free, whose plans hook by hook end after so many nodes, and
/// whose sets of cells have a given width.
#[derive(Debug, Deserialize)]
struct With<const FREE: bool, const PATIENCE: u32, const WORDS: usize>(EqualSums);

impl<const FREE: bool, const PATIENCE: u32, const WORDS: usize> With<FREE, PATIENCE, WORDS> {
    const DIGITS: Digits = if FREE { Digits::Free } else { Digits::OfSize };
}

impl<const FREE: bool, const PATIENCE: u32, const WORDS: usize> Puzzle
    for With<FREE, PATIENCE, WORDS>
{
    const DISTINCT: bool = !FREE;
    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.0.validate(20)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        match Layout::new(&self.0, Self::DIGITS) {
            Some(layout) => search_with::<WORDS>(&layout, PATIENCE, search),
            None => ControlFlow::Continue(()),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.0.size())?;
        check::digits(board)?;
        check::hooks(board, Self::DIGITS)?;
        check::connected(board)?;
        check::blocks(board)?;
        self.0.check(board)?;
        check::givens(board, &self.0.givens)
    }

    fn answer(&self, board: &Board) -> String {
        crate::answer(board)
    }
}

/// Solves the case in every way; returns the number of solutions.
fn assert_agreement(
    size: usize,
    digits: Digits,
    case: &Case,
    fillings: &BTreeSet<Filling>,
) -> usize {
    let expected: Vec<&Filling> =
        fillings.iter().filter(|filling| case.is_kept_by(filling)).collect();
    let text = case.text(size);
    match digits {
        Digits::OfSize => {
            assert_solutions::<With<false, 500, 1>>(&text, &expected);
            if expected.len() <= 10_000 {
                assert_solutions::<With<false, { u32::MAX }, 4>>(&text, &expected);
                assert_solutions::<With<false, 8, 2>>(&text, &expected);
                assert_solutions::<With<false, 0, 1>>(&text, &expected);
            }
        }
        Digits::Free => {
            assert_solutions::<With<true, 0, 1>>(&text, &expected);
            if expected.len() <= 10_000 {
                assert_solutions::<With<true, 0, 2>>(&text, &expected);
            }
        }
    }
    expected.len()
}

fn assert_solutions<P: Puzzle<Board = Board>>(text: &str, expected: &[&Filling]) {
    let puzzle: P = read("a random instance", text, &[]).unwrap();
    let outcome = solve(&puzzle, &Limits::default());
    assert!(outcome.complete());
    // A sample is enough where there are hundreds of thousands.
    for board in outcome.boards.iter().step_by(1 + outcome.boards.len() / 50) {
        puzzle.check(board).unwrap();
    }
    let filling =
        |board: &Board| board.values().map(|digit| digit.unwrap_or(0)).collect::<Filling>();
    let mut found: Vec<Filling> = outcome.boards.iter().map(filling).collect();
    found.sort_unstable();
    assert!(found.iter().eq(expected.iter().copied()), "{text}");
}

fn random_case(size: usize, filling: &[u8], random: &mut Rng) -> Case {
    let total: usize = (1..=size).map(|digit| digit * digit).sum();
    let divisors: Vec<usize> =
        (1..=size * size).filter(|regions| total.is_multiple_of(*regions)).collect();
    let regions = divisors[random.usize(..divisors.len())];
    let labels = (0..20).find_map(|_| equal_regions(filling, regions, random));
    let region_sum =
        if random.usize(..20) == 0 { random.usize(..total + 2) } else { total / regions };
    Case {
        regions: labels
            .unwrap_or_else(|| filling.iter().map(|_| random.usize(..regions)).collect()),
        givens: some_givens(size, filling, random),
        region_sum: region_sum as u64,
    }
}

/// Regions that share the digits equally, if the luck of the draw is good.
fn equal_regions(filling: &[u8], regions: usize, random: &mut Rng) -> Option<Vec<usize>> {
    let total: usize = filling.iter().map(|&digit| usize::from(digit)).sum();
    let mut room = vec![total / regions; regions];
    let mut labels: Vec<usize> = filling.iter().map(|_| random.usize(..regions)).collect();
    let mut cells: Vec<usize> = (0..filling.len()).filter(|&cell| filling[cell] > 0).collect();
    cells.sort_by_cached_key(|&cell| (u8::MAX - filling[cell], random.usize(..1000)));
    for cell in cells {
        let digit = usize::from(filling[cell]);
        let fitting: Vec<usize> = (0..regions).filter(|&region| room[region] >= digit).collect();
        let region = *fitting.get(random.usize(..fitting.len().max(1)))?;
        room[region] -= digit;
        labels[cell] = region;
    }
    Some(labels)
}

/// Keeps some digits; now and then one of them becomes another.
fn some_givens(size: usize, filling: &[u8], random: &mut Rng) -> Vec<u8> {
    let percent = [0, 0, 5, 15, 40, 100][random.usize(..6)];
    let mut givens: Vec<u8> = filling
        .iter()
        .map(|&digit| if random.usize(..100) < percent { digit } else { 0 })
        .collect();
    if random.usize(..4) == 0 {
        givens[random.usize(..size * size)] = 1 + random.usize(..size) as u8;
    }
    givens
}

fn assert_random_cases_agree(size: usize, digits: Digits, boards: usize, cases: usize) {
    let fillings = all_fillings(size, digits);
    assert_eq!(fillings.len(), boards);
    let listed: Vec<&Filling> = fillings.iter().collect();
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..cases {
        let case = random_case(size, listed[random.usize(..listed.len())], &mut random);
        match assert_agreement(size, digits, &case, &fillings) {
            0 => unsolvable += 1,
            1 => unique += 1,
            _ => several += 1,
        }
    }
    let least = cases / 20;
    assert!(
        unsolvable > least && unique > least && several > least,
        "{unsolvable} cases without a solution, {unique} with one, {several} with several"
    );
}

#[test]
fn random_instances_of_size_2_agree() {
    assert_random_cases_agree(2, Digits::OfSize, 12, 500);
    assert_random_cases_agree(2, Digits::Free, 12, 500);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_cases_agree(3, Digits::OfSize, 168, 3000);
    assert_random_cases_agree(3, Digits::Free, 168, 3000);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_cases_agree(4, Digits::OfSize, 6288, 2000);
    assert_random_cases_agree(4, Digits::Free, 10_536, 2000);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_cases_agree(5, Digits::OfSize, 601_512, 16);
}

/// How many fillings of a size keep all rules but those of regions and givens, and how many boards
/// they make.
fn fillings_and_boards(size: usize, digits: Digits) -> (usize, usize) {
    let mut fillings = 0;
    for_each_filling(size, digits, |filling| {
        fillings += usize::from(!filling.has_full_block() && filling.is_connected());
    });
    (fillings, all_fillings(size, digits).len())
}

#[test]
fn digits_of_their_size_leave_one_way_to_cut_the_hooks() {
    for size in 1..=4 {
        let (fillings, boards) = fillings_and_boards(size, Digits::OfSize);
        assert_eq!(fillings, boards, "size {size}");
    }
}

#[test]
fn free_digits_may_leave_several_ways_to_cut_the_hooks() {
    assert_eq!(fillings_and_boards(4, Digits::Free), (10_752, 10_536));
}
