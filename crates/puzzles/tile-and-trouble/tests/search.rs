//! The search against one that tries everything, and what it costs.
#![allow(clippy::cast_possible_wrap)]

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fastrand::Rng;
use grid_utils::Cell;
use puzzle::{Limits, Puzzle, Stop};
use tile_and_trouble::{Board, Side, TileAndTrouble};

type Sums = (Vec<i64>, Vec<i64>);

/// Every way to lay tiles on a grid, by the sums that it makes: cell by cell in reading order, each
/// stays uncovered or becomes the top left corner of a tile.
struct Tilings {
    rows: usize,
    columns: usize,
    sides: Vec<usize>,
    by_sums: HashMap<Sums, BTreeSet<String>>,
}

/// The side that stands in cells that stay uncovered while the rest is laid.
const UNCOVERED: usize = usize::MAX;

impl Tilings {
    fn of(rows: usize, columns: usize) -> Self {
        let sides = vec![0; rows * columns];
        let mut tilings = Tilings { rows, columns, sides, by_sums: HashMap::new() };
        tilings.lay(0);
        tilings
    }

    fn lay(&mut self, index: usize) {
        if index == self.sides.len() {
            let (sums, board) = self.read_off();
            assert!(self.by_sums.entry(sums).or_default().insert(board), "no board comes twice");
            return;
        }
        if self.sides[index] != 0 {
            return self.lay(index + 1);
        }
        self.sides[index] = UNCOVERED;
        self.lay(index + 1);
        self.sides[index] = 0;
        let (row, column) = (index / self.columns, index % self.columns);
        for side in 1..=(self.rows - row).min(self.columns - column) {
            let tile: Vec<usize> = (row..row + side)
                .flat_map(|row| (column..column + side).map(move |column| (row, column)))
                .map(|(row, column)| row * self.columns + column)
                .collect();
            if tile.iter().all(|&cell| self.sides[cell] == 0) {
                self.fill(&tile, side);
                self.lay(index + 1);
                self.fill(&tile, 0);
            }
        }
    }

    fn fill(&mut self, tile: &[usize], side: usize) {
        for &cell in tile {
            self.sides[cell] = side;
        }
    }

    fn read_off(&self) -> (Sums, String) {
        let points = |row: usize, column: usize| match self.sides[row * self.columns + column] {
            UNCOVERED => 0,
            side => side,
        };
        let (rows, columns) = (0..self.rows, 0..self.columns);
        let row = |row| columns.clone().map(|column| points(row, column)).sum::<usize>() as i64;
        let column = |column| rows.clone().map(|row| points(row, column)).sum::<usize>() as i64;
        let sums = (rows.clone().map(row).collect(), columns.clone().map(column).collect());
        let board = Board::from_fn(self.rows, self.columns, |cell| {
            Side::new(points(cell.row, cell.column))
        });
        (sums, board.to_string())
    }

    /// Compares with the crate's search.
    fn compare(&self, rows: Vec<i64>, columns: Vec<i64>) -> usize {
        let sums = (rows, columns);
        let none = BTreeSet::new();
        let expected = self.by_sums.get(&sums).unwrap_or(&none);
        let puzzle = TileAndTrouble { rows: sums.0.into(), columns: sums.1.into() };
        puzzle.validate().unwrap();
        let outcome = puzzle::solve(&puzzle, &Limits::default());
        assert!(outcome.complete(), "{puzzle:?}");
        for board in &outcome.boards {
            puzzle.check(board).unwrap();
        }
        let found: BTreeSet<String> = outcome.boards.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), outcome.boards.len(), "{puzzle:?}: a board came twice");
        assert_eq!(&found, expected, "{puzzle:?}");
        found.len()
    }
}

#[test]
fn every_possible_sum_of_tiny_grids_has_the_same_solutions() {
    let (mut instances, mut several) = (0, 0);
    for (rows, columns) in
        [(1, 1), (1, 5), (6, 1), (2, 2), (2, 3), (4, 2), (2, 5), (3, 3), (3, 4), (4, 3)]
    {
        let tilings = Tilings::of(rows, columns);
        for (row_sums, column_sums) in tilings.by_sums.keys() {
            let solutions = tilings.compare(row_sums.clone(), column_sums.clone());
            instances += 1;
            several += usize::from(solutions > 1);
        }
    }
    assert!(instances > 2000 && several > 1000, "{several} of {instances}");
}

#[test]
fn every_tiling_with_the_sums_that_are_known_is_a_solution() {
    let mut random = Rng::with_seed(1912);
    for (rows, columns) in [(2, 3), (3, 3), (3, 4)] {
        let tilings = Tilings::of(rows, columns);
        let mut possible: Vec<&Sums> = tilings.by_sums.keys().collect();
        possible.sort();
        for _ in 0..100 {
            let sums = possible[random.usize(..possible.len())];
            let mut known = |sums: &[i64]| -> Vec<Option<i64>> {
                sums.iter().map(|&sum| (random.u8(..4) > 0).then_some(sum)).collect()
            };
            let (row_sums, column_sums) = (known(&sums.0), known(&sums.1));
            let fits = |known: &[Option<i64>], sums: &[i64]| {
                known.iter().zip(sums).all(|(known, sum)| known.is_none_or(|known| known == *sum))
            };
            let expected: BTreeSet<&String> = tilings
                .by_sums
                .iter()
                .filter(|(sums, _)| fits(&row_sums, &sums.0) && fits(&column_sums, &sums.1))
                .flat_map(|(_, boards)| boards)
                .collect();
            let (rows, columns) =
                (row_sums.into_iter().collect(), column_sums.into_iter().collect());
            let puzzle = TileAndTrouble { rows, columns };
            let outcome = puzzle::solve(&puzzle, &Limits::default());
            assert!(outcome.complete(), "{puzzle:?}");
            let found: Vec<String> = outcome.boards.iter().map(ToString::to_string).collect();
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected, "{puzzle:?}");
        }
    }
}

/// Grids of all sizes that the search treats differently.
#[test]
fn lines_of_sum_0_around_a_grid_change_nothing_but_its_place() {
    let mut random = Rng::with_seed(2005);
    let tilings = Tilings::of(4, 3);
    let mut possible: Vec<&Sums> = tilings.by_sums.keys().collect();
    possible.sort();
    for (rows, columns) in
        [(4, 16), (8, 8), (12, 12), (14, 14), (16, 16), (20, 20), (4, 32), (32, 5), (32, 32)]
    {
        for _ in 0..200 {
            let sums = possible[random.usize(..possible.len())];
            let (above, left) = (random.usize(..rows - 3), random.usize(..columns - 2));
            let (mut row_sums, mut column_sums) = (vec![0; rows], vec![0; columns]);
            row_sums[above..above + 4].copy_from_slice(&sums.0);
            column_sums[left..left + 3].copy_from_slice(&sums.1);
            let puzzle = TileAndTrouble { rows: row_sums.into(), columns: column_sums.into() };
            let outcome = puzzle::solve(&puzzle, &Limits::default());
            assert!(outcome.complete());
            let found: BTreeSet<String> = outcome
                .boards
                .iter()
                .map(|board| {
                    puzzle.check(board).unwrap();
                    let cut_out =
                        |cell: Cell| board[Cell::new(above + cell.row, left + cell.column)];
                    Board::from_fn(4, 3, cut_out).to_string()
                })
                .collect();
            assert_eq!(found.len(), outcome.boards.len());
            assert_eq!(found, tilings.by_sums[sums], "{puzzle:?}");
        }
    }
}

/// A grid too large for all tilings: these sums of 0s and 1s leave 1-tiles alone, as many as there
/// are matrices of zeros and ones with such rows and columns.
#[test]
fn fillings_with_1_tiles_are_counted_exactly() {
    let count = |rows: &[i64], columns: &[i64]| {
        let puzzle =
            TileAndTrouble { rows: rows.to_vec().into(), columns: columns.to_vec().into() };
        let outcome = puzzle::count(&puzzle, &Limits::default());
        assert!(outcome.complete());
        outcome.solutions
    };
    assert_eq!(count(&[1; 7], &[1; 7]), 5040);
    assert_eq!(count(&[2; 6], &[2; 6]), 67_950);
    assert_eq!(count(&[3; 5], &[3; 5]), 2040, "the complements of rows and columns of 2");
    assert_eq!(count(&[0, 3, 3, 0, 1, 1], &[2, 2, 2, 2]), 4 + 12 * 2);
}

#[test]
fn the_published_instance_takes_the_nodes_that_the_header_tells() {
    let outcome = puzzle::solve(&tile_and_trouble::published(), &Limits::default());
    assert!(outcome.complete());
    assert_eq!((outcome.solutions, outcome.nodes), (1, 45));
}

#[test]
fn an_answer_beyond_128_bits_is_given_by_its_factors() {
    // 16 rows with ten pairs of uncovered cells each, and full rows between them.
    let (pairs, full) = ([". . 1"; 10].join(" "), ["1"; 30].join(" "));
    let rows: Vec<&str> = (0..31).map(|row| if row % 2 == 0 { &*pairs } else { &full }).collect();
    let any = TileAndTrouble { rows: vec![0].into(), columns: vec![0].into() };
    let answer = any.answer(&rows.join("\n").parse().unwrap());
    assert_eq!(answer, ["2"; 160].join(" x "));
}

#[test]
fn endless_searches_stop_in_time() {
    for (sum, size) in [(2, 14), (37, 14), (3, 20), (57, 20), (61, 32), (16, 32)] {
        let puzzle =
            TileAndTrouble { rows: vec![sum; size].into(), columns: vec![sum; size].into() };
        let timeout = Duration::from_millis(50);
        let start = Instant::now();
        let limits = Limits { timeout: Some(timeout), ..Limits::default() };
        let outcome = puzzle::solve_each(&puzzle, &limits, |_| ControlFlow::Continue(()));
        assert_eq!(outcome.stopped, Some(Stop::Timeout), "{sum}, {size}");
        assert!(start.elapsed() < 20 * timeout, "{sum}, {size}: {:?}", start.elapsed());
    }
}
