//! # Tile and Trouble
//!
//! *Jane Street, May 2014.* Lay square tiles on a 12 x 12 grid: any number of them, of any sides,
//! along the cells, inside the grid, without overlaps. Each cell of a tile is worth the side of the
//! tile in points, an uncovered cell is worth 0; the points of each row and each column must add up
//! to the sum at the border.
//!
//! ```text
//!     4 5 1 1
//! 6   2 2 1 1      a row of a 2 x 2 tile is worth 4: two cells of two points each
//! 4   2 2 . .
//! 1   . 1 . .      groups of 4 and 1 uncovered cells: the answer is 4
//! ```
//!
//! The answer is the product of the sizes of the groups of uncovered cells, which are connected by
//! their sides, not by corners. In other instances some sums may be unknown.
//!
//! ## Idea
//! If some sum is unknown, the rules alone solve the instance. Otherwise:
//!
//! A tile of side k gives each line that it crosses, row or column, k cells of k points: k * k
//! points. So dynamic programming, as for making change from coins, yields a table of the fewest
//! cells in which a line can make a sum with tiles of side at most k. A line with fewer free cells
//! is dead.
//!
//! Tiles are laid by side, the largest first. For each side the table classifies a line:
//!
//! - It is *forced* if its free cells cannot make the missing points with smaller tiles alone: it
//!   must hold another tile of this side.
//! - It is *closed* if they cannot do so with another tile of this side: no such tile may reach it.
//!
//! A line that is both is a dead end, and so is a forced line that no place reaches. The search
//! branches on the forced line with the fewest places (minimum remaining values) and lays a tile on
//! each of them in turn. A place that was tried is closed for all later boards, so none is found
//! twice. When no line is forced, each remaining place is tried in the same way, and then the
//! search turns to the next smaller side. A tile on open lines never makes them dead: dead ends
//! come from the places, and from finished lines, whose free cells are lost to the lines across.
//!
//! The 1-tiles come last. Each line then lacks some number of its free cells. Lines that lack none
//! or all of them are propagated, which usually decides every cell. Where it does not, the row that
//! has the least choice tries its cells, in the column that lacks most first.
//!
//! A board shows the side of its tile in each covered cell. No two tilings show the same numbers,
//! for the first covered cell in reading order must be the top left corner of its tile, then the
//! first cell outside this tile, and so on: the checker reads the tiles off in this way.
//!
//! On the sample, the sides begin at 2, for a tile of 3 x 3 adds 9 to a line. The first row lacks 6
//! points, and its four cells make only 4 of them with 1-tiles: it is forced. Row 2
//! is not: it lacks 4, and four 1-tiles would do. Columns 3 and 4, which lack 1, are closed, and so
//! is row 3. The only tile of side 2 that reaches row 1 lies in the corner. It completes row 2 and
//! column 1, whose other cells stay uncovered, and the 1-tiles follow without a trial.
//!
//! A line is the points that it lacks and the set of its free cells, a word, so the places for a
//! tile come from a few shifts.
//!
//! ## Why it has a search
//! Finds the only tiling far sooner than the rules alone, and lists the tilings of grids that have
//! many.
//!
//! ## Sources
//! The table is the textbook dynamic programme for change; that the column which lacks most comes
//! first is from the proof of Gale and Ryser's theorem on 0-1 matrices with given sums.

mod constraints;
mod search;
mod tiling;

use grid_puzzles::{LineClues, lines_of_board};
use puzzle::prelude::*;

use self::tiling::Tiling;

/// The longest side of a grid: the search has room for this many lines.
const LARGEST_SIZE: usize = 32;

/// The sum of a row or column.
type Sum = Within<0, { i64::MAX }>;

/// A grid to lay tiles on: the sums of its rows and columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileAndTrouble {
    /// The sums of the rows, from top to bottom.
    #[serde(deserialize_with = "LineClues::of_rows")]
    rows: LineClues<Sum>,
    /// The sums of the columns, from left to right.
    #[serde(deserialize_with = "LineClues::of_columns")]
    columns: LineClues<Sum>,
}

/// Returns the points of a line: each covered cell is worth the side of its tile.
fn points<'a>(cells: impl Iterator<Item = &'a Option<i64>>) -> Option<Sum> {
    Within::new(cells.flatten().sum())
}

puzzle::program!(TileAndTrouble, searched, explained);

impl Puzzle for TileAndTrouble {
    /// Describes boards: the side of its tile in each covered cell. The numbers determine the
    /// tiles, see the crate's header.
    fn form(&self) -> Form {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        let largest = i64::try_from(rows.min(columns)).unwrap_or(i64::MAX);
        Form::numbers(rows, columns, 1..=largest).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        self.rows.check_at_most("rows", LARGEST_SIZE)?;
        self.columns.check_at_most("columns", LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let points = board.cells(model);
        constraints::state(self, model, &points);
    }

    /// Searches by the rules alone if some sum is unknown.
    fn search(&self, search: &mut Search) -> Flow {
        let known = |sums: &LineClues<Sum>| {
            sums.iter().map(|sum| sum.map(|sum| sum.get())).collect::<Option<Vec<i64>>>()
        };
        match (known(&self.rows), known(&self.columns)) {
            (Some(rows), Some(columns)) => search::search(&rows, &columns, search),
            _ => search.by_rules(),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        Tiling::of(board.grid()).fault.map_or(Ok(()), |fault| bail!(fault))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        lines_of_board((&self.rows, &self.columns), "adds up to", |line| points(line.iter()))
    }

    fn answer(&self, board: &Board) -> Answer {
        let groups = Regions::components(board.grid(), Option::is_none);
        Answer::new(groups.product_text()).remark("uncovered groups", groups.areas_text())
    }

    /// Draws the tiles, tinted by their sides, and marks numbers that do not form a whole tile as
    /// mistakes.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(board) = board.map(Board::grid) else { return };
        let corners = Tiling::of(board).corners;
        for (cell, side) in board {
            let Some(side) = side.and_then(|side| u8::try_from(side).ok()) else { continue };
            let tint = corners[cell].map_or(Tint::Warning, |_| Tint::Colour(side - 1));
            picture.fill(cell, tint);
        }
        // A number without a tile stands for itself, an uncovered cell for all uncovered ones.
        let tile = |cell: Cell| board[cell].map(|_| corners[cell].unwrap_or(cell));
        picture.borders(|one, other| tile(one) != tile(other));
    }
}

impl Setter for TileAndTrouble {
    /// Makes the sums of random tiles, most of them small.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let mut board: Grid<Option<i64>> = Grid::filled(size, size, None);
        for _ in 0..2 * size {
            let side = random.usize(1..=size.min(4));
            let mut corner = || random.usize(..=size - side);
            let tile = board.window_cells(Cell::new(corner(), corner()), side, side);
            if tile.clone().all(|cell| board[cell].is_none()) {
                tile.for_each(|cell| board[cell] = i64::try_from(side).ok());
            }
        }
        let rows: LineClues<Sum> = (0..size).map(|row| points(board.row(row))).collect();
        let columns: LineClues<Sum> =
            (0..size).map(|column| points(board.column(column))).collect();
        Some(Draft::new().text("rows", rows).text("columns", columns))
    }
}
