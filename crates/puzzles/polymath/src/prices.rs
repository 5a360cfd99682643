//! Prices of cells, and the bound derived from them.

use grid_utils::{CellSet, words_for};
use itertools::Itertools;

use crate::LARGEST_SIZE;

const CELLS: usize = LARGEST_SIZE * LARGEST_SIZE;
type Cells = CellSet<{ words_for(CELLS) }>;

/// A copy of a polyomino that covers different numbers.
#[derive(Clone, Copy)]
pub(crate) struct Copy {
    pub(crate) cells: Cells,
    /// The product of the numbers.
    pub(crate) score: i64,
}

/// A price for each cell, such that the cells of each copy cost at least its score. Copies that do
/// not overlap cost at most as much as all cells together, so that bounds their score.
#[derive(Clone)]
pub(crate) struct Prices {
    pub(crate) of_cell: [i64; CELLS],
}

impl Prices {
    /// Finds good prices quickly.
    fn new(copies: &[Copy]) -> Self {
        let mut prices = Prices { of_cell: [0; CELLS] };
        prices.settle(copies);
        prices
    }

    /// Returns an upper bound on the score of any choice of copies that do not overlap.
    pub(crate) fn bound(&self) -> i64 {
        self.of_cell.iter().sum()
    }

    /// Improves the prices until the bound is low enough or nothing more is gained: reduces the
    /// price of a cell, settles all again, and keeps the best result.
    fn improve(&mut self, copies: &[Copy], enough: i64) {
        while self.bound() > enough {
            let priced = (0..CELLS).filter(|&cell| self.of_cell[cell] > 0);
            let others = priced.cartesian_product(0..4).map(|(cell, quarters)| {
                let mut prices = self.clone();
                prices.of_cell[cell] = prices.of_cell[cell] * quarters / 4;
                prices.settle(copies);
                prices
            });
            match others.min_by_key(Prices::bound) {
                Some(better) if better.bound() < self.bound() => *self = better,
                _ => return,
            }
        }
    }

    fn cost(&self, copy: &Copy) -> i64 {
        copy.cells.iter().map(|cell| self.of_cell[cell]).sum()
    }

    /// Raises prices until each copy costs enough, then lowers those that are higher than
    /// necessary.
    fn settle(&mut self, copies: &[Copy]) {
        let mut lacking: Vec<i64> =
            copies.iter().map(|copy| (copy.score - self.cost(copy)).max(0)).collect();
        // The copy with the largest deficit pays it for one cell: the one that helps the others
        // most.
        while let Some(most) = lacking.iter().copied().max().filter(|&most| most > 0) {
            let copy = lacking.iter().position(|&lacks| lacks == most).map(|place| copies[place]);
            let helps = |&cell: &usize| -> i64 {
                let over = copies.iter().zip(&lacking).filter(|(one, _)| one.cells.contains(cell));
                over.map(|(_, lacks)| lacks).sum()
            };
            let Some(cell) = copy.and_then(|copy| copy.cells.iter().max_by_key(helps)) else {
                break;
            };
            self.of_cell[cell] += most;
            for (lacks, _) in
                lacking.iter_mut().zip(copies).filter(|(_, one)| one.cells.contains(cell))
            {
                *lacks = (*lacks - most).max(0);
            }
        }
        let mut cells: Vec<usize> = (0..CELLS).filter(|&cell| self.of_cell[cell] > 0).collect();
        cells.sort_by_key(|&cell| self.of_cell[cell]);
        for cell in cells {
            let over = copies.iter().filter(|copy| copy.cells.contains(cell));
            let excess = over.map(|copy| self.cost(copy) - copy.score).min();
            self.of_cell[cell] -= self.of_cell[cell].min(excess.unwrap_or(i64::MAX));
        }
    }
}

/// Returns prices for each polyomino, from its copies, that prove that no choice of them scores
/// more than the best found by [`packed`]; `None` if no such prices are found.
pub(crate) fn proof_of_best(polyominoes: &[Vec<Copy>]) -> Option<Vec<Prices>> {
    let packings = polyominoes.iter().map(|copies| packed(copies));
    let best = packings.map(|packed| packed.iter().map(|copy| copy.score).sum()).max()?;
    let prices = |copies: &Vec<Copy>| {
        let mut prices = Prices::new(copies);
        prices.improve(copies, best);
        Some(prices).filter(|prices| prices.bound() <= best)
    };
    polyominoes.iter().map(prices).collect()
}

/// Returns copies that do not overlap, chosen greedily in their order.
fn packed(copies: &[Copy]) -> Vec<Copy> {
    let (mut covered, mut packed) = (Cells::default(), Vec::new());
    for copy in copies {
        if !copy.cells.intersects(covered) {
            covered |= copy.cells;
            packed.push(*copy);
        }
    }
    packed
}
