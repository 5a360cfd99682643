//! Budgets, and the plain search: one square after the other.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grid_utils::{Cell, Grid};
use itertools::Itertools;
use puzzle::{Search, Stop};

use crate::squares::{Numbers, Square, least_others, squares};
use crate::{AlmostMagic, Board, cells, ring};

/// The first budget is so much above the sum of the smallest different numbers.
const FIRST_SLACK: i32 = 32;

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &AlmostMagic, search: &mut Search<Board>) -> ControlFlow<Stop> {
    match ring::turn(&puzzle.corners) {
        Some(corners) => deepen(puzzle, search, |squares, filling, search| {
            ring::search(&corners, squares, filling, search)
        }),
        None => one_by_one(puzzle, search),
    }
}

/// The same, without the ring's shortcuts.
pub(crate) fn one_by_one(puzzle: &AlmostMagic, search: &mut Search<Board>) -> ControlFlow<Stop> {
    deepen(puzzle, search, |squares, filling, search| {
        let known = (0..puzzle.corners.len()).map(|next| known_places(&puzzle.corners, next));
        let lists = known.map(|known| Lists::new(known, squares)).collect_vec();
        filling.add_squares(&puzzle.corners, &lists, squares, search)
    })
}

/// Searches with ever larger budgets until there is a filling, so the best one.
fn deepen(
    puzzle: &AlmostMagic,
    search: &mut Search<Board>,
    mut within: impl FnMut(&[Square], &mut Filling, &mut Search<Board>) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    let cells = puzzle.figure().len().try_into().expect("a figure has at most 28 cells");
    let (rows, columns) = puzzle.frame();
    let mut slack = FIRST_SLACK;
    while search.solutions() == 0 {
        let budget = least_others(0, cells) + slack;
        let squares = squares(budget, cells - 9, search)?;
        let board = Grid::filled(rows, columns, None);
        within(&squares, &mut Filling { board, set: 0, sum: 0, cells, budget }, search)?;
        slack *= 2;
    }
    ControlFlow::Continue(())
}

/// The places of a square whose cells belong to squares before it, too.
fn known_places(corners: &[Cell], next: usize) -> Vec<usize> {
    let before = corners[..next].iter().flat_map(|&corner| cells(corner)).collect_vec();
    cells(corners[next]).iter().positions(|cell| before.contains(cell)).collect()
}

/// Squares by some of their numbers.
struct Lists {
    places: Vec<usize>,
    squares: HashMap<Vec<u8>, Vec<usize>>,
}

impl Lists {
    fn new(places: Vec<usize>, squares: &[Square]) -> Self {
        let key = |square: &Square| places.iter().map(|&place| square.numbers[place]).collect_vec();
        let squares = squares.iter().enumerate().map(|(one, square)| (key(square), one));
        let squares = squares.into_group_map();
        Lists { places, squares }
    }
}

/// A figure that is filled.
pub(crate) struct Filling {
    board: Board,
    /// The numbers that it holds.
    set: Numbers,
    sum: i32,
    /// The number of cells of the figure.
    cells: i32,
    /// What all numbers may add up to.
    pub(crate) budget: i32,
}

impl Filling {
    /// The board with more squares, each with its cells.
    pub(crate) fn with(&self, squares: &[(&[Cell], &Square)]) -> Board {
        let mut board = self.board.clone();
        for (cells, square) in squares {
            for (&cell, &number) in cells.iter().zip(&square.numbers) {
                board[cell] = Some(number.into());
            }
        }
        board
    }

    /// Reports a board that is full, and asks for less than its sum from now on.
    pub(crate) fn report(
        &mut self,
        board: Board,
        sum: i32,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        self.budget = sum - 1;
        search.solution(board)
    }

    /// Adds a square at each corner, after the first squares, for which there are no lists any more.
    fn add_squares(
        &mut self,
        corners: &[Cell],
        lists: &[Lists],
        squares: &[Square],
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        search.visit(corners.len() - lists.len(), || self.board.clone())?;
        let ([list, lists @ ..], Some(&corner)) = (lists, corners.get(corners.len() - lists.len()))
        else {
            return self.report(self.board.clone(), self.sum, search);
        };
        let cells = cells(corner);
        let number =
            |place: usize| self.board[cells[place]].and_then(|number| number.try_into().ok());
        let known: Option<Vec<u8>> = list.places.iter().map(|&place| number(place)).collect();
        let found = known.and_then(|known| list.squares.get(&known));
        let (before, set, sum) = (self.board.clone(), self.set, self.sum);
        for &one in found.into_iter().flatten() {
            let square = &squares[one];
            let known = list.places.iter().fold(0, |known, &place| known | 1 << square.at(place));
            let all = set | square.set;
            let more: i32 = (0..9)
                .filter(|place| !list.places.contains(place))
                .map(|place| square.at(place))
                .sum();
            let open = self.cells - all.count_ones().cast_signed();
            if set & square.set != known || sum + more + least_others(all, open) > self.budget {
                continue;
            }
            self.board = self.with(&[(&cells, square)]);
            (self.set, self.sum) = (all, sum + more);
            self.add_squares(corners, lists, squares, search)?;
        }
        (self.board, self.set, self.sum) = (before, set, sum);
        ControlFlow::Continue(())
    }
}
