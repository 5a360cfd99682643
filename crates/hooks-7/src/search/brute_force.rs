//! The search against a plain enumeration that reads the rules literally: every partition into
//! hooks and every choice of cells is tried, and what breaks a rule is thrown away.

use std::collections::BTreeSet;

use fastrand::Rng;
use grid_utils::Grid;
use puzzle::{Limits, Puzzle, read, solve};
use serde::Deserialize;

use super::*;

/// A partition into hooks and the cells that are filled.
struct Filling {
    /// The size of each cell's hook, in reading order.
    sizes: Vec<u8>,
    filled: u32,
}

impl Filling {
    /// The digits, in reading order, 0 for an empty cell.
    fn digits(&self) -> impl Iterator<Item = u8> {
        let digit = |(cell, &size)| if self.filled >> cell & 1 == 1 { size } else { 0 };
        self.sizes.iter().enumerate().map(digit)
    }

    /// The digits as one number, three bits each.
    fn code(&self) -> u128 {
        self.digits().fold(0, |code, digit| code << 3 | u128::from(digit))
    }
}

/// What keeps all rules of a size but those of regions and givens, in the order of the codes.
fn all_fillings(size: usize) -> Vec<Filling> {
    let mut fillings = Vec::new();
    for corners in 0..4_usize.pow(size as u32 - 1) {
        let sizes = partition(size, corners);
        choose(&sizes, size, 0, &mut |filled| {
            if !has_full_block(size, filled) && is_connected(size, filled) {
                fillings.push(Filling { sizes: sizes.clone(), filled });
            }
        });
    }
    fillings.sort_by_cached_key(Filling::code);
    fillings
}

/// The size of each cell's hook; two bits of `corners` are the corner of each hook from size 2 on.
fn partition(size: usize, corners: usize) -> Vec<u8> {
    let mut sizes = vec![1; size * size];
    let (mut top, mut left) = (0, 0);
    for hook in (2..=size).rev() {
        let corner = corners >> (2 * (hook - 2));
        let (is_bottom, is_right) = (corner & 1, corner >> 1 & 1);
        for step in 0..hook {
            sizes[(top + is_bottom * (hook - 1)) * size + left + step] = hook as u8;
            sizes[(top + step) * size + left + is_right * (hook - 1)] = hook as u8;
        }
        (top, left) = (top + 1 - is_bottom, left + 1 - is_right);
    }
    sizes
}

/// Chooses `hook` cells of the hook of this size, and so on with all smaller ones.
fn choose(sizes: &[u8], hook: usize, filled: u32, found: &mut impl FnMut(u32)) {
    if hook == 0 {
        return found(filled);
    }
    let cells: Vec<usize> =
        (0..sizes.len()).filter(|&cell| usize::from(sizes[cell]) == hook).collect();
    for chosen in 0_u32..1 << cells.len() {
        if chosen.count_ones() as usize == hook {
            let bits = cells.iter().enumerate().map(|(bit, cell)| (chosen >> bit & 1) << cell);
            choose(sizes, hook - 1, filled | bits.fold(0, |a, b| a | b), found);
        }
    }
}

fn has_full_block(size: usize, filled: u32) -> bool {
    let block = 0b11 | 0b11 << size;
    (0..size - 1).any(|row| {
        (0..size - 1).any(|column| {
            let block = block << (row * size + column);
            filled & block == block
        })
    })
}

fn is_connected(size: usize, filled: u32) -> bool {
    let first_column = (0..size).fold(0, |column, row| column | 1 << (row * size));
    let last_column = first_column << (size - 1);
    let mut reached = filled & filled.wrapping_neg();
    loop {
        let sideways = (reached & !last_column) << 1 | (reached & !first_column) >> 1;
        let next = (reached | sideways | reached << size | reached >> size) & filled;
        if next == reached {
            return reached == filled;
        }
        reached = next;
    }
}

/// A random instance.
struct Case {
    regions: Vec<usize>,
    /// 0 for a cell that is not given.
    givens: Vec<u8>,
    region_sum: u64,
}

impl Case {
    fn is_kept_by(&self, filling: &Filling) -> bool {
        let mut sums = [None; 25];
        for (cell, digit) in filling.digits().enumerate() {
            if self.givens[cell] != 0 && self.givens[cell] != digit {
                return false;
            }
            *sums[self.regions[cell]].get_or_insert(0) += u64::from(digit);
        }
        sums.into_iter().flatten().all(|sum| sum == self.region_sum)
    }

    fn hooks(&self, size: usize) -> Hooks {
        let regions = Grid::from_fn(size, size, |at| self.regions[at.row * size + at.column]);
        let givens = Grid::from_fn(size, size, |at| {
            Some(self.givens[at.row * size + at.column]).filter(|&digit| digit > 0)
        });
        let sum = self.region_sum;
        let text =
            format!("region_sum = {sum}\nregions = '''\n{regions}'''\ngivens = '''\n{givens}'''");
        read("a random instance", &text, &[]).unwrap()
    }
}

/// An instance whose search loses its patience at a given moment, with sets of a given width.
#[derive(Debug, Deserialize)]
struct With<const PATIENCE: u32, const WORDS: usize>(Hooks);

impl<const PATIENCE: u32, const WORDS: usize> Puzzle for With<PATIENCE, WORDS> {
    const PUBLISHED: &'static str = Hooks::PUBLISHED;
    const DISTINCT: bool = Hooks::DISTINCT;
    type Board = Board;

    fn validate(&self) -> anyhow::Result<()> {
        self.0.validate()
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        match Layout::new(&self.0) {
            Some(layout) => search_with::<WORDS>(&layout, PATIENCE, search),
            None => ControlFlow::Continue(()),
        }
    }

    fn check(&self, board: &Board) -> anyhow::Result<()> {
        self.0.check(board)
    }

    fn answer(&self, board: &Board) -> String {
        self.0.answer(board)
    }
}

/// Solves the case in every way; returns the number of solutions.
fn assert_agreement(size: usize, case: &Case, fillings: &[Filling]) -> usize {
    let expected: Vec<u128> =
        fillings.iter().filter(|filling| case.is_kept_by(filling)).map(Filling::code).collect();
    let hooks = case.hooks(size);
    assert_solutions(&hooks, &expected);
    if expected.len() > 10_000 {
        return expected.len();
    }
    assert_solutions(&With::<{ u32::MAX }, 4>(hooks.clone()), &expected);
    assert_solutions(&With::<8, 2>(hooks.clone()), &expected);
    assert_solutions(&With::<0, 1>(hooks), &expected);
    expected.len()
}

fn assert_solutions<P: Puzzle<Board = Board> + std::fmt::Debug>(puzzle: &P, expected: &[u128]) {
    let outcome = solve(puzzle, &Limits::default());
    assert!(outcome.complete());
    // A sample is enough where there are hundreds of thousands.
    for board in outcome.boards.iter().step_by(1 + outcome.boards.len() / 50) {
        puzzle.check(board).unwrap();
    }
    let code = |board: &Board| {
        board.values().fold(0, |code, digit| code << 3 | u128::from(digit.unwrap_or(0)))
    };
    let mut found: Vec<u128> = outcome.boards.iter().map(code).collect();
    found.sort_unstable();
    assert_eq!(found, expected, "{puzzle:?}");
}

fn random_case(size: usize, fillings: &[Filling], random: &mut Rng) -> Case {
    let digits: Vec<u8> = fillings[random.usize(..fillings.len())].digits().collect();
    let total: usize = (1..=size).map(|hook| hook * hook).sum();
    let divisors: Vec<usize> =
        (1..=size * size).filter(|regions| total.is_multiple_of(*regions)).collect();
    let regions = divisors[random.usize(..divisors.len())];
    let labels = (0..20).find_map(|_| equal_regions(&digits, regions, random));
    let region_sum =
        if random.usize(..20) == 0 { random.usize(..total + 2) } else { total / regions };
    Case {
        regions: labels.unwrap_or_else(|| digits.iter().map(|_| random.usize(..regions)).collect()),
        givens: some_givens(size, &digits, random),
        region_sum: region_sum as u64,
    }
}

/// Regions that share the digits equally, if the luck of the draw is good.
fn equal_regions(digits: &[u8], regions: usize, random: &mut Rng) -> Option<Vec<usize>> {
    let total: usize = digits.iter().map(|&digit| usize::from(digit)).sum();
    let mut room = vec![total / regions; regions];
    let mut labels: Vec<usize> = digits.iter().map(|_| random.usize(..regions)).collect();
    let mut cells: Vec<usize> = (0..digits.len()).filter(|&cell| digits[cell] > 0).collect();
    cells.sort_by_cached_key(|&cell| (u8::MAX - digits[cell], random.usize(..1000)));
    for cell in cells {
        let digit = usize::from(digits[cell]);
        let fitting: Vec<usize> = (0..regions).filter(|&region| room[region] >= digit).collect();
        let region = *fitting.get(random.usize(..fitting.len().max(1)))?;
        room[region] -= digit;
        labels[cell] = region;
    }
    Some(labels)
}

/// Keeps some digits; now and then one of them becomes another.
fn some_givens(size: usize, digits: &[u8], random: &mut Rng) -> Vec<u8> {
    let percent = [0, 0, 5, 15, 40, 100][random.usize(..6)];
    let mut givens: Vec<u8> =
        digits.iter().map(|&digit| if random.usize(..100) < percent { digit } else { 0 }).collect();
    if random.usize(..4) == 0 {
        givens[random.usize(..size * size)] = 1 + random.usize(..size) as u8;
    }
    givens
}

fn assert_random_cases_agree(size: usize, boards: usize, cases: usize) {
    let fillings = all_fillings(size);
    let codes: BTreeSet<u128> = fillings.iter().map(Filling::code).collect();
    assert_eq!(codes.len(), boards);
    assert_eq!(codes.len(), fillings.len(), "no two partitions share their digits");
    let mut random = Rng::with_seed(size as u64);
    let (mut unsolvable, mut unique, mut several) = (0, 0, 0);
    for _ in 0..cases {
        match assert_agreement(size, &random_case(size, &fillings, &mut random), &fillings) {
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
    assert_random_cases_agree(2, 12, 500);
}

#[test]
fn random_instances_of_size_3_agree() {
    assert_random_cases_agree(3, 168, 3000);
}

#[test]
fn random_instances_of_size_4_agree() {
    assert_random_cases_agree(4, 6288, 2000);
}

#[test]
fn random_instances_of_size_5_agree() {
    assert_random_cases_agree(5, 601_512, 16);
}
