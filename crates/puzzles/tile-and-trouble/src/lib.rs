//! # Tile and Trouble
//!
//! *Jane Street, May 2014.* Lay square tiles on a 12 x 12 grid: any number of them, of any sides,
//! along the cells, inside the grid, none over another. Each cell of a tile is worth as many points
//! as the tile is cells wide, an uncovered cell is worth nothing; the points of each row and each
//! column must add up to the sum at the border.
//!
//! ```text
//!     4 5 1 1
//! 6   2 2 1 1      a row of a 2 x 2 tile is worth 4: two cells of two points each
//! 4   2 2 . .
//! 1   . 1 . .      groups of 4 and 1 uncovered cells: the answer is 4
//! ```
//!
//! The answer is the product of the sizes of the groups of uncovered cells, which are connected by
//! their sides; a corner does not join them. In other instances some sums may be unknown.
//!
//! ## Idea
//! Where some sum is unknown, the rules alone solve the instance. Otherwise:
//!
//! A tile of side k gives each line that it crosses, row or column, k cells of k points: k * k
//! points. So a table, made like change from coins, tells the fewest cells in which a line can make
//! a sum with tiles of side k or less. A line with fewer free cells is dead.
//!
//! Tiles are laid by side, the largest first. For each side the table says two things of a line:
//!
//! - It is *forced* if its free cells cannot make what it lacks with smaller tiles alone: it must
//!   hold another tile of this side.
//! - It is *closed* if they cannot do so with another tile of this side: no such tile may reach it.
//!
//! A line that is both is a dead end, and so is a forced line that no place reaches. The search
//! branches on the forced line with the fewest places (minimum remaining values) and lays a tile on
//! each of them in turn. A place that was tried is closed for all boards that follow, so none is
//! found twice. When no line is forced, each place left is tried in the same way, and at last the
//! search turns to the next smaller side. A tile on open lines never makes them dead: dead ends come
//! from the places, and from finished lines, whose free cells are lost to the lines across.
//!
//! The 1-tiles come last. Each line then lacks as many of its free cells as points. Lines that lack
//! none or all of them are propagated, which mostly decides every cell. Where it does not, the
//! 1-tiles are a flow from the rows to the columns: augmenting paths find one or prove that there is
//! none, and lead from each to all others, so nothing after the first one is a dead end.
//!
//! A board shows the side of its tile in each covered cell. No two tilings show the same numbers,
//! for the first covered cell in reading order must be the top left corner of its tile, then the
//! first cell that this tile leaves, and so on: the checker reads the tiles off in this way.
//!
//! ## Why it is fast
//! Nodes (partial boards) to find the published solution and to prove that there is no other:
//!
//! | search | nodes |
//! | --- | --- |
//! | cell by cell in reading order, no line above its sum or without the cells to reach it | 959,432,724 |
//! | with the table of fewest cells | 8,049,235 |
//! | largest tiles first, each on any place that is left | 190 |
//! | on the places of a forced line | 80 |
//! | of the forced line with the fewest places | 45 |
//!
//! Without giving up the free cells of finished lines it takes 51 nodes; 1-tiles row by row would
//! add 13. Counting for each side the cells of a line that whole tiles can still cover would save 12
//! of the 45 nodes, but more than double the time.
//!
//! A node takes less than 100 nanoseconds: the places of a side are a bitboard, a line is its free
//! cells, their number and the points that it lacks, and only the lines that a tile changes are
//! classified again.
//!
//! ## Why so many lines
//! A tenth of these lines would find the solution, in 20 million times as many nodes. The search of
//! tiles is half of the rest; the checker tells what is wrong with a tile and where; and the flow of
//! 1-tiles, another 120 lines, is what lists many boards without ever being lost in dead ends.
//!
//! The table is the textbook dynamic programme for change; the flow's other solutions come from
//! alternating cycles, as in enumerating the perfect matchings of a bipartite graph.

mod check;
mod picture;
mod rules;
mod search;
mod sums;
mod tiling;

use std::fmt;
use std::num::NonZeroU8;
use std::ops::ControlFlow;

use ::picture::Picture;
use ::rules::Rules;
use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid, Regions, Token};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

pub use sums::Sums;

/// The longest side of a grid: the search keeps the fewest cells of a sum in a byte, and has room
/// for so many lines.
const LARGEST_SIZE: usize = 32;

/// A grid to lay tiles on: what its rows and columns must add up to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileAndTrouble {
    /// The sums of the rows, from top to bottom; none is negative.
    pub rows: Sums,
    /// The sums of the columns, from left to right; none is negative.
    pub columns: Sums,
}

/// The grid with the side of its tile in each covered cell, `.` in the others.
///
/// The tiles are no part of it: the numbers tell them, see the crate's header.
pub type Board = Grid<Option<Side>>;

/// The side of a square tile, and so the points that each of its cells is worth: 1 or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(NonZeroU8);

impl Side {
    /// A side of so many cells; `None` for 0 and beyond 255.
    #[must_use]
    pub fn new(cells: usize) -> Option<Self> {
        u8::try_from(cells).ok().and_then(NonZeroU8::new).map(Side)
    }

    /// The number of cells along the side.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.0.get() as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Token for Side {
    fn parse_token(text: &str) -> Result<Self, String> {
        let side = text.parse().ok().and_then(Side::new);
        side.ok_or_else(|| "the side of a tile, from 1 to 255".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl TileAndTrouble {
    /// The instance with the sums of a board.
    fn of(board: &Board) -> Self {
        let rows = (0..board.rows()).map(|row| Some(points(board.row(row))));
        let columns = (0..board.columns()).map(|column| Some(points(board.column(column))));
        TileAndTrouble { rows: rows.collect(), columns: columns.collect() }
    }
}

/// What the cells of a line are worth: each covered cell the side of its tile.
fn points<'a>(cells: impl Iterator<Item = &'a Option<Side>>) -> i64 {
    cells.flatten().map(|side| i64::from(side.0.get())).sum()
}

puzzle::program!(TileAndTrouble);

impl Puzzle for TileAndTrouble {
    /// The search meets each set of tiles once, and different sets never show the same numbers.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        for (key, line, sums) in [("rows", "row", &self.rows), ("columns", "column", &self.columns)]
        {
            ensure!(
                (1..=LARGEST_SIZE).contains(&sums.len()),
                "`{key}` has {} sums; expected 1 to {LARGEST_SIZE}",
                sums.len()
            );
            if let Some((number, sum)) = sums.known().find(|&(_, sum)| sum < 0) {
                bail!(
                    "`{key}`, {line} {number}: expected a sum that is not negative and found {sum}"
                );
            }
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::rules(self))
    }

    /// Where some sum is not known, the rules alone solve it.
    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        match (self.rows.all_known(), self.columns.all_known()) {
            (Some(rows), Some(columns)) => search::search(&rows, &columns, search),
            _ => puzzle::by_rules(self, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    /// The product of the sizes of the groups of connected uncovered cells.
    fn answer(&self, board: &Board) -> String {
        Regions::components(board, Option::is_none).product_text()
    }

    /// The sums of tiles that are laid at random, most of them small.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        let mut board = Board::filled(size, size, None);
        for _ in 0..2 * size {
            let side = random.usize(1..=size.min(4));
            let mut corner = || random.usize(..=size - side);
            let tile = board.window_cells(Cell::new(corner(), corner()), side, side);
            if tile.clone().all(|cell| board[cell].is_none()) {
                tile.for_each(|cell| board[cell] = Side::new(side));
            }
        }
        Some(Self::of(&board))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(Self::of(board))
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let groups = Regions::components(board, Option::is_none);
        vec![("uncovered groups", groups.areas_text())]
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        picture::picture(self, board)
    }
}
