//! The search: board by board, narrow gaps first.

use puzzle::prelude::*;

use crate::{LARGEST_SIZE, SomeOnes, Tile, boards};

/// A gap of at most this number of cells is filled as soon as it is found: few tiles fit there.
const NARROW: usize = 4;

/// Searches an instance that passed `validate`: enumerates all ways to fill the boards, one board
/// after the other.
pub(crate) fn search(puzzle: &SomeOnes, search: &mut Search) -> Flow {
    let size = puzzle.size.size();
    let counts = (0..=LARGEST_SIZE).map(|side| puzzle.count(side)).collect_vec();
    let area: usize = counts.iter().zip(0..).map(|(count, side)| count * side * side).sum();
    let board = |shown: &Vec<Tile>| Tiling::new(size, counts.clone()).with(shown);
    let boards: Option<Vec<Tiling>> = puzzle.boards.values().map(board).collect();
    let Some(mut boards) = boards.filter(|_| area == size.pow(2)) else {
        search.visit(0, || board_with(puzzle, &[]))?;
        search.dead_end_because(|| "the tiles overlap, or are too many, or too few");
        return Flow::Continue(());
    };
    // The tiles laid so far, in order, each with the number of its board. They are kept here and not
    // on the thread's stack: there may be a hundred thousand.
    let mut laid: Vec<(usize, Tile)> = Vec::new();
    loop {
        let depth = laid.len();
        search.visit(depth, || board_with(puzzle, &laid))?;
        // The boards before that of the last tile are full.
        let first = laid.last().map_or(0, |&(board, _)| board);
        let gap = |board: usize| Some((board, boards[board].narrowest_gap()?));
        let mut next = (first..boards.len()).find_map(gap);
        if next.is_none() {
            search.solution(board_with(puzzle, &laid))?;
        }
        // The tile in the first cell of the gap has its corner there, whatever its side: the largest
        // that fits and is left comes first. If there is none, or all boards are full, the last
        // decision that has a smaller tile left is changed, which may be on an earlier board.
        loop {
            if let Some((board, tile)) = next {
                if let Some(tile) = boards[board].lay_up_to(tile) {
                    laid.push((board, tile));
                    break;
                }
                if laid.len() == depth {
                    search.dead_end();
                }
            }
            let Some((board, tile)) = laid.pop() else { return Flow::Continue(()) };
            boards[board].take_up(tile);
            next = Some((board, Tile { side: tile.side - 1, ..tile }));
        }
    }
}

/// Returns the tiles on the photographs and these, each with the number of its board.
fn board_with(puzzle: &SomeOnes, laid: &[(usize, Tile)]) -> Board {
    let mut tiles = puzzle.boards.values().cloned().collect_vec();
    for &(board, tile) in laid {
        tiles[board].push(tile);
    }
    boards::board(tiles)
}

/// A partly covered board.
struct Tiling {
    /// For each row, the covered cells, and all bits beyond the board.
    covered: Vec<u64>,
    /// The numbers of tiles that are not placed yet, by their side, from 0.
    left: Vec<usize>,
}

impl Tiling {
    /// Returns a board without tiles, and the numbers of tiles that may lie there, by their side.
    fn new(size: usize, left: Vec<usize>) -> Self {
        Tiling { covered: vec![!(u64::MAX >> (LARGEST_SIZE - size)); size], left }
    }

    /// Returns the board with these tiles; `None` if they overlap or exceed the counts.
    fn with(mut self, tiles: &[Tile]) -> Option<Self> {
        tiles.iter().all(|&tile| self.lay(tile)).then_some(self)
    }

    /// Lays a tile if one of its side is left and its cells are free; returns whether it does.
    fn lay(&mut self, tile: Tile) -> bool {
        let lays = self.left[tile.side] > 0 && self.is_free(tile);
        if lays {
            self.flip(tile);
            self.left[tile.side] -= 1;
        }
        lays
    }

    /// Lays the largest possible tile, up to this one and at its corner, and returns it.
    fn lay_up_to(&mut self, tile: Tile) -> Option<Tile> {
        let mut tiles = (1..=tile.side).rev().map(|side| Tile { side, ..tile });
        tiles.find(|&tile| self.lay(tile))
    }

    fn take_up(&mut self, tile: Tile) {
        self.flip(tile);
        self.left[tile.side] += 1;
    }

    /// Returns whether the cells of a tile are free, and on the board.
    fn is_free(&self, tile: Tile) -> bool {
        let rows = self.covered.get(tile.corner.row..tile.corner.row + tile.side);
        rows.is_some_and(|rows| rows.iter().all(|covered| covered & cells_of_row(tile) == 0))
    }

    /// Covers the cells of a tile, or uncovers them.
    fn flip(&mut self, tile: Tile) {
        for covered in &mut self.covered[tile.corner.row..tile.corner.row + tile.side] {
            *covered ^= cells_of_row(tile);
        }
    }

    /// Returns the corner and the width of the first narrow gap, else of the narrowest one, as a
    /// tile, which may be too high; `None` if all is covered.
    ///
    /// A gap is a row of free cells, with covered ones, or the border, at both ends and all along
    /// its upper side. All tiles in its cells have their upper side there, too.
    fn narrowest_gap(&self) -> Option<Tile> {
        let mut above = u64::MAX;
        let mut narrowest: Option<Tile> = None;
        for (row, &covered) in self.covered.iter().enumerate() {
            let mut free = !covered;
            while free & above != 0 {
                // A carry runs through the first consecutive cells of the set.
                let cells = free & !free.wrapping_add(free & free.wrapping_neg());
                free &= !cells;
                let side = cells.count_ones() as usize;
                if cells & !above == 0 && narrowest.is_none_or(|least| side < least.side) {
                    let corner = Cell::new(row, cells.trailing_zeros() as usize);
                    narrowest = Some(Tile { corner, side });
                    if side <= NARROW {
                        return narrowest;
                    }
                }
            }
            above = covered;
        }
        narrowest
    }
}

/// Returns the cells of a tile in each of its rows.
fn cells_of_row(Tile { corner, side }: Tile) -> u64 {
    (u64::MAX >> (LARGEST_SIZE - side)) << corner.column
}

/// Makes one or two boards that can be covered.
pub(crate) fn random(size: usize, random: &mut Rng) -> Draft {
    let mut counts = vec![0_i64; size];
    // No board has more tiles than cells.
    let mut board = Tiling::new(size, vec![size.pow(2); size + 1]);
    while let Some(gap) = board.narrowest_gap() {
        let largest = random.usize(1..=gap.side).min(1 + random.usize(..size));
        let tile = board.lay_up_to(Tile { side: largest, ..gap });
        counts[tile.expect("a tile of 1 x 1 fits").side - 1] += 1;
    }
    let boards = (1..=random.usize(1..=2)).map(|column| format!("1 {column}: .")).join("\n");
    Draft::new().number("size", size).value("tiles", counts).text("boards", boards)
}
