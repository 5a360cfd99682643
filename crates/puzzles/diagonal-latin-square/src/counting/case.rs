//! Cases: equivalent counts are made once and weighted.
//!
//! A placement has one cell in each line, none on a diagonal, and a symmetry moves its cells. The
//! cells of the centre's symbol in an odd order form a placement. The antidiagonal of an even order
//! forms one if the symbol `x` in row `i` is read as the cell in row `i` and column `x`. Once the
//! symbols are renamed to put the main diagonal in order again, symmetries act on squares as on
//! placements: permuting rows and columns alike moves both row and symbol likewise; the
//! transposition mirrors the rows; and swapping the diagonals swaps rows and symbols. So both have
//! the same classes.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::symmetry::{
    LineSet, LineSplit, Placement, Symmetry, all, placements, reversed, subsets,
};

/// Placements that the symmetries map to each other.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// A representative.
    placement: Placement,
    /// The number of placements.
    size: u64,
    /// The symmetries that map the representative to itself.
    keeping: Vec<Symmetry>,
}

impl Class {
    /// Returns the classes of all placements: 3 for 6 lines, 20 for 8.
    pub(crate) fn all(lines: usize) -> Vec<Self> {
        let symmetries = Symmetry::all(lines);
        let mut known = HashSet::new();
        let mut classes = Vec::new();
        for placement in placements(lines) {
            if known.contains(&placement) {
                continue;
            }
            let image = |symmetry: &Symmetry| symmetry.placement(&placement);
            let images: HashSet<_> = symmetries.iter().map(image).collect();
            let keeping = symmetries.iter().filter(|&symmetry| image(symmetry) == placement);
            let (size, keeping) = (images.len() as u64, keeping.cloned().collect());
            classes.push(Self { placement, size, keeping });
            known.extend(images);
        }
        classes
    }

    /// Returns the cases of an order, with the symbols divided in the best of all ways.
    ///
    /// An even order has one case, and the best has the fewest mixed lines: those of whose cells on
    /// the diagonals each half takes one. Then both choose half of the line's other cells, 20 ways
    /// for six of them, while a half that takes both diagonal cells or neither has only 15. Over
    /// all lines, this halves the joins of order 8. In an odd order the fewest cases are best.
    pub(crate) fn best_cases(&self, order: usize) -> Vec<Case> {
        let lines = self.placement.len();
        let cost = |case: &Case| {
            let LineSplit { main, anti, .. } = case.split;
            let mixed_lines =
                (main ^ anti).count_ones() + (main ^ reversed(anti, lines)).count_ones();
            if order.is_multiple_of(2) { mixed_lines } else { 1 }
        };
        halves(lines)
            .map(|half| self.cases(order, half))
            .min_by_key(|cases| cases.iter().map(cost).sum::<u32>())
            .expect("there is a way to divide the symbols")
    }

    /// Returns the cases of an order if the symbols of the first half are those of `main`.
    ///
    /// In an odd order, they differ in the rows of the antidiagonal that these take. Some of these
    /// are equivalent by a symmetry, which may exchange the halves.
    pub(crate) fn cases(&self, order: usize, main: LineSet) -> Vec<Case> {
        let case = |anti, keeping| {
            let split = LineSplit { main, anti, ..LineSplit::default() };
            Case { weight: 0, order, placement: self.placement.clone(), split, keeping }
        };
        if order.is_multiple_of(2) {
            let is_taken = |&row: &usize| main >> self.placement[row] & 1 == 1;
            let anti = (0..order).filter(is_taken).fold(0, |rows, row| rows | 1 << row);
            return vec![Case { weight: self.size, ..case(anti, Vec::new()) }];
        }
        let mut cases = BTreeMap::new();
        for anti in subsets(all(self.placement.len()), main.count_ones()) {
            let image = |symmetry: &Symmetry| {
                let split = LineSplit { main, anti, ..LineSplit::default() };
                let image = symmetry.split(split);
                (image.main, image.anti)
            };
            let first = self.keeping.iter().map(image).min();
            let case = cases.entry(first).or_insert_with(|| {
                let keeps = |symmetry: &&Symmetry| image(symmetry) == (main, anti);
                case(anti, self.keeping.iter().filter(keeps).cloned().collect())
            });
            case.weight += self.size;
        }
        cases.into_values().collect()
    }
}

/// Returns every way to divide the lines into two halves: the half with line 0, if there is one.
pub(crate) fn halves(lines: usize) -> impl Iterator<Item = LineSet> {
    subsets(all(lines), all(lines).count_ones() / 2).filter(move |half| half & 1 == 1 || lines == 0)
}

/// Squares that have fixed symbols and the halves' splits of the diagonals in common, besides the
/// main diagonal, counted once for all equivalent cases.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The number of equivalent cases.
    pub(crate) weight: u64,
    pub(crate) order: usize,
    /// In an even order, the symbols of the antidiagonal, row by row; in an odd order, the cells of
    /// the centre's symbol in the other rows.
    pub(crate) placement: Placement,
    /// The part of the diagonals that the first half of the symbols takes.
    pub(crate) split: LineSplit,
    /// The symmetries that map the case to itself.
    keeping: Vec<Symmetry>,
}

impl Case {
    /// Returns the number of splits of the centre row and column with the same count as these;
    /// `None` if one of them precedes these.
    pub(crate) fn equal_splits(&self, row: LineSet, column: LineSet) -> Option<u64> {
        let split = LineSplit { row, column, ..self.split };
        let images = self.keeping.iter().map(|symmetry| symmetry.split(split));
        let images: BTreeSet<_> = images.chain([split]).collect();
        (images.first() == Some(&split)).then_some(images.len() as u64)
    }

    /// Returns the rows of the antidiagonal that a symbol may take, if its half takes the rows
    /// `anti`.
    pub(crate) fn antidiagonal_rows(&self, symbol: usize, anti: LineSet) -> LineSet {
        if self.order.is_multiple_of(2) {
            let row = self.placement.iter().position(|&other| other == symbol);
            return row.map_or(0, |row| 1 << row);
        }
        // Its own row and column are taken by its cell on the main diagonal.
        anti & !(1 << symbol | 1 << (self.placement.len() - 1 - symbol))
    }
}
