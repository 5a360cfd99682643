//! Polyominoes: shapes made of squares, turned and mirrored in every way, anywhere on a grid.
//!
//! Where a shape fits is found for all places of a grid at once: the free cells are moved so that
//! each cell of the shape comes to lie on the top-left corner of the shape's box; where all of
//! these sets have a cell, the shape fits.

use grid_utils::{Cell, CellSet, Direction, Shape, Symmetry};

/// The longest side of a polyomino's box.
const BOX: usize = 5;

/// A polyomino of at most 5 rows and columns, in all its orientations.
///
/// Made at compile time where it is a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polyomino {
    /// The first `count` of them differ from each other.
    orientations: [Orientation; Symmetry::ALL.len()],
    count: usize,
}

impl Polyomino {
    /// The polyomino of a pattern: rows separated by `/`, `X` for a cell, `.` for none. The rows
    /// are equally long; the outer rows and columns have a cell each.
    pub(crate) const fn new(pattern: &str) -> Self {
        let first = Orientation::new(pattern);
        let mut polyomino = Polyomino { orientations: [first; Symmetry::ALL.len()], count: 1 };
        let mut next = 0;
        while next < Symmetry::ALL.len() {
            let orientation = first.transformed(Symmetry::ALL[next]);
            if !polyomino.has(orientation) {
                polyomino.orientations[polyomino.count] = orientation;
                polyomino.count += 1;
            }
            next += 1;
        }
        polyomino
    }

    const fn has(&self, orientation: Orientation) -> bool {
        let mut next = 0;
        while next < self.count {
            if self.orientations[next].cells.bits == orientation.cells.bits {
                return true;
            }
            next += 1;
        }
        false
    }

    /// The orientations, each once.
    pub(crate) fn orientations(&self) -> &[Orientation] {
        &self.orientations[..self.count]
    }
}

/// A polyomino as it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orientation {
    /// Its cells.
    pub(crate) cells: BoxCells,
    /// The cells of its box that share a 2 x 2 block with three of its own.
    pub(crate) notches: BoxCells,
    /// Whether it fills a whole 2 x 2 block.
    pub(crate) has_full_block: bool,
    rows: usize,
    columns: usize,
}

impl Orientation {
    const fn new(pattern: &str) -> Self {
        let pattern = pattern.as_bytes();
        let (mut cells, mut rows, mut columns, mut column) = (BoxCells { bits: 0 }, 1, 0, 0);
        let mut next = 0;
        while next < pattern.len() {
            if pattern[next] == b'/' {
                rows += 1;
                column = 0;
            } else {
                if pattern[next] == b'X' {
                    cells = cells.with(rows - 1, column);
                }
                column += 1;
                columns = column;
            }
            next += 1;
        }
        assert!(rows <= BOX && columns <= BOX, "the pattern is too large");
        Orientation::of(cells, rows, columns)
    }

    const fn of(cells: BoxCells, rows: usize, columns: usize) -> Self {
        let mut notches = BoxCells { bits: 0 };
        let mut has_full_block = false;
        let mut block = 0;
        while block < (rows - 1) * (columns - 1) {
            let (top, left) = (block / (columns - 1), block % (columns - 1));
            let (mut filled, mut place) = (0, 0);
            let mut missing = (top, left);
            while place < 4 {
                let (row, column) = (top + place / 2, left + place % 2);
                if cells.has(row, column) {
                    filled += 1;
                } else {
                    missing = (row, column);
                }
                place += 1;
            }
            if filled == 3 {
                notches = notches.with(missing.0, missing.1);
            }
            has_full_block |= filled == 4;
            block += 1;
        }
        Orientation { cells, notches, has_full_block, rows, columns }
    }

    const fn transformed(self, symmetry: Symmetry) -> Self {
        let (rows, columns) = symmetry.shape_after(self.rows, self.columns);
        let mut cells = BoxCells { bits: 0 };
        let mut place = 0;
        while place < self.rows * self.columns {
            let cell = Cell::new(place / self.columns, place % self.columns);
            if self.cells.has(cell.row, cell.column) {
                let Cell { row, column } = symmetry.apply(cell, self.rows, self.columns);
                cells = cells.with(row, column);
            }
            place += 1;
        }
        Orientation::of(cells, rows, columns)
    }
}

/// Some cells of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxCells {
    /// The bit of a cell is `row * BOX + column`.
    bits: u32,
}

impl BoxCells {
    const fn with(self, row: usize, column: usize) -> Self {
        BoxCells { bits: self.bits | 1 << (row * BOX + column) }
    }

    const fn has(self, row: usize, column: usize) -> bool {
        self.bits >> (row * BOX + column) & 1 == 1
    }

    /// The cells, as row and column.
    pub(crate) fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some((bit / BOX, bit % BOX))
        })
    }

    /// Their indices on a grid where the box has its top-left corner at a cell and lies inside.
    #[inline]
    pub(crate) fn at<const WORDS: usize>(
        self,
        corner: usize,
        shape: &Shape<WORDS>,
    ) -> impl Iterator<Item = usize> {
        let columns = shape.columns();
        self.iter().map(move |(row, column)| corner + row * columns + column)
    }
}

/// A set of cells, moved so that each cell of a box comes to lie on the box's top-left corner.
pub(crate) struct Windows<const WORDS: usize> {
    moved: [[CellSet<WORDS>; BOX]; BOX],
    all: CellSet<WORDS>,
}

impl<const WORDS: usize> Windows<WORDS> {
    pub(crate) fn new(shape: &Shape<WORDS>, set: CellSet<WORDS>) -> Self {
        let mut moved = [[set; BOX]; BOX];
        for row in 0..BOX {
            if row > 0 {
                moved[row][0] = shape.shift(moved[row - 1][0], Direction::North);
            }
            for column in 1..BOX {
                moved[row][column] = shape.shift(moved[row][column - 1], Direction::West);
            }
        }
        Windows { moved, all: shape.all() }
    }

    /// The top-left corners of all boxes that have these cells in the set.
    #[inline]
    pub(crate) fn corners(&self, cells: BoxCells) -> CellSet<WORDS> {
        cells.iter().fold(self.all, |corners, (row, column)| corners & self.moved[row][column])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const L: Polyomino = Polyomino::new("X./X./XX");

    #[test]
    fn a_polyomino_has_as_many_orientations_as_it_looks_different() {
        let counts = ["X", "XX", "XX/XX", "X./XX", "XX./.XX", "X./X./XX", ".XX/XX./.X."]
            .map(|pattern| Polyomino::new(pattern).orientations().len());
        assert_eq!(counts, [1, 2, 1, 4, 4, 8, 8]);
    }

    #[test]
    fn notches_complete_blocks() {
        let notches = |orientation: &Orientation| orientation.notches.iter().collect::<Vec<_>>();
        assert_eq!(notches(&L.orientations()[0]), [(1, 1)]);
        assert!(Polyomino::new("XX/XX").orientations()[0].has_full_block);
        assert!(!L.orientations()[0].has_full_block);
    }

    #[test]
    fn the_places_of_a_polyomino_are_those_that_trying_finds() {
        let shape = Shape::<1>::new(5, 6).unwrap();
        let free: CellSet<1> = (0..30).filter(|cell| cell % 7 != 3).collect();
        let windows = Windows::new(&shape, free);
        for orientation in L.orientations() {
            let tried: CellSet<1> = (0..30)
                .filter(|&corner| {
                    let Cell { row, column } = shape.cell(corner);
                    row + orientation.rows <= 5
                        && column + orientation.columns <= 6
                        && orientation.cells.at(corner, &shape).all(|cell| free.contains(cell))
                })
                .collect();
            assert!(!tried.is_empty());
            assert_eq!(windows.corners(orientation.cells), tried);
        }
    }
}
