//! The search: the largest tiles first, where a row or column is forced to hold them.

mod lines;
mod ones;

use grid_utils::{Cell, CellSet, Grid, Shape};
use puzzle::{Board, Flow, Search};

use self::lines::{FewestCells, LineSet, Lines};
use crate::LARGEST_SIZE;

/// Reports every tiling with these sums, each once.
pub(crate) fn search(rows: &[i64], columns: &[i64], search: &mut Search) -> Flow {
    search.visit(0, || Board::Grid(Grid::filled(rows.len(), columns.len(), None)))?;
    if !are_possible(rows, columns) {
        search.dead_end_because(|| "the sums of the lines contradict each other");
        return Flow::Continue(());
    }
    // Compiled twice: for grids like the published one, and for all others.
    if rows.len().max(columns.len()) <= 16 && rows.len() * columns.len() <= 192 {
        Tiler::<3, 16>::run(rows, columns, search)
    } else {
        Tiler::<16, LARGEST_SIZE>::run(rows, columns, search)
    }
}

/// Returns whether rows and columns have the same total, and no line has a larger sum than its
/// cells allow, covered by the largest tiles that the grid can hold.
fn are_possible(rows: &[i64], columns: &[i64]) -> bool {
    let largest = rows.len().min(columns.len());
    let fit = |sums: &[i64], length: usize| {
        sums.iter().all(|&sum| usize::try_from(sum).is_ok_and(|sum| sum <= largest * length))
    };
    fit(rows, columns.len())
        && fit(columns, rows.len())
        && rows.iter().sum::<i64>() == columns.iter().sum::<i64>()
}

/// A partial board, as far as the sums are concerned.
#[derive(Clone, Copy)]
struct State<const LINES: usize> {
    rows: Lines<LINES>,
    columns: Lines<LINES>,
}

/// A tile by its top left corner.
#[derive(Clone, Copy)]
struct Tile {
    corner: Cell,
    side: usize,
}

/// The search of one instance.
struct Tiler<'a, 's, const WORDS: usize, const LINES: usize> {
    shape: Shape<WORDS>,
    rows: Bands<WORDS>,
    columns: Bands<WORDS>,
    fewest_cells: FewestCells,
    /// The tiles of side 2 and more that lie on the board.
    tiles: Vec<Tile>,
    search: &'a mut Search<'s>,
}

impl<'a, 's, const WORDS: usize, const LINES: usize> Tiler<'a, 's, WORDS, LINES> {
    fn run(rows: &[i64], columns: &[i64], search: &'a mut Search<'s>) -> Flow {
        let shape =
            Shape::<WORDS>::new(rows.len(), columns.len()).expect("the caller chose enough words");
        let most = |sums: &[i64]| sums.iter().filter_map(|&sum| usize::try_from(sum).ok()).max();
        let (row, column) = (most(rows).unwrap_or(0), most(columns).unwrap_or(0));
        // A tile adds the square of its side to each row and column that it crosses.
        let largest = row.min(column).isqrt().min(rows.len()).min(columns.len());
        let mut state = State {
            rows: Lines::<LINES>::new(rows, columns.len()),
            columns: Lines::new(columns, rows.len()),
        };
        state.rows.give_up_finished(state.rows.finished(), &mut state.columns);
        state.columns.give_up_finished(state.columns.finished(), &mut state.rows);
        let mut tiler = Tiler {
            shape,
            rows: Bands::new((0..rows.len()).map(|row| shape.row(row))),
            columns: Bands::new((0..columns.len()).map(|column| shape.column(column))),
            fewest_cells: FewestCells::new(largest, row.max(column)),
            tiles: Vec::with_capacity(64),
            search,
        };
        tiler.start_side(&mut state, largest)
    }

    /// Turns to tiles of side `side`: all larger ones lie on the board.
    fn start_side(&mut self, state: &mut State<LINES>, side: usize) -> Flow {
        if side <= 1 {
            return self.lay_ones(*state, [LineSet::EMPTY; LINES]);
        }
        let fewest = self.fewest_cells.of(side);
        if !(state.rows.classify_all(self.shape.rows(), fewest)
            && state.columns.classify_all(self.shape.columns(), fewest))
        {
            self.dead_end("a line cannot come to its sum with smaller tiles");
            return Flow::Continue(());
        }
        let places = self.places(state, side);
        self.lay_tiles(state, side, places)
    }

    /// Returns the corners of all tiles of side `side` that can be laid: inside the grid, without
    /// overlaps, and not across a closed line.
    fn places(&self, state: &State<LINES>, side: usize) -> CellSet<WORDS> {
        let mut places = self.rows.band(0, self.shape.rows() + 1 - side)
            & self.columns.band(0, self.shape.columns() + 1 - side);
        places -= self.reaching_any(state.rows.closed, state.columns.closed, side);
        if !places.is_empty() {
            for &tile in &self.tiles {
                places -= self.overlapping(tile, side);
            }
        }
        places
    }

    /// Lays the next tile of side `side` on one of `places`, or turns to smaller ones.
    fn lay_tiles(
        &mut self,
        state: &mut State<LINES>,
        side: usize,
        mut places: CellSet<WORDS>,
    ) -> Flow {
        let Some(fewest) = self.fewest_places(state, side, places) else {
            // No line is forced: try each place nevertheless, then none.
            for place in places {
                places.remove(place);
                self.lay_tile(state, side, places, place)?;
            }
            return self.start_side(state, side - 1);
        };
        if fewest.is_empty() {
            self.dead_end("a line needs another tile of this size, and there is no place for it");
        }
        for place in fewest {
            // This round finds all boards with a tile at this place; later rounds exclude it.
            places.remove(place);
            self.lay_tile(state, side, places, place)?;
        }
        Flow::Continue(())
    }

    /// Returns the fewest places of a line that must hold another tile of side `side` (minimum
    /// remaining values). `None` if there is no such line.
    #[inline]
    fn fewest_places(
        &self,
        state: &State<LINES>,
        side: usize,
        places: CellSet<WORDS>,
    ) -> Option<CellSet<WORDS>> {
        let (mut fewest, mut least) = (None, usize::MAX);
        let mut consider = |reaching: CellSet<WORDS>| {
            let crossing = places & reaching;
            let count = crossing.len();
            if count < least {
                (fewest, least) = (Some(crossing), count);
            }
        };
        for row in state.rows.forced {
            consider(self.rows.reaching(row, side));
        }
        for column in state.columns.forced {
            consider(self.columns.reaching(column, side));
        }
        fewest
    }

    /// Lays a tile of side `side` on a place, and continues with the other remaining places.
    #[inline]
    fn lay_tile(
        &mut self,
        before: &State<LINES>,
        side: usize,
        mut places: CellSet<WORDS>,
        place: usize,
    ) -> Flow {
        let corner = self.shape.cell(place);
        let Cell { row, column } = corner;
        let tile = Tile { corner, side };
        self.tiles.push(tile);
        let Tiler { shape, tiles, search, .. } = self;
        search.visit(tiles.len(), || board(shape, tiles, &[]))?;
        let mut state = *before;
        let State { rows, columns } = &mut state;
        let finished_rows = rows.cover(row, column, side);
        let finished_columns = columns.cover(column, row, side);
        let mut touched_rows = LineSet::range(row..row + side);
        let mut touched_columns = LineSet::range(column..column + side);
        touched_columns |= rows.give_up_finished(finished_rows, columns);
        touched_rows |= columns.give_up_finished(finished_columns, rows);
        let fewest = self.fewest_cells.of(side);
        if !(rows.classify(touched_rows, fewest) && columns.classify(touched_columns, fewest)) {
            self.dead_end("a line cannot come to its sum any more");
            self.tiles.pop();
            return Flow::Continue(());
        }
        places -= self.overlapping(tile, side);
        let newly_closed_rows = rows.closed - before.rows.closed;
        let newly_closed_columns = columns.closed - before.columns.closed;
        places -= self.reaching_any(newly_closed_rows, newly_closed_columns, side);
        self.lay_tiles(&mut state, side, places)?;
        self.tiles.pop();
        Flow::Continue(())
    }

    /// Returns the places from which a tile of side `side` reaches one of these lines.
    #[inline]
    fn reaching_any(&self, rows: LineSet, columns: LineSet, side: usize) -> CellSet<WORDS> {
        let mut places = CellSet::EMPTY;
        for row in rows {
            places |= self.rows.reaching(row, side);
        }
        for column in columns {
            places |= self.columns.reaching(column, side);
        }
        places
    }

    /// Returns the places where a tile of side `side` would overlap `tile`.
    #[inline]
    fn overlapping(&self, tile: Tile, side: usize) -> CellSet<WORDS> {
        let Cell { row, column } = tile.corner;
        self.rows.band((row + 1).saturating_sub(side), row + tile.side)
            & self.columns.band((column + 1).saturating_sub(side), column + tile.side)
    }

    /// Reports that the board with the present tiles cannot be completed. After boards with more
    /// tiles it may not be the one visited last.
    #[inline]
    fn dead_end(&mut self, why: &'static str) {
        let Tiler { shape, tiles, search, .. } = self;
        search.dead_end_at(tiles.len(), || board(shape, tiles, &[]), || why);
    }

    /// Reports the board with the present tiles and these 1-tiles, as sets of columns row by row.
    fn report(&mut self, ones: &[LineSet]) -> Flow {
        let board = board(&self.shape, &self.tiles, ones);
        self.search.solution_at(self.tiles.len() + count(ones), board)
    }
}

/// Returns the board with these tiles and these 1-tiles, as sets of columns row by row.
fn board<const WORDS: usize>(shape: &Shape<WORDS>, tiles: &[Tile], ones: &[LineSet]) -> Board {
    let (rows, columns) = (shape.rows(), shape.columns());
    let mut board = Grid::filled(rows, columns, None);
    let mut lines: Vec<&mut [Option<i64>]> =
        board.values_mut().into_slice().chunks_exact_mut(columns).collect();
    for (line, &ones) in lines.iter_mut().zip(ones) {
        for column in ones {
            line[column] = Some(1);
        }
    }
    for &Tile { corner: Cell { row, column }, side } in tiles {
        for line in &mut lines[row..row + side] {
            line[column..column + side].fill(i64::try_from(side).ok());
        }
    }
    Board::Grid(board)
}

/// Returns the number of 1-tiles.
fn count(ones: &[LineSet]) -> usize {
    ones.iter().map(LineSet::len).sum()
}

/// The sets of cells in consecutive rows, or in consecutive columns.
struct Bands<const WORDS: usize> {
    /// The cells of all lines before each one, and finally of all lines.
    before: Vec<CellSet<WORDS>>,
}

impl<const WORDS: usize> Bands<WORDS> {
    fn new(lines: impl ExactSizeIterator<Item = CellSet<WORDS>>) -> Self {
        let mut before = Vec::with_capacity(lines.len() + 1);
        before.push(CellSet::EMPTY);
        let mut all = CellSet::EMPTY;
        before.extend(lines.map(|line| {
            all |= line;
            all
        }));
        Bands { before }
    }

    /// Returns the cells of the lines from `from` on, up to but not including `to`.
    #[inline]
    fn band(&self, from: usize, to: usize) -> CellSet<WORDS> {
        self.before[to] - self.before[from]
    }

    /// Returns the places from which a tile of side `side` reaches a line.
    #[inline]
    fn reaching(&self, line: usize, side: usize) -> CellSet<WORDS> {
        self.band((line + 1).saturating_sub(side), line + 1)
    }
}
