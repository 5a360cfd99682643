//! The symmetries of a square with two diagonals.
//!
//! Permuting rows and columns maps Latin squares to Latin squares; if both are permuted alike, and
//! lines that mirror each other stay mirrored, then both diagonals keep their cells. With the
//! transposition and the reflection that swaps the diagonals, there are 4 * 2^h * h! symmetries for
//! h pairs of mirrored lines: 192 for orders 6 and 7, 1536 for orders 8 and 9.
//!
//! The centre line of an odd order stays where it is. It is left out here: *lines* are the others,
//! numbered from 0, and line `i` is mirrored by line `lines - 1 - i` for odd orders, too.

use std::iter;

use itertools::{Itertools, iproduct};

/// A set of lines, a bit for each.
pub(crate) type LineSet = u8;

/// The largest number of lines.
const MOST_LINES: usize = 8;

/// One cell in each line, none of them on a diagonal: the cell of row `r` is in column
/// `placement[r]`.
pub(crate) type Placement = Vec<usize>;

/// The cells that half of the symbols take of the four lines through the centre, each of which
/// holds all symbols but the one in the centre. (An even order has the diagonals only.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LineSplit {
    /// The rows of its cells on the main diagonal.
    pub(crate) main: LineSet,
    /// The rows of its cells on the antidiagonal.
    pub(crate) anti: LineSet,
    /// The columns of its cells in the centre row.
    pub(crate) row: LineSet,
    /// The rows of its cells in the centre column.
    pub(crate) column: LineSet,
}

impl LineSplit {
    /// Returns the split of the other half.
    pub(crate) fn complement(self, lines: usize) -> Self {
        self.map(|set| all(lines) ^ set)
    }

    fn map(self, image: impl Fn(LineSet) -> LineSet) -> Self {
        let Self { main, anti, row, column } = self;
        Self { main: image(main), anti: image(anti), row: image(row), column: image(column) }
    }
}

/// An optional reflection of the columns, then an optional transposition, then a permutation of
/// rows and columns alike. The halves of the symbols may be exchanged, too.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    mirrored: bool,
    transposed: bool,
    /// The image of each line.
    to: Vec<usize>,
    exchanged: bool,
}

impl Symmetry {
    /// Returns all symmetries, for an even number of lines.
    pub(crate) fn all(lines: usize) -> Vec<Self> {
        let keeps_mirrors = |to: &Vec<usize>| {
            iter::zip(to, to.iter().rev()).all(|(one, other)| one + other == lines - 1)
        };
        let permutations = (0..lines).permutations(lines).filter(keeps_mirrors);
        let choices = [false, true];
        iproduct!(permutations, choices, choices, choices)
            .map(|(to, mirrored, transposed, exchanged)| Self {
                mirrored,
                transposed,
                to,
                exchanged,
            })
            .collect()
    }

    /// Returns the image of a placement.
    pub(crate) fn placement(&self, placement: &Placement) -> Placement {
        let mut image = vec![0; placement.len()];
        for (row, &column) in placement.iter().enumerate() {
            let column = if self.mirrored { placement.len() - 1 - column } else { column };
            let (row, column) = if self.transposed { (column, row) } else { (row, column) };
            image[self.to[row]] = self.to[column];
        }
        image
    }

    /// Returns the image of a split.
    pub(crate) fn split(&self, split: LineSplit) -> LineSplit {
        let lines = self.to.len();
        let LineSplit { mut main, mut anti, mut row, mut column } = split;
        if self.mirrored {
            (main, anti) = (anti, main);
            row = reversed(row, lines);
        }
        if self.transposed {
            anti = reversed(anti, lines);
            (row, column) = (column, row);
        }
        let moved = |set| members(set).fold(0, |image, line| image | 1 << self.to[line]);
        let image = LineSplit { main, anti, row, column }.map(moved);
        if self.exchanged { image.complement(lines) } else { image }
    }
}

/// Returns all placements, in lexicographic order.
pub(crate) fn placements(lines: usize) -> impl Iterator<Item = Placement> {
    let is_off_diagonals =
        move |(row, &column): (usize, &usize)| column != row && column != lines - 1 - row;
    let permutations = (0..lines).permutations(lines);
    permutations.filter(move |placement| placement.iter().enumerate().all(is_off_diagonals))
}

/// Returns the mirrored lines of a set.
pub(crate) fn reversed(set: LineSet, lines: usize) -> LineSet {
    if lines == 0 { 0 } else { set.reverse_bits() >> (MOST_LINES - lines) }
}

/// Returns all lines.
pub(crate) fn all(lines: usize) -> LineSet {
    (0..lines).fold(0, |all, line| all | 1 << line)
}

/// Returns the lines of a set, in their order.
pub(crate) fn members(set: LineSet) -> impl Iterator<Item = usize> {
    (0..MOST_LINES).filter(move |line| set >> line & 1 == 1)
}

/// Returns all sets of `size` lines out of `from`.
pub(crate) fn subsets(from: LineSet, size: u32) -> impl Iterator<Item = LineSet> {
    (0..=LineSet::MAX).filter(move |set| set & !from == 0 && set.count_ones() == size)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_split_goes_where_its_cells_go() {
        // The cells of order 7, the centre line 3 included, moved one by one.
        let (lines, centre) = (6, 3);
        let line = |line: usize| if line < centre { line } else { line + 1 };
        for symmetry in Symmetry::all(lines).into_iter().filter(|symmetry| !symmetry.exchanged) {
            let cell = |(row, mut column): (usize, usize)| {
                if symmetry.mirrored {
                    column = lines - column;
                }
                let (row, column) = if symmetry.transposed { (column, row) } else { (row, column) };
                let to = |at: usize| match at.cmp(&centre) {
                    std::cmp::Ordering::Equal => centre,
                    less_or_more => {
                        let without_centre = if less_or_more.is_lt() { at } else { at - 1 };
                        line(symmetry.to[without_centre])
                    }
                };
                (to(row), to(column))
            };
            let cells = |split: LineSplit| -> HashSet<(usize, usize)> {
                let main = members(split.main).map(|at| (line(at), line(at)));
                let anti = members(split.anti).map(|at| (line(at), lines - line(at)));
                let row = members(split.row).map(|at| (centre, line(at)));
                let column = members(split.column).map(|at| (line(at), centre));
                main.chain(anti).chain(row).chain(column).collect()
            };
            let split =
                LineSplit { main: 0b001_011, anti: 0b100_110, row: 0b000_111, column: 0b110_100 };
            let moved: HashSet<_> = cells(split).into_iter().map(cell).collect();
            assert_eq!(cells(symmetry.split(split)), moved);
        }
    }
}
