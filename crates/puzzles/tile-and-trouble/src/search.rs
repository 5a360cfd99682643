//! The search: the largest tiles first, where a row or column is forced to hold them.

mod lines;
mod ones;

use std::ops::Range;

use grid_utils::{Cell, Grid};
use puzzle::{Board, Flow, Search};

use self::lines::{Fewest, Line, LineSet, Lines, fewest_cells};
use crate::LARGEST_SIZE;

/// Some cells, as sets of columns row by row.
type Cells = [LineSet; LARGEST_SIZE];

/// No cells.
const NONE: Cells = [LineSet::EMPTY; LARGEST_SIZE];

/// Reports every tiling with these sums, each once.
pub(crate) fn search(rows: &[i64], columns: &[i64], search: &mut Search) -> Flow {
    search.visit(0, || Board::Grid(Grid::filled(rows.len(), columns.len(), None)))?;
    if !are_possible(rows, columns) {
        search.dead_end_because(|| "the sums of the lines contradict each other");
        return Flow::Continue(());
    }
    let highest = |sums: &[i64]| sums.iter().filter_map(|&sum| usize::try_from(sum).ok()).max();
    let (row, column) = (highest(rows).unwrap_or(0), highest(columns).unwrap_or(0));
    // A tile adds the square of its side to each row and column that it crosses.
    let largest = row.min(column).isqrt().min(rows.len()).min(columns.len());
    let state =
        State { rows: Lines::new(rows, columns.len()), columns: Lines::new(columns, rows.len()) };
    let mut tiler = Tiler {
        size: (rows.len(), columns.len()),
        fewest_cells: fewest_cells(largest, row.max(column)),
        tiles: Vec::new(),
        search,
    };
    tiler.lay_tiles(&state.without_finished(), largest, NONE)
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
struct State {
    rows: Lines,
    columns: Lines,
}

impl State {
    /// Returns the state after one more tile, on free cells of lines that are not closed.
    fn with(mut self, Tile { corner: Cell { row, column }, side }: Tile) -> Self {
        self.rows.cover(row, column, side);
        self.columns.cover(column, row, side);
        self.without_finished()
    }

    /// Returns the state in which lines that lack nothing have no free cells.
    fn without_finished(mut self) -> Self {
        self.rows.give_up_finished(&mut self.columns);
        self.columns.give_up_finished(&mut self.rows);
        self
    }
}

/// A tile by its top left corner.
#[derive(Clone, Copy)]
struct Tile {
    corner: Cell,
    side: usize,
}

/// The search of one instance.
struct Tiler<'s, 'r> {
    /// The numbers of rows and columns.
    size: (usize, usize),
    /// For each side from 1 on, the fewest cells of a line that make each sum.
    fewest_cells: Vec<Vec<Fewest>>,
    /// The tiles of side 2 and more that lie on the board.
    tiles: Vec<Tile>,
    search: &'s mut Search<'r>,
}

impl Tiler<'_, '_> {
    /// Lays the next tile of side `side`, or turns to smaller ones: all larger ones lie on the
    /// board, and boards with a tile on a place that was `tried` have been found.
    fn lay_tiles(&mut self, state: &State, side: usize, mut tried: Cells) -> Flow {
        if side <= 1 {
            return self.lay_ones(*state, NONE);
        }
        // What does the table of fewest cells say about each line?
        let fewest = &self.fewest_cells[side - 1];
        let (Some(rows), Some(columns)) =
            (state.rows.classify(fewest), state.columns.classify(fewest))
        else {
            self.dead_end("a line cannot come to its sum any more");
            return Flow::Continue(());
        };
        // A tile fits where the rows that it crosses are open and free in the columns that it
        // crosses, and these are open, too.
        let (height, width) = self.size;
        let open = |row: &Line| row.free - columns.closed;
        let mut places = NONE;
        for row in 0..=height - side {
            if rows.closed.intersects(LineSet::range(row..row + side)) {
                continue;
            }
            let crossed = state.rows.0[row..row + side].iter().map(open);
            let free = crossed.fold(LineSet::below(width), |free, row| free & row);
            places[row] = (1..side).fold(free, |fits, _| fits & fits.lowered(1)) - tried[row];
        }
        // A forced line needs one of the tiles that reach it: the line with the fewest is branched
        // on (minimum remaining values). If no line is forced, each place is tried nevertheless,
        // then none.
        let reaching = |line: usize| line.saturating_sub(side - 1)..line + 1;
        let of_rows = rows.forced.into_iter().map(|row| (reaching(row), LineSet::below(width)));
        let of_columns = columns.forced.into_iter();
        let of_columns = of_columns.map(|column| (0..height, LineSet::range(reaching(column))));
        let count = |(rows, columns): &(Range<usize>, LineSet)| {
            places[rows.clone()].iter().map(|&places| (places & *columns).len()).sum::<usize>()
        };
        let forced = of_rows.chain(of_columns).min_by_key(count);
        let is_forced = forced.is_some();
        if forced.as_ref().is_some_and(|forced| count(forced) == 0) {
            self.dead_end("a line needs another tile of this size, and there is no place for it");
        }
        let (rows, columns) = forced.unwrap_or((0..height, LineSet::below(width)));
        for row in rows {
            for column in places[row] & columns {
                // This round finds all boards with a tile at this place; later rounds exclude it.
                tried[row].insert(column);
                let tile = Tile { corner: Cell::new(row, column), side };
                self.tiles.push(tile);
                let Tiler { size, tiles, search, .. } = self;
                search.visit(tiles.len(), || board(*size, tiles, &NONE))?;
                self.lay_tiles(&state.with(tile), side, tried)?;
                self.tiles.pop();
            }
        }
        if is_forced { Flow::Continue(()) } else { self.lay_tiles(state, side - 1, NONE) }
    }

    /// Reports that the board with the present tiles cannot be completed. After boards with more
    /// tiles it may not be the one visited last.
    fn dead_end(&mut self, why: &'static str) {
        let Tiler { size, tiles, search, .. } = self;
        search.dead_end_at(tiles.len(), || board(*size, tiles, &NONE), || why);
    }
}

/// Returns the board with these tiles and these 1-tiles.
fn board((rows, columns): (usize, usize), tiles: &[Tile], ones: &Cells) -> Board {
    let is_one = |cell: Cell| ones[cell.row].contains(cell.column);
    let mut board = Grid::from_fn(rows, columns, |cell| is_one(cell).then_some(1));
    for &Tile { corner, side } in tiles {
        for cell in board.window_cells(corner, side, side) {
            board[cell] = i64::try_from(side).ok();
        }
    }
    Board::Grid(board)
}
