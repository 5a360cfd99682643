//! Shapes made of squares.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use grid_utils::{Cell, Direction, Grid, Symmetry};

/// Which polyominoes count as the same, besides those that are only moved to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Pieces that are neither turned nor mirrored: a single shape.
    Fixed,
    /// Pieces that may be turned, but not turned over.
    OneSided,
    /// Pieces that may be turned and turned over.
    Free,
}

impl Kind {
    /// Returns the transformations under which polyominoes are equal.
    const fn symmetries(self) -> &'static [Symmetry] {
        // The identity comes first, then the other turns, then the reflections.
        match self {
            Kind::Fixed => Symmetry::ALL.split_at(1).0,
            Kind::OneSided => Symmetry::ALL.split_at(4).0,
            Kind::Free => &Symmetry::ALL,
        }
    }
}

/// A polyomino as it lies: cells connected by their sides, without a place.
///
/// It is moved up and to the left as far as it goes, so its box, the smallest rectangle around it,
/// has its top-left corner in row 0 and column 0; that corner need not be one of its cells. As text
/// it is a drawing: `#` (or `X`) for a cell, `.` for none, rows separated by line ends or `/`.
///
/// ```
/// use grid_utils::{Cell, Symmetry};
/// use polyominoes::Polyomino;
///
/// let tetromino: Polyomino = "#./#./##".parse().unwrap();
/// assert_eq!((tetromino.len(), tetromino.rows(), tetromino.columns()), (4, 3, 2));
/// assert_eq!(tetromino.cells()[3], Cell::new(2, 1));
/// assert_eq!(tetromino.transformed(Symmetry::QuarterTurn).to_string(), "###\n#..");
/// ```
///
/// The order is good for sorting and maps, with no other meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyomino {
    /// In reading order.
    cells: Vec<Cell>,
    rows: usize,
    columns: usize,
}

impl Polyomino {
    /// Returns the polyomino of these cells, wherever they lie.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use polyominoes::Polyomino;
    ///
    /// let bent = Polyomino::new([Cell::new(7, 4), Cell::new(7, 5), Cell::new(8, 4)]);
    /// assert_eq!(bent.to_string(), "##\n#.");
    /// ```
    ///
    /// # Panics
    /// If there are no cells, one comes twice, or they are not connected.
    #[must_use]
    #[track_caller]
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        let polyomino = Self::normalised(cells.into_iter().collect());
        polyomino.check().unwrap_or_else(|error| panic!("{error}"));
        polyomino
    }

    fn normalised(mut cells: Vec<Cell>) -> Self {
        let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        for cell in &mut cells {
            *cell = Cell::new(cell.row - top, cell.column - left);
        }
        cells.sort_unstable();
        let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        Polyomino { cells, rows, columns }
    }

    fn check(&self) -> Result<(), ParsePolyominoError> {
        let Some(&first) = self.cells.first() else { return Err(ParsePolyominoError::Empty) };
        if self.cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(ParsePolyominoError::Twice);
        }
        let (mut reached, mut next) = (vec![first], 0);
        while let Some(&cell) = reached.get(next) {
            next += 1;
            let neighbours = Direction::ALL.into_iter().filter_map(|way| cell.step(way));
            for neighbour in neighbours {
                if self.contains(neighbour) && !reached.contains(&neighbour) {
                    reached.push(neighbour);
                }
            }
        }
        if reached.len() == self.len() { Ok(()) } else { Err(ParsePolyominoError::Disconnected) }
    }

    /// Returns the number of cells.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a polyomino has at least one cell")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of rows of its box.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of its box.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Its cells in its box, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Its cells wherever it fits on a grid, as it lies.
    ///
    /// ```
    /// use polyominoes::{Kind, polyominoes};
    ///
    /// let domino = &polyominoes(2, Kind::Fixed)[0];
    /// assert_eq!(domino.places(2, 2).len(), 2);
    /// ```
    #[must_use]
    pub fn places(&self, rows: usize, columns: usize) -> Vec<Vec<Cell>> {
        let corners = Grid::filled(rows, columns, ()).windows(self.rows, self.columns);
        let moved = |corner: Cell| {
            let cell = |cell: &Cell| Cell::new(corner.row + cell.row, corner.column + cell.column);
            self.cells.iter().map(cell).collect()
        };
        corners.map(moved).collect()
    }

    /// Its cells wherever it fits on some cells, turned and mirrored as its kind allows.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use polyominoes::{Kind, polyominoes};
    ///
    /// let corner = [Cell::new(1, 4), Cell::new(2, 4), Cell::new(2, 5)];
    /// let domino = &polyominoes(2, Kind::Free)[0];
    /// assert_eq!(domino.places_among(&corner, Kind::Free).len(), 2);
    /// ```
    #[must_use]
    pub fn places_among(&self, cells: &[Cell], kind: Kind) -> Vec<Vec<Cell>> {
        let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        let mut is_one = Grid::filled(rows, columns, false);
        for &cell in cells {
            is_one[cell] = true;
        }
        let ways = self.orientations(kind);
        let places = ways.iter().flat_map(|way| way.places(rows, columns));
        places.filter(|place| place.iter().all(|&cell| is_one[cell])).collect()
    }

    /// Returns whether a cell of its box is one of its own.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    /// Returns the polyomino, turned or mirrored.
    ///
    /// ```
    /// # use grid_utils::Symmetry;
    /// # use polyominoes::Polyomino;
    /// let skew: Polyomino = "##./.##".parse().unwrap();
    /// assert_eq!(skew.transformed(Symmetry::FlipRows).to_string(), ".##\n##.");
    /// assert_eq!(skew.transformed(Symmetry::HalfTurn), skew);
    /// ```
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let (rows, columns) = symmetry.shape_after(self.rows, self.columns);
        let moved = |&cell| symmetry.apply(cell, self.rows, self.columns);
        let mut cells: Vec<Cell> = self.cells.iter().map(moved).collect();
        cells.sort_unstable();
        Polyomino { cells, rows, columns }
    }

    /// Returns all polyominoes that count as the same, each once; it comes first itself.
    ///
    /// ```
    /// use polyominoes::{Kind, Polyomino};
    ///
    /// let skew: Polyomino = "##./.##".parse().unwrap();
    /// assert_eq!(skew.orientations(Kind::Fixed), [skew.clone()]);
    /// assert_eq!(skew.orientations(Kind::OneSided).len(), 2);
    /// assert_eq!(skew.orientations(Kind::Free).len(), 4);
    /// ```
    #[must_use]
    pub fn orientations(&self, kind: Kind) -> Vec<Self> {
        let mut orientations = Vec::new();
        for &symmetry in kind.symmetries() {
            let orientation = self.transformed(symmetry);
            if !orientations.contains(&orientation) {
                orientations.push(orientation);
            }
        }
        orientations
    }

    /// Returns the one that stands for all polyominoes that count as the same: two are the same if
    /// and only if this is equal.
    ///
    /// ```
    /// use polyominoes::{Kind, Polyomino};
    ///
    /// let [s, z] = ["##./.##", ".##/##."].map(|drawing| drawing.parse::<Polyomino>().unwrap());
    /// assert_ne!(s.canonical(Kind::OneSided), z.canonical(Kind::OneSided));
    /// assert_eq!(s.canonical(Kind::Free), z.canonical(Kind::Free));
    /// ```
    #[must_use]
    pub fn canonical(&self, kind: Kind) -> Self {
        let orientations = kind.symmetries().iter().map(|&symmetry| self.transformed(symmetry));
        orientations.fold(self.clone(), Ord::min)
    }

    /// Returns the polyomino enlarged: each cell becomes a block of `factor` x `factor` cells.
    ///
    /// ```
    /// # use polyominoes::Polyomino;
    /// let bent: Polyomino = "##/#.".parse().unwrap();
    /// assert_eq!(bent.enlarged(2).to_string(), "####\n####\n##..\n##..");
    /// ```
    ///
    /// # Panics
    /// If the factor is 0.
    #[must_use]
    #[track_caller]
    pub fn enlarged(&self, factor: usize) -> Self {
        assert!(factor > 0, "a polyomino that is enlarged 0 times has no cells");
        let block = |cell: &Cell| {
            let (top, left) = (cell.row * factor, cell.column * factor);
            (0..factor * factor).map(move |at| Cell::new(top + at / factor, left + at % factor))
        };
        Self::normalised(self.cells.iter().flat_map(block).collect())
    }

    /// Returns all polyominoes that are this one with one more cell, each as it lies.
    ///
    /// ```
    /// # use polyominoes::Polyomino;
    /// let domino: Polyomino = "##".parse().unwrap();
    /// assert_eq!(domino.grown().len(), 5, "a straight tromino and four bent ones");
    /// ```
    #[must_use]
    pub fn grown(&self) -> BTreeSet<Self> {
        // One row and one column farther, so there is room at the top and at the left.
        let cells = self.cells.iter().map(|cell| Cell::new(cell.row + 1, cell.column + 1));
        let cells: Vec<Cell> = cells.collect();
        let neighbours = cells.iter().flat_map(|cell| Direction::ALL.map(|way| cell.step(way)));
        let neighbours = neighbours.flatten().filter(|neighbour| !cells.contains(neighbour));
        neighbours
            .map(|neighbour| Self::normalised(cells.iter().copied().chain([neighbour]).collect()))
            .collect()
    }
}

/// Returns all polyominoes of a number of cells, of those that count as the same the
/// [canonical](Polyomino::canonical) one, in order.
///
/// Made from those of one cell less: cheap up to ten cells (4,655 free ones).
///
/// ```
/// use polyominoes::{Kind, polyominoes};
///
/// // I, T, skew, square, L:
/// assert_eq!(polyominoes(4, Kind::Free).len(), 5);
/// // There are two skew ones and two L:
/// assert_eq!(polyominoes(4, Kind::OneSided).len(), 7);
/// assert_eq!(polyominoes(4, Kind::Fixed).len(), 19);
/// ```
#[must_use]
pub fn polyominoes(cells: usize, kind: Kind) -> Vec<Polyomino> {
    let Some(more) = cells.checked_sub(1) else { return Vec::new() };
    let mut found = BTreeSet::from([Polyomino::new([Cell::new(0, 0)])]);
    for _ in 0..more {
        let grown = found.iter().flat_map(Polyomino::grown);
        found = grown.map(|polyomino| polyomino.canonical(kind)).collect();
    }
    found.into_iter().collect()
}

impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            f.write_str(if row > 0 { "\n" } else { "" })?;
            for column in 0..self.columns {
                f.write_str(if self.contains(Cell::new(row, column)) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

impl FromStr for Polyomino {
    type Err = ParsePolyominoError;

    fn from_str(drawing: &str) -> Result<Self, ParsePolyominoError> {
        let mut cells = Vec::new();
        for (row, line) in drawing.trim().split(['/', '\n']).enumerate() {
            for (column, character) in line.trim().chars().enumerate() {
                match character {
                    '#' | 'X' => cells.push(Cell::new(row, column)),
                    '.' => {}
                    other => return Err(ParsePolyominoError::Character(other)),
                }
            }
        }
        let polyomino = Self::normalised(cells);
        polyomino.check()?;
        Ok(polyomino)
    }
}

/// A drawing, or cells, that make no polyomino.
///
/// ```
/// use polyominoes::Polyomino;
///
/// let error = |drawing: &str| drawing.parse::<Polyomino>().unwrap_err().to_string();
/// assert_eq!(error("../.."), "a polyomino has at least one cell");
/// assert_eq!(error("#./.#"), "the cells of the polyomino are not connected");
/// assert_eq!(error("#o"), "expected `#` or `X` for a cell or `.` for none and found `o`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePolyominoError {
    /// An unknown character.
    Character(char),
    /// There is no cell.
    Empty,
    /// A cell comes twice: a drawing cannot say so, a list of cells can.
    Twice,
    /// The cells are not connected by their sides.
    Disconnected,
}

impl fmt::Display for ParsePolyominoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => {
                write!(f, "expected `#` or `X` for a cell or `.` for none and found `{character}`")
            }
            Self::Empty => f.write_str("a polyomino has at least one cell"),
            Self::Twice => f.write_str("a cell of the polyomino comes twice"),
            Self::Disconnected => f.write_str("the cells of the polyomino are not connected"),
        }
    }
}

impl std::error::Error for ParsePolyominoError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_polyominoes_as_the_books_say() {
        // OEIS A000105, A000988 and A001168.
        let counts = |kind| [1, 2, 3, 4, 5, 6, 7].map(|cells| polyominoes(cells, kind).len());
        assert_eq!(counts(Kind::Free), [1, 1, 2, 5, 12, 35, 108]);
        assert_eq!(counts(Kind::OneSided), [1, 1, 2, 7, 18, 60, 196]);
        assert_eq!(counts(Kind::Fixed), [1, 2, 6, 19, 63, 216, 760]);
        assert!(polyominoes(0, Kind::Free).is_empty());
    }

    #[test]
    fn a_polyomino_has_as_many_orientations_as_it_looks_different() {
        let counts = ["#", "##", "##/##", "#./##", "##./.##", "#./#./##", ".##/##./.#."]
            .map(|drawing| drawing.parse::<Polyomino>().unwrap().orientations(Kind::Free).len());
        assert_eq!(counts, [1, 2, 1, 4, 4, 8, 8]);
    }

    #[test]
    fn the_orientations_of_the_free_polyominoes_are_the_fixed_ones() {
        let free = polyominoes(6, Kind::Free);
        let fixed: BTreeSet<_> =
            free.iter().flat_map(|polyomino| polyomino.orientations(Kind::Free)).collect();
        assert!(fixed.iter().eq(&polyominoes(6, Kind::Fixed)));
        for polyomino in &fixed {
            assert!(free.binary_search(&polyomino.canonical(Kind::Free)).is_ok());
        }
    }

    #[test]
    fn drawings_are_read_as_they_are_written() {
        for polyomino in polyominoes(5, Kind::Fixed) {
            assert_eq!(polyomino.to_string().parse(), Ok(polyomino));
        }
        let indented = "\n    .X\n    XX\n".parse::<Polyomino>();
        assert_eq!(indented.map(|polyomino| polyomino.to_string()), Ok(".#\n##".to_owned()));
    }

    #[test]
    fn shapes_around_a_hole_are_polyominoes_too() {
        let ring: Polyomino = "###/#.#/###".parse().unwrap();
        assert!(!ring.contains(Cell::new(1, 1)));
        assert_eq!(ring.orientations(Kind::Free), std::slice::from_ref(&ring));
    }

    #[test]
    #[should_panic(expected = "not connected")]
    fn cells_that_are_not_connected_are_no_polyomino() {
        let _ = Polyomino::new([Cell::new(0, 0), Cell::new(0, 2)]);
    }

    #[test]
    #[should_panic(expected = "comes twice")]
    fn cells_that_come_twice_are_no_polyomino() {
        let _ = Polyomino::new([Cell::new(3, 0), Cell::new(3, 0)]);
    }
}
