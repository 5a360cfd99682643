//! Prices of cells, and the bound that they give.

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

/// A price for each cell, such that the cells of each copy cost at least what it scores. Copies
/// that do not overlap cost no more than all cells together, so they score no more.
#[derive(Clone)]
pub(crate) struct Prices {
    pub(crate) of_cell: [i64; CELLS],
}

impl Prices {
    /// Prices that are found quickly, and good.
    fn new(copies: &[Copy]) -> Self {
        let mut prices = Prices { of_cell: [0; CELLS] };
        prices.settle(copies);
        prices
    }

    /// What no choice of copies that do not overlap exceeds.
    pub(crate) fn bound(&self) -> i64 {
        self.of_cell.iter().sum()
    }

    /// Looks for better prices, until the bound is low enough or nothing more is found: sets the
    /// price of a cell to a part of what it is, and settles all again; what gains most is kept.
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

    /// Raises prices until each copy costs enough, then lowers those that are higher than need be.
    fn settle(&mut self, copies: &[Copy]) {
        let mut lacking: Vec<i64> =
            copies.iter().map(|copy| (copy.score - self.cost(copy)).max(0)).collect();
        // The copy that lacks most pays all of it for one cell: that which helps others most.
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

/// Prices for each polyomino, from its copies, that show that no choice of them scores more than
/// the best of those that [`packed`] finds; `None` if such prices are not found.
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

/// Copies that do not overlap, those taken first that come first.
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
