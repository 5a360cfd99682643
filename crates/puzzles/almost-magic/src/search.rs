//! Budgets, and the plain search: one square after the other.

use std::collections::HashMap;

use puzzle::prelude::*;

use crate::squares::{MagicSquare, Numbers, bit, least_others, squares};
use crate::{AlmostMagic, cells, ring};

/// The first budget is the sum of the smallest different numbers plus this.
const FIRST_SLACK: i32 = 32;

/// A figure that is being filled.
pub(crate) struct Filling {
    pub(crate) board: Board,
    /// The numbers in use.
    pub(crate) set: Numbers,
    pub(crate) sum: i32,
    /// The number of cells of the figure.
    pub(crate) cells: i32,
    /// The upper bound of the sum of all numbers.
    pub(crate) budget: i32,
}

impl Filling {
    /// Returns the board with more squares, each given with its cells.
    pub(crate) fn with<'s>(
        &self,
        squares: impl IntoIterator<Item = (&'s [Cell; 9], &'s MagicSquare)>,
    ) -> Board {
        let mut board = self.board.clone();
        for (cells, square) in squares {
            for (&cell, &number) in cells.iter().zip(&square.numbers) {
                board[cell] = Some(number.into());
            }
        }
        board
    }

    /// Adds a square from each of the lists.
    fn add_squares(&mut self, depth: usize, lists: &[Lists], search: &mut Search) -> Flow {
        search.visit(depth, || self.board.clone())?;
        let Some((Lists { cells, shared, squares }, lists)) = lists.split_first() else {
            // From now on, the sum has to be smaller.
            self.budget = self.sum - 1;
            return search.solution(self.board.clone());
        };
        // The numbers in the cells that belong to earlier squares are known: only squares with them
        // fit.
        let number = |&place: &usize| self.board[cells[place]]?.try_into().ok();
        let known: Option<Vec<u8>> = shared.iter().map(number).collect();
        let fitting = known.and_then(|known| squares.get(&known));
        let (before, set, sum) = (self.board.clone(), self.set, self.sum);
        for &square in fitting.into_iter().flatten() {
            // Other numbers may not occur twice, and those that are missing must stay within the
            // budget.
            let known = shared.iter().map(|&place| square.at(place));
            let sum = sum + square.sum - known.clone().sum::<i32>();
            let all = set | square.set;
            let open = self.cells - all.count_ones().cast_signed();
            let is_new = set & square.set == known.fold(0, |known, number| known | bit(number));
            if is_new && sum + least_others(all, open) <= self.budget {
                self.board = self.with([(cells, square)]);
                (self.set, self.sum) = (all, sum);
                self.add_squares(depth + 1, lists, search)?;
            }
        }
        (self.board, self.set, self.sum) = (before, set, sum);
        Flow::Continue(())
    }
}

/// Searches with ever larger budgets until there is a filling, which is then optimal. A ring is
/// searched with its own shortcuts unless they are switched off.
pub(crate) fn search(puzzle: &AlmostMagic, search: &mut Search) -> Flow {
    let ring = ring::turn(&puzzle.corners).filter(|_| search.strategy() == 0);
    let cells = puzzle.figure().len().try_into().expect("a figure has at most 28 cells");
    let (rows, columns) = puzzle.frame();
    let mut slack = FIRST_SLACK;
    while search.solutions() == 0 {
        let budget = least_others(0, cells) + slack;
        let squares = squares(budget, cells - 9, search)?;
        let board = Board::Grid(Grid::filled(rows, columns, None));
        let mut filling = Filling { board, set: 0, sum: 0, cells, budget };
        if let Some(corners) = &ring {
            ring::search(corners, &squares, &mut filling, search)?;
        } else {
            let mut lists = Vec::new();
            for (place, &corner) in puzzle.corners.iter().enumerate() {
                search.poll()?;
                lists.push(Lists::new(corner, &puzzle.corners[..place], &squares));
            }
            filling.add_squares(0, &lists, search)?;
        }
        slack *= 2;
    }
    Flow::Continue(())
}

/// The squares for a corner, by the numbers that they share with those at the corners before.
struct Lists<'s> {
    cells: [Cell; 9],
    /// The places of the cells that belong to earlier squares, too.
    shared: Vec<usize>,
    squares: HashMap<Vec<u8>, Vec<&'s MagicSquare>>,
}

impl<'s> Lists<'s> {
    fn new(corner: Cell, before: &[Cell], squares: &'s [MagicSquare]) -> Self {
        let (cells, before) = (cells(corner), before.iter().map(|&corner| cells(corner)));
        let before = before.flatten().collect_vec();
        let shared = cells.iter().positions(|cell| before.contains(cell)).collect_vec();
        let numbers = |square: &&MagicSquare| -> Vec<u8> {
            shared.iter().map(|&place| square.numbers[place]).collect()
        };
        let squares = squares.iter().into_group_map_by(numbers);
        Lists { cells, shared, squares }
    }
}
