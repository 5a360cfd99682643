//! The search: cells in reading order, under an account of the sides of all unit squares.

use grid_utils::Shape;
use numbers::Interval;
use polyominoes::{Kind, Pentomino};
use puzzle::prelude::*;

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
    cells: Cells,
    fronts: [Cells; 4],
    rims: [u8; 4],
    piece: u8,
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

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("pieces and cells of a piece are few")
}

fn size(cells: Cells) -> i64 {
    i64::from(cells.words()[0].count_ones())
}

impl Tray {
    fn new(puzzle: &PentUp) -> Self {
        let shape = puzzle.shape();
        let mut placements: Vec<Vec<Placement>> = shape.all().iter().map(|_| Vec::new()).collect();
        for (piece, pentomino) in Pentomino::ALL.into_iter().enumerate() {
            if !puzzle.pieces().contains(&pentomino) {
                continue;
            }
            for orientation in pentomino.shape().orientations(Kind::Free) {
                for cells in orientation.placements(&shape, shape.all()) {
                    let fronts = Direction::ALL.map(|to| shape.shift(cells, to) - cells);
                    let rims = Direction::ALL.map(|to| small(5 - shape.shift(cells, to).len()));
                    let piece = small(piece);
                    let first = cells.first().expect("a piece has cells");
                    placements[first].push(Placement { cells, fronts, rims, piece });
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

/// Regions that cannot grow.
#[derive(Clone, Copy, Default)]
struct Closed {
    cells: Cells,
    loss: i64,
    /// Pairs of neighbours, of any kind and along the rim.
    pairs: i64,
    outer_pairs: i64,
}

/// A board in which some cells are decided.
#[derive(Clone, Copy, Default)]
struct State {
    decided: Cells,
    occupied: Cells,
    used: Cells,
    /// By direction, the cells of the pieces that touch something there.
    held: [Cells; 4],
    /// Whether the mirror image of the first row was compared with it.
    is_top_decided: bool,
    /// Pairs of neighbours among empty cells, in all, and of those that follow each other along the
    /// rim; the pieces on the rim leave room for `possible` of these.
    pairs: i64,
    outer_pairs: i64,
    possible: i64,
    /// Regions of two cells or more with no open cell beside them.
    closed: Closed,
    /// How often pieces touch the rim, by direction.
    rims: [i64; 4],
    /// Touches beyond the first one of a piece in a direction.
    waste: i64,
}

struct Laying<'t> {
    tray: &'t Tray,
    /// How many pieces the board is to have, how many empty cells that leaves, and how many sides these
    /// have if nothing is lost.
    count: usize,
    empty_cells: i64,
    sides: i64,
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
                board[cell] = Some(i64::from(placement.piece));
            }
        }
        board.into()
    }

    /// Decides the first open cell in reading order: it becomes the first cell of a piece, or it
    /// stays empty. Each board arises once in this way.
    fn go(&mut self, mut state: State, depth: usize, search: &mut Search) -> Flow {
        search.visit(depth, || self.board())?;
        // The account bounds the score of all boards below, and how much these may still waste.
        let slack = self.slack(&mut state);
        if slack < 0 {
            search.dead_end();
            return Flow::Continue(());
        }
        let tray = self.tray;
        let open = tray.shape.all() - state.decided;
        let Some(cell) = open.first() else { return self.finish(&state, search) };
        // A piece: of the placements with this first cell, those that keep off decided cells.
        if self.laid.len() < self.count {
            for placement in &tray.placements[cell] {
                let Placement { cells, piece, .. } = *placement;
                if state.used.contains(usize::from(piece)) || !cells.is_subset(open) {
                    continue;
                }
                if let Some(next) = self.lay(&state, placement, slack) {
                    self.laid.push(placement);
                    self.go(next, depth + 1, search)?;
                    self.laid.pop();
                }
            }
        }
        // Or no piece, if the others still have room.
        let has_room = open.len() > 5 * (self.count - self.laid.len());
        if has_room && let Some(next) = self.leave_empty(state, cell) {
            self.go(next, depth + 1, search)?;
        }
        Flow::Continue(())
    }

    /// Returns the state with one more piece; `None` if it can touch nothing in some direction or
    /// wastes more than the slack.
    fn lay(&mut self, state: &State, placement: &Placement, slack: i64) -> Option<State> {
        // Each touch holds both pieces: the new one in this direction, and the other one from behind.
        // What a piece touches beyond the first is waste; a piece with nothing but decided, empty
        // cells in front of it would slide.
        let number = self.laid.len();
        let decided = state.decided | placement.cells;
        let (mut held, mut waste) = (state.held, 0);
        for direction in 0..4 {
            let back = (direction + 2) % 4;
            let mut touches = i64::from(placement.rims[direction]);
            for cell in placement.fronts[direction] & state.occupied {
                touches += 1;
                waste += i64::from(held[back].contains(cell));
                held[back] |= self.laid[self.owners[cell]].cells;
            }
            if touches > 0 {
                held[direction] |= placement.cells;
                waste += touches - 1;
            } else if placement.fronts[direction].is_subset(decided) {
                return None;
            }
            if waste > slack {
                return None;
            }
        }
        let mut state = State { decided, held, waste: state.waste + waste, ..*state };
        for direction in 0..4 {
            state.rims[direction] += i64::from(placement.rims[direction]);
        }
        state.occupied |= placement.cells;
        if placement.rims != [0; 4] {
            state.possible = self.tray.outer_pairs(self.tray.shape.all() - state.occupied);
        }
        state.used.insert(usize::from(placement.piece));
        for cell in placement.cells {
            self.owners[cell] = number;
        }
        Some(state)
    }

    /// Returns the state with one more empty cell; `None` if a piece beside it can no longer touch
    /// anything there.
    fn leave_empty(&self, mut state: State, cell: usize) -> Option<State> {
        let (tray, empty) = (self.tray, state.decided - state.occupied);
        state.decided.insert(cell);
        for (direction, to) in Direction::ALL.into_iter().enumerate() {
            let Some(beside) = tray.shape.shift(Cells::of(cell), to).first() else { continue };
            if empty.contains(beside) {
                let outer = if direction % 2 == 0 { tray.outer_columns } else { tray.outer_rows };
                state.pairs += 1;
                state.outer_pairs += i64::from(outer.contains(cell));
            }
            if !state.occupied.contains(beside) {
                continue;
            }
            let (owner, back) = (self.owners[beside], (direction + 2) % 4);
            let is_held = state.held[back].contains(beside);
            if !is_held && self.laid[owner].fronts[back].is_subset(state.decided) {
                return None;
            }
        }
        Some(state)
    }

    /// Returns how much more waste a board that exceeds the score may have; negative if there is no
    /// such board.
    fn slack(&self, state: &mut State) -> i64 {
        // The account is cheap, also before closed regions make it stricter.
        let slack = self.account(state);
        if slack < 0 || !self.is_top_canonical(state) {
            return -1;
        }
        let before = state.closed.cells;
        if self.close_regions(state) > self.left(state) {
            return -1;
        }
        if state.closed.cells == before { slack } else { self.account(state) }
    }

    /// Returns whether this board is searched, and not its mirror image.
    fn is_top_canonical(&self, state: &mut State) -> bool {
        let shape = &self.tray.shape;
        if state.is_top_decided || !shape.row(0).is_subset(state.decided) {
            return true;
        }
        state.is_top_decided = true;
        let top = (shape.row(0) & state.occupied).words()[0];
        top <= top.reverse_bits() >> (64 - shape.columns())
    }

    /// Adds regions to the closed ones; returns what the other ones lose already.
    fn close_regions(&self, state: &mut State) -> i64 {
        let (tray, shape) = (self.tray, &self.tray.shape);
        let empty = state.decided - state.occupied;
        let mut to_see = (empty - state.closed.cells) & shape.neighbours(empty);
        let beside_open = shape.neighbours(shape.all() - state.decided);
        let mut open_loss = 0;
        while let Some(cell) = to_see.first() {
            let region = shape.flood(Cells::of(cell), empty);
            to_see -= region;
            let loss = tray.loss(region);
            if region.intersects(beside_open) {
                open_loss += loss;
                continue;
            }
            state.closed.cells |= region;
            state.closed.loss += loss;
            state.closed.pairs += tray.pairs(region);
            state.closed.outer_pairs += tray.outer_pairs(region);
        }
        open_loss
    }

    /// Returns the possible loss of regions that are not closed.
    #[inline]
    fn left(&self, state: &State) -> i64 {
        self.empty_cells * UNIT - self.to_beat + TOLERANCE - state.closed.loss
    }

    /// Returns how many more sides the account can spare; negative if too few are left. See the
    /// header.
    fn account(&self, state: &State) -> i64 {
        let (tray, shape) = (self.tray, &self.tray.shape);
        let left = self.left(state);
        if left < 0 {
            return -1;
        }
        // How many more pairs of neighbours there may be, of any kind and along the rim.
        let most_pairs = state.closed.pairs + tray.most_pairs[steps(left)];
        // A region with p of these has p + 1 cells, or all of the rim, and loses as much as p times two
        // cells that meet; but for the tray of 2 x 2 cells, which holds no piece.
        let most_outer_pairs = state.closed.outer_pairs + left / tray.losses[2];
        let more_pairs = (most_pairs - state.pairs).min(most_outer_pairs - state.outer_pairs);
        if more_pairs < 0 {
            return -1;
        }
        // What touches the rim, and what will: no side less than the top. A cell of a piece on the rim
        // prevents two of the pairs along the rim at most.
        let rims: i64 = state.rims.iter().sum();
        let outer_cells = ((state.possible - state.outer_pairs - more_pairs + 1) / 2).max(0);
        let mut least_rims = rims + outer_cells;
        if shape.row(0).is_subset(state.decided) {
            let least = |direction: usize| {
                let is_alike = direction == 2 || shape.rows() == shape.columns();
                state.rims[direction].max(if is_alike { state.rims[0] } else { 0 })
            };
            least_rims = least_rims.max((0..4).map(least).sum());
        }
        let is_p_used = state.used.contains(Pentomino::P as usize);
        let sides = self.sides - state.waste - 2 * i64::from(is_p_used) - least_rims;
        let least_sides = (4 * (self.to_beat - TOLERANCE) + UNIT - 1) / UNIT;
        sides - least_sides.max(4 * self.empty_cells - 2 * most_pairs)
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
        empty_cells: 0,
        sides: 0,
        to_beat: tray.cells * UNIT,
        best: None,
        laid: Vec::new(),
        owners: [0; 64],
    };
    let possible = tray.outer_pairs(tray.shape.all());
    let empty = State { possible, ..State::default() };
    // The empty tray has a score, so this comes to an end.
    while laying.best.is_none() {
        // Once a board is found, its score is to be exceeded for the rest of the round, which then
        // proves that the last one is best.
        laying.to_beat -= ROUND;
        for count in 0..=most_pieces {
            laying.count = count;
            let pieces = i64::try_from(count).unwrap_or(0);
            laying.empty_cells = tray.cells - 5 * pieces;
            laying.sides = 8 * pieces + tray.rim;
            laying.go(empty, 0, search)?;
        }
    }
    Flow::Continue(())
}
