//! Cases: equivalent counts are made once and weighted.
//!
//! A placement has one cell in each line, none on a diagonal, and a symmetry moves its cells. The
//! cells of the centre's symbol in an odd order form a placement. The antidiagonal of an even order
//! forms one if the symbol `x` in row `i` is read as the cell in row `i` and column `x`. Once the
//! symbols are renamed to put the main diagonal in order again, symmetries act on squares as on
//! placements: permuting rows and columns alike moves both row and symbol likewise; the
//! transposition mirrors the rows; and swapping the diagonals swaps rows and symbols. So both have
//! the same classes.

use std::collections::{BTreeMap, HashSet};

use super::symmetry::{
    LineSet, LineSplit, Placement, Symmetry, all, placements, reversed, subsets,
};

/// Placements that the symmetries map to each other.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    lines: usize,
    /// A representative.
    placement: Placement,
    /// The number of placements.
    size: u64,
    /// The symmetries that map the representative to itself.
    keeping: Vec<Keeping>,
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
            let (mut images, mut keeping) = (HashSet::new(), Vec::new());
            for symmetry in &symmetries {
                let image = symmetry.placement(placement);
                images.insert(image);
                if image == placement {
                    keeping.extend([false, true].map(|exchanged| {
                        let symmetry = symmetry.clone();
                        Keeping { symmetry, exchanged }
                    }));
                }
            }
            classes.push(Self { lines, placement, size: images.len() as u64, keeping });
            known.extend(images);
        }
        classes
    }

    /// Returns the case of an even order, with the symbols divided so as to mix the fewest lines.
    ///
    /// A line is mixed if each half takes one of its cells on the diagonals. Then both choose half
    /// of the line's other cells, 20 ways for six of them, while a half that takes both diagonal
    /// cells or neither has only 15. Over all lines, this halves the joins of order 8.
    pub(crate) fn of_antidiagonals_with_few_mixed_lines(&self) -> Case {
        let mixed_lines = |case: &Case| {
            let LineSplit { main, anti, .. } = case.split;
            let in_columns = reversed(anti, self.lines);
            (main ^ anti).count_ones() + (main ^ in_columns).count_ones()
        };
        let cases = halves(self.lines).map(|half| self.of_antidiagonals(half));
        cases.min_by_key(mixed_lines).unwrap_or_else(|| self.of_antidiagonals(0))
    }

    /// Returns the case of an even order: the placement gives the antidiagonal, `placement[row]`
    /// being the symbol in the antidiagonal's cell of a row. The symbols of one half are those of
    /// `main`.
    pub(crate) fn of_antidiagonals(&self, main: LineSet) -> Case {
        let anti = (0..self.lines).filter(|&row| main >> self.placement[row] & 1 == 1);
        let anti = anti.fold(0, |rows, row| rows | 1 << row);
        let split = LineSplit { main, anti, ..LineSplit::default() };
        let fixed = Fixed::Antidiagonal(self.placement);
        Case { weight: self.size, lines: self.lines, fixed, split, keeping: Vec::new() }
    }

    /// Returns the cases of an odd order: the placement gives the cells of the centre's symbol. The
    /// symbols of one half are those of `main`; the cases differ in the rows of the antidiagonal
    /// that these take. Some cases are equivalent by a symmetry, which may exchange the halves.
    pub(crate) fn of_centre_placements(&self, main: LineSet) -> Vec<Case> {
        let lines = self.lines;
        let mut cases: BTreeMap<LineSplit, Case> = BTreeMap::new();
        for anti in subsets(all(lines), main.count_ones()) {
            let split = LineSplit { main, anti, ..LineSplit::default() };
            let images = self.keeping.iter().map(|keeping| diagonals(keeping.image(split)));
            let Some(first) = images.min() else { continue };
            let case = cases.entry(first).or_insert_with(|| self.case(split));
            case.weight += self.size;
        }
        cases.into_values().collect()
    }

    /// Returns a case without weight.
    fn case(&self, split: LineSplit) -> Case {
        let keeps = |keeping: &&Keeping| diagonals(keeping.image(split)) == split;
        let keeping = self.keeping.iter().filter(keeps).cloned().collect();
        let fixed = Fixed::CentreSymbol(self.placement);
        Case { weight: 0, lines: self.lines, fixed, split, keeping }
    }

    /// Returns the cases of an odd order, with the symbols divided so as to make the fewest cases.
    pub(crate) fn of_fewest_centre_placements(&self) -> Vec<Case> {
        let cases = halves(self.lines).map(|half| self.of_centre_placements(half));
        cases.min_by_key(Vec::len).unwrap_or_else(|| self.of_centre_placements(0))
    }
}

/// Returns every way to divide the lines into two halves: the half with line 0.
pub(crate) fn halves(lines: usize) -> impl Iterator<Item = LineSet> {
    subsets(all(lines), all(lines).count_ones() / 2).filter(|half| half & 1 == 1)
}

/// Returns the diagonals of a split alone.
fn diagonals(split: LineSplit) -> LineSplit {
    LineSplit { main: split.main, anti: split.anti, ..LineSplit::default() }
}

/// A symmetry that maps a class or a case to itself, with the halves exchanged or not.
#[derive(Clone, Debug)]
struct Keeping {
    symmetry: Symmetry,
    exchanged: bool,
}

impl Keeping {
    /// Returns the image of a split.
    fn image(&self, split: LineSplit) -> LineSplit {
        let image = self.symmetry.split(split);
        if self.exchanged { image.complement(self.symmetry.lines) } else { image }
    }
}

/// The common part of the squares of a case, besides the main diagonal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fixed {
    /// In an even order, the symbols of the antidiagonal, row by row.
    Antidiagonal(Placement),
    /// In an odd order, the cells of the centre's symbol in the other rows.
    CentreSymbol(Placement),
}

/// Squares that have fixed symbols and the halves' splits of the diagonals in common, counted once
/// for all equivalent cases.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The number of equivalent cases.
    pub(crate) weight: u64,
    pub(crate) lines: usize,
    pub(crate) fixed: Fixed,
    /// The part of the diagonals that the first half of the symbols takes.
    pub(crate) split: LineSplit,
    keeping: Vec<Keeping>,
}

impl Case {
    /// Returns the number of splits of the centre row and column with the same count as these;
    /// `None` if one of them precedes these.
    pub(crate) fn equal_splits(&self, row: LineSet, column: LineSet) -> Option<u64> {
        let split = LineSplit { row, column, ..self.split };
        let mut images = vec![split];
        for keeping in &self.keeping {
            let image = keeping.image(split);
            if image < split {
                return None;
            }
            if !images.contains(&image) {
                images.push(image);
            }
        }
        Some(images.len() as u64)
    }

    /// Returns the rows of the antidiagonal that a symbol may take, if its half takes the rows
    /// `anti`.
    pub(crate) fn antidiagonal_rows(&self, symbol: usize, anti: LineSet) -> LineSet {
        match self.fixed {
            Fixed::Antidiagonal(placement) => {
                let holds = |&row: &usize| usize::from(placement[row]) == symbol;
                (0..self.lines).filter(holds).fold(0, |rows, row| rows | 1 << row)
            }
            // Its own row and column are taken by its cell on the main diagonal.
            Fixed::CentreSymbol(_) => anti & !(1 << symbol | 1 << (self.lines - 1 - symbol)),
        }
    }
}
