//! The search: a table of scores and cells from which the last number can be reached, then the walk.

use std::collections::HashMap;

use grid_utils::{Adjacency, CellSet, Grid, Neighbourhood, Shape, Step};
use puzzle::{Flow, Search};
use walks::Piece;

use crate::KnightMoves;

/// The moves that change the height: two cells along a row or a column.
pub(crate) const LEAPS: [Step; 4] = [(-2, 0), (0, 2), (2, 0), (0, -2)];

/// The largest K with a table, which has up to 2^K scores after a number.
const LONGEST_TABULATED: usize = 12;

/// The arithmetic state of a walk after some moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    moves: usize,
    score: usize,
    is_high: bool,
}

impl State {
    /// Returns the state after one more move, which keeps the height or changes it.
    fn after(self, changes: bool) -> Option<Self> {
        let moves = self.moves + 1;
        let score = match (changes, self.is_high) {
            (false, _) => self.score + moves,
            (true, false) => self.score * moves,
            (true, true) => self.score.is_multiple_of(moves).then_some(self.score / moves)?,
        };
        Some(State { moves, score, is_high: self.is_high ^ changes })
    }
}

/// An entry of the table: the possible cells of the knight in a state from which it can reach the
/// last number, ignoring earlier visits.
struct Entry {
    cells: CellSet<1>,
    /// The entries after a move that keeps the height, and after one that changes it.
    next: [Option<usize>; 2],
}

/// The constraints on the rest of a walk.
#[derive(Clone, Copy)]
struct Ahead {
    /// The cells that are not visited yet.
    free: CellSet<1>,
    /// The cells of the regions whose tower is not visited yet.
    open: CellSet<1>,
    /// The entry of the table, up to the last number.
    entry: Option<usize>,
}

/// The search with one value of K.
struct Walk<'a> {
    puzzle: &'a KnightMoves,
    late_interval: usize,
    board: Shape<1>,
    /// The moves that keep the height, and those that change it.
    ways: [Neighbourhood<1>; 2],
    /// The region of each cell.
    regions: Vec<CellSet<1>>,
    /// The cells with numbers.
    numbered: CellSet<1>,
    table: Vec<Entry>,
    /// The entries of the states in which the right number is written.
    entry_of: HashMap<State, Option<usize>>,
    /// The number of moves after which the knight has visited each cell.
    visited: Grid<Option<i64>>,
}

/// Finds all walks; move by move, without a table, as a check.
pub(crate) fn search(puzzle: &KnightMoves, has_table: bool, search: &mut Search) -> Flow {
    let board = Shape::new(puzzle.regions.rows(), puzzle.regions.columns())
        .expect("a board has at most 64 cells");
    let leaper = Piece { leaps: &LEAPS, slides: &[] };
    let region = |label| board.set_of(&puzzle.regions, |other| label == other);
    let start = board.index(puzzle.start());
    for late_interval in puzzle.late_intervals() {
        let mut walk = Walk {
            puzzle,
            late_interval,
            ways: [Piece::KNIGHT, leaper].map(|piece| piece.jumps(&board)),
            regions: puzzle.regions.values().map(region).collect(),
            numbered: board.set_of(&puzzle.numbers, Option::is_some),
            table: Vec::new(),
            entry_of: HashMap::new(),
            visited: puzzle.numbers.map(|_, _| None),
            board,
        };
        for is_high in [false, true] {
            search.poll()?;
            let state = State { moves: 0, score: 0, is_high };
            let is_tabulated = has_table && late_interval <= LONGEST_TABULATED;
            let entry = is_tabulated.then(|| walk.tabulate(state));
            if entry != Some(None) {
                let ahead = Ahead { free: board.all(), open: board.all(), entry: entry.flatten() };
                walk.follow(start, state, ahead, search)?;
            }
        }
    }
    Flow::Continue(())
}

impl Walk<'_> {
    /// Makes the entries of a state and of all its successors.
    fn tabulate(&mut self, state: State) -> Option<usize> {
        if let Some(&entry) = self.entry_of.get(&state) {
            return entry;
        }
        let (mut cells, mut next) = (self.cells_for(state), [None; 2]);
        let is_last = state.moves == self.puzzle.early() + self.puzzle.late() * self.late_interval;
        if !is_last && !cells.is_empty() {
            next = [false, true].map(|changes| self.tabulate(state.after(changes)?));
            let mut before = CellSet::EMPTY;
            for (way, next) in self.ways.iter().zip(next) {
                before |= next.map_or(before, |next| way.neighbours(self.table[next].cells));
            }
            cells &= before;
        }
        let entry = (!cells.is_empty()).then(|| {
            self.table.push(Entry { cells, next });
            self.table.len() - 1
        });
        if self.is_written(state.moves) {
            self.entry_of.insert(state, entry);
        }
        entry
    }

    /// Returns whether the score is written after this number of moves.
    fn is_written(&self, moves: usize) -> bool {
        match moves.checked_sub(self.puzzle.early()) {
            None => moves.is_multiple_of(self.puzzle.interval.size()),
            Some(late) => late.is_multiple_of(self.late_interval),
        }
    }

    /// Returns the cells with the number that is written in a state, or all cells without a number.
    fn cells_for(&self, state: State) -> CellSet<1> {
        if self.is_written(state.moves) {
            self.board.set_of(&self.puzzle.numbers, |number| *number == Some(state.score))
        } else {
            self.board.all() - self.numbered
        }
    }

    /// Follows the walk into a cell and onwards.
    fn follow(&mut self, cell: usize, state: State, ahead: Ahead, search: &mut Search) -> Flow {
        let Ahead { mut free, mut open, entry } = ahead;
        free.remove(cell);
        let region = self.regions[cell];
        if state.is_high {
            open -= region;
        } else if open.intersects(region) && !free.intersects(region) {
            return Flow::Continue(());
        }
        let place = self.board.cell(cell);
        self.visited[place] = i64::try_from(state.moves).ok();
        search.visit(state.moves, || self.visited.clone())?;
        let is_at_end = open.is_empty();
        let has_numbers_left = free.intersects(self.numbered);
        if is_at_end && has_numbers_left {
            search.dead_end_because(|| "all towers are visited, and not all numbers");
        } else if is_at_end {
            search.solution(self.visited.clone())?;
        }
        let entry = entry.filter(|_| has_numbers_left);
        for way in [0, 1] {
            let Some(state) = state.after(way == 1).filter(|_| !is_at_end) else { continue };
            let next = entry.and_then(|entry| self.table[entry].next[way]);
            let ahead = Ahead { free, open, entry: next };
            let cells = match next {
                Some(next) => self.table[next].cells,
                None if entry.is_some() => continue,
                None => self.cells_for(state),
            };
            let free_at_height = if state.is_high { free & open } else { free };
            for cell in cells & self.ways[way].of(cell) & free_at_height {
                self.follow(cell, state, ahead, search)?;
            }
        }
        self.visited[place] = None;
        Flow::Continue(())
    }
}
