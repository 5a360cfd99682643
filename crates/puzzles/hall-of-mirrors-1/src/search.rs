//! Simulated annealing, and all boards of small grids.

use std::ops::ControlFlow;

use grid_utils::{Cell, Grid};
use itertools::Itertools;
use puzzle::{Flow, Rng, Search, Stop};

use crate::light::{Mirrors, REWARD, place, score};
use crate::{FALLING, HallOfMirrors, LARGEST_SIZE, MOST_FOR_ALL, Place, RISING, rows};

/// The most rows or columns of a grid with its border.
const MOST_STRIDE: usize = LARGEST_SIZE + 2;
/// The moves of a round, for each cell of the grid.
const MOVES: usize = 20_000;
/// How many moves are tried at the same temperature.
const STEP: usize = 1_000;
/// The moves of a node.
const NODE: usize = 100;
/// The first and the last temperature, in points.
const TEMPERATURES: (f64, f64) = (1.0, 0.45);

/// What cells of the border hold.
const OUTSIDE: u8 = 3;

/// For no mirror, `/` and `\`: the side by which a beam leaves a cell, by the side at which it enters.
/// Sides are counted clockwise from the top.
const LEAVES: [[usize; 4]; 3] = [[2, 3, 0, 1], [3, 2, 1, 0], [1, 0, 3, 2]];

/// Where a beam comes to that leaves a cell.
#[derive(Clone, Copy)]
enum End {
    Outside(Option<Place>),
    /// Back to the same cell, at this side.
    Back(usize),
}

/// A board that changes cell by cell, with a border.
struct Table {
    size: usize,
    stride: usize,
    cells: [u8; MOST_STRIDE * MOST_STRIDE],
    places: [Option<Place>; MOST_STRIDE * MOST_STRIDE],
    /// The distances to the cells at the four sides.
    steps: [isize; 4],
    score: i64,
}

impl Table {
    /// A board without mirrors.
    fn new(hall: &HallOfMirrors) -> Self {
        let size = hall.places.size();
        let stride = size + 2;
        let mut cells = [OUTSIDE; MOST_STRIDE * MOST_STRIDE];
        for row in 1..=size {
            cells[row * stride + 1..=row * stride + size].fill(0);
        }
        let mut places = [None; MOST_STRIDE * MOST_STRIDE];
        for (side, line, &what) in hall.places.given() {
            let (row, column) = place(size, side, line).0;
            let row = (row + 1).cast_unsigned();
            places[row * stride + (column + 1).cast_unsigned()] = Some(what);
        }
        let down = stride.cast_signed();
        let score = score(hall, &Grid::filled(size, size, None));
        Self { size, stride, cells, places, steps: [-down, 1, down, -1], score }
    }

    /// Follows the beam that leaves a cell by a side.
    fn follow(&self, from: usize, side: usize) -> End {
        let (mut cell, mut side) = (from, side);
        loop {
            cell = cell.wrapping_add_signed(self.steps[side]);
            let entered = (side + 2) % 4;
            if cell == from {
                return End::Back(entered);
            }
            match self.cells[cell] {
                OUTSIDE => return End::Outside(self.places[cell]),
                mirror => side = LEAVES[usize::from(mirror)][entered],
            }
        }
    }

    /// What the beams through a cell score that is to hold a mirror, or none; `ends` are those of the
    /// beams that leave it by each side.
    fn reward(ends: [End; 4], mirror: u8) -> i64 {
        let leaves = LEAVES[usize::from(mirror)];
        let mut reward = 0;
        for side in 0..4 {
            let End::Outside(Some(Place::Laser)) = ends[side] else { continue };
            let mut end = ends[leaves[side]];
            while let End::Back(side) = end {
                end = ends[leaves[side]];
            }
            if let End::Outside(Some(Place::Goal)) = end {
                reward += REWARD;
            }
        }
        reward
    }

    /// What a mirror in a cell adds to the cost, as its neighbours are.
    fn cost(&self, cell: usize, mirror: u8) -> i64 {
        let step = match mirror {
            0 => return 0,
            1 => self.stride - 1,
            _ => self.stride + 1,
        };
        let continues = |other: usize| 2 * i64::from(self.cells[other] == mirror);
        3 - continues(cell - step) - continues(cell + step)
    }

    /// Anneals once; `true` as soon as the score reaches the record.
    fn anneal(
        &mut self,
        record: i64,
        random: &mut Rng,
        search: &mut Search,
    ) -> ControlFlow<Stop, bool> {
        let steps = (MOVES * self.size * self.size).div_ceil(STEP);
        let (first, last) = TEMPERATURES;
        for step in 0..steps {
            let temperature = first * (last / first).powf(step as f64 / steps as f64);
            for number in 0..STEP {
                if number % NODE == 0 {
                    search.node()?;
                }
                if self.score >= record {
                    return ControlFlow::Continue(true);
                }
                self.change(temperature, random);
            }
        }
        ControlFlow::Continue(false)
    }

    /// Changes a random cell, or swaps two that touch; where this loses points, only now and then.
    fn change(&mut self, temperature: f64, random: &mut Rng) {
        let (row, column) = (random.usize(1..=self.size), random.usize(1..=self.size));
        let cell = row * self.stride + column;
        let before = self.cells[cell];
        let is_swap = random.bool();
        let (row, column) = (row + random.usize(0..3), column + random.usize(0..3));
        let other = (row - 1) * self.stride + column - 1;
        let there = self.cells[other];
        let gain = match (is_swap, there) {
            (false, _) => self.put(cell, (before + random.u8(1..=2)) % 3),
            (true, OUTSIDE) => return,
            (true, _) if there == before => return,
            (true, _) => self.put(cell, there) + self.put(other, before),
        };
        if gain >= 0 || random.f64() < (gain as f64 / temperature).exp() {
            self.score += gain;
        } else {
            self.cells[cell] = before;
            self.cells[other] = there;
        }
    }

    /// Puts a mirror into a cell, or none; what this gains.
    fn put(&mut self, cell: usize, mirror: u8) -> i64 {
        let ends = [0, 1, 2, 3].map(|side| self.follow(cell, side));
        let value = |mirror| Self::reward(ends, mirror) - self.cost(cell, mirror);
        let gain = value(mirror) - value(self.cells[cell]);
        self.cells[cell] = mirror;
        gain
    }

    fn mirrors(&self) -> Mirrors {
        Grid::from_fn(self.size, self.size, |Cell { row, column }| {
            match self.cells[(row + 1) * self.stride + column + 1] {
                0 => None,
                mirror => Some(mirror.into()),
            }
        })
    }
}

/// Reports a board that reaches the record.
pub(crate) fn search(hall: &HallOfMirrors, search: &mut Search) -> Flow {
    match search.strategy() {
        0 => anneal(hall, search),
        1 => rows::search(hall, hall.record, search),
        _ => report_all(hall, search),
    }
}

/// Anneals until a board reaches the record.
fn anneal(hall: &HallOfMirrors, search: &mut Search) -> Flow {
    let mut random = Rng::with_seed(hall.seed);
    loop {
        let mut table = Table::new(hall);
        if table.anneal(hall.record, &mut random, search)? {
            search.solution(table.mirrors())?;
            // Others are not looked for.
            return search.give_up();
        }
    }
}

/// All boards of a grid.
pub(crate) fn all_boards(size: usize) -> impl Iterator<Item = Mirrors> {
    let cells = (0..size * size).map(|_| [None, Some(RISING), Some(FALLING)]);
    let boards = cells.multi_cartesian_product();
    boards.map(move |cells| {
        Grid::from_fn(size, size, |Cell { row, column }| cells[row * size + column])
    })
}

/// Reports all boards that reach the record, of small grids.
fn report_all(hall: &HallOfMirrors, search: &mut Search) -> Flow {
    let size = hall.places.size();
    if size > MOST_FOR_ALL {
        return search.give_up();
    }
    search.node()?;
    for mirrors in all_boards(size) {
        search.poll()?;
        if score(hall, &mirrors) >= hall.record {
            search.solution(mirrors)?;
        }
    }
    Flow::Continue(())
}
