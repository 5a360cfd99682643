//! The search: cells in reading order, under an account of the sides of all unit squares.

use grid_utils::{CellSet, Direction, Grid, Shape};
use itertools::Itertools;
use numbers::Interval;
use polyominoes::{Kind, Pentomino};
use puzzle::{Board, Flow, Search};

use crate::{PentUp, score};

type Cells = CellSet<1>;

/// The number of units in 1, for scores and losses.
const UNIT: i64 = 100_000_000;

/// The amount by which each round lowers the target.
const ROUND: i64 = UNIT / 2;

/// More than the sum of all rounding errors.
const TOLERANCE: i64 = 1000;

/// The unit of a table of losses.
const STEP: i64 = UNIT / 1000;

/// A piece in a place; by direction, the cells in front of it and how often it touches the rim.
struct Placement {
    piece: usize,
    cells: Cells,
    fronts: [Cells; 4],
    rims: [i64; 4],
}

/// The data shared by all boards.
struct Tray {
    shape: Shape<1>,
    cells: i64,
    /// The sides of unit squares along the rim.
    rim: i64,
    /// The placements by their first cells.
    placements: Vec<Vec<Placement>>,
    /// The first and the last row, and the first and the last column.
    outer_rows: Cells,
    outer_columns: Cells,
    /// The loss of a region of this many cells against as many single ones.
    losses: Vec<i64>,
    /// The most pairs of neighbours in regions that lose at most this many steps.
    most_pairs: Vec<i64>,
}

fn size(cells: Cells) -> i64 {
    i64::from(cells.words()[0].count_ones())
}

impl Tray {
    fn new(puzzle: &PentUp) -> Self {
        let shape = puzzle.shape();
        let mut placements: Vec<_> = (0..shape.len()).map(|_| Vec::new()).collect();
        for (piece, pentomino) in Pentomino::ALL.into_iter().enumerate() {
            if !puzzle.pieces().contains(&pentomino) {
                continue;
            }
            for orientation in pentomino.shape().orientations(Kind::Free) {
                for cells in orientation.placements(&shape, shape.all()) {
                    let fronts = Direction::ALL.map(|to| shape.shift(cells, to) - cells);
                    let rims = Direction::ALL.map(|to| 5 - size(shape.shift(cells, to)));
                    if let Some(first) = cells.first() {
                        placements[first].push(Placement { piece, cells, fronts, rims });
                    }
                }
            }
        }
        let outer_rows = shape.row(0) | shape.row(shape.rows() - 1);
        let outer_columns = shape.column(0) | shape.column(shape.columns() - 1);
        let losses = (0..=64).map(|area| area * UNIT - (area * UNIT * UNIT).isqrt()).collect_vec();
        Self {
            shape,
            cells: size(shape.all()),
            rim: 2 * (size(shape.row(0)) + size(shape.column(0))),
            placements,
            outer_rows,
            outer_columns,
            most_pairs: most_pairs(&losses[..=shape.len()]),
            losses,
        }
    }

    /// Returns the loss of a region.
    fn loss(&self, region: Cells) -> i64 {
        self.losses[region.len()]
    }

    /// Returns the cells that have another one on their right, and those that have another one
    /// below.
    fn with_neighbours(&self, cells: Cells) -> [Cells; 2] {
        [Direction::West, Direction::North].map(|to| cells & self.shape.shift(cells, to))
    }

    /// Returns the number of pairs of neighbours.
    fn pairs(&self, cells: Cells) -> i64 {
        self.with_neighbours(cells).map(size).iter().sum()
    }

    /// Returns the number of pairs of neighbours that follow each other along the rim.
    fn outer_pairs(&self, cells: Cells) -> i64 {
        let [across, down] = self.with_neighbours(cells);
        size(across & self.outer_rows) + size(down & self.outer_columns)
    }
}

/// Returns a loss in whole steps.
fn steps(loss: i64) -> usize {
    usize::try_from(loss / STEP).unwrap_or(0)
}

/// Returns [`Tray::most_pairs`]: a region has the most pairs if it is as compact as possible.
fn most_pairs(losses: &[i64]) -> Vec<i64> {
    let regions = (0..).zip(losses).skip(2).map(|(area, &loss)| {
        let half_outline = (1..=area + 1).find(|half| half * half / 4 >= area);
        (steps(loss), 2 * area - half_outline.unwrap_or(0))
    });
    let regions = regions.collect_vec();
    let mut most = vec![0; steps(UNIT) * losses.len()];
    for steps in 1..most.len() {
        let with = |&(loss, pairs): &(usize, i64)| Some(most[steps.checked_sub(loss)?] + pairs);
        let best = regions.iter().filter_map(with).max();
        most[steps] = best.unwrap_or(0).max(most[steps - 1]);
    }
    most
}

/// A board in which some cells are decided.
#[derive(Clone, Copy, Default)]
struct State {
    decided: Cells,
    occupied: Cells,
    used: Cells,
    /// Four bits for each placed piece: the directions in which it touches something.
    held: u64,
    /// The number of touches of the rim, by direction.
    rims: [i64; 4],
    /// Touches beyond the first one of a piece in a direction.
    waste: i64,
}

struct Laying<'t> {
    tray: &'t Tray,
    /// The number of pieces of the board.
    count: usize,
    /// The score to exceed.
    to_beat: i64,
    best: Option<Interval>,
    laid: Vec<&'t Placement>,
    /// The index in `laid` of the piece that covers a cell, if any.
    owners: [usize; 64],
}

impl Laying<'_> {
    fn board(&self) -> Board {
        let shape = self.tray.shape;
        let mut board = Grid::filled(shape.rows(), shape.columns(), None);
        for placement in &self.laid {
            for cell in shape.cells_of(placement.cells) {
                board[cell] = i64::try_from(placement.piece).ok();
            }
        }
        board.into()
    }

    fn go(&mut self, state: State, depth: usize, search: &mut Search) -> Flow {
        search.visit(depth, || self.board())?;
        if !self.may_exceed(&state) {
            search.dead_end();
            return Flow::Continue(());
        }
        let tray = self.tray;
        let open = tray.shape.all() - state.decided;
        let Some(cell) = open.first() else { return self.finish(&state, search) };
        if self.laid.len() < self.count {
            for placement in &tray.placements[cell] {
                let fits = !state.used.contains(placement.piece) && placement.cells.is_subset(open);
                if fits && let Some(next) = self.lay(state, placement) {
                    self.laid.push(placement);
                    self.go(next, depth + 1, search)?;
                    self.laid.pop();
                }
            }
        }
        let has_room = open.len() > 5 * (self.count - self.laid.len());
        if has_room && let Some(next) = self.leave_empty(state, cell) {
            self.go(next, depth + 1, search)?;
        }
        Flow::Continue(())
    }

    /// Returns the state with one more piece; `None` if it cannot touch anything in some direction.
    fn lay(&mut self, mut state: State, placement: &Placement) -> Option<State> {
        let number = self.laid.len();
        state.decided |= placement.cells;
        for direction in 0..4 {
            let touched = placement.fronts[direction] & state.occupied;
            let touches = placement.rims[direction] + size(touched);
            if touches > 0 {
                state.held |= 1 << (4 * number + direction);
                state.waste += touches - 1;
            } else if placement.fronts[direction].is_subset(state.decided) {
                return None;
            }
            state.rims[direction] += placement.rims[direction];
            for cell in touched {
                let holds = 1 << (4 * self.owners[cell] + (direction + 2) % 4);
                state.waste += i64::from(state.held & holds != 0);
                state.held |= holds;
            }
        }
        state.occupied |= placement.cells;
        state.used.insert(placement.piece);
        for cell in placement.cells {
            self.owners[cell] = number;
        }
        Some(state)
    }

    /// Returns the state with one more empty cell; `None` if a piece beside it can no longer touch
    /// anything there.
    fn leave_empty(&self, mut state: State, cell: usize) -> Option<State> {
        state.decided.insert(cell);
        for (direction, to) in Direction::ALL.into_iter().enumerate() {
            let beside = self.tray.shape.shift(Cells::of(cell), to) & state.occupied;
            let Some(beside) = beside.first() else { continue };
            let (owner, back) = (self.owners[beside], (direction + 2) % 4);
            let is_held = state.held & 1 << (4 * owner + back) != 0;
            if !is_held && self.laid[owner].fronts[back].is_subset(state.decided) {
                return None;
            }
        }
        Some(state)
    }

    /// Returns whether the account leaves room for a board that exceeds the score, as the header
    /// explains.
    fn may_exceed(&self, state: &State) -> bool {
        let (tray, shape) = (self.tray, &self.tray.shape);
        let pieces = i64::try_from(self.count).unwrap_or(0);
        let is_p_used = state.used.contains(Pentomino::P as usize);
        let empty_cells = tray.cells - 5 * pieces;
        let most_sides = 8 * pieces + tray.rim - state.waste - 2 * i64::from(is_p_used);
        let may_pay = |rims: i64, excess: i64| {
            (most_sides - rims) * UNIT - excess >= 4 * (self.to_beat - TOLERANCE)
        };
        // Touches of the rim, present and future: no side has fewer than the top.
        let rims: i64 = state.rims.iter().sum();
        let mut least_rims = rims;
        if shape.row(0).is_subset(state.decided) {
            let top = (shape.row(0) & state.occupied).words()[0];
            if top > top.reverse_bits() >> (64 - shape.columns()) {
                return false;
            }
            let least = |direction: usize| {
                let is_alike = direction == 2 || shape.rows() == shape.columns();
                state.rims[direction].max(if is_alike { state.rims[0] } else { 0 })
            };
            least_rims = (0..4).map(least).sum();
        }
        if !may_pay(least_rims, 0) {
            return false;
        }
        // The loss of the closed regions, and the remaining budget for the others.
        let empty = state.decided - state.occupied;
        let beside_open = shape.neighbours(shape.all() - state.decided);
        let mut left = empty_cells * UNIT - self.to_beat + TOLERANCE;
        let (mut open_loss, mut excess) = (0, 0);
        let (mut closed_pairs, mut closed_outer_pairs) = (0, 0);
        let mut to_see = empty & shape.neighbours(empty);
        while let Some(cell) = to_see.first() {
            let region = shape.flood(Cells::of(cell), empty);
            to_see -= region;
            let loss = tray.loss(region);
            if region.intersects(beside_open) {
                open_loss += loss;
                continue;
            }
            let pairs = tray.pairs(region);
            closed_pairs += pairs;
            closed_outer_pairs += tray.outer_pairs(region);
            left -= loss;
            // Sides beyond 4 sqrt(area).
            excess += 4 * loss - 2 * pairs * UNIT;
        }
        if open_loss > left {
            return false;
        }
        // The number of further pairs of neighbours, of any kind and along the rim, is bounded.
        let most_pairs = closed_pairs + tray.most_pairs[steps(left)];
        // A region with p of these has p + 1 cells, or all of the rim, and loses as much as p times
        // two cells that meet, except on a tray of 2 x 2 cells, which holds no piece.
        let most_outer_pairs = closed_outer_pairs + left / tray.losses[2];
        let (pairs, outer_pairs) = (tray.pairs(empty), tray.outer_pairs(empty));
        if pairs > most_pairs || outer_pairs > most_outer_pairs {
            return false;
        }
        let more_pairs = (most_pairs - pairs).min(most_outer_pairs - outer_pairs);
        // A cell of a piece on the rim prevents at most two of these pairs.
        let possible = tray.outer_pairs(shape.all() - state.occupied) - outer_pairs;
        let outer_cells = ((possible - more_pairs + 1) / 2).max(0);
        let least_rims = least_rims.max(rims + outer_cells);
        may_pay(least_rims, excess) && most_sides - least_rims >= 4 * empty_cells - 2 * most_pairs
    }

    /// Reports a full board if nothing slides and it is better than the best.
    fn finish(&mut self, state: &State, search: &mut Search) -> Flow {
        for direction in 0..4 {
            let (mut held, mut free): (Vec<&Placement>, Vec<&Placement>) =
                self.laid.iter().partition(|placement| placement.rims[direction] > 0);
            while let Some(last) = held.pop() {
                let (holds, others) = free
                    .into_iter()
                    .partition(|placement| placement.fronts[direction].intersects(last.cells));
                free = others;
                held.extend::<Vec<&Placement>>(holds);
            }
            if !free.is_empty() {
                search.dead_end();
                return Flow::Continue(());
            }
        }
        let shape = self.tray.shape;
        let regions = shape.components(shape.all() - state.occupied).collect_vec();
        let score = score(&regions.iter().map(Cells::len).collect_vec());
        if self.best.is_none_or(|best| best.certainly_less(score)) {
            self.best = Some(score);
            let scores = regions.iter().map(|&region| size(region) * UNIT - self.tray.loss(region));
            self.to_beat = scores.sum();
            search.solution(self.board())?;
        }
        Flow::Continue(())
    }
}

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &PentUp, search: &mut Search) -> Flow {
    let tray = Tray::new(puzzle);
    let most_pieces = puzzle.pieces().len().min(tray.shape.len() / 5);
    let mut laying = Laying {
        tray: &tray,
        count: 0,
        to_beat: tray.cells * UNIT,
        best: None,
        laid: Vec::new(),
        owners: [0; 64],
    };
    // The empty tray has a score, so this terminates.
    while laying.best.is_none() {
        laying.to_beat -= ROUND;
        for count in 0..=most_pieces {
            laying.count = count;
            laying.go(State::default(), 0, search)?;
        }
    }
    Flow::Continue(())
}
