//! A large state: its motion, its certain and its possible cells.

use super::domains::{Domains, Values, from, least, most, up_to};
use super::{Cells, Field};

/// A large state that is being searched for.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Large {
    /// The first of its symmetries.
    pub(super) motion: usize,
    /// The cells that belong to it, each with its image.
    pub(super) certain: Cells,
    /// These, and the cells that may belong to it.
    pub(super) possible: Cells,
}

impl Large {
    /// Returns the state that a cell founds within some cells; `None` if the motion does not suit
    /// them.
    pub(super) fn found(field: &Field, motion: usize, cell: usize, within: Cells) -> Option<Self> {
        let certain = field.motions[motion].of(cell);
        let possible = field.motions[motion].reach(cell, within);
        let is_large = possible.len() > field.most_small;
        (is_large && certain.is_subset(possible)).then_some(Large { motion, certain, possible })
    }

    /// Returns one of its cells.
    pub(super) fn cell(&self) -> usize {
        self.certain.first().expect("a state has a cell")
    }

    /// Returns the undecided cells.
    pub(super) fn open(&self) -> Cells {
        self.possible - self.certain
    }

    /// Propagates the motion, the size, and connectivity. Returns `false` if such a state is
    /// impossible.
    pub(super) fn narrow(&mut self, field: &Field, domains: &mut Domains) -> bool {
        let fixed = field.fixed[self.motion];
        let mut before = None;
        while before.replace(*self) != Some(*self) {
            let known = self.certain.iter().fold(!0, |sizes, cell| sizes & domains.sizes[cell]);
            let mut sizes = known & from(self.certain.len().max(field.most_small + 1));
            let may = |&cell: &usize| domains.sizes[cell] & sizes != 0;
            let within = self.certain | self.open().iter().filter(may).collect();
            self.possible = field.motions[self.motion].reach(self.cell(), within);
            sizes &= up_to(self.possible.len());
            if !self.open().intersects(fixed) {
                // All other cells come in pairs.
                let even = Values::MAX / 3;
                sizes &= even << ((self.certain & fixed).len() % 2);
            }
            if sizes == 0 || !self.certain.is_subset(self.possible) {
                return false;
            }
            if least(sizes) == self.possible.len() {
                self.certain = self.possible;
            }
            if most(sizes) == self.certain.len() {
                self.possible = self.certain;
            }
            // A capitol is a fixed cell, and the only one.
            let capitols = if (self.certain & fixed).len() > 1 { Cells::EMPTY } else { fixed };
            if !self.limit(field, domains, capitols, sizes) {
                return false;
            }
        }
        // Each state has one motion, the first of its symmetries.
        !self.open().is_empty()
            || field.symmetries(self.certain).next() == Some(self.motion)
                && self.limit(field, domains, field.capitol(self.certain), !0)
                && field.capitol(self.certain).iter().all(|cell| domains.limit(field, cell, 1, !0))
    }

    /// Limits the sizes of its cells, and allows capitols only among `capitols`.
    fn limit(&self, field: &Field, domains: &mut Domains, capitols: Cells, sizes: Values) -> bool {
        self.certain.iter().all(|cell| {
            let costs = if capitols.contains(cell) { !0 } else { !1 };
            domains.limit(field, cell, costs, sizes)
        })
    }
}
