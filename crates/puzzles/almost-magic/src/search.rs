//! Budgets, and the plain search: one square after the other.

use std::collections::HashMap;

use puzzle::prelude::*;

use crate::filling::Filling;
use crate::squares::{MagicSquare, least_others, squares};
use crate::{AlmostMagic, cells, ring};

/// The first budget is the sum of the smallest different numbers plus this.
const FIRST_SLACK: i32 = 32;

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
            for next in 0..puzzle.corners.len() {
                search.poll()?;
                lists.push(Lists::new(known_places(&puzzle.corners, next), &squares));
            }
            filling.add_squares(&puzzle.corners, &lists, &squares, search)?;
        }
        slack *= 2;
    }
    Flow::Continue(())
}

/// Returns the positions in a square whose cells belong to earlier squares, too.
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
    fn new(places: Vec<usize>, squares: &[MagicSquare]) -> Self {
        let key =
            |square: &MagicSquare| places.iter().map(|&place| square.numbers[place]).collect_vec();
        let squares = squares.iter().enumerate().map(|(one, square)| (key(square), one));
        let squares = squares.into_group_map();
        Lists { places, squares }
    }
}

impl Filling {
    /// Adds a square at each corner after the first squares, which need no lists any more.
    fn add_squares(
        &mut self,
        corners: &[Cell],
        lists: &[Lists],
        squares: &[MagicSquare],
        search: &mut Search,
    ) -> Flow {
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
        Flow::Continue(())
    }
}
