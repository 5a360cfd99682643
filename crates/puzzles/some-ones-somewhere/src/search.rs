//! The search: board by board, narrow gaps first.

use puzzle::prelude::*;

use crate::{SomeOnes, Tile, boards};

/// A gap of at most this number of cells is filled as soon as it is found: few tiles fit there.
const NARROW: u32 = 4;

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &SomeOnes, search: &mut Search) -> Flow {
    let size = puzzle.size.size();
    let counts: Vec<usize> = (0..=puzzle.tiles.len()).map(|side| puzzle.count(side)).collect();
    let boards = puzzle.boards.values().map(|shown| Tiling::new(size, &counts, shown));
    let boards: Option<Vec<Tiling>> = boards.collect();
    let area: usize = counts.iter().zip(0..).map(|(count, side)| count * side * side).sum();
    let Some(boards) = boards.filter(|_| area == size.pow(2)) else {
        search.visit(0, || boards::board(puzzle.boards.values().cloned()))?;
        search.dead_end_because(|| "the tiles overlap, or are too many, or too few");
        return Flow::Continue(());
    };
    Searcher { search, boards, laid: Vec::new() }.fill()
}

/// A partly covered board.
struct Tiling {
    /// For each row, the covered cells, and all bits beyond the board.
    covered: Vec<u64>,
    /// The numbers of tiles that are not placed yet, by their side.
    left: Vec<usize>,
    tiles: Vec<Tile>,
}

impl Tiling {
    /// Returns the board of a photograph; `None` if its tiles overlap or exceed the counts.
    /// `counts` has the number of tiles by their side, from 0.
    fn new(size: usize, counts: &[usize], given: &[Tile]) -> Option<Self> {
        let beyond = u64::MAX.checked_shl(u32::try_from(size).ok()?).unwrap_or(0);
        let mut board =
            Tiling { covered: vec![beyond; size], left: counts.to_vec(), tiles: Vec::new() };
        for &tile in given {
            if board.largest(tile.corner) < tile.side || *board.left.get(tile.side)? == 0 {
                return None;
            }
            board.lay(tile);
        }
        Some(board)
    }

    fn lay(&mut self, tile: Tile) {
        self.flip(tile);
        self.left[tile.side] -= 1;
        self.tiles.push(tile);
    }

    /// Removes the tile that was laid last.
    fn take_up(&mut self) {
        if let Some(tile) = self.tiles.pop() {
            self.left[tile.side] += 1;
            self.flip(tile);
        }
    }

    /// Returns the side of the largest tile that fits into the free cells to the right of a cell
    /// and below.
    fn largest(&self, Cell { row, column }: Cell) -> usize {
        let mut free = usize::MAX;
        for (height, covered) in self.covered[row..].iter().enumerate() {
            free = free.min((covered >> column).trailing_zeros() as usize);
            if free <= height {
                return height;
            }
        }
        self.covered.len() - row
    }

    /// Covers the cells of a tile, or uncovers them.
    fn flip(&mut self, Tile { corner: Cell { row, column }, side }: Tile) {
        let cells = (u64::MAX >> (64 - side)) << column;
        self.covered[row..row + side].iter_mut().for_each(|covered| *covered ^= cells);
    }

    /// Returns the first cell of the first narrow gap, else of the narrowest one; `None` if all is
    /// covered.
    ///
    /// A gap is a row of free cells, with covered ones, or the border, at both ends and all along
    /// its upper side. All tiles in its cells have their upper side there, too.
    fn narrowest_gap(&self) -> Option<Cell> {
        let mut above = u64::MAX;
        let mut narrowest: Option<(u32, Cell)> = None;
        for (row, &covered) in self.covered.iter().enumerate() {
            let mut free = !covered & above;
            while free != 0 {
                // A carry runs through the first consecutive cells of the set.
                let gap = free & !free.wrapping_add(free & free.wrapping_neg());
                free &= !gap;
                let is_closed = !covered & (gap << 1 | gap >> 1) & !gap == 0;
                if is_closed {
                    let width = gap.count_ones();
                    let first = Cell::new(row, gap.trailing_zeros() as usize);
                    if width <= NARROW {
                        return Some(first);
                    }
                    if narrowest.is_none_or(|(least, _)| width < least) {
                        narrowest = Some((width, first));
                    }
                }
            }
            above = covered;
        }
        narrowest.map(|(_, first)| first)
    }
}

struct Searcher<'a, 'b> {
    search: &'a mut Search<'b>,
    boards: Vec<Tiling>,
    /// The tiles that the search laid, in order, each with the number of its board. They are kept
    /// here and not on the thread's stack: there may be a hundred thousand.
    laid: Vec<(usize, Tile)>,
}

impl Searcher<'_, '_> {
    /// Enumerates all ways to fill the boards, one board after the other.
    fn fill(&mut self) -> Flow {
        let mut board = 0;
        loop {
            let Self { search, boards, laid } = self;
            let shown = || boards::board(boards.iter().map(|board| board.tiles.clone()));
            search.visit(laid.len(), shown)?;
            if let Some(now) = boards.get(board) {
                // The cell whose tile is decided next has its corner there, whatever its side: the
                // largest that fits and is left comes first. A full board leads to the next one.
                let Some(corner) = now.narrowest_gap() else {
                    board += 1;
                    continue;
                };
                let side = 1 + now.largest(corner).min(now.left.len() - 1);
                if self.lay_smaller(board, Tile { corner, side }) {
                    continue;
                }
                self.search.dead_end();
            } else {
                search.solution(shown())?;
            }
            // All boards are full, or no tile fits: the last decision that has a smaller tile left
            // is changed, which may be on an earlier board.
            let Some(next) = self.replace_last() else { return Flow::Continue(()) };
            board = next;
        }
    }

    /// Lays the largest remaining tile smaller than this one at the same place; returns false if
    /// there is none.
    fn lay_smaller(&mut self, board: usize, tile: Tile) -> bool {
        let now = &mut self.boards[board];
        let Some(side) = (1..tile.side).rev().find(|&side| now.left[side] > 0) else {
            return false;
        };
        let tile = Tile { side, ..tile };
        now.lay(tile);
        self.laid.push((board, tile));
        true
    }

    /// Removes tiles, the last one first, until a smaller one can be laid instead. Returns the
    /// number of its board; `None` if no tile is left.
    fn replace_last(&mut self) -> Option<usize> {
        loop {
            let (board, tile) = self.laid.pop()?;
            self.boards[board].take_up();
            if self.lay_smaller(board, tile) {
                return Some(board);
            }
        }
    }
}

/// Makes one or two boards that can be covered.
pub(crate) fn random(size: usize, random: &mut Rng) -> Draft {
    let mut counts = vec![0_i64; size];
    let mut board = Tiling::new(size, &[], &[]).expect("there is nothing on it");
    while let Some(corner) = board.narrowest_gap() {
        let side = random.usize(1..=board.largest(corner)).min(1 + random.usize(..size));
        board.flip(Tile { corner, side });
        counts[side - 1] += 1;
    }
    let columns = random.usize(1..=2);
    let boards = Grid::filled(1, columns, Vec::new());
    let boards = boards::form(&boards, size).write(&boards::board(boards.values().cloned()));
    Draft::new().number("size", size).value("tiles", counts).text("boards", boards)
}
