//! The domains of cells: the costs of their journeys and the sizes of their states, and their
//! propagation.

use super::pieces::Piece;
use super::{Cells, Field};
use crate::Numbers;

/// A set of numbers from 0 to 127, one bit each. Costs of 127 and more are all 127.
pub(super) type Values = u128;

/// The largest value, which stands for larger ones, too.
const MOST: usize = 127;

pub(super) fn least(values: Values) -> usize {
    values.trailing_zeros() as usize
}

pub(super) fn most(values: Values) -> usize {
    MOST.saturating_sub(values.leading_zeros() as usize)
}

/// Returns the numbers from 0 to a largest one.
pub(super) fn up_to(largest: usize) -> Values {
    !0 >> (MOST - largest.min(MOST))
}

/// Returns the numbers from a smallest one on, itself at most 127.
pub(super) fn from(smallest: usize) -> Values {
    !(up_to(smallest) >> 1)
}

/// Adds a number from 1 to 127 to all values.
fn raised(values: Values, by: usize) -> Values {
    let beyond = values & from(MOST + 1 - by);
    values << by | if beyond == 0 { 0 } else { 1 << MOST }
}

/// Returns the possible costs of a step between two cells: the smaller size.
fn smaller(one: Values, other: Values) -> Values {
    one & up_to(most(other)) | other & up_to(most(one))
}

/// The domains of all cells.
#[derive(Clone)]
pub(super) struct Domains {
    /// The possible costs of the cheapest journey to a capitol.
    pub(super) costs: Vec<Values>,
    /// The possible sizes of the cell's state.
    pub(super) sizes: Vec<Values>,
    /// The cells to revisit, since domains around them have changed.
    pub(super) dirty: Cells,
    /// The cells that have changed since the pieces were last compared with them.
    pub(super) changed: Cells,
}

impl Domains {
    /// Returns the domains that the numbers allow.
    pub(super) fn new(numbers: &Numbers) -> Self {
        let all = (0..numbers.len()).collect();
        Self {
            costs: numbers.values().map(|cost| cost.map_or(!0, |cost| 1 << cost.size())).collect(),
            sizes: vec![up_to(numbers.len()) & !1; numbers.len()],
            dirty: all,
            changed: all,
        }
    }

    /// Narrows the domains of a cell; returns `false` if one becomes empty.
    pub(super) fn limit(
        &mut self,
        field: &Field,
        cell: usize,
        costs: Values,
        sizes: Values,
    ) -> bool {
        let before = (self.costs[cell], self.sizes[cell]);
        let after = (before.0 & costs, before.1 & sizes);
        if after != before {
            (self.costs[cell], self.sizes[cell]) = after;
            self.dirty |= field.around[cell];
            self.changed.insert(cell);
        }
        after.0 != 0 && after.1 != 0
    }

    /// Returns whether the domains allow a piece.
    pub(super) fn allow(&self, piece: &Piece) -> bool {
        let size = 1 << piece.cells.len();
        piece
            .cells
            .iter()
            .all(|cell| self.sizes[cell] & size != 0 && self.costs[cell] & piece.costs(cell) != 0)
    }

    /// Makes a piece a state: narrows the domains of its cells.
    pub(super) fn place(&mut self, field: &Field, piece: &Piece) -> bool {
        let size = 1 << piece.cells.len();
        piece.cells.iter().all(|cell| self.limit(field, cell, piece.costs(cell), size))
    }

    /// Returns the possible costs of a cell whose state has one of these sizes: neighbours differ
    /// by at most the cost of a step, and a journey begins with a step to one that is cheaper by
    /// exactly this cost, or has arrived.
    fn possible(&self, field: &Field, cell: usize, sizes: Values) -> Values {
        let (mut lowest, mut highest) = (0, MOST);
        for beside in field.around[cell].without(cell) {
            let step = most(sizes).min(most(self.sizes[beside]));
            lowest = lowest.max(least(self.costs[beside]).saturating_sub(step));
            highest = highest.min(most(self.costs[beside]) + step);
        }
        if lowest > highest {
            return 0;
        }
        let costs = self.costs[cell] & up_to(highest) & from(lowest);
        let mut unexplained = costs & !1;
        for beside in field.around[cell].without(cell) {
            let mut steps = smaller(sizes, self.sizes[beside]);
            while steps != 0 && unexplained >> least(steps) != 0 {
                unexplained &= !raised(self.costs[beside], least(steps));
                steps &= steps - 1;
            }
        }
        costs & !unexplained
    }

    /// Propagates within some cells to a fixed point; returns `false` if a domain becomes empty.
    pub(super) fn settle(&mut self, field: &Field, within: Cells) -> bool {
        let is_whole = within == field.shape.all();
        while self.dirty.intersects(within) {
            let round = self.dirty & within;
            self.dirty -= round;
            for cell in round {
                let costs = self.possible(field, cell, self.sizes[cell]);
                if !self.limit(field, cell, costs, !0) || is_whole && !self.limit_sizes(field, cell)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Limits sizes, since large differences need large states on both sides of a border.
    fn limit_sizes(&mut self, field: &Field, cell: usize) -> bool {
        field.around[cell].iter().all(|beside| {
            let (one, other) = (self.costs[cell], self.costs[beside]);
            let above = least(one).saturating_sub(most(other));
            let below = least(other).saturating_sub(most(one));
            let sizes = from(above.max(below));
            self.limit(field, cell, !0, sizes) && self.limit(field, beside, !0, sizes)
        })
    }
}
