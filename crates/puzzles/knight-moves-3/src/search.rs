//! The search: the cells of each number up to the last clue, and then all ways to continue.

use grid_puzzles::Side;
use grid_utils::{Adjacency, CellSet, Grid, Neighbourhood, Shape};
use puzzle::{Board, Flow, Search, Sketch};
use walks::{Piece, Stations};

use crate::KnightMoves;

/// Reports ever better boards of an instance that passed `validate`.
pub(crate) fn search(puzzle: &KnightMoves, search: &mut Search) -> Flow {
    let mut walk = Walk::new(puzzle);
    let stations = Stations::new(place(puzzle.least_last()) + 1, walk.board.all());
    walk.decide(Known { stations, empty: CellSet::EMPTY }, 0, search)
}

/// Returns the index of a number in the walk, from 0.
fn place(number: i64) -> usize {
    usize::try_from(number - 1).expect("numbers are from 1 to 64")
}

/// The state of a board.
#[derive(Clone)]
struct Known {
    /// The cells of each number up to the last clue, from that of 1 on.
    stations: Stations<1>,
    /// Cells that stay empty, since they are nearer to an end of a line than its clue.
    empty: CellSet<1>,
}

struct Walk {
    board: Shape<1>,
    jumps: Neighbourhood<1>,
    /// For each clue its index in the walk, from 0, and the cells of its line, the nearest first.
    clues: Vec<(usize, Vec<usize>)>,
    /// The smallest product so far; `None` at first.
    best: Option<u128>,
}

impl Walk {
    fn new(puzzle: &KnightMoves) -> Self {
        let size = puzzle.first.size();
        let board = Shape::new(size, size).expect("a board has at most 64 cells");
        let line =
            |side: Side, line| side.cells(size, line).map(|cell| board.index(cell)).collect();
        let clues = puzzle.first.given();
        let clues = clues.map(|(side, number, &clue)| (place(clue), line(side, number)));
        Walk { clues: clues.collect(), jumps: Piece::KNIGHT.jumps(&board), board, best: None }
    }

    /// Branches on the number with the fewest cells, recursively.
    fn decide(&mut self, mut known: Known, depth: usize, search: &mut Search) -> Flow {
        let propagated = self.propagate(&mut known);
        search.visit(depth, || self.sketch(&known, &[]))?;
        if let Err(place) = propagated {
            search.dead_end_because(|| format!("{} can stand nowhere", place + 1));
            return Flow::Continue(());
        }
        let free = self.board.all() - known.stations.taken();
        if self.cannot_improve(free, free - known.empty) {
            search.dead_end_because(|| "no smaller product can follow");
            return Flow::Continue(());
        }
        if let Some(walk) = known.stations.walk() {
            let mut others = Vec::new();
            return self.go_on(&known, walk[walk.len() - 1], &mut others, depth, search);
        }
        let place = known.stations.narrowest().expect("a number is open");
        for cell in known.stations.at(place) {
            let mut next = known.clone();
            next.stations.keep(place, CellSet::of(cell));
            self.decide(next, depth + 1, search)?;
        }
        Flow::Continue(())
    }

    /// Propagates to a fixed point. The error is the index of a number without a cell.
    fn propagate(&self, known: &mut Known) -> Result<(), usize> {
        loop {
            known.stations.propagate(&self.jumps)?;
            for (place, line) in &self.clues {
                let (nearer, reach) = known.line(*place, line);
                known.empty |= nearer;
                known.stations.keep(*place, reach);
            }
            for place in 0..known.stations.len() {
                known.stations.keep(place, self.board.all() - known.empty);
            }
            if known.stations.take_news().is_empty() {
                return Ok(());
            }
        }
    }

    /// Reports the board if it is the best so far, and continues with all jumps to cells that need
    /// not stay empty. `others` are the cells of the numbers after the last clue.
    fn go_on(
        &mut self,
        known: &Known,
        here: usize,
        others: &mut Vec<usize>,
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        let taken = known.stations.taken() | others.iter().copied().collect();
        let free = self.board.all() - taken;
        let product = self.board.components(free).map(|group| group.len() as u128).product();
        let is_better = self.best.is_none_or(|best| product < best);
        if is_better {
            self.best = Some(product);
            search.solution(self.board_of(known, others))?;
        }
        let can_fill =
            self.jumps.flood(CellSet::of(here), (free - known.empty).with(here)).without(here);
        if self.cannot_improve(free, can_fill) {
            if !is_better {
                search.dead_end_because(|| "no smaller product can follow");
            }
            return Flow::Continue(());
        }
        for next in self.jumps.of(here) & can_fill {
            others.push(next);
            search.visit(depth + others.len(), || self.sketch(known, others))?;
            self.go_on(known, next, others, depth, search)?;
            others.pop();
        }
        Flow::Continue(())
    }

    /// Returns whether boards with these free cells, of which only those in `can_fill` can still be
    /// filled, cannot beat the best one.
    ///
    /// The others stay empty, and those already connected end up in one group. The product of the
    /// sizes of groups of at least two cells is at least their sum. So each component of the free
    /// cells contributes at least the sum of its connected parts that stay empty.
    fn cannot_improve(&self, free: CellSet<1>, can_fill: CellSet<1>) -> bool {
        let Some(best) = self.best else { return false };
        let least = self.board.components(free).map(|group| {
            let stay = self.board.components(group - can_fill).map(|cells| cells.len());
            stay.filter(|&size| size > 1).sum::<usize>().max(1) as u128
        });
        least.product::<u128>() >= best
    }

    fn sketch(&self, known: &Known, others: &[usize]) -> Sketch {
        Sketch::from(self.board_of(known, others)).empty(self.board.cells_of(known.empty))
    }

    /// Returns the numbers whose cells are known, and those after the last clue.
    fn board_of(&self, known: &Known, others: &[usize]) -> Board {
        let mut board = Grid::filled(self.board.rows(), self.board.columns(), None);
        let others = others.iter().map(|&cell| CellSet::of(cell));
        for (number, cells) in (1..).zip(known.stations.iter().chain(others)) {
            if let (1, Some(cell)) = (cells.len(), cells.first()) {
                board[self.board.cell(cell)] = Some(number);
            }
        }
        Board::Grid(board)
    }
}

impl Known {
    /// Returns, for the line of the clue at this index in the walk, the cells that stay empty,
    /// since they are nearer than all possible cells of the clue, and the cells that are not behind
    /// another number.
    fn line(&self, place: usize, line: &[usize]) -> (CellSet<1>, CellSet<1>) {
        let (stations, taken) = (self.stations.at(place), self.stations.taken());
        let nearer = line.iter().copied().take_while(|&cell| !stations.contains(cell)).collect();
        let before_taken =
            line.iter().position(|&cell| taken.contains(cell) && !stations.contains(cell));
        let reach = &line[..before_taken.unwrap_or(line.len())];
        (nearer, reach.iter().copied().collect())
    }
}
