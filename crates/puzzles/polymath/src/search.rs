//! The search: polyomino by polyomino, as far as prices do not show that it cannot be the best.

use std::cmp::Reverse;

use grid_utils::{Shape, words_for};
use polyominoes::{Kind, Polyomino};
use puzzle::{Board, Flow, Search};

use crate::prices::{Cells, Copy, Prices, packed};
use crate::{LARGEST_SIZE, Polymath};

type BoardShape = Shape<{ words_for(LARGEST_SIZE * LARGEST_SIZE) }>;

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &Polymath, search: &mut Search) -> Flow {
    let (rows, columns) = (puzzle.numbers.rows(), puzzle.numbers.columns());
    let shape = Shape::new(rows, columns).expect("the largest size fits into the words");
    let numbers: Vec<i64> = puzzle.numbers.values().map(|number| number.get()).collect();
    let mut polyominoes = Vec::new();
    for polyomino in puzzle.polyominoes() {
        search.poll()?;
        let copies = copies(&polyomino, &shape, &numbers);
        polyominoes.push((bound(&copies, polyomino.len()), copies));
    }
    polyominoes.sort_by_key(|&(bound, _)| Reverse(bound));
    let packings = polyominoes.iter().map(|(_, copies)| packed(copies));
    let taken = packings.max_by_key(|packed| score(packed)).unwrap_or_default();
    search.visit(0, || board(&shape, &taken))?;
    search.solution(board(&shape, &taken))?;
    let mut searcher = Searcher { search, shape, best: score(&taken), taken: Vec::new() };
    for (bound, copies) in polyominoes {
        if bound <= searcher.best {
            break;
        }
        searcher.search.poll()?;
        let mut prices = Prices::new(&copies);
        prices.improve(&copies, searcher.best);
        searcher.visit(&copies, prices.bound())?;
    }
    Flow::Continue(())
}

fn score(copies: &[Copy]) -> i64 {
    copies.iter().map(|copy| copy.score).sum()
}

/// The copies of a polyomino, those with the largest products first.
fn copies(polyomino: &Polyomino, shape: &BoardShape, numbers: &[i64]) -> Vec<Copy> {
    let mut copies = Vec::new();
    for orientation in polyomino.orientations(Kind::Free) {
        for cells in orientation.placements(shape, shape.all()) {
            if let Some(score) = product(&cells, numbers) {
                copies.push(Copy { cells, score });
            }
        }
    }
    copies.sort_by_key(|copy| Reverse(copy.score));
    copies
}

/// The product of the numbers in these cells; `None` if a number stands there twice.
fn product(cells: &Cells, numbers: &[i64]) -> Option<i64> {
    let (mut seen, mut product) = (0_u16, 1);
    for number in cells.iter().map(|cell| numbers[cell]) {
        if seen >> number & 1 == 1 {
            return None;
        }
        seen |= 1 << number;
        product *= number;
    }
    Some(product)
}

/// A bound that is found at once: each cell costs an equal part of the largest score of a copy over
/// it.
fn bound(copies: &[Copy], size: usize) -> i64 {
    let (mut covered, mut sum) = (Cells::default(), 0);
    for copy in copies {
        sum += copy.score * (copy.cells - covered).len().cast_signed() as i64;
        covered |= copy.cells;
    }
    sum / size.cast_signed() as i64
}

struct Searcher<'a, 'b> {
    search: &'a mut Search<'b>,
    shape: BoardShape,
    /// The highest score that was reported.
    best: i64,
    taken: Vec<Copy>,
}

impl Searcher<'_, '_> {
    /// Takes more copies of those that are left, none of which overlaps one that is taken. They
    /// score no more than `bound`.
    fn visit(&mut self, left: &[Copy], bound: i64) -> Flow {
        let Self { search, shape, taken, .. } = self;
        search.visit(taken.len(), || board(shape, taken))?;
        let score = score(taken);
        if left.is_empty() && score > self.best {
            self.best = score;
            search.solution(board(shape, taken))?;
        }
        let mut bound = bound;
        for (number, &copy) in left.iter().enumerate() {
            if score + bound <= self.best {
                let more = bound;
                self.search.dead_end_because(|| format!("other copies score at most {more} more"));
                break;
            }
            let others = left[number + 1..].iter().copied();
            let beside: Vec<Copy> =
                others.filter(|one| !one.cells.intersects(copy.cells)).collect();
            self.taken.push(copy);
            self.visit(&beside, Prices::new(&beside).bound())?;
            self.taken.pop();
            // Without this copy.
            bound = Prices::new(&left[number + 1..]).bound();
        }
        Flow::Continue(())
    }
}

fn board(shape: &BoardShape, copies: &[Copy]) -> Board {
    let copies = copies.iter().map(|copy| shape.cells_of(copy.cells).collect());
    crate::board(shape.rows(), shape.columns(), copies)
}
