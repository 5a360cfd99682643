//! The symmetries of the plane that move cells to cells.

use grid_puzzles::Shading;
use grid_utils::{Cell, CellSet, Shape};

/// A half turn or a reflection: each coordinate of an image is so many times the row, so many times
/// the column, and a constant.
#[derive(Clone, Copy)]
struct Map {
    row: [i32; 3],
    column: [i32; 3],
}

impl Map {
    const IDENTITY: Self = Map { row: [1, 0, 0], column: [0, 1, 0] };

    /// The half turns and the reflections whose centre or axis lies in a grid.
    fn all(rows: usize, columns: usize) -> impl Iterator<Item = Self> {
        let [rows, columns] = [rows, columns].map(|lines| i32::try_from(lines).unwrap_or(i32::MAX));
        // What a row and its image, or a column and its image, add up to.
        let row_sums = || (0..2 * rows - 1).map(|sum| Map { row: [-1, 0, sum], ..Self::IDENTITY });
        let column_sums = move || (0..2 * columns - 1).map(|sum| [0, -1, sum]);
        let half_turns =
            row_sums().flat_map(move |map| column_sums().map(move |column| Map { column, ..map }));
        let mirrored = column_sums().map(|column| Map { column, ..Self::IDENTITY });
        let falling =
            (1 - columns..rows).map(|shift| Map { row: [0, 1, shift], column: [1, 0, -shift] });
        let rising =
            (0..rows + columns - 1).map(|sum| Map { row: [0, -1, sum], column: [-1, 0, sum] });
        half_turns.chain(row_sums()).chain(mirrored).chain(falling).chain(rising)
    }

    /// Where a cell comes to, if that is in the grid.
    fn image<const WORDS: usize>(&self, cell: Cell, shape: &Shape<WORDS>) -> Option<Cell> {
        let [row, column] = [cell.row, cell.column].map(|place| i32::try_from(place).unwrap_or(0));
        let coordinate = |[rows, columns, constant]: [i32; 3], end: usize| {
            let place = usize::try_from(rows * row + columns * column + constant);
            place.ok().filter(|&place| place < end)
        };
        Some(Cell::new(
            coordinate(self.row, shape.rows())?,
            coordinate(self.column, shape.columns())?,
        ))
    }
}

/// A symmetry of a grid's cells.
pub(super) struct Motion<const WORDS: usize> {
    /// For each cell, its image or itself.
    images: Vec<usize>,
    /// The cells without an image in the grid.
    pub(super) outside: CellSet<WORDS>,
}

impl<const WORDS: usize> Motion<WORDS> {
    fn of(map: &Map, shape: &Shape<WORDS>) -> Self {
        let mut outside = CellSet::EMPTY;
        let image = |cell| {
            let image = map.image(shape.cell(cell), shape).map(|image| shape.index(image));
            image.unwrap_or_else(|| {
                outside.insert(cell);
                cell
            })
        };
        Motion { images: (0..shape.len()).map(image).collect(), outside }
    }

    /// Every cell stays where it is.
    pub(super) fn identity(shape: &Shape<WORDS>) -> Self {
        Self::of(&Map::IDENTITY, shape)
    }

    /// The half turns and reflections for which this is true of each of some cells and its image,
    /// which is in the grid.
    pub(super) fn of_which(
        shape: Shape<WORDS>,
        cells: &[Cell],
        is_possible: impl Fn(Cell, Cell) -> bool,
    ) -> impl Iterator<Item = Self> {
        let fits = move |map: &Map, &cell: &Cell| {
            map.image(cell, &shape).is_some_and(|image| is_possible(cell, image))
        };
        let maps = Map::all(shape.rows(), shape.columns());
        let maps = maps.filter(move |map| cells.iter().all(|cell| fits(map, cell)));
        maps.map(move |map| Self::of(&map, &shape))
    }

    /// The images of cells that became known are known, too.
    pub(super) fn close(&self, known: &mut Shading<WORDS>, changed: CellSet<WORDS>) {
        for cell in changed & known.filled {
            known.filled.insert(self.images[cell]);
        }
        for cell in changed & known.empty {
            known.empty.insert(self.images[cell]);
        }
    }
}
